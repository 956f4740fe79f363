//! `eventring export`.

use std::fs::File;
use std::io::{self, IsTerminal, stdout};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::builder::{OsStringValueParser, TypedValueParser};
use eventring::live::Found;
use eventring::words::ByteOrder;

use super::failure::Failure;
use super::followed::{Opened, parse_seconds};
use super::input::{InputArgs, snapshot};
use super::message;
use super::progress::waiting;
use super::replayed::replayed;
use super::schema_args::SchemaArgs;
use super::select::SelectArgs;
use super::snapshot::is_same;
use crate::exit::Exit;
use crate::inspect::export::{
    Background, CtfFolder, Export, ExportFormat, ExportView, Marks, OneOfSeveral, process_id,
};
use crate::inspect::{FieldReader, LiveRun, Selected, Sink};
use crate::run::Retention;
use crate::source::Argument;

/// Write the run in the format of a viewer
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// More files of the same machine, to be shown beside the first: each is a process of the trace (perfetto and jsonl)
    #[arg(value_name = "FILE", value_parser = OsStringValueParser::new().try_map(Argument::parse))]
    more: Vec<Argument>,

    #[command(flatten)]
    select: SelectArgs,

    #[command(flatten)]
    schema: SchemaArgs,

    /// The format
    #[arg(long, value_enum, default_value_t = FormatArg::Perfetto)]
    format: FormatArg,

    /// Where to write; a file that is there is replaced. Without it, to standard output. For ctf a folder, new or empty
    #[arg(short, long, value_name = "FILE|FOLDER")]
    output: Option<PathBuf>,

    /// Watch for so long, also a file, from what the rings still hold on; without it a process is watched until it ends, and a file is read as it lies
    #[arg(long = "for", value_name = "SECONDS", value_parser = parse_seconds, allow_hyphen_values = true)]
    time: Option<Duration>,
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
    /// A picture of fibers and contexts, with the collector behind
    Svg,
    /// The Common Trace Format 1.8, for babeltrace2 and Trace Compass: a folder
    Ctf,
}

