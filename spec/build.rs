//! Vectors are part of the library, so a new one makes it stale.

fn main() {
    println!("cargo::rerun-if-changed=vectors");
}
