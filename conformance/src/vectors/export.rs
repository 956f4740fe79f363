//! Vectors as files, for consumers that are to be tested elsewhere.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Case, Vector};
use crate::plain::ByteOrder;

/// One file of an export, as `index.json` lists it.
#[derive(Clone, Debug, Serialize)]
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
///
/// # Errors
///
/// Something could not be written.
pub fn export<'a>(
    folder: &Path,
    cases: impl Iterator<Item = (&'a Vector, &'a Case)>,
) -> Result<usize, ExportError> {
    let mut index = Vec::new();
    for (vector, case) in cases {
        for order in vector.byte_orders() {
            let entry = Entry::new(vector, case, order);
            let path = folder.join(&entry.file);
            attempt(&path, || write_file(&path, case, order))?;
            let path = folder.join(&entry.records);
            attempt(&path, || write_records(&path, case))?;
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

fn attempt(path: &Path, write: impl FnOnce() -> io::Result<()>) -> Result<(), ExportError> {
    write().map_err(|error| ExportError { path: path.to_owned(), error })
}

fn write_file(path: &Path, case: &Case, order: ByteOrder) -> io::Result<()> {
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
    Ok(())
}

fn write_records(path: &Path, case: &Case) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for record in case.expected.records() {
        serde_json::to_writer(&mut out, &record)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
