//! `speed SECONDS`: how many of its seeds a second the body of the snapshot target takes, without an
//! engine and without sanitizers; build it with `--release --no-default-features`.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use eventring_fuzz::snapshot;

fn main() -> io::Result<()> {
    let seconds = env::args().nth(1).and_then(|seconds| seconds.parse().ok());
    let seconds = seconds.ok_or_else(|| io::Error::other("usage: speed SECONDS"))?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/snapshot");
    let mut seeds = Vec::new();
    for entry in fs::read_dir(folder)? {
        seeds.push(fs::read(entry?.path())?);
    }
    let bytes: usize = seeds.iter().map(Vec::len).sum();
    let start = Instant::now();
    let mut inputs = 0;
    while start.elapsed() < Duration::from_secs(seconds) {
        seeds.iter().for_each(|seed| snapshot::body(seed));
        inputs += seeds.len();
    }
    let rate = inputs as f64 / start.elapsed().as_secs_f64();
    println!("{rate:.0} inputs a second, {} bytes on average", bytes / seeds.len().max(1));
    Ok(())
}
