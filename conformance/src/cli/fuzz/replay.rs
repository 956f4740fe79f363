//! `eventring fuzz --replay`: what was found, put to a consumer again.

use std::fs;
use std::path::{Path, PathBuf};

use crate::certify::live::failure;
use crate::certify::unit::{Declared, Trouble, Unit};
use crate::certify::{Failure as Wrong, Lists, Ran, Settings, cases_of, run as run_cases};
use crate::cli::failure::Failure;
use crate::exit::Exit;
use crate::fuzzing::{Found, Live, Subject};
use crate::vectors::Vector;

/// Puts each vector and each scenario to the unit, and prints what came of it.
pub(super) fn replay(
    paths: &[PathBuf],
    declared: &Declared,
    jobs: usize,
    unit: &(dyn Fn() -> Result<Box<dyn Unit>, Trouble> + Sync),
) -> Result<Exit, Failure> {
    let is_scenario = |path: &&PathBuf| path.extension().is_some_and(|end| end == Live::EXTENSION);
    let (scenarios, vectors): (Vec<_>, Vec<_>) = paths.iter().partition(is_scenario);
    let files = replay_files(&vectors, declared, jobs, unit)?;
    let played = replay_scenarios(&scenarios, unit)?;
    Ok(if files && played { Exit::Fine } else { Exit::NonConforming })
}

fn replay_files(
    paths: &[&PathBuf],
    declared: &Declared,
    jobs: usize,
    unit: &(dyn Fn() -> Result<Box<dyn Unit>, Trouble> + Sync),
) -> Result<bool, Failure> {
    let mut cases = Vec::new();
    for path in paths {
        let (name, text) = read(path)?;
        let vector = Vector::parse(&name, &text).map_err(|error| {
            let line = if error.line > 0 { format!(":{}", error.line) } else { String::new() };
            Failure::Usage(format!("{name}{line}: {}", error.message))
        })?;
        cases.extend(cases_of(vector));
    }
    let cases: Vec<_> = cases.iter().map(AsRef::as_ref).collect();
    let lists = Lists::default();
    let settings = Settings { declared, lists: &lists, jobs, strict: true, keep: None };
    let Ran { results, .. } = run_cases(&cases, settings, unit, &|_| {}).map_err(environment)?;
    for result in &results {
        print(&result.name, result.failure(), &result.log);
    }
    Ok(results.iter().all(|result| result.failure().is_none()))
}

fn replay_scenarios(
    paths: &[&PathBuf],
    unit: &(dyn Fn() -> Result<Box<dyn Unit>, Trouble> + Sync),
) -> Result<bool, Failure> {
    let mut is_right = true;
    for path in paths {
        let (name, text) = read(path)?;
        let found =
            Found::parse(&text).map_err(|problem| Failure::Usage(format!("{name}: {problem}")))?;
        let mut unit = unit().map_err(environment)?;
        let unit = unit.live().ok_or_else(|| {
            Failure::Usage(format!(
                "{name} is a scenario, and the consumer reads files at rest only"
            ))
        })?;
        let (wrong, log) = failure(&found.plan.scenario(), unit, None).map_err(environment)?;
        print(&name, wrong.as_ref(), &log);
        is_right &= wrong.is_none();
    }
    Ok(is_right)
}

fn read(path: &Path) -> Result<(String, String), Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::Environment(format!("cannot read {name}: {error}")))?;
    Ok((name, text))
}

fn environment(Trouble(message): Trouble) -> Failure {
    Failure::Environment(message)
}

fn print(name: &str, wrong: Option<&Wrong>, log: &str) {
    let Some(wrong) = wrong else { return println!("{name}: as expected") };
    let has_clause = wrong.failure.is_answer();
    let clause = if has_clause { &wrong.clause } else { "no clause: it gave no answer" };
    println!("{name}: {} ({clause})", wrong.message);
    println!("  expected {}", wrong.expected);
    println!("  got      {}", wrong.got);
    let last: Vec<_> = log.lines().rev().take(5).collect();
    for line in last.into_iter().rev() {
        println!("  stderr   {}", line.escape_debug());
    }
}
