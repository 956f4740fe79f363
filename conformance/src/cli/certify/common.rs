//! The arguments that all units have in common.

use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::builder::PossibleValuesParser;

use crate::certify::options::{self, Side};
use crate::certify::unit::{Adapter, Declared, Trouble, quoted};
use crate::certify::{Certification, Keep, Lists, Pattern};
use crate::cli::failure::Failure;
use crate::cli::list::lists;
use crate::cli::message::warning;
use crate::cli::near::{did_you_mean, near};
use crate::inspect::ReleaseChoice;

#[derive(clap::Args, Clone, Debug)]
pub(super) struct Common {
    /// Only the cases whose name fits, such as '*padding*'
    #[arg(long, value_name = "GLOB")]
    pub(super) select: Option<String>,

    /// Text for people, JSON, JUnit XML, TAP 14, or a page for a browser
    #[arg(long, value_enum, default_value_t = ReportArg::Text)]
    pub(super) report: ReportArg,

    /// Write the report to this file
    #[arg(long, value_name = "PATH")]
    pub(super) output: Option<PathBuf>,

    /// Write the certificate to this file, as JSON
    #[arg(long, value_name = "PATH")]
    pub(super) certificate: Option<PathBuf>,

    /// Keep what each failure is about under this folder: the file, what the unit was told, what it printed
    #[arg(long, value_name = "DIR")]
    pub(super) keep: Option<PathBuf>,

    /// A release that the unit declares: whose runtime ids a consumer names, a producer writes (may be repeated)
    #[arg(long, value_name = "R", value_parser = PossibleValuesParser::new(ReleaseChoice::names().filter(|name| *name != "auto")))]
    pub(super) release: Vec<String>,

    /// An option that the unit declares (may be repeated)
    #[arg(long, value_name = "ID", value_parser = PossibleValuesParser::new(options::OPTIONS.iter().map(|option| option.id)))]
    pub(super) option: Vec<String>,

    /// Failures that are known: a file, or the name of a list of spec/deviations (may be repeated)
    #[arg(long, value_name = "FILE|NAME")]
    pub(super) deviations: Vec<String>,

    /// Count a SHOULD like a MUST
    #[arg(long)]
    pub(super) strict: bool,

    /// How many cases at once [default: one a processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,

    /// Say nothing of how far it is
    #[arg(long)]
    pub(super) quiet: bool,

    /// Seconds that a case may take [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) timeout: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum ReportArg {
    Text,
    Json,
    Junit,
    Tap,
    Html,
}

impl Common {
    /// The pattern of --select.
    pub(super) fn pattern(&self) -> Result<Option<Pattern>, Failure> {
        let pattern = self.select.as_deref().map(Pattern::selection).transpose();
        pattern.map_err(|problem| Failure::Usage(format!("--select: {problem}")))
    }

    /// Lets what is declared here go before what a unit declares.
    pub(super) fn declare(&self, declared: &mut Declared) {
        if !self.release.is_empty() {
            declared.releases.clone_from(&self.release);
        }
        if !self.option.is_empty() {
            declared.options.clone_from(&self.option);
        }
    }

    /// How many cases at once.
    pub(super) fn jobs(&self) -> usize {
        self.jobs.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
    }

    /// The budget of a case, where one is given.
    pub(super) fn timeout(&self) -> Option<Duration> {
        self.timeout.map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// The lists of the adapter and of the command line, each a file or one that the harness has.
    pub(super) fn lists(&self, adapter: Option<&Adapter>) -> Result<Lists, Failure> {
        lists(&self.deviations, adapter)
    }

    /// Says that nothing fits what was selected, where it is so, and which of all names are near.
    pub(super) fn warn_of_selection(
        &self,
        run: &Certification,
        names: impl FnOnce() -> Vec<String>,
    ) {
        let is_in_vain = run.results.is_empty();
        if let Some(select) = self.select.as_ref().filter(|_| is_in_vain) {
            let like = did_you_mean(&near(select, names().iter().map(String::as_str)));
            warning(&format_args!("nothing is called {select}{like}"));
        }
    }

    /// Where failures are kept, if that is asked for.
    pub(super) fn keep(&self) -> Result<Option<Keep>, Failure> {
        let Some(path) = &self.keep else { return Ok(None) };
        Keep::create(path).map(Some).map_err(|error| Failure::Write { path: path.clone(), error })
    }

    /// What of the arguments makes another run the same.
    pub(super) fn repeated(&self) -> String {
        let mut text = String::new();
        for (flag, values) in
            [("release", &self.release), ("option", &self.option), ("deviations", &self.deviations)]
        {
            for value in values {
                text += &format!(" --{flag} {}", quoted(value));
            }
        }
        if self.strict {
            text += " --strict";
        }
        if let Some(seconds) = self.timeout {
            text += &format!(" --timeout {seconds}");
        }
        text
    }
}

/// Lets the arguments go before what the adapter says. A missing program is told before anything runs.
pub(super) fn apply(common: &Common, adapter: &mut Adapter) -> Result<(), Failure> {
    if let Some(budget) = common.timeout() {
        adapter.limits.case = budget;
    }
    common.declare(&mut adapter.declared);
    adapter.command.program().map_err(environment)?;
    Ok(())
}

/// The values of `--option` for a unit on this side.
pub(super) fn options_of(side: Side) -> PossibleValuesParser {
    let of_side = options::OPTIONS.iter().filter(|option| option.who == side);
    PossibleValuesParser::new(of_side.map(|option| option.id))
}

/// The environment failed.
pub(super) fn environment(Trouble(message): Trouble) -> Failure {
    Failure::Environment(message)
}
