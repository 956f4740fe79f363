//! A mutant as a program in the full mode.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, Write};

use eventring_spec::registry::Registry;
use serde::Deserialize;
use serde_json::{Value, json};

use super::ConsumerMutant;
use super::eio::readings;
use super::mutant::Switch;
use super::reader::read;
use super::release::given_names;
use crate::certify::Outcome;
use crate::certify::options::{EIO, EIO_GENERATION_1, EIO_PROPOSAL};
use crate::certify::protocol::VERSION;
use crate::plain::RuntimeNames;
use crate::record::Record;

/// A request, as far as a mutant looks at it.
#[derive(Deserialize)]
struct Request {
    seq: u64,
    op: String,
    file: Option<String>,
    release: Option<String>,
}

/// Answers requests as the mutant would, until it is told to stop.
///
/// # Errors
///
/// A request cannot be read or a reply not be written.
pub fn play(
    mutant: &ConsumerMutant,
    registry: &Registry,
    requests: impl BufRead,
    mut replies: impl Write,
) -> io::Result<()> {
    let is_eio = mutant.switch.is_eio();
    let mut names: BTreeMap<Option<String>, RuntimeNames> = BTreeMap::new();
    for line in requests.lines() {
        let Request { seq, op, file, release } = serde_json::from_str(&line?)?;
        let reply = match (op.as_str(), file) {
            ("start", _) => json!({
                "seq": seq,
                "protocol": VERSION,
                "name": mutant.name,
                "options": if is_eio { &[EIO, EIO_GENERATION_1, EIO_PROPOSAL][..] } else { &[] },
                "releases": registry.complete().map(|release| &release.name).collect::<Vec<_>>(),
            }),
            ("decode", Some(file)) => {
                let bytes = fs::read(file)?;
                let names = names.entry(release).or_insert_with_key(|release| {
                    given_names(registry, release.as_deref(), Some(mutant.switch))
                });
                let answer = read(&bytes, names, Some(mutant.switch));
                let records = if is_eio {
                    typed(&bytes, &answer.records, mutant.switch)?
                } else {
                    serde_json::to_value(&answer.records)?
                };
                let outcome = match answer.outcome {
                    Outcome::NotReady => "not-ready",
                    Outcome::Rejected => "rejected",
                    _ => "decoded",
                };
                json!({ "seq": seq, "outcome": outcome, "records": records })
            }
            _ => return Ok(()),
        };
        serde_json::to_writer(&mut replies, &reply)?;
        replies.write_all(b"\n")?;
        replies.flush()?;
    }
    Ok(())
}

/// Records, with the member `typed` where the consumer has a reading.
fn typed(bytes: &[u8], records: &[Record<'_>], switch: Switch) -> serde_json::Result<Value> {
    let readings = readings(bytes, records, Some(switch));
    let typed = |(record, reading)| {
        let mut line = serde_json::to_value(record)?;
        if let Some(reading) = reading {
            line["typed"] = serde_json::to_value(reading as Option<crate::record::Reading>)?;
        }
        Ok(line)
    };
    records.iter().zip(readings).map(typed).collect()
}
