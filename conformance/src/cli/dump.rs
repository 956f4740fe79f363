//! `eventring dump`.

mod follow;

use std::io::{IsTerminal, stdout};

use eventring::words::ByteOrder;

use super::failure::Failure;
use super::input::{InputArgs, check_ring, parse_ring, snapshot};
use super::message;
use super::progress::waiting;
use super::schema_args::SchemaArgs;
use crate::exit::Exit;
use crate::inspect::{Dump, FieldReader, Format, Naming, Order, Typing};
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

    /// Only this ring
    #[arg(long, value_name = "N", value_parser = parse_ring)]
    ring: Option<u32>,

    /// Say what the events of the Eio library mean; the file is read twice, first to find out which version wrote it
    #[arg(long)]
    typed: bool,

    #[command(flatten)]
    schema: SchemaArgs,

    /// Go on while the file is written, until its process ends or Ctrl-C; events come ring by ring as they are found
    #[arg(long, conflicts_with_all = ["order", "typed"])]
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
        return follow::run(&args.input, dump, args.ring);
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
    check_ring(args.ring, &input.what, snapshot.geometry().max_domains())?;
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
    let tally = dump.snapshot(&snapshot, &naming, order, args.ring).map_err(Failure::Output)?;
    drop(writing);
    message::warn_of_release(&input.what, &releases);
    message::warn_of_faults(&input.what, tally.corrupt_rings, tally.short);
    message::warn_of_typing(&input.what, typing, tally.typed_short);
    message::warn_of_misfits(&input.what, tally.misfits);
    Ok(if tally.corrupt_rings > 0 { Exit::NonConforming } else { Exit::Fine })
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

With --follow a name of the runtime is shown as soon as the events so far tell the release. If another session takes \
the place of the one that is followed, a warning says so and it is followed from its start.

Exit codes: 0 fine, 1 does not conform, 2 usage, 3 environment or limit, 5 not ready

Examples:
  eventring dump 4711.events --order time
  eventring dump trace.events.zst --format jsonl | grep '\"kind\":\"int\"'
  eventring dump trace.events.zst --release 5.3 --ring 0
  eventring dump 4711.events --typed
  eventring dump 4711.events --schema shop.toml
  eventring dump 4711 --follow --format jsonl";
