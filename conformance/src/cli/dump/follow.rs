//! `eventring dump --follow`.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use eventring::file::Attached;

use crate::cli::failure::Failure;
use crate::cli::input::{InputArgs, attached_refused, check_ring, snapshot};
use crate::cli::message;
use crate::cli::signals::stop_flag;
use crate::exit::Exit;
use crate::inspect::{Dump, Ending, Follow, LiveDump};
use crate::record::Record;
use crate::source::{attach, copy};

pub(super) fn run(
    input: &InputArgs,
    mut dump: Dump<impl Write>,
    ring: Option<u32>,
) -> Result<Exit, Failure> {
    let stop = stop_flag()?;
    let place = &input.place;
    let mut attached = attach(&place.file, place.dir.as_deref())?;
    dump.heading().map_err(Failure::Output)?;
    let exit = loop {
        let what = attached.path().display().to_string();
        let before = dump.tally();
        let (ending, rest) = session(input, &attached, dump, ring, &stop)?;
        dump = rest;
        let exit = message::note_of_ending(&what, ending);
        let is_new = matches!(ending, Ending::Replaced | Ending::Restarted(_));
        if !is_new {
            break exit;
        }
        if dump.tally() == before {
            return Err(Failure::NoSession { what });
        }
        match next_session(input, &stop) {
            Some(next) => attached = next?,
            None => break exit,
        }
    };
    let tally = dump.tally();
    let what = attached.path().display().to_string();
    message::warn_of_faults(&what, tally.corrupt_rings, tally.short);
    message::warn_of_misfits(&what, tally.misfits);
    Ok(if tally.corrupt_rings > 0 { exit.worst(Exit::NonConforming) } else { exit })
}

/// Follows one session to its end.
fn session<W: Write>(
    input: &InputArgs,
    attached: &Attached,
    mut dump: Dump<W>,
    ring: Option<u32>,
    stop: &AtomicBool,
) -> Result<(Ending, Dump<W>), Failure> {
    let what = attached.path().display().to_string();
    let begun = copy(attached, input.limits())?;
    let (begun, mut follow) = match snapshot(&begun).and_then(|begun| {
        Ok((begun, Follow::new(attached).map_err(|refusal| attached_refused(&what, refusal))?))
    }) {
        Ok(both) => both,
        Err(failure) => {
            if let Failure::Refused { refusal, .. } = &failure
                && !refusal.is_not_ready()
            {
                let (clause, message) = (refusal.clause().into(), refusal.to_string().into());
                dump.record(&Record::Refused { clause, message })
                    .and_then(|()| dump.flush())
                    .map_err(Failure::Output)?;
            }
            return Err(failure);
        }
    };
    check_ring(ring, &what, begun.geometry().max_domains())?;
    let mut live = LiveDump::new(dump, attached, &begun, input.choice(), ring);
    let ending = follow.run(None, stop, &mut live);
    let (dump, releases) = live.finish().map_err(Failure::Output)?;
    message::warn_of_release(&what, &releases);
    Ok((ending, dump))
}

/// The file that took the place of another, as soon as it is ready; none if it is not soon, or nobody wants it.
fn next_session(input: &InputArgs, stop: &AtomicBool) -> Option<Result<Attached, Failure>> {
    let until = Instant::now() + SOON;
    let mut is_ready = None;
    while is_ready.is_none() && Instant::now() < until && !stop.load(Ordering::Relaxed) {
        let attached = attach(&input.place.file, input.place.dir.as_deref());
        is_ready = match attached {
            Ok(attached) => match Follow::new(&attached).map(drop) {
                Err(refusal) if refusal.is_not_ready() => None,
                _ => Some(Ok(attached)),
            },
            Err(error) => Some(Err(error.into())),
        };
        if is_ready.is_none() {
            sleep(Duration::from_millis(1));
        }
    }
    is_ready
}

/// A file header takes a few stores.
const SOON: Duration = Duration::from_secs(5);
