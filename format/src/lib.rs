//! The binary layout of OCaml's runtime-events ring files: readers and a writer of them.
//!
//! OCaml 5 programs trace themselves into a memory-mapped file, `<pid>.events`. `SPEC.md` at the
//! top of the repository says what its bytes mean, clause by clause; this crate is those clauses
//! as code. Bytes become words, words become items, items become events, and each arrow is one
//! module that knows only the one below it:
//!
//! ```text
//!   bytes ── words ── item ── event ── reader (a snapshot), live (memory that is written)
//!              │        │       │
//!            layout  geometry  names, payload, registry
//!              │                                      ╲
//!            shared (cells that others write) ── ── ── writer (a session and its rings)
//! ```
//!
//! * [`words`]: runs of 64-bit words in either byte order.
//! * [`layout`]: the fixed structures of the file, as zerocopy structs.
//! * [`geometry`]: sizes and offsets that have been checked against each other and the file.
//! * [`item`]: the item header word. [`payload`]: what follows header and timestamp.
//! * [`event`]: items interpreted. [`names`]: the name table. [`lost`]: losses that events tell.
//! * [`reader`]: a snapshot's rings, and the events in them. [`live`]: rings while they are written.
//! * [`shared`]: views of memory that others write. [`writer`]: making a session and writing it.
//!   These and [`live`] need atomics of 64 bits.
//! * `file`: ring files made, found and mapped (feature `std`).
//! * [`registry`]: ids and names of every OCaml release (generated). [`release`]: which of them
//!   wrote a file, as far as it shows.
//! * [`eio`]: the events of the Eio library, typed, among the user events.
//! * [`error`]: what can be wrong with a file, each with its place and clause.
//!
//! [`guide`] goes through all that a reader or a writer needs, with code that runs.
//!
//! | feature | what it adds | what it needs |
//! | --- | --- | --- |
//! | none | readers and writers over memory of the caller, without std and without an allocator | zerocopy, heapless |
//! | `std` | the module `file`: ring files made, found and mapped | std, Unix, memmap2, rustix |
//! | `arbitrary` | values of several types from the choices of a fuzz engine or a property test | `std`, arbitrary |
//! | `adversary` | for fuzzing this crate: a call before each load from shared memory | `std` |
//!
//! None is on by default, and features only add. [`live`], [`shared`] and [`writer`] are there where
//! atomics have 64 bits.
//!
//! Nothing in this crate allocates, recurses, panics or loops without bound on any input.
//!
//! ```
//! use eventring::reader::Snapshot;
//!
//! fn count(file: &[u8]) -> Result<usize, eventring::error::Refusal> {
//!     let snapshot = Snapshot::new(file)?;
//!     let mut events = 0;
//!     for ring in snapshot.rings() {
//!         for event in ring.events() {
//!             match event {
//!                 Ok(_) => events += 1,
//!                 Err(fault) => panic!("{fault}"), // the ring ends here; other rings go on
//!             }
//!         }
//!     }
//!     Ok(events)
//! }
//! assert!(count(&[]).unwrap_err().is_not_ready());
//! ```
#![no_std]
#![deny(unsafe_code)]
// What can panic has no place here; tests may.
#![cfg_attr(
    not(test),
    warn(
        clippy::std_instead_of_core,
        clippy::std_instead_of_alloc,
        clippy::alloc_instead_of_core,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic
    )
)]

#[cfg(feature = "adversary")]
#[doc(hidden)]
pub mod adversary;
#[cfg(feature = "arbitrary")]
mod arbitrary;
pub mod eio;
pub mod error;
pub mod event;
#[cfg(all(feature = "std", unix, target_has_atomic = "64", not(loom)))]
pub mod file;
pub mod geometry;
#[cfg(target_has_atomic = "64")]
pub mod guide;
pub mod item;
pub mod layout;
#[cfg(target_has_atomic = "64")]
pub mod live;
pub mod lost;
pub mod names;
pub mod payload;
pub mod reader;
pub mod registry;
pub mod release;
#[cfg(test)]
mod sample;
#[cfg(target_has_atomic = "64")]
pub mod shared;
#[cfg(target_has_atomic = "64")]
mod sync;
mod walk;
pub mod words;
#[cfg(target_has_atomic = "64")]
pub mod writer;
