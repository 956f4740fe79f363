//! `eventring certify`.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use eventring_spec::{clauses, deviations};
use indicatif::{ProgressBar, ProgressStyle};
use sha2::{Digest, Sha256};

use super::failure::Failure;
use crate::certify::unit::{Adapter, BuiltIn, Declared, Mode, Trouble, Unit, quoted};
use crate::certify::{
    Certification, Digests, Lists, Origin, Pattern, Repeat, Settings, Suite, options,
    run as run_cases,
};
use crate::exit::Exit;
use crate::inspect::ReleaseChoice;
use crate::record::Hex;
use crate::report::{Certificate, CertifyReport, certify_text, junit, tap};

/// Certify a consumer: does it make of every vector and recording what SPEC.md says?
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP, args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,

    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Consumer(Consumer),
}

/// Certify somebody's consumer, or the built-in one
#[derive(clap::Args, Debug)]
#[command(after_help = CONSUMER_HELP)]
struct Consumer {
    #[command(flatten)]
    common: Common,

    /// A file that says which program it is, how it is driven and what it declares
    #[arg(long, value_name = "A.toml", conflicts_with = "command")]
    adapter: Option<PathBuf>,

    /// How the command is driven: started for every case, or once and asked line by line
    #[arg(long, value_enum, default_value_t = ModeArg::Easy, conflicts_with = "adapter")]
    mode: ModeArg,

    /// The program and its arguments, with {file} where the file goes (or {dir} and {pid}), and {release} if it takes one
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

#[derive(clap::Args, Clone, Debug)]
struct Common {
    /// Only the cases whose name fits, such as '*padding*'
    #[arg(long, value_name = "GLOB")]
    select: Option<String>,

    /// Text for people, JSON, JUnit XML, or TAP 14
    #[arg(long, value_enum, default_value_t = ReportArg::Text)]
    report: ReportArg,

    /// Write the report to this file
    #[arg(long, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Write the certificate to this file, as JSON
    #[arg(long, value_name = "PATH")]
    certificate: Option<PathBuf>,

    /// A release whose runtime ids the consumer names, to have those names compared (may be repeated)
    #[arg(long, value_name = "R", value_parser = PossibleValuesParser::new(ReleaseChoice::names().filter(|name| *name != "auto")))]
    release: Vec<String>,

    /// An option that the consumer takes up (may be repeated)
    #[arg(long, value_name = "ID", value_parser = PossibleValuesParser::new(options::OPTIONS.map(|option| option.id)))]
    option: Vec<String>,

    /// Failures that are known: a file, or the name of a list of spec/deviations (may be repeated)
    #[arg(long, value_name = "FILE|NAME")]
    deviations: Vec<String>,

    /// Count a SHOULD like a MUST
    #[arg(long)]
    strict: bool,

