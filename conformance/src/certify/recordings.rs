//! Recordings as cases: what a real runtime wrote, decoded by the plain reader.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use eventring_spec::recordings::{Recording, embedded};
use eventring_spec::registry::Registry;

use super::expected::of_file;
use super::{Case, Expected, Origin, typed};
use crate::plain::RuntimeNames;

/// A recording that was compiled in.
struct RecordingCase {
    name: String,
    recording: &'static Recording,
    names: Arc<RuntimeNames>,
}

/// All recordings that were compiled in, in the order of their manifest, named as the registry names their releases.
///
/// # Errors
///
/// The registry lacks a release; a message for its author.
pub fn recordings(registry: &Registry) -> Result<Vec<Arc<dyn Case>>, String> {
    let mut names: BTreeMap<&str, Arc<RuntimeNames>> = BTreeMap::new();
    let mut cases: Vec<Arc<dyn Case>> = Vec::new();
    for recording in embedded::manifest().list() {
        let release = recording.release.as_str();
        let names = match names.entry(release) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                place.insert(Arc::new(RuntimeNames::given(registry, release).ok_or_else(|| {
                    format!("{}: the registry has no release {release}", recording.file)
                })?))
            }
        };
        let file = recording.file.strip_suffix(".events.zst").unwrap_or(&recording.file);
        let name = format!("recordings/{file}");
        let one: Arc<dyn Case> =
            Arc::new(RecordingCase { name, recording, names: Arc::clone(names) });
        let typed = typed::of_recording(&one, recording);
        cases.push(one);
        cases.extend(typed);
    }
    Ok(cases)
}

impl Case for RecordingCase {
    fn name(&self) -> &str {
        &self.name
    }

    fn origin(&self) -> Origin {
        Origin::Recording
    }

    fn purpose(&self) -> &str {
        &self.recording.workload
    }

    fn release(&self) -> Option<&str> {
        Some(&self.recording.release)
    }

    fn option(&self) -> Option<&'static str> {
        None
    }

    fn sha256(&self) -> &str {
        &self.recording.sha256
    }

    fn bytes(&self) -> Result<Cow<'_, [u8]>, String> {
        let packed = embedded::bytes(&self.recording.file).ok_or("it was not compiled in")?;
        let size = usize::try_from(self.recording.size_bytes).map_err(|error| error.to_string())?;
        let bytes = zstd::bulk::decompress(packed, size).map_err(|error| error.to_string())?;
        if bytes.len() == size {
            Ok(Cow::Owned(bytes))
        } else {
            Err("its size is not that of the manifest".to_owned())
        }
    }

    fn expected<'a>(&'a self, bytes: &'a [u8]) -> Result<Expected<'a>, String> {
        Ok(of_file(bytes, &self.names))
    }
}