impl FormatArg {
    /// The format, where it is one stream of bytes.
    fn stream(self) -> Option<ExportFormat> {
        match self {
            Self::Perfetto => Some(ExportFormat::Perfetto),
            Self::Chrome => Some(ExportFormat::Chrome),
            Self::Jsonl => Some(ExportFormat::JsonLines),
            Self::Fxt => Some(ExportFormat::Fxt),
            Self::Svg => Some(ExportFormat::Svg),
            Self::Ctf => None,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(output) = &args.output
        && args.files().filter_map(Argument::path).any(|file| is_same(file, output))
    {
        return Err(Failure::SameFile { path: output.clone() });
    }
    args.check_several()?;
    match (args.format.stream(), &args.output) {
        (Some(format), Some(path)) => {
            let failed = |error| Failure::Write { path: path.clone(), error };
            let open = || Ok(Export::new(Background::new(File::create(path)?)?, format.encoder()));
            export(args, open, failed)
        }
        (Some(format), None) if !format.is_text() && stdout().is_terminal() => {
            Err(Failure::Usage("this format is not for a terminal: say -o FILE".to_owned()))
        }
        (Some(format), None) => {
            let open = || Ok(Export::new(Background::new(stdout())?, format.encoder()));
            export(args, open, Failure::Output)
        }
        (None, Some(path)) => {
            let failed = |error| Failure::Write { path: path.clone(), error };
            export(args, || CtfFolder::create(path), failed)
        }
        (None, None) => Err(Failure::Usage("this format takes a folder: say -o FOLDER".to_owned())),
    }
}

impl Args {
    fn files(&self) -> impl Iterator<Item = &Argument> {
        [&self.input.place.file].into_iter().chain(&self.more)
    }

    /// That several files are asked for only where that can be.
    fn check_several(&self) -> Result<(), Failure> {
        let is_live =
            self.time.is_some() || self.files().any(|file| matches!(file, Argument::Process(_)));
        let holds_several = self.format.stream().is_some_and(ExportFormat::holds_several);
        let message = match (self.more.is_empty(), is_live, holds_several) {
            (true, ..) | (false, false, true) => return Ok(()),
            (false, true, _) => {
                "several programs are shown together from their files only: take them with `eventring snapshot` or \
                 `eventring record` first"
            }
            (false, false, false) => {
                "this format holds one program; --format perfetto and jsonl hold several"
            }
        };
        Err(Failure::Usage(message.to_owned()))
    }
}

/// The output is opened when there is something to write, and not before.
fn export<M: Marks>(
    args: &Args,
    open: impl FnOnce() -> io::Result<M>,
    failed: impl Fn(io::Error) -> Failure,
) -> Result<Exit, Failure> {
    let schemas = args.schema.read()?;
    if args.time.is_some() || matches!(args.input.place.file, Argument::Process(_)) {
        let fields = schemas.map(|schemas| FieldReader::new(schemas, ByteOrder::NATIVE));
        return watch(args, fields, open, failed);
    }
    let (mut open, mut marks, mut exit) = (Some(open), None, Exit::Fine);
    for (number, file) in (0..).zip(args.files()) {
        let input = args.input.read_other(file)?;
        let snapshot = snapshot(&input)?;
        let selection = args.select.selection(&input.what, snapshot.geometry().max_domains())?;
        if let Some(open) = open.take() {
            marks = Some(open().map_err(&failed)?);
        }
        let Some(marks) = &mut marks else { continue };
        let fields =
            schemas.clone().map(|schemas| FieldReader::new(schemas, snapshot.byte_order()));
        let one = OneOfSeveral::new(marks, number);
        let view = ExportView::new(one, &input.what, process_id(&snapshot)).map_err(&failed)?;
        let mut view = view.with_fields(fields);
        let mut selected = Selected::new(&mut view, selection);
        let (until, kept) = (args.select.to(), Retention::Living);
        let (run, corrupt_rings) =
            replayed(&args.input, &input.what, snapshot, until, kept, &mut selected);
        exit = exit.worst(message::exit_of_selection(&input.what, selected.is_in_vain()));
        view.finish(&run).map_err(&failed)?;
        exit = exit.worst(message::exit_of_faults(&input.what, corrupt_rings));
    }
    marks.as_mut().map_or(Ok(()), Marks::finish).map_err(failed)?;
    Ok(exit)
}

fn watch<M: Marks>(
    args: &Args,
    fields: Option<FieldReader>,
    open: impl FnOnce() -> io::Result<M>,
    failed: impl Fn(io::Error) -> Failure,
) -> Result<Exit, Failure> {
    let opened = Opened::new(&args.input)?;
    let (attached, what) = (&opened.attached, &opened.what);
    if let Some(output) = args.output.as_ref().filter(|output| is_same(attached.path(), output)) {
        return Err(Failure::SameFile { path: output.clone() });
    }
    let mut follow = opened.follow()?;
    let max_domains = follow.reader().live().geometry().max_domains();
    let selection = args.select.selection(what, max_domains)?;
    let begun = opened.copy()?;
    let begun = snapshot(&begun)?;
    let process_id = match args.input.place.file {
        Argument::Process(id) => Some(id),
        Argument::File(_) | Argument::StandardInput => process_id(&begun),
    };
    let begin = |marks| ExportView::new(marks, what, process_id);
    let mut view = open().and_then(begin).map_err(&failed)?.with_fields(fields);
    let selected = Selected::new(&mut view, selection);
    let run = LiveRun::new(selected, attached, &begun, args.input.choice(), Retention::Living);
    let mut live = Live { run };
    let until = args.time.and_then(|time| Instant::now().checked_add(time));
    // Where lines of text come out on the terminal, they show how far it is.
    let is_seen = args.output.is_none() && stdout().is_terminal();
    let watching = (!is_seen).then(|| waiting("watching"));
    let ending = follow.run(until, &opened.stop, &mut live);
    drop(watching);
    let (run, _, found) = live.run.finish();
    view.finish(&run).map_err(failed)?;
    Ok(opened.conclude(Some(ending), found.corrupt_rings))
}

/// Follows the run, and writes what there is whenever nothing more comes.
struct Live<'a, 'v, M> {
    run: LiveRun<'a, Selected<'v, ExportView<M>>>,
}

impl<M: Marks> Sink for Live<'_, '_, M> {
    fn found(&mut self, ring: u32, found: Found<'_>) -> ControlFlow<()> {
        self.run.found(ring, found)
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.run.pause()?;
        self.run.view_mut().view_mut().flush();
        ControlFlow::Continue(())
    }
}

const AFTER_HELP: &str = "\
Each ring is a track with the phases of its runtime, moments and losses; its counters, the spans of each user event, \
which fiber runs and when its event loop is idle are tracks below it. Each fiber and each context of Eio is a track: \
of a fiber when it runs and what it waits for, with arrows from who made it and from who gave it what it waited for. \
Where words were lost, a span says so, and what was open ends there as unknown. Bytes of a name that are no UTF-8 are \
written \\xff.

Exit codes: 0 fine, 1 does not conform, 2 usage, 3 environment or limit, 4 nothing fits, 5 not ready

Examples:
  eventring export 4711.events -o run.pftrace   see https://ui.perfetto.dev
  eventring export trace.events.zst --format chrome -o run.json
  eventring export 4711 --for 10 -o run.pftrace
  eventring export 4711.events --from 1.5s --to 2s --event 'eio.*' -o run.fxt
  eventring export 4711.events --schema shop.toml -o run.pftrace
  eventring export server.events client.events -o both.pftrace
  eventring export 4711.events --format svg -o run.svg
  eventring export 4711.events --format ctf -o run && babeltrace2 run
  eventring export 4711.events --format jsonl | grep '\"kind\":\"lost\"'";
