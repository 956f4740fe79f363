//! `eventring export`.

use std::fs::File;
use std::io::{self, IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use super::failure::Failure;
use super::input::{InputArgs, snapshot};
use super::message;
use crate::exit::Exit;
use crate::inspect::{Export, ExportFormat, ExportView, Named, Naming, Replay, process_id};
use crate::run::Retention;
use crate::source::Argument;

/// Write the run in the format of a viewer
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// The format
    #[arg(long, value_enum, default_value_t = FormatArg::Perfetto)]
    format: FormatArg,

    /// Where to write; a file that is there is replaced. Without it, to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FormatArg {
    /// Perfetto's protobuf, for ui.perfetto.dev and its trace processor
    Perfetto,
    /// Chrome's JSON, strict, for chrome://tracing and many others
    Chrome,
    /// One JSON object a line, for programs
    Jsonl,
    /// Fuchsia's binary format, as eio-trace writes it
    Fxt,
}

impl From<FormatArg> for ExportFormat {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::Perfetto => Self::Perfetto,
            FormatArg::Chrome => Self::Chrome,
            FormatArg::Jsonl => Self::JsonLines,
            FormatArg::Fxt => Self::Fxt,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let format = ExportFormat::from(args.format);
    if args.output.is_none() && !format.is_text() && stdout().is_terminal() {
        return Err(Failure::Usage(
            "this format is not for a terminal; say where to write with -o FILE".to_owned(),
        ));
    }
    let input = args.input.read()?;
    let snapshot = snapshot(&input)?;
    let releases = args.input.releases(&snapshot);
    let naming = Naming::new(releases.remaining(), snapshot.names());
    let process_id = match &args.input.place.file {
        Argument::Process(id) => Some(*id),
        Argument::File(_) | Argument::StandardInput => process_id(&snapshot),
    };
    let out = Output::open(args.output.as_deref())?;
    let export = Export::new(out.stream, format.encoder());
    let mut view = ExportView::new(export, &input.what, process_id)
        .map_err(|error| out.place.failure(error))?;
    let replay = Replay::new(snapshot, releases.remaining());
    let progress = ProgressBar::new(replay.words());
    let mut named = Named::new(&mut view, &naming);
    let (run, replayed) =
        replay.run(Retention::Living, &mut named, |words| progress.set_position(words));
    progress.finish_and_clear();
    view.finish(&run).map_err(|error| out.place.failure(error))?;
    message::warn_of_release(&input.what, &releases);
    message::warn_of_faults(&input.what, replayed.corrupt_rings, 0);
    message::warn_of_typing(&input.what, Some(replay.typing()), 0);
    Ok(if replayed.corrupt_rings > 0 { Exit::NonConforming } else { Exit::Fine })
}

/// Where the export goes.
struct Output {
    stream: Box<dyn Write>,
    place: OutputPlace,
}

struct OutputPlace(Option<PathBuf>);

impl Output {
    fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let place = OutputPlace(path.map(Path::to_owned));
        let stream: Box<dyn Write> = match path {
            Some(path) => Box::new(File::create(path).map_err(|error| place.failure(error))?),
            None => Box::new(stdout().lock()),
        };
        Ok(Self { stream, place })
    }
}

impl OutputPlace {
    fn failure(&self, error: io::Error) -> Failure {
        match &self.0 {
            Some(path) => Failure::Write { path: path.clone(), error },
            None => Failure::Output(error),
        }
    }
}

const AFTER_HELP: &str = "\
Examples:
  eventring export 4711.events -o run.pftrace            open it at https://ui.perfetto.dev
  eventring export trace.events.zst --format chrome -o run.json
  eventring export 4711.events --format jsonl | grep '\"kind\":\"lost\"'

Each ring is a track with the phases of its runtime, moments and losses; its counters, the spans of each user event,
which fiber runs and when its event loop is idle are tracks below it. Each fiber and each context of Eio is a track:
of a fiber when it runs and what it waits for, with arrows from who made it and from who gave it what it waited for.
Where words were lost, a span says so, and what was open ends there as unknown. Bytes of a name that are no UTF-8 are
written \\xff.

Exit codes: 0 fine, 1 does not conform, 2 usage, 3 environment or limit, 5 not ready";
