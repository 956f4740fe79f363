//! The argument of every command that shows the fields of custom events.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use super::failure::Failure;
use crate::schema::{SchemaFile, Schemas};

/// Schemas of custom events.
#[derive(clap::Args, Debug)]
pub(super) struct SchemaArgs {
    /// Show the fields of custom events that this file describes, by their names (may be repeated)
    #[arg(long = "schema", value_name = "FILE.toml")]
    files: Vec<PathBuf>,
}

impl SchemaArgs {
    /// Reads the files; nothing where there are none.
    pub(super) fn read(&self) -> Result<Option<Arc<Schemas>>, Failure> {
        let mut schemas = Schemas::default();
        for path in &self.files {
            let what = path.display().to_string();
            let text = fs::read_to_string(path).map_err(|error| Failure::Read { what, error })?;
            SchemaFile::add(&text, &mut schemas)
                .map_err(|error| Failure::NoSchema { path: path.clone(), error })?;
        }
        Ok((!schemas.is_empty()).then(|| Arc::new(schemas)))
    }
}
