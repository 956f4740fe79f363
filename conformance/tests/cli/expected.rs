//! Texts that are expected, in files below the folder of tests.

use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");

/// What a file of it says.
pub(crate) fn expected(name: &Path) -> String {
    std::fs::read_to_string(Path::new(FOLDER).join(name)).unwrap_or_default()
}

/// That the file says so; with `EVENTRING_UPDATE` set it is made to.
pub(crate) fn assert_expected(name: &Path, found: &str) {
    if std::env::var_os("EVENTRING_UPDATE").is_some() {
        std::fs::write(Path::new(FOLDER).join(name), found).unwrap();
    }
    let expected = expected(name);
    let mut lines = expected.lines().zip(found.lines()).enumerate();
    if let Some((place, (expected, found))) = lines.find(|(_, (one, other))| one != other) {
        panic!(
            "{}, line {}\nexpected: {expected}\nfound:    {found}\nEVENTRING_UPDATE=1 writes it anew",
            name.display(),
            place + 1
        );
    }
    assert_eq!(expected.lines().count(), found.lines().count(), "lines of {}", name.display());
}
