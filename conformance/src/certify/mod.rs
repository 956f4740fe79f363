//! Certification: somebody's consumer against every vector, every recording and every scenario, and somebody's producer.
//!
//! * [`Suite`]: the cases, each a [`Case`] with what is [`Expected`] of it.
//! * [`unit`](mod@unit): the unit under test and how it is driven; [`protocol`]: the messages of the full mode.
//! * [`run`](run()): puts cases to a unit. Each gives an [`Outcome`], and a [`Failure`] where a conforming consumer does
//!   otherwise.
//! * [`live`]: the scenarios, in which a producer writes while the unit reads.
//! * [`producer`]: sessions that a producer is told to write, and what is judged of them.
//! * [`Keep`]: where the files and the transcripts of failures are kept.
//! * [`options`]: what a unit may declare. [`Lists`]: what it is expected to fail.
//! * [`classes`]: the conformance classes that a unit is held to. [`Certification`]: a whole run, for reports.
//!
//! What is expected comes from the vectors and from the plain reader, never from the crate `eventring`.

mod case;
mod class;
mod compare;
mod deviations;
mod expected;
mod judge;
mod keep;
pub mod live;
pub mod options;
mod outcome;
mod parallel;
mod probes;
pub mod producer;
pub mod protocol;
mod recordings;
mod result;
mod run;
mod suite;
mod typed;
pub mod unit;
mod vectors;

pub use case::{Case, Expected, Origin, Placed, PlacedReading, Probe};
pub use class::classes;
pub use compare::{Difference, EXTRA, MISSING, first_difference};
pub use deviations::{Fit, Lists};
pub use expected::of_file as expected_of;
pub use judge::{Failure, FailureKind, Judgement, judge};
pub use keep::Keep;
pub use outcome::Outcome;
pub use recordings::recordings;
pub use result::{Certification, ClauseCounts, Conclusion, Counts, Digests, Repeat, unused};
pub(crate) use run::is_should;
pub use run::{CaseResult, Ran, Settings, Verdict, run};
pub use suite::{Pattern, Suite};
pub use typed::{SHOWN, first_reading_difference};
pub use vectors::{cases_of, full_name, vectors};
