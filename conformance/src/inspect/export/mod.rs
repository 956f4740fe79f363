//! The run in the formats of viewers.
//!
//! * [`Track`], [`Mark`]: what all formats are made from. [`Encoder`]: what a format does with them.
//! * [`ExportFormat`]: which formats there are. [`Export`]: one of them, on its way out.

mod chrome;
mod encoder;
mod format;
mod fxt;
mod interner;
mod json;
mod labels;
mod lines;
mod named;
mod perfetto;
mod process;
mod text;
mod timeline;
mod tracks;
mod view;

pub use encoder::{Encoder, Export};
pub use format::ExportFormat;
pub use labels::Labels;
pub use named::Named;
pub use process::process_id;
pub use timeline::{
    Category, Detail, Gap, Label, Link, Mark, Number, Track, TrackId, TrackKind, Value, What,
};
pub use view::ExportView;
