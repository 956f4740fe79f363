//! Every id, name and unit of every OCaml release, the numbers of the file's layout, and Eio's events.
//!
//! The facts are in `registry/runtime.toml`, each entity written once; [`Registry::load`] reads and
//! lints them, and [`Registry::table`] gives the ids that one release has.
//!
//! * [`model`]: the file as Rust types.
//! * [`tables`]: the ids of one release.
//! * [`lint`]: what the file has to be besides well typed.
//! * [`error`]: what is wrong with it, and where.
//! * [`eio`]: the user events of Eio, from `registry/eio.toml`.

pub mod eio;
pub mod error;
pub mod lint;
pub mod model;
pub mod tables;

pub use eio::EioRegistry;
pub use error::{Errors, Problem};
pub use model::{Entity, Field, MaxDomains, Registry, Release, Space, Unit, UnitSource};
pub use tables::Row;
