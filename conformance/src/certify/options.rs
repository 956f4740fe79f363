//! Declared options: where the format leaves a consumer free, it says what it does, and is then tested for that.
//!
//! There is no third verdict. A case that needs an option is not applicable to a unit that does not declare it; to one
//! that does, it is a case like any other.

/// A point that the format leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclaredOption {
    /// What a unit declares; permanent.
    pub id: &'static str,
    /// What it then does, for people.
    pub text: &'static str,
}

/// The unit finds out the release by itself.
pub const NARROWS_RELEASE: &str = "narrows-release";

/// All options.
pub const OPTIONS: [DeclaredOption; 1] = [DeclaredOption {
    id: NARROWS_RELEASE,
    text: "where no release is given, the unit narrows it by the evidence and the stamps in the file, and names \
           runtime events as the releases that remain agree; without it the names of such files are not compared",
}];

/// The option of this id.
pub fn find(id: &str) -> Option<&'static DeclaredOption> {
    OPTIONS.iter().find(|option| option.id == id)
}
