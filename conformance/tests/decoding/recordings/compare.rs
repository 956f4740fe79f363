//! Compares the events of a snapshot with the lines of its oracle, one by one.
use std::collections::BTreeMap;

use eventring::event::{Event, Kind};
use eventring::names::Names;
use eventring::reader::{Ring, Snapshot};
use eventring::registry::Release;
use eventring_spec::recordings::ExceptionKind;

use super::oracle::Line;

/// What was compared.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Equal records by kind, but for the exceptions below.
    pub(crate) counts: BTreeMap<String, u64>,
    /// Sum of the lost words.
    pub(crate) lost_words: u64,
    /// Where the two differ in a way that has a name: in how many events, by kind and phase.
    pub(crate) exceptions: BTreeMap<(ExceptionKind, Option<u16>), u64>,
}

/// Compares everything; an oracle that `stopped` early may lack the end.
pub(crate) fn compare(
    snapshot: &Snapshot<'_>,
    lines: &[Line],
    stopped: bool,
    release: Release,
) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut lines = lines.iter();
    for ring in snapshot.rings() {
        if ring.lost_words() > 0 {
            same_loss(&ring, lines.next())?;
            *tally.counts.entry("lost".to_owned()).or_default() += 1;
            tally.lost_words += ring.lost_words();
        }
        for event in ring.events() {
            let event = event.map_err(|fault| format!("{fault:?}"))?;
            let exception = match lines.next() {
                Some(line) => {
                    let verdict = verdict(line, ring.index(), &event, &snapshot.names(), release);
                    let exception = verdict.map_err(|()| {
                        let at = format!("ring {}, position {}", ring.index(), event.position);
                        format!("{at}: decoded {:?}, the oracle says {line:?}", event.kind)
                    })?;
                    *tally.counts.entry(line.kind.clone()).or_default() += 1;
                    exception
                }
                None if stopped => {
                    let first = !tally.exceptions.contains_key(&(ExceptionKind::AfterStop, None));
                    if first && !matches!(event.kind, Kind::Int { value: None, .. }) {
                        return Err(format!("the oracle stops at a sound event: {event:?}"));
                    }
                    Some((ExceptionKind::AfterStop, None))
                }
                None => {
                    return Err(format!(
                        "the oracle ends before {event:?} of ring {}",
                        ring.index()
                    ));
                }
            };
            if let Some(exception) = exception {
                *tally.exceptions.entry(exception).or_default() += 1;
            }
        }
    }
    match lines.next() {
        Some(line) => Err(format!("not decoded: {line:?}")),
        None => Ok(tally),
    }
}

fn same_loss(ring: &Ring<'_>, line: Option<&Line>) -> Result<(), String> {
    let same = line.is_some_and(|line| {
        line.kind == "lost"
            && line.ring == ring.index()
            && line.words.is_some_and(|words| u64::try_from(words) == Ok(ring.lost_words()))
    });
    if same {
        Ok(())
    } else {
        Err(format!("lost {} words, the oracle says {line:?}", ring.lost_words()))
    }
}

/// Whether line and event are the same: entirely, or but for an exception that has a name.
fn verdict(
    line: &Line,
    ring: u32,
    event: &Event<'_>,
    names: &Names<'_>,
    release: Release,
) -> Result<Option<(ExceptionKind, Option<u16>)>, ()> {
    let mut exception = None;
    let name = line.name.as_deref();
    let user_name =
        |index| names.name(index).map(|name| name.as_bytes().to_vec()) == line.user_name();
    let signed = || line.value.as_ref().and_then(serde_json::Number::as_i64);
    let (kind, id, rest) = match event.kind {
        Kind::Begin { phase } | Kind::End { phase } => {
            let ours = release.phase_name(phase);
            if name.is_none() && ours.is_some() {
                exception = Some((ExceptionKind::UnnamedPhase, Some(phase)));
            }
            let kind = if matches!(event.kind, Kind::Begin { .. }) { "begin" } else { "end" };
            (kind, Some(phase), ours.is_some() && (exception.is_some() || name == ours))
        }
        Kind::Counter { counter, value } => {
            let ours = release.counter_name(counter);
            let theirs = line.value.as_ref().and_then(serde_json::Number::as_u64);
            (
                "counter",
                Some(counter),
                ours.is_some() && name == ours && value.is_some() && value == theirs,
            )
        }
        Kind::Alloc { buckets } => (
            "alloc",
            None,
            line.buckets.as_ref().is_some_and(|theirs| buckets.iter().eq(theirs.iter().copied())),
        ),
        Kind::Lifecycle { lifecycle, value } => {
            let ours = release.lifecycle_name(lifecycle);
            let theirs = line.data.as_ref().and_then(serde_json::Value::as_i64);
            // Of ring_stop, which has no payload, the library passes on 0 since 5.3.
            let same = value == theirs
                || (ours == Some("ring_stop") && value.is_none() && theirs == Some(0));
            ("lifecycle", Some(lifecycle), ours.is_some() && name == ours && same)
        }
        Kind::Unit { index } => ("unit", Some(index), user_name(index)),
        Kind::SpanBegin { index } => ("span_begin", Some(index), user_name(index)),
        Kind::SpanEnd { index } => ("span_end", Some(index), user_name(index)),
        Kind::Int { index, value } => {
            if value.is_none() && signed().is_some() {
                exception = Some((ExceptionKind::StaleValue, None));
            }
            ("int", Some(index), user_name(index) && (exception.is_some() || value == signed()))
        }
        Kind::Custom { index, data } => {
            let same = data.is_some() && data == line.custom_data().as_deref();
            ("custom", Some(index), user_name(index) && same)
        }
        _ => return Err(()),
    };
    let place = line.ring == ring && line.timestamp_ns == Some(event.timestamp_ns);
    if rest && place && line.kind == kind && line.id == id { Ok(exception) } else { Err(()) }
}
