//! Generated files: what of the data is compiled into other packages.
//!
//! `cargo run -p eventring-spec -- generate` writes them, and a test says when one is out of date.
//!
//! * [`registry`]: `format/src/registry.rs`, the crate eventring's registry.
//! * [`eio`]: the tables of Eio's events in `format/src/eio/`.
//! * [`c`]: `spec/c/eventring.h`, a header for C and C++.
//! * [`document`]: the index of clauses and the ids of each release in `SPEC.md`.
//! * [`tables`]: `spec/tables/`, JSON and CSV for any language.

use std::path::{Path, PathBuf};

use crate::registry::{EioRegistry, Errors, Registry};

pub mod c;
pub mod document;
pub mod eio;
mod layout;
mod lists;
mod numbers;
pub mod registry;
pub mod tables;

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Where it belongs.
    pub path: PathBuf,
    /// What it has to hold.
    pub text: String,
}

/// Every generated file of the repository that this crate was built in.
///
/// The same data gives the same text, on every machine.
///
/// # Errors
///
/// All that is wrong with the data.
pub fn all() -> Result<Vec<Generated>, Errors> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR"));
    let format = spec.with_file_name("format/src");
    let (registry, eio_registry) = (Registry::load()?, EioRegistry::load()?);
    let mut all = vec![
        Generated { path: format.join("registry.rs"), text: registry::module(&registry) },
        Generated { path: spec.join("SPEC.md"), text: document::document(&registry) },
        Generated { path: spec.join("c/eventring.h"), text: c::header(&registry) },
    ];
    for (name, text) in eio::modules(&eio_registry) {
        all.push(Generated { path: format.join("eio").join(name), text });
    }
    for (name, text) in tables::files(&registry, &eio_registry) {
        all.push(Generated { path: spec.join("tables").join(name), text });
    }
    Ok(all)
}
