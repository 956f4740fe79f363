//! Files that real runtimes wrote, each with its decoding by the consumer of the same OCaml.
//!
//! `recordings/manifest.toml` says of every recording what wrote it and what is in it;
//! `recordings/README.md` describes the fields. The files are compressed: this module knows where
//! they are and what they should be, and leaves reading them to whoever has a decoder.
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

#[cfg(feature = "embedded")]
pub mod embedded;
mod lint;

/// The manifest's name inside the folder of recordings.
pub const MANIFEST: &str = "manifest.toml";

/// What all files of the folder may take together, in bytes: they are fetched with every clone.
pub const MAX_TOTAL_BYTES: u64 = 4 << 20;

/// The folder of the recordings in this package.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings")
}

/// A folder of recordings and what its manifest says of them.
#[derive(Debug)]
pub struct Recordings {
    folder: PathBuf,
    list: Vec<Recording>,
}

/// One file and its oracle: the decoding by OCaml's own consumer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// The file as its producer left it, compressed; a path inside the folder.
    pub file: String,
    /// One JSON object for each event, in the order of the consumer's callbacks, compressed.
    pub oracle: String,
    /// What Eio's own library makes of its events, compressed, where the program uses Eio.
    pub eio: Option<String>,
    /// The release whose tables name the runtime ids, such as `5.3`.
    pub release: String,
    /// The exact version of the OCaml that wrote the file and decoded it.
    pub ocaml: String,
    /// The version of the Eio library, where the program uses it.
    pub eio_library: Option<String>,
    /// The machine of the producer, as `uname -m` calls it.
    pub arch: String,
    /// The byte order of every word in the file.
    pub byte_order: ByteOrder,
    /// What the program does; one name for the same thing in every release.
    pub workload: String,
    /// A program that ran before with the same process id and left its file in place.
    #[serde(default)]
    pub before: Vec<String>,
    /// Program and arguments.
    pub command: Vec<String>,
    /// How the program ended: its exit code, or minus the signal.
    pub exit: i32,
    /// Environment variables of the run; `DIR` stands for the folder of the file.
    pub environment: BTreeMap<String, String>,
    /// Size of the unpacked file in bytes.
    pub size_bytes: u64,
    /// SHA-256 of the unpacked file, in lower-case hex.
    pub sha256: String,
    /// SHA-256 of the unpacked oracle, in lower-case hex.
    pub oracle_sha256: String,
    /// Number of rings.
    pub max_domains: u32,
    /// Words of each ring.
    pub ring_words: u64,
    /// What the oracle's poll returned: 0, or a negative error number.
    pub oracle_status: i32,
    /// Lines of the oracle by kind, `lost` among them.
    pub counts: BTreeMap<String, u64>,
    /// Sum of the words that the oracle reports as lost.
    pub lost_words: u64,
    /// Where a sound reader and the oracle differ, and why.
    #[serde(default, rename = "exception")]
    pub exceptions: Vec<Exception>,
}

/// Byte order of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ByteOrder {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

/// One way in which a recording and its oracle differ.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// What differs.
    pub kind: ExceptionKind,
    /// The runtime id that it is about: of [`ExceptionKind::UnnamedPhase`] only.
    pub id: Option<u16>,
    /// In exactly so many events.
    pub events: u64,
    /// Why.
    pub note: String,
}

/// What can differ between a recording and its oracle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExceptionKind {
    /// A phase that the release has in C and not in its OCaml library: named here, null there.
    UnnamedPhase,
    /// An int event without its payload word: null here, stale memory there.
    StaleValue,
    /// The oracle gave up with a negative status; these events come after that point.
    AfterStop,
}

/// Why a manifest could not be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// The manifest could not be read.
    Read(PathBuf, std::io::Error),
    /// It is not the TOML that it should be.
    Parse(PathBuf, Box<toml::de::Error>),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::Parse(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read(_, error) => Some(error),
            Self::Parse(_, error) => Some(error),
        }
    }
}

impl Recordings {
    /// Loads the manifest of `folder`; see [`folder`] for the one in this package.
    ///
    /// # Errors
    /// The manifest cannot be read, or has fields that are missing, unknown or of the wrong type.
    pub fn load(folder: &Path) -> Result<Self, LoadError> {
        let path = folder.join(MANIFEST);
        let text = fs::read_to_string(&path).map_err(|e| LoadError::Read(path.clone(), e))?;
        Self::parse(folder.to_path_buf(), &text).map_err(|e| LoadError::Parse(path, Box::new(e)))
    }

    fn parse(folder: PathBuf, text: &str) -> Result<Self, toml::de::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Manifest {
            #[serde(rename = "recording")]
            list: Vec<Recording>,
        }
        let Manifest { list } = toml::from_str(text)?;
        Ok(Self { folder, list })
    }

    #[cfg(feature = "embedded")]
    fn none() -> Self {
        Self { folder: PathBuf::new(), list: Vec::new() }
    }

    /// All recordings, in the order of the manifest.
    #[must_use]
    pub fn list(&self) -> &[Recording] {
        &self.list
    }

    /// Where a file of the manifest is.
    #[must_use]
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }
}

impl Recording {
    /// The files of this recording, paths inside the folder.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        [&self.file, &self.oracle].into_iter().chain(&self.eio).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_release_architecture_and_eio_is_covered() {
        let recordings = Recordings::load(&folder()).expect("the manifest loads");
        let has = |what: &dyn Fn(&Recording) -> &str| -> BTreeSet<String> {
            let all = recordings.list().iter().map(|r| what(r).to_owned());
            all.filter(|value| !value.is_empty()).collect()
        };
        let releases = ["5.0", "5.1", "5.2", "5.3", "5.4", "5.5"];
        assert_eq!(has(&|r| &r.release), releases.map(str::to_owned).into());
        let machines = ["i386", "s390x", "x86_64"];
        assert_eq!(has(&|r| &r.arch), machines.map(str::to_owned).into());
        assert_eq!(has(&|r| r.eio_library.as_deref().unwrap_or("")).len(), 3);
        let kinds = recordings.list().iter().flat_map(|r| r.counts.keys());
        assert_eq!(kinds.collect::<BTreeSet<_>>().len(), lint::KINDS.len());
        // What the runtime does and what programs do are recorded under every release.
        for release in releases {
            let of_release = recordings.list().iter().filter(|r| r.release == release);
            let workloads: BTreeSet<_> = of_release.map(|r| r.workload.as_str()).collect();
            for workload in ["gc", "domains-small", "fork-1", "pause-end", "wrap-rt"] {
                assert!(workloads.contains(workload), "{workload} of {release}");
            }
            let user = ["custom-small", "names", "stale", "killed", "wrap-10"];
            let missing = user.iter().filter(|w| !workloads.contains(**w)).count();
            // 5.0 has no user events.
            assert_eq!(missing, if release == "5.0" { user.len() } else { 0 });
        }
    }

    #[test]
    fn an_unknown_field_is_refused() {
        let text = fs::read_to_string(folder().join(MANIFEST)).expect("the manifest is there");
        let text = text.replacen("release =", "relaese =", 1);
        let parsed: Result<BTreeMap<String, Vec<Recording>>, _> = toml::from_str(&text);
        let message = parsed.expect_err("a field is unknown").to_string();
        assert!(message.contains("relaese"), "{message}");
    }
}
