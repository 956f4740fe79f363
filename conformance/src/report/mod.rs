//! Reports of checks: as data, for people, for programs.
//!
//! * [`Report`]: what was found in several files. [`ReportBuilder`] makes one.
//! * [`text`]: for people. [`json`]: for programs, in the form of [`schema`].
//! * [`Deviations`]: what is known and does not count.

mod build;
mod deviations;
mod json;
mod model;
mod text;

pub use build::ReportBuilder;
pub use deviations::{Deviations, DeviationsError};
pub use json::{json, schema};
pub use model::{
    CheckReport, Counts, Deviation, FileReport, Found, Mask, Release, Report, Standing, Tool,
    Verdict,
};
pub use text::{counts, text};
