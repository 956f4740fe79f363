//! `seeds FOLDER`: files of up to 4 KiB to begin the snapshot target with: every vector that is so
//! small, in both byte orders, and generated sessions. What is not needed goes with
//! `cargo fuzz run snapshot -- -merge=1`.

use std::path::Path;
use std::{env, fs, io};

use arbitrary::Unstructured;
use eventring_conformance::generate::any;
use eventring_conformance::vectors::load;

const MOST_BYTES: usize = 4096;

fn main() -> io::Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [folder] = arguments.as_slice() else {
        return Err(io::Error::other("usage: seeds FOLDER"));
    };
    let folder = Path::new(folder);
    fs::create_dir_all(folder)?;
    let keep = |name: &str, bytes: &[u8]| {
        if bytes.len() <= MOST_BYTES { fs::write(folder.join(name), bytes) } else { Ok(()) }
    };
    for vector in load().map_err(io::Error::other)? {
        for case in &vector.cases {
            for order in vector.byte_orders() {
                let image = case.encode(order).map_err(io::Error::other)?;
                let name = format!("{}-{order}", case.name.replace('/', "-"));
                keep(&name, &image.bytes)?;
            }
        }
    }
    for seed in 0..2000 {
        let mut choices = [0; 1024];
        fastrand::Rng::with_seed(seed).fill(&mut choices);
        let (_, session) = any(&mut Unstructured::new(&choices)).map_err(io::Error::other)?;
        let image = session.encode().map_err(io::Error::other)?;
        keep(&format!("session-{seed}"), &image.bytes)?;
    }
    Ok(())
}
