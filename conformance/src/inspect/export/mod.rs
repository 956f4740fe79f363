//! The run in the formats of viewers.
//!
//! * [`Track`], [`Mark`]: what all formats are made from. [`Encoder`]: what a format does with them.
//! * [`ExportFormat`]: which formats there are. [`line_schema`]: what is in a line of JSON.
//! * [`Marks`]: one of them, on its way out; [`OneOfSeveral`]: of several programs. [`Background`]: written beside the work.

mod background;
mod chrome;
mod ctf;
mod encoder;
mod format;
mod fxt;
mod interner;
mod json;
mod labels;
mod lines;
mod perfetto;
mod process;
mod several;
mod svg;
mod text;
mod timeline;
mod tracks;
mod view;

pub use background::Background;
pub use ctf::CtfFolder;
pub use encoder::{Encoder, Export, Marks};
pub use format::ExportFormat;
pub use lines::line_schema;
pub use process::process_id;
pub use several::OneOfSeveral;
pub use timeline::{
    Category, Detail, Gap, Label, Link, Mark, Number, Track, TrackId, TrackKind, Value, What,
};
pub use view::ExportView;
