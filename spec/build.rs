//! Vectors, recordings and lists of deviations are part of the library, so a new one makes it stale.

fn main() {
    for folder in ["deviations", "recordings", "vectors"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
