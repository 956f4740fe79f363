//! Looking into a ring file: what it holds as a whole, and its events one by one, as it lies there or while it is
//! written. What follows a process is there with the feature `cli` only.

mod dump;
#[cfg(feature = "cli")]
pub mod export;
mod fields;
#[cfg(feature = "cli")]
mod follow;
mod info;
mod info_text;
mod line;
mod merge;
mod moment;
mod naming;
#[cfg(feature = "cli")]
mod record;
mod records;
mod release;
mod replay;
#[cfg(feature = "cli")]
mod select;
#[cfg(feature = "cli")]
mod snapshot;
#[cfg(feature = "cli")]
mod stats;
#[cfg(feature = "cli")]
mod tree;
mod typed;
#[cfg(feature = "watch")]
pub mod watching;

pub use dump::{Dump, Format, Order, Tally};
pub use fields::{FieldReader, ShownFields};
#[cfg(feature = "cli")]
pub use follow::{Ending, FileReader, Follow, LiveDump, LiveLost, LiveRun, Sink};
pub use info::{CorruptInfo, FileInfo, Header, Info, NamesInfo, RingInfo, TimeInfo, UsedName};
pub use moment::Moment;
pub use naming::Naming;
#[cfg(feature = "cli")]
pub use record::{
    Launch, Launched, Progress, RecordError, RecordFormat, Recorded, Recording, watch,
};
pub use records::{RingRecords, corrupt, is_short};
pub use release::{ReleaseChoice, Releases};
pub use replay::{Replay, Replayed};
#[cfg(feature = "cli")]
pub use select::{Selected, SelectedRecords, Selection};
#[cfg(feature = "cli")]
pub use snapshot::write_sparse;
#[cfg(feature = "cli")]
pub use stats::{
    CounterStats, Counting, DomainStats, Incomplete, Lengths, OUTERMOST, PhaseStats, RingTotals,
    RunStats, SchedulerStats, Spread, Stats, Summary, Totals, UserIntStats, UserSpanStats,
};
#[cfg(feature = "cli")]
pub use tree::{Branch, Text, Tree};
pub use typed::{Typed, Typing};
