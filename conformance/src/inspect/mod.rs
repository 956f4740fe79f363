//! Looking into a snapshot: what it holds as a whole, and its events one by one.

mod dump;
mod info;
mod info_text;
mod line;
mod merge;
mod naming;
mod records;
mod release;
mod typed;

pub use dump::{Dump, Format, Order, Tally};
pub use info::{CorruptInfo, FileInfo, Header, Info, NamesInfo, RingInfo, TimeInfo, UsedName};
pub use naming::Naming;
pub use records::{RingRecords, corrupt, is_short};
pub use release::{ReleaseChoice, Releases};
pub use typed::{Typed, Typing};