    /// How many cases at once [default: one a processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// Seconds that a case may take [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    timeout: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ReportArg {
    Text,
    Json,
    Junit,
    Tap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ModeArg {
    Easy,
    Full,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.what {
        None => certify(&args.common, None, "eventring certify", ""),
        Some(What::Consumer(consumer)) => {
            let mut adapter = None;
            let (mut before, mut after) = ("eventring certify consumer".to_owned(), String::new());
            if let Some(path) = &consumer.adapter {
                adapter = Some(Adapter::read(path).map_err(Failure::Usage)?);
                before += &format!(" --adapter {}", quoted(&path.to_string_lossy()));
            } else if !consumer.command.is_empty() {
                let mode = match consumer.mode {
                    ModeArg::Easy => Mode::Easy,
                    ModeArg::Full => Mode::Full,
                };
                let made =
                    Adapter::of_command(consumer.command.clone(), mode).map_err(Failure::Usage)?;
                made.check().map_err(Failure::Usage)?;
                if mode == Mode::Full {
                    before += " --mode full";
                }
                after = format!(" -- {}", made.command);
                adapter = Some(made);
            }
            certify(&consumer.common, adapter, &before, &after)
        }
    }
}

fn certify(
    common: &Common,
    adapter: Option<Adapter>,
    before: &str,
    after: &str,
) -> Result<Exit, Failure> {
    let pattern = common.select.as_deref().map(Pattern::new).transpose();
    let pattern = pattern.map_err(|problem| Failure::Usage(format!("--select: {problem}")))?;
    // Before anything runs: a report that cannot be written makes the run worth nothing.
    let mut report = common.output.as_deref().map(create).transpose()?;
    let mut certificate = common.certificate.as_deref().map(create).transpose()?;
    let suite = Suite::offline().map_err(Failure::Environment)?;
    let selected = suite.select(pattern.as_ref());
    let mut subject = Subject::new(common, adapter)?;
    let lists = lists(common, &subject)?;
    let start = subject.ask().map_err(|Trouble(message)| Failure::Environment(message))?;
    let settings = Settings {
        declared: &subject.declared,
        lists: &lists,
        jobs: common
            .jobs
            .map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from),
        strict: common.strict,
    };
    let cases = if start.is_some() { &[][..] } else { &selected[..] };
    let bar = bar(cases.len());
    let results = run_cases(cases, settings, &|| subject.unit(), &|result| {
        bar.set_message(result.name.clone());
        bar.inc(1);
    });
    bar.finish_and_clear();
    let results = results.map_err(|Trouble(message)| Failure::Environment(message))?;
    let whole = pattern.is_none() && start.is_none();
    let ran: Vec<_> = results
        .iter()
        .filter(|result| result.ran())
        .map(|result| (result.name.as_str(), result.failure()))
        .collect();
    let not_ran: Vec<_> =
        results.iter().filter(|result| !result.ran()).map(|result| result.name.as_str()).collect();
    let certification = Certification {
        unused: if start.is_some() {
            Vec::new()
        } else {
            lists.unused(&ran, whole.then_some(&not_ran[..]))
        },
        mode: subject.mode(),
        command: subject.adapter.as_ref().map(|adapter| adapter.command.to_string()),
        programs: subject.programs().map_err(|Trouble(message)| Failure::Environment(message))?,
        repeat: Repeat {
            before: before.to_owned() + &repeated(common),
            select: common.select.clone(),
            after: after.to_owned(),
        },
        digests: Digests {
            suite: suite.sha256(None),
            vectors: suite.sha256(Some(Origin::Vector)),
            recordings: suite.sha256(Some(Origin::Recording)),
            spec: Hex(&Sha256::digest(clauses::SPEC)).to_string(),
        },
        declared: subject.declared,
        results,
        start,
    };
    if let (Some((file, path)), true) = (&mut certificate, true) {
        write_json(file, &Certificate::new(&certification, whole))
            .map_err(|error| cannot_write(path, &error))?;
    }
    let exit = certification.conclusion().exit();
    let written = match &mut report {
        Some((file, path)) => {
            write(file, common.report, &certification, whole)
                .map_err(|error| cannot_write(path, &error))?;
            write(&mut stdout().lock(), ReportArg::Text, &certification, whole)
        }
        None => write(&mut BufWriter::new(stdout().lock()), common.report, &certification, whole),
    };
    match written {
        // Who does not read to the end may still look at the exit code.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(exit),
        Err(error) => Err(Failure::Output(error)),
        Ok(()) => Ok(exit),
    }
}

/// What is certified.
struct Subject {
    adapter: Option<Adapter>,
    declared: Declared,
}

impl Subject {
    fn new(common: &Common, mut adapter: Option<Adapter>) -> Result<Self, Failure> {
        let mut declared = match &mut adapter {
            Some(adapter) => {
                if let Some(seconds) = common.timeout {
                    adapter.limits.case = Duration::from_secs(seconds.into());
                }
                adapter.declared.clone()
            }
            None => Declared {
                name: "the built-in consumer".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
                releases: ReleaseChoice::names()
                    .filter(|name| *name != "auto")
                    .map(str::to_owned)
                    .collect(),
                options: [options::NARROWS_RELEASE, options::COUNTS_EVENTS]
                    .map(str::to_owned)
                    .into(),
                ..Declared::default()
            },
        };
        if !common.release.is_empty() {
            declared.releases.clone_from(&common.release);
        }
        if !common.option.is_empty() {
            declared.options.clone_from(&common.option);
        }
        if let Some(adapter) = &mut adapter {
            adapter.declared = declared.clone();
            // A missing program is told before anything runs.
            adapter.command.program().map_err(|Trouble(message)| Failure::Environment(message))?;
        }
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
            None => Ok(Box::new(BuiltIn)),
        }
    }

