//! Generated files: what of the data is compiled into other packages.
//!
//! `cargo run -p eventring-spec -- generate` writes them, and a test says when one is out of date.
//!
//! * [`registry`]: `format/src/registry.rs`, the crate eventring's registry.
//! * [`eio`]: the tables of Eio's events in `format/src/eio/`.

use std::path::{Path, PathBuf};

use crate::registry::{EioRegistry, Errors, Registry};

pub mod eio;
mod layout;
pub mod registry;

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
    let format = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("format");
    let mut all = vec![Generated {
        path: format.join("src/registry.rs"),
        text: registry::module(&Registry::load()?),
    }];
    for (name, text) in eio::modules(&EioRegistry::load()?) {
        all.push(Generated { path: format.join("src/eio").join(name), text });
    }
    Ok(all)
}
