//! Looking into a ring file: what it holds as a whole, and its events one by one, as it lies there or while it is
//! written.

mod dump;
mod follow;
mod info;
mod info_text;
mod line;
mod merge;
mod naming;
mod record;
mod records;
mod release;
mod snapshot;
mod stats;
mod typed;

pub use dump::{Dump, Format, Order, Tally};
pub use follow::{Ending, FileReader, Follow, LiveDump, Sink};
pub use info::{CorruptInfo, FileInfo, Header, Info, NamesInfo, RingInfo, TimeInfo, UsedName};
pub use naming::Naming;
pub use record::{
    Launch, Launched, Progress, RecordError, RecordFormat, Recorded, Recording, watch,
};
pub use records::{RingRecords, corrupt, is_short};
pub use release::{ReleaseChoice, Releases};
pub use snapshot::write_sparse;
pub use stats::{Counting, RingTotals, Stats, Totals};
pub use typed::{Typed, Typing};
