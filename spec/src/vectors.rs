//! The texts of `vectors/`: small files, each with what a consumer makes of it.
//!
//! A text is front matter in TOML between two lines `+++`, then a body; `vectors/README.md` describes both. The texts
//! are part of the library. The front matter is read here; the body is left to whoever writes files from it.

use std::fmt;

use include_dir::{Dir, File, include_dir};
use serde::Deserialize;

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/vectors");

/// What the name of a vector's file ends in.
pub const EXTENSION: &str = "vector";

/// The text of one vector, or of a family of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    /// The permanent name: its path in the folder without extension, such as `custom/count-byte`.
    pub name: String,
    /// All of it.
    pub text: &'a str,
    /// The front matter.
    pub front: Front,
    /// What comes after the front matter.
    pub body: &'a str,
    /// The line of the text on which the body begins, from 1.
    pub body_line: usize,
}

/// The front matter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Front {
    /// What the vector shows, one sentence.
    pub purpose: String,
    /// The clauses that it shows.
    pub clauses: Vec<String>,
    /// What goes wrong for a consumer that fails it, one sentence.
    pub effect: String,
    /// The release that is given when it is read: `auto` to have it narrowed, `none` for runtime ids without names.
    pub release: String,
    /// The byte orders in which it is written; both where this is missing.
    #[serde(default = "both")]
    pub byte_orders: Vec<ByteOrder>,
    /// The producer clauses that its files break; none for what a producer may write.
    #[serde(default)]
    pub breaks: Vec<String>,
}

pub use crate::recordings::ByteOrder;

fn both() -> Vec<ByteOrder> {
    vec![ByteOrder::Little, ByteOrder::Big]
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Its file in the folder.
    pub file: String,
    /// What is wrong, a lower-case fragment.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "spec/vectors/{}: {}", self.file, self.message)
    }
}

impl std::error::Error for TextError {}

/// All texts, by name.
///
/// # Errors
///
/// The first text whose front matter cannot be read. A test proves that there is none.
pub fn texts() -> Result<Vec<Text<'static>>, TextError> {
    let mut files = Vec::new();
    collect(&FOLDER, &mut files);
    let texts = files
        .into_iter()
        .filter(|file| file.path().extension().is_some_and(|extension| extension == EXTENSION));
    let mut texts = texts.map(load).collect::<Result<Vec<_>, _>>()?;
    texts.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(texts)
}

fn collect(folder: &'static Dir<'_>, files: &mut Vec<&'static File<'static>>) {
    files.extend(folder.files());
    for folder in folder.dirs() {
        collect(folder, files);
    }
}

fn load(file: &'static File<'_>) -> Result<Text<'static>, TextError> {
    let path = file.path().to_string_lossy().replace('\\', "/");
    let failed = |message: String| TextError { file: path.clone(), message };
    let text = file.contents_utf8().ok_or_else(|| failed("not UTF-8".to_owned()))?;
    let name = path.strip_suffix(EXTENSION).and_then(|path| path.strip_suffix('.'));
    let name = name.unwrap_or(&path).to_owned();
    parse(name, text).map_err(failed)
}

/// Reads a text of the notation.
///
/// # Errors
///
/// It has no front matter, or one that cannot be read; a message.
pub fn parse(name: String, text: &str) -> Result<Text<'_>, String> {
    let fenced = text.strip_prefix("+++\n").and_then(|rest| rest.split_once("\n+++\n"));
    let (front, body) = fenced.ok_or("no front matter between two lines `+++`")?;
    let front: Front = toml::from_str(front).map_err(|error| error.message().to_owned())?;
    if front.byte_orders.is_empty() {
        return Err("byte_orders is empty, at least one is needed".to_owned());
    }
    let body_line = text.len() - body.len();
    let body_line = text.get(..body_line).unwrap_or_default().matches('\n').count() + 1;
    Ok(Text { name, text, front, body, body_line })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::clauses::{Level, find};

    #[test]
    fn every_text_has_sound_front_matter() {
        let texts = texts().unwrap();
        assert!(!texts.is_empty());
        for Text { name, front, .. } in texts {
            assert!(!front.clauses.is_empty(), "{name}: no clause");
            assert!(front.purpose.ends_with('.') && front.effect.ends_with('.'), "{name}");
            for clause in front.clauses.iter().chain(&front.breaks) {
                let found = find(clause).filter(|clause| clause.level() != Level::Withdrawn);
                assert!(found.is_some(), "{name}: clause {clause}");
            }
            for clause in &front.breaks {
                let binds = find(clause).is_some_and(|clause| clause.role().binds_producers());
                assert!(binds, "{name}: {clause} binds no producer");
            }
        }
    }

    /// The folder is part of the library as it stands on disk.
    #[test]
    fn nothing_is_left_out() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
        let mut names = BTreeSet::new();
        for family in std::fs::read_dir(&root).unwrap().map(Result::unwrap) {
            if !family.file_type().unwrap().is_dir() {
                continue;
            }
            for file in std::fs::read_dir(family.path()).unwrap().map(Result::unwrap) {
                let path = file.path();
                assert_eq!(path.extension().unwrap(), EXTENSION, "{path:?}");
                let name = path.strip_prefix(&root).unwrap().with_extension("");
                names.insert(name.to_str().unwrap().to_owned());
            }
        }
        let found: BTreeSet<String> = texts().unwrap().into_iter().map(|text| text.name).collect();
        assert_eq!(found, names);
    }

    #[test]
    fn each_fault_is_named() {
        let sound =
            "+++\npurpose = \"p.\"\nclauses = []\neffect = \"e.\"\nrelease = \"none\"\n+++\nbody\n";
        let text = parse("a/b".to_owned(), sound).unwrap();
        assert_eq!((text.body, text.body_line), ("body\n", 7));
        assert_eq!(text.front.byte_orders, [ByteOrder::Little, ByteOrder::Big]);
        for (wrong, message) in [
            ("body", "no front matter"),
            ("+++\npurpose = \"p.\"\n+++\n", "missing field `clauses`"),
            ("+++\nodd = 1\n+++\n", "unknown field `odd`"),
        ] {
            let error = parse("a/b".to_owned(), wrong).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
