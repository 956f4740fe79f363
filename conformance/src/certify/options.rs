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

/// The unit says how many events it delivered.
pub const COUNTS_EVENTS: &str = "counts-events";

/// The unit can be asked for at most so many events.
pub const LIMITS_EVENTS: &str = "limits-events";

/// The unit reads files while they are written.
pub const LIVE: &str = "live";

/// All options.
pub const OPTIONS: [DeclaredOption; 4] = [
    DeclaredOption {
        id: NARROWS_RELEASE,
        text: "where no release is given, the unit narrows it by the evidence and the stamps in the file, and names \
               runtime events as the releases that remain agree; without it the names of such files are not compared",
    },
    DeclaredOption {
        id: COUNTS_EVENTS,
        text: "its replies say in `delivered` how many events its own interface counts as delivered (full mode)",
    },
    DeclaredOption {
        id: LIMITS_EVENTS,
        text: "where a request has a `limit`, it delivers at most so many events, by one call of its own interface \
               (full mode)",
    },
    DeclaredOption {
        id: LIVE,
        text: "it reads files while they are written: it answers to `attach`, `poll` and `detach` (full mode)",
    },
];

/// The option of this id.
pub fn find(id: &str) -> Option<&'static DeclaredOption> {
    OPTIONS.iter().find(|option| option.id == id)
}
