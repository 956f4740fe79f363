//! A second reader and a second writer of ring files, plain and slow, written from `SPEC.md` alone.
//!
//! They share nothing with the crate `eventring`, so that vectors, checks and comparisons do not trust what they
//! test. The numbers of the layout stand in `SPEC.md` and are written down here once more. Every function of the
//! reader takes any bytes and returns; nothing here panics, and a walk over a ring takes at least a word a step.
//!
//! Reading, from the bytes up:
//!
//! * [`ByteOrder`]: words from bytes.
//! * [`FileHeader`]: the eight words, and every header clause that they break.
//! * [`open`]: a [`File`], or why it is [`NotOpen`]. Its areas, its [`Ring`]s and its [`NameTable`].
//! * [`Ring::items`]: every [`Item`] of a window with its fields and offsets, or the [`Fault`] that ends it.
//! * [`File::records`]: event records, with names as a [`RuntimeNames`] knows them.
//! * `write_words`: the whole file for people, word by word (feature `cli`).
//! * [`reached`](reached()): which clauses decided meanwhile, counted on demand.
//! * [`EioReader`]: what the records of Eio's events say.
//!
//! Writing: a [`Description`] of a file, right or wrong on purpose, becomes an [`Image`] of it in either byte order.

mod area;
mod deciding;
mod description;
mod eio;
mod event;
mod fault;
mod file;
mod file_header;
mod image;
mod item;
mod name_table;
mod order;
mod reached;
mod records;
mod ring;
mod runtime_names;
#[cfg(feature = "cli")]
mod words;

pub use area::Area;
pub use description::{
    Content, Description, HeaderFields, Layout, Piece, RingDescription, custom_payload,
};
pub use eio::{EioReader, code_of, eio_fields, eio_registry, events_of, is_of_type, settled_wire};
pub use fault::{Fault, HeaderFault};
pub use file::{File, NotOpen, open};
pub use file_header::{FILE_HEADER_BYTES, FileHeader, HeaderWord};
pub use image::{Field, Image, MOST_BYTES, TooLarge};
pub use item::{Category, Item, ItemHeader};
pub use name_table::{NAME_BYTES, NAME_COUNT, NameEntry, NameTable};
pub use order::ByteOrder;
pub use reached::{Reached, reached};
pub use ring::{Items, Ring};
pub use runtime_names::RuntimeNames;
#[cfg(feature = "cli")]
pub use words::{write_part, write_words};
