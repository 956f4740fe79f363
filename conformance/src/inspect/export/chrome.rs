//! Chrome's JSON trace format, strict JSON: what `chrome://tracing`, Perfetto and speedscope open.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::value::RawValue;

use super::encoder::Encoder;
use super::json::{Details, write_json};
use super::timeline::{
    Detail, Label, Link, Mark, Track, TrackId, TrackKind, Value, What, gap_marks,
};

/// Writes the object form, `{"traceEvents":[...]}`. Each track is a thread of one process; a counter is one of the
/// process, named after its parent.
#[derive(Debug, Default)]
pub(super) struct Chrome {
    process_id: u32,
    /// The names of rings and counters, which events of counters repeat.
    names: HashMap<TrackId, String>,
    has_event: bool,
}

/// One event. Absent members are left out.
#[derive(Debug, Serialize)]
struct Event<'a> {
    ph: &'static str,
    pid: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    tid: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ts: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cat: Option<&'static str>,
    name: &'a str,
    /// Of a moment: its track alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<&'static str>,
    /// Of an arrow: which.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// Of an arrow's end: it points at the span around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    bp: Option<&'static str>,
    #[serde(skip_serializing_if = "Details::is_empty")]
    args: Details<'a>,
}

impl Encoder for Chrome {
    fn begin(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    }

    fn track(&mut self, track: &Track<'_>, out: &mut Vec<u8>) {
        let (name, tid) = match track.kind {
            TrackKind::Process { process_id } => {
                self.process_id = process_id.unwrap_or(0);
                ("process_name", None)
            }
            TrackKind::Counter { .. } => {
                let parent = track.parent.and_then(|parent| self.names.get(&parent));
                let name = parent.map_or_else(
                    || track.name.to_owned(),
                    |parent| format!("{parent}: {}", track.name),
                );
                self.names.insert(track.id, name);
                return;
            }
            TrackKind::Ring { .. } => {
                self.names.insert(track.id, track.name.to_owned());
                ("thread_name", Some(track.id.0))
            }
            TrackKind::Fiber | TrackKind::Context | TrackKind::Part | TrackKind::Group => {
                ("thread_name", Some(track.id.0))
            }
        };
        let details = [Detail { name: "name", value: Value::Text(track.name) }];
        let event = Event { tid, args: Details(&details), ..self.event("M", name) };
        self.write(&event, out);
        if let Some(tid) = tid {
            // In the order in which they were told, which is not that of names.
            let details = [Detail { name: "sort_index", value: Value::Number(tid.into()) }];
            let event = Event {
                tid: Some(tid),
                args: Details(&details),
                ..self.event("M", "thread_sort_index")
            };
            self.write(&event, out);
        }
    }

    fn mark(&mut self, mark: &Mark<'_>, out: &mut Vec<u8>) {
        let ts = microseconds(mark.timestamp_ns);
        let at = |event| Event { ts: Some(&ts), tid: Some(mark.track.0), ..event };
        match mark.what {
            What::Begin(label) => {
                self.write(&at(self.labelled("B", &label)), out);
                self.link(&at(self.event("", label.name)), &label, out);
            }
            What::End(label) => self.write(&at(self.labelled("E", &label)), out),
            What::Instant(label) => {
                self.write(&Event { s: Some("t"), ..at(self.labelled("i", &label)) }, out);
                self.link(&at(self.event("", label.name)), &label, out);
            }
            What::Counter(number) => {
                let details = [Detail { name: "value", value: Value::Number(number) }];
                let name = self.names.get(&mark.track).cloned().unwrap_or_default();
                let event =
                    Event { tid: None, args: Details(&details), ..at(self.event("C", &name)) };
                self.write(&event, out);
            }
            What::Gap { since_ns, cause } => {
                gap_marks(mark, since_ns, cause, |mark| self.mark(mark, out));
            }
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\n]}\n");
    }
}

impl Chrome {
    fn event<'a>(&self, ph: &'static str, name: &'a str) -> Event<'a> {
        Event {
            ph,
            pid: self.process_id,
            tid: None,
            ts: None,
            cat: None,
            name,
            s: None,
            id: None,
            bp: None,
            args: Details(&[]),
        }
    }

    fn labelled<'a>(&self, ph: &'static str, label: &Label<'a>) -> Event<'a> {
        let cat = Some(label.category.name());
        Event { cat, args: Details(label.details), ..self.event(ph, label.name) }
    }

    /// An arrow is an event of its own, at the same place.
    fn link(&mut self, at: &Event<'_>, label: &Label<'_>, out: &mut Vec<u8>) {
        let (ph, bp, number) = match label.link {
            Some(Link::Out(number)) => ("s", None, number),
            Some(Link::In(number)) => ("f", Some("e"), number),
            None => return,
        };
        let Event { pid, tid, ts, .. } = *at;
        let (cat, id) = (Some("link"), Some(number.to_string()));
        let event = Event { pid, tid, ts, cat, id, bp, ..self.event(ph, "link") };
        self.write(&event, out);
    }

    fn write(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(if self.has_event { b",\n" } else { b"\n" });
        self.has_event = true;
        write_json(event, out);
    }
}

/// The format counts microseconds. With all three decimals, so that no nanosecond is lost.
fn microseconds(timestamp_ns: u64) -> Box<RawValue> {
    let text = format!("{}.{:03}", timestamp_ns / 1000, timestamp_ns % 1000);
    RawValue::from_string(text).unwrap_or_else(|error| unreachable!("{error}"))
}
