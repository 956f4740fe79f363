//! What `export` writes, read again by readers that know nothing of what wrote it.

mod chrome;
mod ctf;
mod encoders;
mod fxt;
mod lines;
mod perfetto;
mod recordings;
mod renamed;
mod seen;
mod several;
mod svg;
