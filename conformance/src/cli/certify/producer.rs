//! `eventring certify producer`.

use std::time::Duration;

use eventring_spec::clauses;
use eventring_spec::registry::Registry;
use indicatif::ProgressBar;
use sha2::{Digest, Sha256};

use super::common::{Common, apply, environment};
use super::output::{Outputs, bar};
use crate::certify::producer::{
    Begun, Driven, Script, is_run_selected, is_selected, run, run_free, scripts, sha256,
};
use crate::certify::unit::{Adapter, Mode, Trouble};
use crate::certify::{CaseResult, Certification, Digests, Pattern, Repeat, Settings};
use crate::cli::failure::Failure;
use crate::cli::unit::{Named, UnitArgs};
use crate::exit::Exit;
use crate::record::Hex;

/// The hidden command that is the built-in producer.
pub(super) const BUILT_IN: &str = "producer-unit";

/// How long a program may run whose adapter does not say.
const RUN: Duration = Duration::from_secs(60);

/// Certify somebody's producer, or the built-in one
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub(super) struct Producer {
    #[command(flatten)]
    common: Common,

    #[command(flatten)]
    unit: UnitArgs,
}

impl Producer {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let outputs = Outputs::create(&self.common)?;
        let mut named = self.unit.named()?;
        if let Some(named) = named.as_mut().filter(|_| self.unit.is_command())
            && named.adapter.mode == Mode::Easy
        {
            named.adapter.limits.case = RUN;
        }
        outputs.write(&certify(&self.common, "eventring certify producer", named)?)
    }
}

/// Certifies a producer, or the built-in one; `before` is what a shell takes to run it again.
pub(super) fn certify(
    common: &Common,
    before: &str,
    named: Option<Named>,
) -> Result<Certification, Failure> {
    let (adapter, options, after) = Named::parts(named);
    let is_built_in = adapter.is_none();
    let mut adapter = adapter.map_or_else(built_in, Ok)?;
    let pattern = common.pattern()?;
    apply(common, &mut adapter)?;
    let lists = common.lists(Some(&adapter))?;
    let registry = Registry::load().map_err(|errors| Failure::Registry(errors.to_string()))?;
    let keep = common.keep()?;
    let start = adapter.ask().map_err(environment)?.err();
    let declared = adapter.declared.clone();
    let settings = Settings {
        keep: keep.as_ref(),
        declared: &declared,
        lists: &lists,
        jobs: common.jobs(),
        strict: common.strict,
    };
    let all = scripts();
    let digests = Digests {
        suite: sha256(&all),
        spec: Hex(&Sha256::digest(clauses::SPEC)).to_string(),
        ..Digests::default()
    };
    let pattern = pattern.as_ref();
    let results = if start.is_some() {
        Ok(Vec::new())
    } else if adapter.mode == Mode::Easy {
        free(&adapter, pattern, settings, &registry)
    } else {
        dictated(&adapter, all, pattern, settings, &registry)
    };
    let results = results.map_err(environment)?;
    let whole = pattern.is_none() && start.is_none();
    Ok(Certification {
        unused: if start.is_some() { Vec::new() } else { lists.unused_of(&results, whole) },
        mode: if is_built_in { "built-in" } else { adapter.mode.name() },
        command: (!is_built_in).then(|| adapter.command.to_string()),
        programs: if is_built_in {
            Vec::new()
        } else {
            adapter.command.programs().map_err(environment)?
        },
        repeat: Repeat {
            before: format!("{before}{options}{}", common.repeated()),
            select: common.select.clone(),
            after,
        },
        digests,
        declared: declared.clone(),
        results,
        start,
    })
}

/// Has the program write what it likes.
fn free(
    adapter: &Adapter,
    pattern: Option<&Pattern>,
    settings: Settings<'_>,
    registry: &Registry,
) -> Result<Vec<CaseResult>, Trouble> {
    if !is_run_selected(pattern) {
        return Ok(Vec::new());
    }
    let spinner = ProgressBar::new_spinner();
    let results = run_free(adapter, pattern, settings, registry, &|samples| {
        spinner.set_message(format!("{samples} samples"));
        spinner.tick();
    });
    spinner.finish_and_clear();
    results
}

/// Tells it what to write.
fn dictated(
    adapter: &Adapter,
    mut scripts: Vec<Script>,
    pattern: Option<&Pattern>,
    settings: Settings<'_>,
    registry: &Registry,
) -> Result<Vec<CaseResult>, Trouble> {
    scripts.retain(|script| is_selected(script, pattern));
    let bar = bar(scripts.len());
    let begin = || begin(adapter);
    let results = run(&scripts, pattern, settings, registry, &begin, &|name| {
        bar.set_message(name.to_owned());
        bar.inc(1);
    });
    bar.finish_and_clear();
    results
}

/// This program, as a producer that is told what to do.
fn built_in() -> Result<Adapter, Failure> {
    let program = super::this_program()?;
    Adapter::of_command(vec![program.into(), BUILT_IN.into()], Mode::Full).map_err(Failure::Usage)
}

fn begin(adapter: &Adapter) -> Result<Begun, Trouble> {
    let driven = Driven::start(&adapter.command, adapter.limits)?;
    Ok(driven.map(|driven| Box::new(driven) as _))
}

const HELP: &str = "\
The command is run once, with OCAML_RUNTIME_EVENTS_START and _PRESERVE set and _DIR naming an empty folder. Every file \
<pid>.events that appears there is sampled by snapshots while the command runs, and judged at its end. What holds from one \
sample to the next is reported as observed, since what happened between them was not seen.

In the full mode the harness dictates sessions, line by line, and compares what is written with what it asked for; the \
messages are described in conformance/adapters/PROTOCOL.md.

Exit codes: 0 conforms, 1 does not conform, 2 usage, 3 environment or limit, 4 nothing was checked

Examples:
  eventring certify producer
  eventring certify producer --release 5.4 -- ./server --requests 1000
  eventring certify producer --mode full -- ./writer
  eventring certify producer --adapter writer.toml --select 'sessions/pause'";
