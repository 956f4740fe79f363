//! `eventring spec`.

use std::fs;
use std::io::{self, Write, stdout};
use std::path::PathBuf;

use eventring_spec::clauses::{Clause, Level, Role};
use eventring_spec::recordings::{self, Recordings};
use eventring_spec::registry::Registry;
use globset::{Glob, GlobMatcher};

use super::failure::Failure;
use super::print::{TextOrJson, write_json};
use super::progress::waiting;
use crate::exit::Exit;
use crate::mutants::{Matrix, Side, reason};
use crate::report::{coverage, coverage_text, spec_html};
use crate::vectors::{self, Vector};
use crate::{checks, clauses};

/// Show the clauses of the specification, and what stands behind each
#[derive(clap::Args, Debug)]
#[command(after_help = SPEC_HELP)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    List(ListArgs),
    Show(ShowArgs),
    Coverage(CoverageArgs),
    Html(HtmlArgs),
}

/// One line for each clause: level, role, whether it has a check, and how many vectors show it
#[derive(clap::Args, Debug)]
#[command(after_help = LIST_HELP)]
struct ListArgs {
    /// Only the clauses whose name fits, such as 'item.*'
    #[arg(long, value_name = "GLOB", value_parser = |glob: &str| Glob::new(glob).map(|glob| glob.compile_matcher()))]
    select: Option<GlobMatcher>,
}

/// A clause with its text, its check and its vectors
#[derive(clap::Args, Debug)]
#[command(after_help = SHOW_HELP)]
struct ShowArgs {
    /// Its name, such as item.padding.id
    #[arg(value_name = "CLAUSE")]
    clause: String,
}

/// Run every check over every vector and recording, and every mutant, and tell which clauses lack one (exit 1)
#[derive(clap::Args, Debug)]
#[command(after_help = COVERAGE_HELP)]
struct CoverageArgs {
    /// Text for people, or one JSON array for programs
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,

    /// A folder of recordings with its manifest; where it is not given, that of the source, if it is there
    #[arg(long, value_name = "FOLDER")]
    recordings: Option<PathBuf>,
}

/// The whole specification as one page for a browser, in which each clause can be linked to
#[derive(clap::Args, Debug)]
#[command(after_help = HTML_HELP)]
struct HtmlArgs {
    /// Write it to this file, not to standard output
    #[arg(long, value_name = "PATH")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let vectors = vectors::load().map_err(|error| Failure::Registry(error.to_string()))?;
    match &args.command {
        Command::List(args) => list(args, &vectors),
        Command::Show(args) => show(args, &vectors),
        Command::Coverage(args) => show_coverage(args, &vectors),
        Command::Html(args) => write_html(args),
    }
}

fn write_html(args: &HtmlArgs) -> Result<Exit, Failure> {
    let page = spec_html().map_err(|error| Failure::Output(io::Error::other(error)))?;
    match &args.output {
        None => stdout().write_all(page.as_bytes()).map_err(Failure::Output)?,
        Some(path) => fs::write(path, page)
            .map_err(|error| Failure::Report { path: path.display().to_string(), error })?,
    }
    Ok(Exit::Fine)
}

fn list(args: &ListArgs, vectors: &[Vector]) -> Result<Exit, Failure> {
    let selected =
        |clause: &&Clause| args.select.as_ref().is_none_or(|glob| glob.is_match(clause.name()));
    let clauses: Vec<&Clause> = clauses::in_force().filter(selected).collect();
    if let (true, Some(select)) = (clauses.is_empty(), &args.select) {
        let select = select.glob().to_string();
        return Err(Failure::NothingSelected { select, all: "eventring spec list" });
    }
    let width = clauses.iter().map(|clause| clause.name().len()).max().unwrap_or(0);
    let mut out = io::BufWriter::new(stdout().lock());
    let mut print = || {
        for clause in &clauses {
            let (name, level, role) = (clause.name(), clause.level(), clause.role());
            let check = if checks::of(name).is_some() { "check" } else { "-" };
            let shown = citing(name, vectors).count();
            let role_width = Role::ConsumerSnapshot.name().len();
            let vectors = if shown == 1 { "vector" } else { "vectors" };
            writeln!(
                out,
                "{name:width$}  {level:6}  {role:role_width$}  {check:5}  {shown:2} {vectors}"
            )?;
        }
        out.flush()
    };
    print().map_err(Failure::Output)?;
    Ok(Exit::Fine)
}

