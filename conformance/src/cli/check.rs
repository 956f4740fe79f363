//! `eventring check`.

use std::fs;
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use eventring_spec::registry::Registry;
use globset::{Glob, GlobMatcher};

use super::failure::Failure;
use super::list::listed;
use super::message;
use super::progress::waiting;
use super::size::parse_size;
use crate::checks::{self, Subject};
use crate::exit::Exit;
use crate::inspect::ReleaseChoice;
use crate::report::{
    Deviations, Report, ReportBuilder, check_html, check_junit, check_tap, json, text,
};
use crate::source::{Argument, Limits, read};

/// Check files against every clause on producers that a file alone can show
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// A .events file, packed (.zst) or not; - for standard input
    #[arg(value_name = "FILE", required = true,
        value_parser = OsStringValueParser::new().try_map(file))]
    files: Vec<Argument>,

    /// Text for people, one JSON object, JUnit XML, TAP 14, or a page for a browser
    #[arg(long, value_enum, default_value_t = Form::Text)]
    report: Form,

    /// Write the report to this file, not to standard output
    #[arg(long, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Only the clauses whose name fits, such as 'item.*'; may be given several times
    #[arg(long, value_name = "GLOB", value_parser = |glob: &str| Glob::new(glob).map(|glob| glob.compile_matcher()))]
    select: Vec<GlobMatcher>,

    /// Judge runtime ids by the tables of this release; auto takes it from a stamp in the file
    #[arg(long, value_name = "R", default_value = "auto",
        value_parser = PossibleValuesParser::new(ReleaseChoice::names()))]
    release: String,

    /// Let notes and broken SHOULDs count
    #[arg(long)]
    strict: bool,

    /// Known deviations, which do not count; one that is no longer needed does: a file, or the name of a list of
    /// spec/deviations (may be repeated)
    #[arg(long, value_name = "FILE|NAME")]
    deviations: Vec<String>,

    /// Show at most this many findings of each clause; the others are counted
    #[arg(long, value_name = "N", default_value_t = 3)]
    show: usize,

    /// Read at most this much data of a file: holes do not count, unpacked zeros do (K, M, G, T)
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = parse_size)]
    max_size: u64,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Form {
    Text,
    Json,
    Junit,
    Tap,
    Html,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut deviations = Deviations::default();
    for name in &args.deviations {
        let list = listed(name, Path::new(""))?;
        deviations.add(&list).map_err(|error| Failure::Deviations { what: name.clone(), error })?;
    }
    let registry = Registry::load().map_err(|errors| Failure::Registry(errors.to_string()))?;
    let selected = |clause: &str| {
        args.select.is_empty() || args.select.iter().any(|glob| glob.is_match(clause))
    };
    let planned = checks::all().iter().filter(|check| selected(check.clause)).count();
    let given = Some(args.release.as_str()).filter(|release| *release != "auto");
    let mut builder = ReportBuilder::new(deviations, args.strict);
    for file in &args.files {
        let _waiting = waiting(format!("checking {file}"));
        match read(file, None, Limits { max_bytes: args.max_size }) {
            Err(error) => builder.unreadable(file.to_string(), error.to_string(), planned),
            Ok(input) => {
                let subject = Subject::new(&input.bytes, &registry, given);
                // What is not selected runs too: it can be in the way of what is.
                let mut outcomes = checks::run(&subject, checks::all(), args.show);
                outcomes.retain(|outcome| selected(outcome.check.clause));
                builder.file(input.what, &subject, outcomes);
            }
        }
    }
    let report = builder.finish();
    write(args, &report)?;
    if let Some(path) = args.output.as_ref().filter(|_| report.exit != 0) {
        message::warning(&format_args!("not all is as it should be: see {}", path.display()));
    }
    Ok(Exit::WORST_FIRST
        .into_iter()
        .find(|exit| exit.code() == report.exit)
        .unwrap_or(Exit::Environment))
}

fn write(args: &Args, report: &Report) -> Result<(), Failure> {
    match &args.output {
        None => {
            let mut out = anstream::AutoStream::auto(stdout());
            let content = content(args, report, true)?;
            out.write_all(content.as_bytes()).and_then(|()| out.flush()).map_err(Failure::Output)
        }
        Some(path) => fs::write(path, content(args, report, false)?)
            .map_err(|error| Failure::Report { path: path.display().to_string(), error }),
    }
}

fn content(args: &Args, report: &Report, styled: bool) -> Result<String, Failure> {
    Ok(match args.report {
        Form::Text => text(report, styled),
        Form::Json => json(report),
        Form::Junit => check_junit(report, args.strict)
            .map_err(|error| Failure::Output(io::Error::other(error)))?,
        Form::Tap => check_tap(report, args.strict),
        Form::Html => {
            check_html(report).map_err(|error| Failure::Output(io::Error::other(error)))?
        }
    })
}

/// A process has no file at rest.
fn file(text: std::ffi::OsString) -> Result<Argument, String> {
    match Argument::parse(text).map_err(|error| error.to_string())? {
        Argument::Process(pid) => Err(format!(
            "process {pid} may be writing its file; take a copy with `eventring snapshot {pid} -o F` and check that \
             (./{pid} is a file)"
        )),
        file => Ok(file),
    }
}

const AFTER_HELP: &str = "\
What counts: a broken MUST. A SHOULD that is not followed and a note count with --strict; what is in the list of \
--deviations does not. A list is TOML, in the form of spec/deviations:
  implementation = \"what it is about\"
  [[deviation]]
  clause = \"item.padding.id\"
  case = \"*.events\"                  the files that it is about, if not all
  failure = \"finding\"
  kind = \"not-yet\"                   or will-not-fix
  reason = \"why it is so\"
  link = \"https://where.more/is/told\"
A check is masked where a clause that it presupposes is broken. If nothing was judged at all, that is an error.

Exit codes: 0 fine, 1 does not conform, 2 usage, 3 environment or limit, 4 nothing was checked, 5 not ready; of several \
files the worst, in the order 2, 3, 1, 5, 4, 0

Examples:
  eventring check 4711.events
  eventring check *.events.zst --release 5.3 --report junit --output r.xml
  eventring check trace.events --select 'item.padding.*'";
