//! Lists of deviations as arguments name them.

use std::fs;
use std::path::Path;

use eventring_spec::deviations;

use super::failure::Failure;

/// The text of a list: one that the harness has, or a file, from `folder`.
pub(super) fn listed(name: &str, folder: &Path) -> Result<String, Failure> {
    match deviations::lists().find(|(known, _)| *known == name) {
        Some((_, text)) => Ok(text.to_owned()),
        None => fs::read_to_string(folder.join(name))
            .map_err(|error| Failure::List { what: name.to_owned(), error }),
    }
}