fn show(args: &ShowArgs, vectors: &[Vector]) -> Result<Exit, Failure> {
    let Some(clause) = clauses::find(&args.clause) else {
        let like = |clause: &&Clause| clause.name().contains(args.clause.as_str());
        let like = clauses::in_force().filter(like).map(|clause| clause.name().to_owned());
        return Err(Failure::NoSuchClause {
            clause: args.clause.clone(),
            like: like.take(8).collect(),
        });
    };
    let mut out = io::BufWriter::new(stdout().lock());
    let mut print = || {
        let name = clause.name();
        writeln!(
            out,
            "{name} ({}, {}), SPEC.md line {}",
            clause.level(),
            clause.role(),
            clause.line()
        )?;
        writeln!(out, "\n{}\n", clauses::plain_text(clause))?;
        match (checks::of(name), checks::reason(name)) {
            (Some(check), _) if check.presupposes.is_empty() => writeln!(out, "check: yes")?,
            (Some(check), _) => {
                writeln!(out, "check: yes, presupposing {}", check.presupposes.join(", "))?;
            }
            (None, _) if checks::BY_SESSION.contains(&name) => {
                writeln!(out, "check: none of a file alone, but `eventring certify producer`")?;
            }
            (None, Some(reason)) => writeln!(out, "check: none can be, {reason}")?,
            (None, None) if clause.role().binds_producers() && clause.level() == Level::Must => {
                writeln!(out, "check: none yet")?;
            }
            (None, None) => {
                writeln!(out, "check: none, `eventring check` judges what producers must do")?
            }
        }
        for side in Side::ALL {
            if let Some(reason) = reason(side, name) {
                writeln!(out, "{} mutant: none can be, {reason}", side.name())?;
            }
        }
        for vector in citing(name, vectors) {
            writeln!(out, "vector {}: {}", vector.name, vector.front.purpose)?;
        }
        out.flush()
    };
    print().map_err(Failure::Output)?;
    Ok(Exit::Fine)
}

fn citing<'v>(clause: &'v str, vectors: &'v [Vector]) -> impl Iterator<Item = &'v Vector> {
    vectors.iter().filter(move |vector| vector.front.clauses.iter().any(|cited| cited == clause))
}

fn show_coverage(args: &CoverageArgs, vectors: &[Vector]) -> Result<Exit, Failure> {
    let registry = Registry::load().map_err(|errors| Failure::Registry(errors.to_string()))?;
    let folder = args
        .recordings
        .clone()
        .or_else(|| Some(recordings::folder()).filter(|folder| folder.is_dir()));
    let recordings = folder.map(|folder| Recordings::load(&folder)).transpose();
    let recordings = recordings.map_err(|error| Failure::Recordings(error.to_string()))?;
    let running = waiting("running all checks, and what is wrong on purpose");
    let matrix = Matrix::run(vectors, &registry).map_err(Failure::Registry)?;
    let coverage = coverage(vectors, &registry, recordings.as_ref(), Some(&matrix))
        .map_err(Failure::Recordings)?;
    drop(running);
    let print = || match args.format {
        TextOrJson::Text => write!(stdout(), "{}", coverage_text(&coverage)),
        TextOrJson::Json => write_json(&mut io::BufWriter::new(stdout().lock()), &coverage),
    };
    print().map_err(Failure::Output)?;
    let gaps = coverage.iter().any(|clause| clause.gap.is_some());
    Ok(if gaps { Exit::NonConforming } else { Exit::Fine })
}

const HTML_HELP: &str = "\
The page needs no network and no script. A clause is linked to as spec.html#item.padding.id.

Exit codes: 0 fine, 3 it cannot be written

Examples:
  eventring spec html > spec.html
  eventring spec html --output spec.html";

const COVERAGE_HELP: &str = "\
A gap is a MUST on producers that neither a check of a file nor a session shows, unless a reason says why; a check that no vector is seen to \
break; a MUST on live consumers without a scenario or a reason; a check that fails a vector which does not say so; a MUST without a mutant that breaks it and is caught, unless a \
reason says why there can be none; and a mutant that is not caught as it should be. `eventring self-test` shows them.

Exit codes: 0 no gap, 1 gaps, 2 usage, 3 the recordings cannot be read

Examples:
  eventring spec coverage
  eventring spec coverage --format json > coverage.json";

const SPEC_HELP: &str = "\
Examples:
  eventring spec list --select 'item.*'
  eventring spec show item.padding.id
  eventring spec coverage";

const LIST_HELP: &str = "\
Exit codes: 0 fine, 2 usage, 4 no clause fits

Examples:
  eventring spec list
  eventring spec list --select 'ring.*'";

const SHOW_HELP: &str = "\
Exit codes: 0 fine, 2 there is no such clause

Examples:
  eventring spec show item.padding.id";
