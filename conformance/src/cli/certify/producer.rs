//! `eventring certify producer`.

use std::time::Duration;

use eventring_spec::clauses;
use eventring_spec::registry::Registry;
use sha2::{Digest, Sha256};

use super::common::{Common, apply, environment, options_of};
use super::output::Outputs;
use crate::certify::options::Side;
use crate::certify::producer::{
    Begun, Driven, Script, is_run_selected, is_selected, not_played, run, run_free, scripts, sha256,
};
use crate::certify::unit::{Adapter, Mode, Trouble};
use crate::certify::{
    CaseResult, Certification, Digests, Pattern, Repeat, Settings, classes, unused,
};
use crate::cli::failure::Failure;
use crate::cli::progress::Steps;
use crate::cli::unit::{Named, UnitArgs};
use crate::exit::Exit;
use crate::record::Hex;

/// The hidden command that is the built-in producer.
pub(super) const BUILT_IN: &str = "producer-unit";

/// How long a program may run whose adapter does not say.
const RUN: Duration = Duration::from_secs(60);

/// Certify somebody's producer, or the built-in one
#[derive(clap::Args, Debug)]
#[command(
    after_help = HELP,
    mut_arg("select", |arg| arg.help("Only the sessions and the clauses whose name fits, such as 'sessions/pause*'")),
    mut_arg("release", |arg| {
        arg.help("A release by whose ids the producer writes, `none` if it is not OCaml (may be repeated)")
    }),
    mut_arg("option", |arg| {
        arg.help("An option that the producer takes up, with --mode full (may be repeated)")
            .value_parser(options_of(Side::Producer))
    }),
    mut_arg("jobs", |arg| arg.help("How many sessions at once [default: one a processor]")),
    mut_arg("timeout", |arg| {
        arg.help("Seconds that the program may run [default: 60], or with --mode full that a reply may take [default: 10]")
    }),
    mut_arg("adapter", |arg| arg.help("A file that says which program it is, how it is driven and what it can be asked for")),
    mut_arg("mode", |arg| {
        arg.help("How the command is driven: once and left to write what it likes, or once a session and told line by line")
    }),
    mut_arg("command", |arg| arg.help("The program and its arguments"))
)]
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
        let run = certify(&self.common, "eventring certify producer", named)?;
        self.common.warn_of_selection(&run, names);
        outputs.write(&run)
    }
}

/// What can be selected: sessions, and what a program is judged for that writes what it likes.
pub(super) fn names() -> Vec<String> {
    scripts().iter().map(Script::case_name).chain(["runs/*".to_owned()]).collect()
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
    let results = if let Some(why) = &start {
        Ok(not_played(&all, pattern, why))
    } else if adapter.mode == Mode::Easy {
        free(&adapter, pattern, settings, &registry, common.quiet)
    } else {
        dictated(&adapter, &all, pattern, settings, &registry, common.quiet)
    };
    let results = results.map_err(environment)?;
    let whole = pattern.is_none() && start.is_none();
    Ok(Certification {
        unused: if start.is_some() { Vec::new() } else { unused(&lists, &results, whole) },
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
        classes: classes(Side::Producer, &declared),
        declared: declared.clone(),
        results,
        start,
        // Each session has been told to stop, and was judged for it.
        stop: None,
    })
}

/// Has the program write what it likes.
fn free(
    adapter: &Adapter,
    pattern: Option<&Pattern>,
    settings: Settings<'_>,
    registry: &Registry,
    quiet: bool,
) -> Result<Vec<CaseResult>, Trouble> {
    if !is_run_selected(pattern) {
        return Ok(Vec::new());
    }
    let steps = Steps::new("samples", None, quiet);
    run_free(adapter, pattern, settings, registry, &|_| steps.done(""))
}

/// Tells it what to write.
fn dictated(
    adapter: &Adapter,
    scripts: &[Script],
    pattern: Option<&Pattern>,
    settings: Settings<'_>,
    registry: &Registry,
    quiet: bool,
) -> Result<Vec<CaseResult>, Trouble> {
    let selected = scripts.iter().filter(|script| is_selected(script, pattern)).cloned();
    let selected: Vec<Script> = selected.collect();
    let steps = Steps::new("sessions", Some(selected.len()), quiet);
    let begin = || begin(adapter);
    run(&selected, pattern, settings, registry, &begin, &|name| steps.done(name))
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

Options that a producer may take up, with --mode full:
  geometry          it makes as many rings, and as large ones, as it is asked
                    for; without it, what needs small ones is left out
  rings             it can write to other rings than ring 0
  ints, spans, customs
                    it writes these kinds of user event, besides units
  runtime-events    it writes phases and counters of the release it declares
  pause, fork       it can do that
  pause-event       it writes ring_pause before a pause

Exit codes: 0 conforms, 1 does not conform, 2 usage, 3 environment or limit, 4 nothing was checked

Examples:
  eventring certify producer
  eventring certify producer --release 5.4 -- ./server --requests 1000
  eventring certify producer --mode full -- ./writer
  eventring certify producer --adapter writer.toml --select 'sessions/pause'";
