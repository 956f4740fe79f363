//! The exit codes of the command line: what each one promises, and which one several files give together.
//!
//! The numbers are public API; scripts may rely on them.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    /// 0: everything asked for was done, and nothing was found wrong.
    Fine,
    /// 1: the data, or the unit under test, does not conform.
    NonConforming,
    /// 2: the command was called wrongly; a ring that does not exist counts too.
    Usage,
    /// 3: something could not be read, started or written, or a limit of ours was hit.
    Environment,
    /// 4: nothing was checked: an empty selection, no vectors.
    NothingChecked,
    /// The code of the program that was run, other than 0.
    Child(u8),
    /// 5: the producer has not finished its file header yet; try again.
    NotReady,
}

impl Exit {
    /// Every exit code, the worst first.
    pub const WORST_FIRST: [Self; 6] = [
        Self::Usage,
        Self::Environment,
        Self::NonConforming,
        Self::NotReady,
        Self::NothingChecked,
        Self::Fine,
    ];

    /// The number that the process exits with.
    pub const fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::NonConforming => 1,
            Self::Usage => 2,
            Self::Environment => 3,
            Self::NothingChecked => 4,
            Self::NotReady => 5,
            Self::Child(code) => code,
        }
    }

    /// The worse of two: what two files give together.
    #[must_use]
    pub fn worst(self, other: Self) -> Self {
        if self.badness() >= other.badness() { self } else { other }
    }

    fn badness(self) -> usize {
        let from_worst = Self::WORST_FIRST.iter().position(|exit| *exit == self);
        Self::WORST_FIRST.len() - from_worst.unwrap_or(0)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worst_follows_the_documented_order() {
        let order: Vec<u8> = Exit::WORST_FIRST.iter().map(|exit| exit.code()).collect();
        assert_eq!(order, [2, 3, 1, 5, 4, 0]);
        for (place, worse) in Exit::WORST_FIRST.iter().enumerate() {
            for better in &Exit::WORST_FIRST[place..] {
                assert_eq!(worse.worst(*better), *worse);
                assert_eq!(better.worst(*worse), *worse);
            }
        }
    }

    #[test]
    fn every_code_is_listed_once() {
        let mut codes: Vec<u8> = Exit::WORST_FIRST.iter().map(|exit| exit.code()).collect();
        codes.sort_unstable();
        assert_eq!(codes, [0, 1, 2, 3, 4, 5]);
    }
}
