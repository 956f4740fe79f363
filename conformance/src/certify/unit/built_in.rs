//! The reader of the crate `eventring`, in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};

use eventring::reader::Snapshot;

use super::{Ending, LiveBuiltIn, LiveUnit, Reply, Request, Transcript, Trouble, Unit};
use crate::certify::Outcome;
use crate::inspect::{Dump, Format, Naming, Order, ReleaseChoice, Releases, Typing};
use crate::record::Record;

/// What `eventring dump --format jsonl --order ring --typed` does, without a process around it.
#[derive(Debug, Default)]
pub struct BuiltIn {
    live: LiveBuiltIn,
}

impl Unit for BuiltIn {
    fn decode(&mut self, request: &Request<'_>) -> Result<Reply, Trouble> {
        let choice: ReleaseChoice = match request.release.map(str::parse) {
            None => ReleaseChoice::default(),
            Some(Ok(choice)) => choice,
            Some(Err(error)) => {
                return Err(Trouble(format!("the suite gives no release: {error}")));
            }
        };
        let mut output = Vec::new();
        let decoded = catch_unwind(AssertUnwindSafe(|| decode(request.bytes, choice, &mut output)));
        let (ending, delivered) = match decoded {
            Ok(Ok((ending, events))) => (ending, Some(events)),
            Ok(Err(error)) => return Err(Trouble(error.to_string())),
            Err(_) => (Ending::Crashed { how: "it panicked".to_owned() }, None),
        };
        let transcript = Transcript { stdin: Vec::new(), stdout: output.clone() };
        Ok(Reply { ending, output, delivered, log: String::new(), transcript, line: None })
    }

    fn live(&mut self) -> Option<&mut dyn LiveUnit> {
        Some(&mut self.live)
    }
}

fn decode(
    bytes: &[u8],
    choice: ReleaseChoice,
    output: &mut Vec<u8>,
) -> std::io::Result<(Ending, u64)> {
    let dump = Dump::new(output, Format::JsonLines);
    let rejected =
        || Ending::Rejected { unproven: Outcome::Crashed, how: "no record says why".to_owned() };
    let snapshot = match Snapshot::new(bytes) {
        Ok(snapshot) => snapshot,
        Err(refusal) if refusal.is_not_ready() => return Ok((Ending::NotReady, 0)),
        Err(refusal) => {
            let (clause, message) = (refusal.clause().into(), refusal.to_string().into());
            dump.refused(&Record::Refused { clause, message })?;
            return Ok((rejected(), 0));
        }
    };
    let releases = Releases::of(&snapshot, choice);
    let naming = Naming::new(releases.remaining(), snapshot.names());
    let dump = dump.typed(Some(Typing::of(&snapshot)));
    let tally = dump.snapshot(&snapshot, &naming, Order::Ring)?;
    let ending = if tally.corrupt_rings > 0 { rejected() } else { Ending::Decoded };
    Ok((ending, tally.events))
}
