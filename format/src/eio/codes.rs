// Generated from spec/registry/eio.toml by `cargo run -p eventring-spec -- generate`.
// Do not edit: change the data there and generate again.

//! Codes of 1-byte fields (generated). One that has no name here is an ordinary value
//! (clause eio.unknown-enum).

use super::Code;

/// What made a cancellation context. A protected switch is a switch: protection is not in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContextType(pub u8);

impl ContextType {
    /// `switch`.
    pub const SWITCH: Self = Self(3);
    /// `protect`.
    pub const PROTECT: Self = Self(4);
    /// `sub`.
    pub const SUB: Self = Self(5);
    /// `root`.
    pub const ROOT: Self = Self(6);
    /// `any`.
    pub const ANY: Self = Self(7);

    /// Its name, as Eio's own library has it.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::SWITCH => "switch",
            Self::PROTECT => "protect",
            Self::SUB => "sub",
            Self::ROOT => "root",
            Self::ANY => "any",
            _ => return None,
        })
    }
}

impl From<ContextType> for Code {
    fn from(code: ContextType) -> Self {
        Self { number: code.0, name: code.name() }
    }
}

/// What kind of thing an id of generation 1 is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Generation1Type(pub u8);

impl Generation1Type {
    /// `fiber`.
    pub const FIBER: Self = Self(1);
    /// `promise`.
    pub const PROMISE: Self = Self(15);
    /// `semaphore`.
    pub const SEMAPHORE: Self = Self(16);
    /// `switch`.
    pub const SWITCH: Self = Self(17);
    /// `stream`.
    pub const STREAM: Self = Self(18);
    /// `mutex`.
    pub const MUTEX: Self = Self(19);

    /// Its name, as Eio's own library has it.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::FIBER => "fiber",
            Self::PROMISE => "promise",
            Self::SEMAPHORE => "semaphore",
            Self::SWITCH => "switch",
            Self::STREAM => "stream",
            Self::MUTEX => "mutex",
            _ => return None,
        })
    }
}

impl From<Generation1Type> for Code {
    fn from(code: Generation1Type) -> Self {
        Self { number: code.0, name: code.name() }
    }
}

/// What kind of object an id is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectType(pub u8);

impl ObjectType {
    /// `promise`.
    pub const PROMISE: Self = Self(15);
    /// `semaphore`.
    pub const SEMAPHORE: Self = Self(16);
    /// `stream`.
    pub const STREAM: Self = Self(18);
    /// `mutex`.
    pub const MUTEX: Self = Self(19);

    /// Its name, as Eio's own library has it.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::PROMISE => "promise",
            Self::SEMAPHORE => "semaphore",
            Self::STREAM => "stream",
            Self::MUTEX => "mutex",
            _ => return None,
        })
    }
}

impl From<ObjectType> for Code {
    fn from(code: ObjectType) -> Self {
        Self { number: code.0, name: code.name() }
    }
}

/// Whether a cancellation context of the proposal is kept from its parent's cancellation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProposalProtection(pub u8);

impl ProposalProtection {
    /// `unprotected`.
    pub const UNPROTECTED: Self = Self(0);
    /// `protected`.
    pub const PROTECTED: Self = Self(1);

    /// Its name, as Eio's own library has it.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::UNPROTECTED => "unprotected",
            Self::PROTECTED => "protected",
            _ => return None,
        })
    }
}

impl From<ProposalProtection> for Code {
    fn from(code: ProposalProtection) -> Self {
        Self { number: code.0, name: code.name() }
    }
}

/// What a cancellation context of the proposal is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProposalPurpose(pub u8);

impl ProposalPurpose {
    /// `choose`.
    pub const CHOOSE: Self = Self(0);
    /// `pick`.
    pub const PICK: Self = Self(1);
    /// `join`.
    pub const JOIN: Self = Self(2);
    /// `switch`.
    pub const SWITCH: Self = Self(3);
    /// `protect`.
    pub const PROTECT: Self = Self(4);
    /// `sub`.
    pub const SUB: Self = Self(5);
    /// `root`.
    pub const ROOT: Self = Self(6);

    /// Its name, as Eio's own library has it.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::CHOOSE => "choose",
            Self::PICK => "pick",
            Self::JOIN => "join",
            Self::SWITCH => "switch",
            Self::PROTECT => "protect",
            Self::SUB => "sub",
            Self::ROOT => "root",
            _ => return None,
        })
    }
}

impl From<ProposalPurpose> for Code {
    fn from(code: ProposalPurpose) -> Self {
        Self { number: code.0, name: code.name() }
    }
}

/// What kind of thing an id of the proposal is; a task is a fiber. Switch is never written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProposalType(pub u8);

impl ProposalType {
    /// `wait`.
    pub const WAIT: Self = Self(0);
    /// `task`.
    pub const TASK: Self = Self(1);
    /// `bind`.
    pub const BIND: Self = Self(2);
    /// `try`.
    pub const TRY: Self = Self(3);
    /// `map`.
    pub const MAP: Self = Self(7);
    /// `condition`.
    pub const CONDITION: Self = Self(8);
    /// `on-success`.
    pub const ON_SUCCESS: Self = Self(9);
    /// `on-failure`.
    pub const ON_FAILURE: Self = Self(10);
    /// `on-termination`.
    pub const ON_TERMINATION: Self = Self(11);
    /// `on-any`.
    pub const ON_ANY: Self = Self(12);
    /// `ignore-result`.
    pub const IGNORE_RESULT: Self = Self(13);
    /// `async`.
    pub const ASYNC: Self = Self(14);
    /// `promise`.
    pub const PROMISE: Self = Self(15);
    /// `semaphore`.
    pub const SEMAPHORE: Self = Self(16);
    /// `switch`.
    pub const SWITCH: Self = Self(17);
    /// `stream`.
    pub const STREAM: Self = Self(18);
    /// `mutex`.
    pub const MUTEX: Self = Self(19);
    /// `cancellation-context`.
    pub const CANCELLATION_CONTEXT: Self = Self(20);
    /// `system-thread`.
    pub const SYSTEM_THREAD: Self = Self(21);

    /// Its name, as Eio's own library has it.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::WAIT => "wait",
            Self::TASK => "task",
            Self::BIND => "bind",
            Self::TRY => "try",
            Self::MAP => "map",
            Self::CONDITION => "condition",
            Self::ON_SUCCESS => "on-success",
            Self::ON_FAILURE => "on-failure",
            Self::ON_TERMINATION => "on-termination",
            Self::ON_ANY => "on-any",
            Self::IGNORE_RESULT => "ignore-result",
            Self::ASYNC => "async",
            Self::PROMISE => "promise",
            Self::SEMAPHORE => "semaphore",
            Self::SWITCH => "switch",
            Self::STREAM => "stream",
            Self::MUTEX => "mutex",
            Self::CANCELLATION_CONTEXT => "cancellation-context",
            Self::SYSTEM_THREAD => "system-thread",
            _ => return None,
        })
    }
}

impl From<ProposalType> for Code {
    fn from(code: ProposalType) -> Self {
        Self { number: code.0, name: code.name() }
    }
}
