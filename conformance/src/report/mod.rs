//! Reports: what was checked and what came of it, for people and for programs.
//!
//! Of checks:
//!
//! * [`Report`]: what was found in several files. [`ReportBuilder`] makes one.
//! * [`text`]: for people. [`json`]: for programs, in the form of [`schema`]. [`check_junit`], [`check_tap`]: for other
//!   people's programs.
//! * [`coverage`]: what stands behind each clause.
//! * [`Deviations`]: what is known and does not count.
//!
//! Of certifications:
//!
//! * [`Certificate`]: what was certified. [`CertifyReport`]: that, and what became of every case.
//! * [`certify_text`]: for people. [`junit`], [`tap`]: for other people's programs.
//!
//! Of all of these and of `SPEC.md` there are pages for a browser: [`check_html`], [`certify_html`], [`matrix_html`],
//! [`spec_html`].

mod build;
mod certificate;
mod certify_text;
mod check_junit;
mod check_tap;
mod coverage;
mod coverage_text;
mod deviations;
mod html;
mod json;
mod junit;
mod model;
mod tap;
mod text;

pub use build::ReportBuilder;
pub use certificate::{CaseReport, Certificate, CertifyReport};
pub use certify_text::certify_text;
pub use check_junit::check_junit;
pub use check_tap::check_tap;
pub use coverage::{Coverage, coverage};
pub use coverage_text::coverage_text;
pub use deviations::Deviations;
pub use html::{RenderError, certify_html, check_html, matrix_html, spec_html};
pub use json::{json, schema};
pub use junit::junit;
pub use model::{
    CheckReport, Counts, Deviation, FileReport, Found, Mask, Release, Report, Standing, Tool,
    Verdict,
};
pub use tap::tap;
pub use text::{counts, text};
