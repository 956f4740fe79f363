//! `eventring vectors`.

use std::io::{self, Write, stdout};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use globset::{Glob, GlobMatcher};

use super::failure::Failure;
use super::near::near;
use crate::exit::Exit;
use crate::plain::ByteOrder;
use crate::vectors::{Case, HexView, Vector, export, load};

/// Small files that show the format at its boundaries, each with what a consumer makes of it
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand, Debug)]
enum Verb {
    /// One line a case: name, exit code, clauses
    #[command(after_help = LIST_HELP)]
    List {
        #[command(flatten)]
        selection: Selection,
    },
    /// The annotated text of a vector, and the bytes of its cases beside what they are
    #[command(after_help = SHOW_HELP)]
    Show {
        /// The name of a vector, or of one of its cases
        name: String,

        /// The byte order of the bytes that are shown
        #[arg(long, default_value = "little", value_parser = PossibleValuesParser::new(["little", "big"]))]
        byte_order: String,
    },
    /// Write NAME.ORDER.events and NAME.ORDER.jsonl for each case, and index.json
    #[command(after_help = EXPORT_HELP)]
    Export {
        /// Where to; made if it is not there
        folder: PathBuf,

        /// Also write NAME.ORDER.items.jsonl: position, offset, length, category, type, id and timestamp of each item
        #[arg(long)]
        items: bool,

        #[command(flatten)]
        selection: Selection,
    },
}

#[derive(clap::Args, Debug)]
struct Selection {
    /// Only cases whose name matches, such as 'header/*'
    #[arg(long, value_name = "GLOB", default_value = "*", value_parser = parse_glob)]
    select: GlobMatcher,
}

fn parse_glob(text: &str) -> Result<GlobMatcher, String> {
    Glob::new(text).map(|glob| glob.compile_matcher()).map_err(|error| error.kind().to_string())
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    // A test proves that all of them can be read; they are part of this program.
    let vectors = load().map_err(|error| Failure::Registry(error.to_string()))?;
    match &args.verb {
        Verb::List { selection } => list(&vectors, selection),
        Verb::Show { name, byte_order } => {
            let order = ByteOrder::ALL.into_iter().find(|order| order.name() == byte_order);
            show(&vectors, name, order.unwrap_or(ByteOrder::Little))
        }
        Verb::Export { folder, items, selection } => {
            let cases = selection.of(&vectors)?;
            let count = export(folder, cases.into_iter(), *items)
                .map_err(|error| Failure::Write { path: error.path, error: error.error })?;
            writeln!(stdout(), "{count} files in {}", folder.display()).map_err(Failure::Output)?;
            Ok(Exit::Fine)
        }
    }
}

impl Selection {
    fn of<'a>(&self, vectors: &'a [Vector]) -> Result<Vec<(&'a Vector, &'a Case)>, Failure> {
        let all =
            vectors.iter().flat_map(|vector| vector.cases.iter().map(move |case| (vector, case)));
        let selected: Vec<_> = all.filter(|(_, case)| self.select.is_match(&case.name)).collect();
        if selected.is_empty() {
            let select = self.select.glob().to_string();
            return Err(Failure::NothingSelected { select, all: "eventring vectors list" });
        }
        Ok(selected)
    }
}

fn list(vectors: &[Vector], selection: &Selection) -> Result<Exit, Failure> {
    let selected = selection.of(vectors)?;
    let width = selected.iter().map(|(_, case)| case.name.len()).max().unwrap_or(0);
    let mut out = stdout().lock();
    for (vector, case) in selected {
        let (name, exit) = (&case.name, case.expected.exit);
        let clauses = vector.front.clauses.join(" ");
        writeln!(out, "{name:width$}  exit {exit}  {clauses}").map_err(Failure::Output)?;
    }
    Ok(Exit::Fine)
}

fn show(vectors: &[Vector], name: &str, order: ByteOrder) -> Result<Exit, Failure> {
    // As reports call its cases, with their byte order.
    let name = name.strip_prefix("vectors/").unwrap_or(name);
    let ending = ByteOrder::ALL
        .into_iter()
        .find_map(|order| Some((name.strip_suffix(order.name())?.strip_suffix('/')?, order)));
    let (name, order) = ending.unwrap_or((name, order));
    let is_wanted = |case: &&Case| {
        case.name == name || case.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'))
    };
    let found = vectors
        .iter()
        .find(|vector| vector.name == name || vector.cases.iter().any(|case| case.name == name));
    let vector = found.ok_or_else(|| {
        let cases = vectors.iter().flat_map(|vector| &vector.cases).map(|case| case.name.as_str());
        Failure::NoSuchVector { name: name.to_owned(), like: near(name, cases) }
    })?;
    write_vector(vector, is_wanted, order).map_err(Failure::Output)?;
    Ok(Exit::Fine)
}

fn write_vector(
    vector: &Vector,
    is_wanted: impl FnMut(&&Case) -> bool,
    order: ByteOrder,
) -> io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{}", vector.text.trim_end())?;
    for case in vector.cases.iter().filter(is_wanted) {
        let image = case.encode(order).map_err(io::Error::other)?;
        writeln!(out, "\n{}, {order}-endian, {} bytes", case.name, image.bytes.len())?;
        write!(out, "{}", HexView(&image))?;
    }
    out.flush()
}

const AFTER_HELP: &str = "\
Exit codes: 0 fine, 2 usage (a name that does not exist too), 3 environment, 4 nothing selected

Examples:
  eventring vectors list --select 'custom/*'
  eventring vectors show item/padding/with-id-1
  eventring vectors export vectors";

const LIST_HELP: &str = "\
Exit codes: 0 fine, 2 usage, 4 nothing selected

Examples:
  eventring vectors list
  eventring vectors list --select 'custom/*'";

const SHOW_HELP: &str = "\
Exit codes: 0 fine, 2 usage, or no such vector

Examples:
  eventring vectors show item/padding/with-id-1
  eventring vectors show file/minimal --byte-order big";

const EXPORT_HELP: &str = "\
index.json lists the files: name, byte order, file, records, exit code, release to read it with, the clauses that it \
shows, the producer clauses that it breaks, purpose, and what goes wrong for a consumer that fails it. `message` of a \
record is free, and empty here.

Exit codes: 0 fine, 2 usage, 3 environment, 4 nothing selected

Examples:
  eventring vectors export vectors
  eventring vectors export vectors --select 'header/*' --items";
