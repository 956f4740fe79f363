//! Fuzzing somebody's consumer from outside, with no instrumentation: generated files, and what a conforming consumer
//! makes of them.
//!
//! * [`Case`]: the session of a seed and a number; the same two give the same session always.
//! * [`Trial`]: puts a session to a unit and judges the reply as [`crate::certify`] does.
//! * [`Known`]: which failures are no findings, by lists of deviations.
//! * [`minimise`]: the smallest session that still shows the same. [`Finding`]: that, as a vector.
//! * [`Folder`]: where findings are kept and where the next run goes on. [`run`](run()): several workers over all of it.

mod case;
mod desk;
mod finding;
mod folder;
mod known;
mod minimise;
mod run;
mod trial;

pub use case::Case;
pub use finding::{Finding, Key};
pub use folder::{Folder, State};
pub use known::Known;
pub use minimise::{Budget, minimise};
pub use run::{Progress, Settings, Totals, run};
pub use trial::Trial;
