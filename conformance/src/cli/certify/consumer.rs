//! `eventring certify consumer`.

use eventring_spec::clauses;
use sha2::{Digest, Sha256};

use super::common::{Common, apply, environment, options_of};
use super::output::Outputs;
use crate::certify::options::{self, Side};
use crate::certify::unit::{Adapter, BuiltIn, Declared, Program, Trouble, Unit};
use crate::certify::{
    Case, CaseResult, Certification, Digests, Origin, Ran, Repeat, Settings, Suite, Verdict,
    classes, live, run as run_cases, unused,
};
use crate::cli::failure::Failure;
use crate::cli::progress::Steps;
use crate::cli::unit::{Named, UnitArgs};
use crate::exit::Exit;
use crate::inspect::ReleaseChoice;
use crate::record::Hex;
use crate::scenarios::Scenario;

/// Certify somebody's consumer, or the built-in one
#[derive(clap::Args, Debug)]
#[command(
    after_help = CONSUMER_HELP,
    mut_arg("release", |arg| {
        arg.help("A release whose runtime ids the consumer names, to have those names compared (may be repeated)")
    }),
    mut_arg("option", |arg| {
        arg.help("An option that the consumer takes up (may be repeated)").value_parser(options_of(Side::Consumer))
    })
)]
pub(super) struct Consumer {
    #[command(flatten)]
    common: Common,

    #[command(flatten)]
    unit: UnitArgs,
}

impl Consumer {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let outputs = Outputs::create(&self.common)?;
        let named = self.unit.consumer()?;
        let run = certify(&self.common, "eventring certify consumer", named)?;
        self.common.warn_of_selection(&run, names);
        outputs.write(&run)
    }
}

/// What can be selected.
pub(super) fn names() -> Vec<String> {
    let Ok(suite) = Suite::load() else { return Vec::new() };
    let cases = suite.cases().map(|case| case.name());
    cases.chain(suite.scenario_names()).map(str::to_owned).collect()
}

/// Certifies a consumer, or the built-in one; `before` is what a shell takes to run it again.
pub(super) fn certify(
    common: &Common,
    before: &str,
    named: Option<Named>,
) -> Result<Certification, Failure> {
    let (adapter, options, after) = Named::parts(named);
    let pattern = common.pattern()?;
    let suite = Suite::load().map_err(Failure::Environment)?;
    let selected = suite.select(pattern.as_ref());
    let mut subject = Subject::new(common, adapter)?;
    let lists = common.lists(subject.adapter.as_ref())?;
    let keep = common.keep()?;
    let start = subject.ask().map_err(environment)?;
    let settings = Settings {
        declared: &subject.declared,
        lists: &lists,
        jobs: common.jobs(),
        strict: common.strict,
        keep: keep.as_ref(),
    };
    let scenarios = suite.scenarios(pattern.as_ref());
    let ran = if let Some(why) = &start {
        Ran { results: not_run(&selected, &scenarios, why), stop: None }
    } else {
        let steps = Steps::new("cases", Some(selected.len() + scenarios.len()), common.quiet);
        let progress = |result: &CaseResult| steps.done(&result.name);
        let program = super::this_program()?;
        let ran = run_cases(&selected, settings, &|| subject.unit(), &progress);
        let ran = ran.and_then(|mut ran| {
            // Alone, since they need both a producer and the unit to run.
            let mut unit = subject.unit()?;
            let live = live::run(&scenarios, settings, unit.as_mut(), &program, &progress)?;
            ran.results.extend(live);
            ran.stop = ran.stop.or(unit.stop()?);
            Ok(ran)
        });
        ran.map_err(environment)?
    };
    let Ran { results, stop } = ran;
    let whole = pattern.is_none() && start.is_none();
    Ok(Certification {
        unused: if start.is_some() { Vec::new() } else { unused(&lists, &results, whole) },
        mode: subject.mode(),
        command: subject.adapter.as_ref().map(|adapter| adapter.command.to_string()),
        programs: subject.programs().map_err(environment)?,
        repeat: Repeat {
            before: before.to_owned() + &options + &common.repeated(),
            select: common.select.clone(),
            after,
        },
        digests: Digests {
            suite: suite.sha256(None),
            vectors: suite.sha256(Some(Origin::Vector)),
            recordings: suite.sha256(Some(Origin::Recording)),
            spec: Hex(&Sha256::digest(clauses::SPEC)).to_string(),
        },
        classes: classes(Side::Consumer, &subject.declared),
        declared: subject.declared,
        results,
        start,
        stop: stop.map(|ending| ending.to_string()),
    })
}

