//! `eventring dump`.

mod follow;

use std::io::{self, IsTerminal, Write, stdout};

use eventring::reader::{Ring, Snapshot};
use eventring::words::ByteOrder;

use super::failure::Failure;
use super::input::{InputArgs, snapshot};
use super::message;
use super::progress::waiting;
use super::schema_args::SchemaArgs;
use super::select::SelectArgs;
use crate::exit::Exit;
use crate::inspect::{
    Dump, FieldReader, Format, Naming, Order, RingRecords, SelectedRecords, Selection, Tally,
    Typing,
};
use crate::record::Record;

/// Print every event, one a line
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Columns for people, or one JSON object a line for programs
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    format: FormatArg,

    /// Ring by ring, or all rings by time
    #[arg(long, value_enum, default_value_t = OrderArg::Ring)]
    order: OrderArg,

    #[command(flatten)]
    select: SelectArgs,

    /// Say what the events of the Eio library mean; the file is read twice, first to find out which version wrote it
    #[arg(long)]
    typed: bool,

    #[command(flatten)]
    schema: SchemaArgs,

    /// Go on while the file is written, until its process ends or Ctrl-C; events come ring by ring as they are found
    #[arg(long, conflicts_with_all = ["order", "typed", "from", "to", "event"])]
    follow: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FormatArg {
    Text,
    Jsonl,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum OrderArg {
    Ring,
    Time,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let format = match args.format {
        FormatArg::Text => Format::Text,
        FormatArg::Jsonl => Format::JsonLines,
    };
    let schemas = args.schema.read()?;
    if args.follow {
        // Only memory in the byte order of this machine can be followed.
        let fields = schemas.map(|schemas| FieldReader::new(schemas, ByteOrder::NATIVE));
        let dump = Dump::new(stdout().lock(), format).with_fields(fields);
        return follow::run(&args.input, dump, args.select.ring());
    }
    let input = args.input.read()?;
    let dump = Dump::new(stdout().lock(), format);
    let snapshot = match snapshot(&input) {
        Ok(snapshot) => snapshot,
        Err(failure) => {
            if let Failure::Refused { refusal, .. } = &failure
                && !refusal.is_not_ready()
            {
                let (clause, message) = (refusal.clause().into(), refusal.to_string().into());
                dump.refused(&Record::Refused { clause, message }).map_err(Failure::Output)?;
            }
            return Err(failure);
        }
    };
    let selection = args.select.selection(&input.what, snapshot.geometry().max_domains())?;
    let releases = args.input.releases(&snapshot);
    let naming = Naming::new(releases.remaining(), snapshot.names());
    let order = match args.order {
        OrderArg::Ring => Order::Ring,
        OrderArg::Time => Order::Time,
    };
    let typing = args.typed.then(|| Typing::of(&snapshot));
    let fields = schemas.map(|schemas| FieldReader::new(schemas, snapshot.byte_order()));
    let dump = dump.typed(typing).with_fields(fields);
    // On a terminal, the events themselves show how far it is.
    let writing =
        (!stdout().is_terminal()).then(|| waiting(format!("writing the events of {}", input.what)));
    let tally = written(dump, &snapshot, &naming, order, &selection).map_err(Failure::Output)?;
    drop(writing);
    message::warn_of_release(&input.what, &releases);
    message::warn_of_faults(&input.what, tally.corrupt_rings, tally.short);
    message::warn_of_typing(&input.what, typing, tally.typed_short);
    message::warn_of_misfits(&input.what, tally.misfits);
    // A ring without events is as good as any other.
    let is_in_vain = tally.events == 0 && Selection { ring: None, ..selection }.is_part();
    let exit = message::exit_of_selection(&input.what, is_in_vain);
    Ok(if tally.corrupt_rings > 0 { exit.worst(Exit::NonConforming) } else { exit })
}

fn written<'a>(
    dump: Dump<impl Write>,
    snapshot: &Snapshot<'a>,
    naming: &Naming<'a>,
    order: Order,
    selection: &Selection,
) -> io::Result<Tally> {
    if !selection.is_part() {
        return dump.snapshot(snapshot, naming, order);
    }
    let first_ns = |ring: Ring<'_>| Some(ring.events().next()?.ok()?.timestamp_ns);
    let first_ns = snapshot.rings().filter_map(first_ns).min().unwrap_or(0);
    let rings =
        snapshot.rings().filter(|ring| selection.ring.is_none_or(|only| only == ring.index()));
    let records =
        |ring: Ring<'a>| SelectedRecords::new(RingRecords::new(&ring, naming), selection, first_ns);
    dump.rings(rings.map(records), order)
}

const AFTER_HELP: &str = "\
What is printed beside events:
  lost     words of the ring that its producer has overwritten
  corrupt  the ring ends here, at an item that cannot be (exit 1); other rings
           go on
  refused  nothing can be read: the file header is at fault (exit 1)

A name that is not known is shown by its number, in JSON as null; a name that is not UTF-8 in hex, in JSON as \
name_hex. A payload that an item is too short for is null; that is a warning, not an error. Times are of the \
producer's monotonic clock, in JSON in nanoseconds. \
With --schema a custom event that the file names has its fields in place of its bytes, in JSON a member fields, and a \
member misfit, short or long, where its data is not what the file says; README.md shows such a file. \
With --typed an event of Eio has its fields in place of its payload, in JSON a member typed beside it, null where its \
data is too short.

With --from, --to and --event, lost is shown where an event of that time follows it, whatever that is called, and corrupt always.

With --follow a name of the runtime is shown as soon as the events so far tell the release. If another session takes \
the place of the one that is followed, a warning says so and it is followed from its start.

Exit codes: 0 fine, 1 does not conform, 2 usage, 3 environment or limit, 4 nothing fits, 5 not ready

Examples:
  eventring dump 4711.events --order time
  eventring dump 4711.events --from 20ms --to 1.5s --event 'minor*'
  eventring dump trace.events.zst --format jsonl | grep '\"kind\":\"int\"'
  eventring dump trace.events.zst --release 5.3 --ring 0
  eventring dump 4711.events --typed
  eventring dump 4711.events --schema shop.toml
  eventring dump 4711 --follow --format jsonl";
