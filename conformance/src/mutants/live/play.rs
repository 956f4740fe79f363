//! A wrong live consumer as a program in the full mode.

use std::io::{self, BufRead, Write};
use std::path::Path;

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{LiveMutant, unit};
use crate::certify::options::LIVE;
use crate::certify::protocol::{LiveOutcome, VERSION};
use crate::certify::unit::{LiveUnit, Place, Trouble};

/// A request, as far as a mutant looks at it.
#[derive(Deserialize)]
struct Request {
    seq: u64,
    op: String,
    file: Option<String>,
}

/// Answers requests as the mutant would, until it is told to stop.
///
/// # Errors
///
/// A request cannot be read or a reply not be written.
pub fn play(
    mutant: &LiveMutant,
    requests: impl BufRead,
    mut replies: impl Write,
) -> io::Result<()> {
    let mut unit = unit(Some(mutant));
    for line in requests.lines() {
        let Request { seq, op, file } = serde_json::from_str(&line?)?;
        let said = match (op.as_str(), &file) {
            ("attach", Some(file)) => {
                let file = Path::new(file);
                // It looks at nothing but the file.
                unit.attach(&Place { file, folder: file.parent().unwrap_or(file), pid: 0 })
            }
            ("poll", _) => unit.poll(u64::MAX),
            ("detach", _) => unit.detach(),
            ("start", _) => {
                let name = mutant.name;
                let started =
                    json!({ "seq": seq, "protocol": VERSION, "name": name, "options": [LIVE] });
                reply(&mut replies, &started)?;
                continue;
            }
            _ => return Ok(()),
        };
        let said = said.map_err(|Trouble(message)| io::Error::other(message))?;
        let text = String::from_utf8_lossy(&said.output).into_owned();
        let records: Vec<&RawValue> =
            text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        let outcome = said.outcome.map_or("failed", LiveOutcome::name);
        reply(&mut replies, &json!({ "seq": seq, "outcome": outcome, "records": records }))?;
    }
    Ok(())
}

fn reply(replies: &mut impl Write, reply: &serde_json::Value) -> io::Result<()> {
    serde_json::to_writer(&mut *replies, reply)?;
    replies.write_all(b"\n")?;
    replies.flush()
}