/// The results of what cannot be run since the unit does not start.
fn not_run(cases: &[&dyn Case], scenarios: &[&Scenario<'_>], why: &str) -> Vec<CaseResult> {
    let skipped = || Verdict::not_started(why);
    let of_case = |case: &&dyn Case| {
        CaseResult::not_run(case.name(), case.origin(), case.purpose(), skipped())
    };
    let of_scenario = |scenario: &&Scenario<'_>| {
        CaseResult::not_run(scenario.name, Origin::Scenario, scenario.purpose, skipped())
    };
    cases.iter().map(of_case).chain(scenarios.iter().map(of_scenario)).collect()
}

/// What is certified.
struct Subject {
    adapter: Option<Adapter>,
    declared: Declared,
}

impl Subject {
    fn new(common: &Common, mut adapter: Option<Adapter>) -> Result<Self, Failure> {
        if let Some(adapter) = &mut adapter {
            apply(common, adapter)?;
            return Ok(Self { declared: adapter.declared.clone(), adapter: Some(adapter.clone()) });
        }
        let releases = ReleaseChoice::names().filter(|name| *name != "auto");
        let options = [
            options::NARROWS_RELEASE,
            options::COUNTS_EVENTS,
            options::LIVE,
            options::EIO,
            options::EIO_GENERATION_1,
            options::EIO_PROPOSAL,
        ];
        let mut declared = Declared {
            name: "the built-in consumer".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            releases: releases.map(str::to_owned).collect(),
            options: options.map(str::to_owned).into(),
            ..Declared::default()
        };
        common.declare(&mut declared);
        Ok(Self { adapter, declared })
    }

    /// Asks a unit in the full mode who it is; what it did wrong, if it did.
    fn ask(&mut self) -> Result<Option<String>, Trouble> {
        let Some(adapter) = &mut self.adapter else { return Ok(None) };
        let answer = adapter.ask()?;
        self.declared = adapter.declared.clone();
        Ok(answer.err())
    }

    fn unit(&self) -> Result<Box<dyn Unit>, Trouble> {
        match &self.adapter {
            Some(adapter) => adapter.unit(),
            None => Ok(Box::new(BuiltIn::default())),
        }
    }

    fn mode(&self) -> &'static str {
        self.adapter.as_ref().map_or("built-in", |adapter| adapter.mode.name())
    }

    fn programs(&self) -> Result<Vec<Program>, Trouble> {
        self.adapter.as_ref().map_or_else(|| Ok(Vec::new()), |adapter| adapter.command.programs())
    }
}

const CONSUMER_HELP: &str = "\
The command reads one file and prints event records, one JSON object a line, as `eventring dump --format jsonl` does \
(SPEC.md, Event record). It exits with 0 where it decoded the file; with 1, and a `corrupt` or `refused` record that says \
why, where it rejects it; with 5 where the file is not ready. Every other end is a crash. Standard error is a log.

Options that a consumer may take up:
  narrows-release   where no release is given ({release} is `auto`), it narrows
                    it by the evidence and the stamps in the file, and names
                    runtime events as the releases that remain agree
  counts-events     its replies say how many events it delivered (full mode)
  limits-events     it delivers at most as many events as asked for (full mode)
  live              it reads files while they are written: `attach`, `poll`,
                    `detach` (full mode), or by a command `follow` of the
                    adapter file
  eio               its records have the member `typed` where the file has
                    events of Eio 0.14 and later
  eio-generation-1  ... of Eio 0.13
  eio-proposal      ... of the branches that wrote the proposal
  only-eio          it prints `ring`, `ts` and `typed` of Eio's events, and
                    nothing else

Exit codes: 0 conforms, 1 does not conform, 2 usage, 3 environment or limit, 4 nothing was checked

Examples:
  eventring certify consumer -- ./reader {file}
  eventring certify consumer --release 5.4 -- python3 reader.py {file}
  eventring certify consumer --adapter reader.toml --select 'vectors/*'
  eventring certify consumer --report junit --output r.xml -- ./reader {file}";
