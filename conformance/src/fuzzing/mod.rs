//! Fuzzing somebody's consumer from outside, with no instrumentation: generated files, and what a conforming consumer
//! makes of them; and generated scenarios, in which a producer laps and disturbs it.
//!
//! * [`Case`]: the file of a seed and a number; the same two give the same file always. [`Live`]: the scenario of these.
//!   [`Subject`]: what both have in common.
//! * [`Trial`]: puts one to a unit and judges the reply as [`crate::certify`] does.
//! * [`Known`]: which failures are no findings, by lists of deviations.
//! * [`minimise`]: the smallest one that still shows the same. [`Finding`]: that, with the text that repeats it.
//! * [`Folder`]: where findings are kept and where the next run goes on. [`run`](run()): several workers over all of it.

mod case;
mod choices;
mod desk;
mod finding;
mod folder;
mod known;
mod live;
mod minimise;
mod run;
mod subject;
mod trial;

pub use case::Case;
pub use finding::{Finding, Key, Wrong};
pub use folder::{Folder, State};
pub use known::Known;
pub use live::{Found, Live};
pub use minimise::{Budget, Minimised, minimise};
pub use run::{Progress, Settings, Tools, Totals, run};
pub use subject::Subject;
pub use trial::Trial;
