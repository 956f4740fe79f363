//! Event schemas: what the bytes of somebody's own custom events mean, told in a file and not in code.
//!
//! * [`EventSchema`], [`Field`]: what a schema says of an event. [`Schemas`]: all of them, found by the event's name.
//! * [`Fields`]: the bytes of one event, read by its schema; every [`Value`] that is whole, and whether the bytes fit.
//! * [`SchemaFile`]: the TOML form, checked, with [`SchemaError`] pointing at what is wrong.

#[cfg(feature = "cli")]
mod build;
#[cfg(feature = "cli")]
mod error;
#[cfg(feature = "cli")]
mod file;
mod model;
#[cfg(test)]
mod tests;
mod value;
mod walk;

#[cfg(feature = "cli")]
pub use error::SchemaError;
#[cfg(feature = "cli")]
pub use file::{EventTable, FieldTable, SchemaFile};
pub use model::{Codes, Count, DataOrder, Element, EventSchema, Field, Scalar, Schemas};
pub use value::{List, Value};
pub use walk::{Fields, Misfit, Walk};
