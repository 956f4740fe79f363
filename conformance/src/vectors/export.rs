//! Vectors as files, for consumers that are to be tested elsewhere.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Case, Vector};
use crate::plain::{ByteOrder, Item, open};

/// One file of an export, as `index.json` lists it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Entry<'a> {
    /// The permanent name of the case.
    pub name: &'a str,
    /// `little` or `big`.
    pub byte_order: &'static str,
    /// The file, from the folder of the index.
    pub file: String,
    /// What a consumer makes of it, one event record a line, from the folder of the index.
    pub records: String,
    /// How `dump` exits: 0 read, 1 with a fault or refused, 5 not ready.
    pub exit: u8,
    /// The release that is given to the consumer: `auto` for none.
    pub release: &'a str,
    /// The clauses that the case shows.
    pub clauses: &'a [String],
    /// The producer clauses that the file breaks.
    pub breaks: &'a [String],
    /// What it shows.
    pub purpose: &'a str,
    /// What goes wrong for a consumer that fails it.
    pub effect: &'a str,
}

/// Why an export ended.
#[derive(Debug)]
pub struct ExportError {
    /// What could not be written.
    pub path: PathBuf,
    /// Why.
    pub error: io::Error,
}

/// Writes each case in each of its byte orders, its records beside it, and `index.json`. Zeros become holes.
/// With items, the items that the plain reader finds are beside it too, one JSON object a line.
///
/// # Errors
///
/// Something could not be written.
pub fn export<'a>(
    folder: &Path,
    cases: impl Iterator<Item = (&'a Vector, &'a Case)>,
    with_items: bool,
) -> Result<usize, ExportError> {
    let mut index = Vec::new();
    for (vector, case) in cases {
        for order in vector.byte_orders() {
            let entry = Entry::new(vector, case, order);
            let path = folder.join(&entry.file);
            let bytes = attempt(&path, || write_file(&path, case, order))?;
            let path = folder.join(&entry.records);
            attempt(&path, || write_records(&path, case))?;
            if with_items {
                let path = path.with_extension("items.jsonl");
                attempt(&path, || write_items(&path, &bytes))?;
            }
            index.push(entry);
        }
    }
    let path = folder.join("index.json");
    attempt(&path, || {
        let mut out = BufWriter::new(File::create(&path)?);
        serde_json::to_writer_pretty(&mut out, &index)?;
        out.write_all(b"\n")?;
        out.flush()
    })?;
    Ok(index.len())
}

impl<'a> Entry<'a> {
    fn new(vector: &'a Vector, case: &'a Case, order: ByteOrder) -> Self {
        let base = format!("{}.{order}", case.name);
        Self {
            name: &case.name,
            byte_order: order.name(),
            file: format!("{base}.events"),
            records: format!("{base}.jsonl"),
            exit: case.expected.exit,
            release: &vector.front.release,
            clauses: &vector.front.clauses,
            breaks: &case.breaks,
            purpose: &vector.front.purpose,
            effect: &vector.front.effect,
        }
    }
}

fn attempt<T>(path: &Path, write: impl FnOnce() -> io::Result<T>) -> Result<T, ExportError> {
    write().map_err(|error| ExportError { path: path.to_owned(), error })
}

fn write_file(path: &Path, case: &Case, order: ByteOrder) -> io::Result<Vec<u8>> {
    let image = case.encode(order).map_err(io::Error::other)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create(path)?;
    file.set_len(image.bytes.len() as u64)?;
    const PAGE_BYTES: usize = 4096;
    for (page, bytes) in (0_u64..).zip(image.bytes.chunks(PAGE_BYTES)) {
        if bytes.iter().any(|byte| *byte != 0) {
            file.seek(SeekFrom::Start(page * PAGE_BYTES as u64))?;
            file.write_all(bytes)?;
        }
    }
    Ok(image.bytes)
}

fn write_records(path: &Path, case: &Case) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for record in case.expected.records() {
        serde_json::to_writer(&mut out, &record)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// What an item header and a timestamp say, padding included.
#[derive(Serialize)]
struct ItemLine {
    ring: u32,
    position: u64,
    offset: u64,
    length: u64,
    user: bool,
    #[serde(rename = "type")]
    item_type: u8,
    id: u16,
    ts: Option<u64>,
}

impl From<Item<'_>> for ItemLine {
    fn from(item: Item<'_>) -> Self {
        Self {
            ring: item.ring,
            position: item.position,
            offset: item.offset_bytes,
            length: item.header.length_words(),
            user: item.header.is_user(),
            item_type: item.header.item_type(),
            id: item.header.id(),
            ts: item.timestamp_ns(),
        }
    }
}

/// Every item up to the fault of its ring; none of a file that cannot be opened.
fn write_items(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    let rings = open(bytes).ok().map(|file| file.rings());
    for item in rings.into_iter().flatten().flat_map(|ring| ring.items()).flatten() {
        serde_json::to_writer(&mut out, &ItemLine::from(item))?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
