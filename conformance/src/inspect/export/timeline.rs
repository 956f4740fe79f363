//! What every format is made from: tracks, and marks on them.

use std::fmt;

/// A line of a picture of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrackId(pub u64);

/// What a track shows. It is told once, before the first mark on it; told again, it has a new name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track<'a> {
    /// Its number, at least 1.
    pub id: TrackId,
    /// The track that it belongs to; all but a process have one.
    pub parent: Option<TrackId>,
    /// What it is.
    pub kind: TrackKind,
    /// What people call it.
    pub name: &'a str,
}

/// What a track is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackKind {
    /// The traced process: the parent of all others.
    Process {
        /// Its process id, where the file tells it.
        process_id: Option<u32>,
    },
    /// A ring: one domain after the other.
    Ring {
        /// Which.
        ring: u32,
    },
    /// A fiber.
    Fiber,
    /// A cancellation context.
    Context,
    /// Something of a ring or a fiber, such as the spans of one user event.
    Part,
    /// Nothing but a name for those below it.
    Group,
    /// Values of one counter.
    Counter {
        /// What it counts, such as `bytes`.
        unit: Option<&'static str>,
    },
}

impl TrackKind {
    /// Its word in lines and pictures.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Process { .. } => "process",
            Self::Ring { .. } => "ring",
            Self::Fiber => "fiber",
            Self::Context => "context",
            Self::Part => "part",
            Self::Group => "group",
            Self::Counter { .. } => "counter",
        }
    }
}

/// Something at one moment on one track. The marks that one ring tells come in the order of their times; those of
/// different rings do so mostly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark<'a> {
    /// The ring that tells it.
    pub ring: u32,
    /// When, in nanoseconds of the producer's clock.
    pub timestamp_ns: u64,
    /// Where.
    pub track: TrackId,
    /// What.
    pub what: What<'a>,
}

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What<'a> {
    /// A span begins, inside those that are open on the track.
    Begin(Label<'a>),
    /// The innermost open span of the track ends.
    End(Label<'a>),
    /// A moment.
    Instant(Label<'a>),
    /// A counter has this value from now on.
    Counter(Number),
    /// What happened in the ring of this track just before is not known.
    Gap {
        /// The last moment before it that is known; nothing where there is none.
        since_ns: Option<u64>,
        /// Why.
        cause: Gap,
    },
}

/// Why something is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Words were passed over.
    Lost {
        /// How many.
        words: u64,
    },
    /// The program did not record.
    Paused,
}

/// What a span or a moment is called, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label<'a> {
    /// Who says so.
    pub category: Category,
    /// Its name.
    pub name: &'a str,
    /// More about it.
    pub details: &'a [Detail<'a>],
    /// What leads to another mark, or from one.
    pub link: Option<Link>,
}

impl<'a> Label<'a> {
    /// A name alone.
    pub const fn new(category: Category, name: &'a str) -> Self {
        Self { category, name, details: &[], link: None }
    }
}

/// Who says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// The runtime: its phases.
    Runtime,
    /// The runtime: life of rings and domains.
    Lifecycle,
    /// The program, or a library that is not known here.
    User,
    /// The Eio library.
    Eio,
    /// This program: what it could not read.
    Reader,
}

impl Category {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Runtime, Self::Lifecycle, Self::User, Self::Eio, Self::Reader];

    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Runtime => "runtime",
            Self::Lifecycle => "lifecycle",
            Self::User => "user",
            Self::Eio => "eio",
            Self::Reader => "reader",
        }
    }
}

/// One piece of what is known of a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detail<'a> {
    /// What.
    pub name: &'a str,
    /// How much, or which.
    pub value: Value<'a>,
}

/// The value of a detail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A number.
    Number(Number),
    /// A number with a fraction, or none at all.
    Float(f64),
    /// Text.
    Text(&'a str),
}

/// A number of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the two kinds of number in ring files")]
pub enum Number {
    Unsigned(u64),
    Signed(i64),
}

/// One end of an arrow between two marks: both have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// It starts here.
    Out(u64),
    /// It ends here.
    In(u64),
}

impl Gap {
    /// What it is called, in every format.
    pub(super) fn text(self) -> String {
        match self {
            Self::Lost { words: 1 } => "lost 1 word".to_owned(),
            Self::Lost { words } => format!("lost {words} words"),
            Self::Paused => "paused".to_owned(),
        }
    }

    /// How many words were lost; nothing where it is not known whether any were.
    pub(super) fn words(self) -> Option<u64> {
        match self {
            Self::Lost { words } => Some(words),
            Self::Paused => None,
        }
    }
}

/// A gap as other marks, for a format that has no word for it: a span as long as it, or a moment.
pub(super) fn gap_marks(
    at: &Mark<'_>,
    since_ns: Option<u64>,
    cause: Gap,
    mut mark: impl FnMut(&Mark<'_>),
) {
    let (name, words) = (cause.text(), cause.words());
    let details = [Detail { name: "words", value: Value::Number(words.unwrap_or(0).into()) }];
    let details = if words.is_some() { &details[..] } else { &[] };
    let label = Label { details, ..Label::new(Category::Reader, &name) };
    match since_ns {
        Some(since_ns) => {
            mark(&Mark { timestamp_ns: since_ns, what: What::Begin(label), ..*at });
            mark(&Mark { what: What::End(Label { details: &[], ..label }), ..*at });
        }
        None => mark(&Mark { what: What::Instant(label), ..*at }),
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        Self::Unsigned(number)
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self::Signed(number)
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(Number::Unsigned(number)) => number.fmt(f),
            Self::Number(Number::Signed(number)) => number.fmt(f),
            Self::Float(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}
