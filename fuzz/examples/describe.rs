//! `describe FILE SEED`: an input of the snapshot target that makes `FILE`.

use std::{env, fs, io};

fn main() -> io::Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [file, seed] = arguments.as_slice() else {
        return Err(io::Error::other("usage: describe FILE SEED"));
    };
    fs::write(seed, eventring_fuzz::file::describe(&fs::read(file)?))
}
