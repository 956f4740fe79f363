//! Prints which clauses of `SPEC.md` the seeds reach: each clause that binds whoever reads files, and
//! how many seeds reach it, or why none can.

use std::io;

use eventring_fuzz::clauses::{NOT_IN_A_FILE, by_seeds, of_readers};
use eventring_fuzz::differential::NAMES;

fn main() -> io::Result<()> {
    let seeds = by_seeds(&NAMES)?;
    println!("| clause | seeds |\n| --- | --- |");
    for clause in of_readers() {
        let excuse = NOT_IN_A_FILE.iter().find(|(name, _)| *name == clause.name());
        let count = seeds.get(clause.name()).copied().unwrap_or(0);
        match excuse {
            Some((_, reason)) => println!("| {} | {reason} |", clause.name()),
            None => println!("| {} | {count} |", clause.name()),
        }
    }
    Ok(())
}
