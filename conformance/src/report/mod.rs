//! Reports of checks: as data, for people, for programs.
//!
//! * [`Report`]: what was found in several files. [`ReportBuilder`] makes one.
//! * [`text`]: for people. [`json`]: for programs, in the form of [`schema`].
//! * [`coverage`]: what stands behind each clause.
//! * [`Deviations`]: what is known and does not count.

mod build;
mod coverage;
mod deviations;
mod json;
mod model;
mod text;

pub use build::ReportBuilder;
pub use coverage::{Coverage, coverage};
pub use deviations::{Deviations, DeviationsError};
pub use json::{json, schema};
pub use model::{
    CheckReport, Counts, Deviation, FileReport, Found, Mask, Release, Report, Standing, Tool,
    Verdict,
};
pub use text::{counts, text};