    fn mode(&self) -> &'static str {
        self.adapter.as_ref().map_or("built-in", |adapter| adapter.mode.name())
    }

    fn programs(&self) -> Result<Vec<crate::certify::unit::Program>, Trouble> {
        self.adapter.as_ref().map_or_else(|| Ok(Vec::new()), |adapter| adapter.command.programs())
    }
}

/// The lists of the adapter and of the command line, each a file or one that the harness has.
fn lists(common: &Common, subject: &Subject) -> Result<Lists, Failure> {
    let mut lists = Lists::default();
    let of_adapter = subject
        .adapter
        .iter()
        .flat_map(|adapter| adapter.deviations.iter().map(|name| (name, adapter.folder.as_path())));
    for (name, folder) in
        of_adapter.chain(common.deviations.iter().map(|name| (name, Path::new(""))))
    {
        let text = match deviations::lists().find(|(known, _)| known == name) {
            Some((_, text)) => text.to_owned(),
            None => fs::read_to_string(folder.join(name)).map_err(|error| {
                Failure::Environment(format!("cannot read the list {name}: {error}"))
            })?,
        };
        lists.add(name, &text).map_err(Failure::Usage)?;
    }
    Ok(lists)
}

/// What of the arguments makes another run the same.
fn repeated(common: &Common) -> String {
    let mut text = String::new();
    for (flag, values) in [
        ("release", &common.release),
        ("option", &common.option),
        ("deviations", &common.deviations),
    ] {
        for value in values {
            text += &format!(" --{flag} {}", quoted(value));
        }
    }
    if common.strict {
        text += " --strict";
    }
    if let Some(seconds) = common.timeout {
        text += &format!(" --timeout {seconds}");
    }
    text
}

fn create(path: &Path) -> Result<(BufWriter<File>, &Path), Failure> {
    let file = File::create(path).map_err(|error| cannot_write(path, &error))?;
    Ok((BufWriter::new(file), path))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Environment(format!("cannot write {}: {error}", path.display()))
}

fn write(out: &mut dyn Write, form: ReportArg, run: &Certification, whole: bool) -> io::Result<()> {
    match form {
        ReportArg::Text => certify_text(out, run, whole)?,
        ReportArg::Json => write_json(out, &CertifyReport::new(run, whole))?,
        ReportArg::Junit => junit(out, run)?,
        ReportArg::Tap => tap(out, run)?,
    }
    out.flush()
}

fn write_json(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Shown on a terminal only.
fn bar(cases: usize) -> ProgressBar {
    let bar = ProgressBar::new(cases as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

const AFTER_HELP: &str = "\
Without `consumer`, the built-in consumer is certified, in this process.

Examples:
  eventring certify
  eventring certify --select '*padding*' --report tap

Exit codes: 0 conforms, 1 does not conform, 2 usage, 3 environment or limit, 4 nothing was checked";

const CONSUMER_HELP: &str = "\
The command reads one file and prints event records, one JSON object a line, as `eventring dump --format jsonl` does
(SPEC.md, Event record). It exits with 0 where it decoded the file; with 1, and a `corrupt` or `refused` record that says
why, where it rejects it; with 5 where the file is not ready. Every other end is a crash. Standard error is a log.

Examples:
  eventring certify consumer -- ./reader {file}
  eventring certify consumer --release 5.4 --select 'vectors/*' -- python3 reader.py {file}
  eventring certify consumer --adapter reader.toml --report junit --output reader.xml

Options that a consumer may take up:
  narrows-release  where no release is given ({release} is `auto`), it narrows it by the evidence and the stamps in the
                    file, and names runtime events as the releases that remain agree
  counts-events     its replies say how many events it delivered (full mode)
  limits-events     it delivers at most as many events as it is asked for (full mode)

Exit codes: 0 conforms, 1 does not conform, 2 usage, 3 environment or limit, 4 nothing was checked";
