//! Lists of deviations as arguments name them.

use std::fs;
use std::io;
use std::path::Path;

use eventring_spec::deviations;

use super::failure::Failure;
use crate::certify::Lists;
use crate::certify::unit::Adapter;

/// The lists of an adapter, and those of these names, each a file or one that the harness has.
pub(super) fn lists(names: &[String], adapter: Option<&Adapter>) -> Result<Lists, Failure> {
    let of_adapter = adapter
        .into_iter()
        .flat_map(|adapter| adapter.deviations.iter().map(|name| (name, adapter.folder.as_path())));
    let mut lists = Lists::default();
    for (name, folder) in of_adapter.chain(names.iter().map(|name| (name, Path::new("")))) {
        let text = listed(name, folder)?;
        lists.add(name, &text).map_err(Failure::Usage)?;
    }
    Ok(lists)
}

/// The text of a list: one that the harness has, or a file, from `folder`.
pub(super) fn listed(name: &str, folder: &Path) -> Result<String, Failure> {
    match deviations::lists().find(|(known, _)| *known == name) {
        Some((_, text)) => Ok(text.to_owned()),
        None => fs::read_to_string(folder.join(name)).map_err(|error| unreadable(name, error)),
    }
}

/// Says which lists there are, where none is of that name and no file either.
fn unreadable(name: &str, error: io::Error) -> Failure {
    let names: Vec<&str> = deviations::lists().map(|(known, _)| known).collect();
    let what = match error.kind() {
        io::ErrorKind::NotFound => {
            format!("{name}, which is no list that is built in either ({})", names.join(", "))
        }
        _ => name.to_owned(),
    };
    Failure::Read { what, error }
}
