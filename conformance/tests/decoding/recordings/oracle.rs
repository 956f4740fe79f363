//! The lines of an oracle, as `spec/recordings/README.md` describes them.
use serde::Deserialize;

/// One line: an event, or `lost`. A member that no line has is refused, so that nothing goes by unlooked at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) kind: String,
    pub(crate) ring: u32,
    #[serde(rename = "ts")]
    pub(crate) timestamp_ns: Option<u64>,
    pub(crate) id: Option<u16>,
    pub(crate) name: Option<String>,
    name_hex: Option<String>,
    /// Of a counter or an int.
    pub(crate) value: Option<serde_json::Number>,
    /// A number of a lifecycle event, hex of a custom event.
    pub(crate) data: Option<serde_json::Value>,
    pub(crate) buckets: Option<Vec<u64>>,
    /// Lost words, or those of a custom event's payload.
    pub(crate) words: Option<i64>,
    payload: Option<String>,
    len: Option<usize>,
}

/// The last line: how the poll ended.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Poll {
    kind: String,
    status: i32,
    #[serde(rename = "consumed")]
    _consumed: u64,
}

/// All lines but the last, and the status of the poll.
pub(crate) fn parse(text: &str) -> Result<(Vec<Line>, i32), String> {
    let (events, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", text));
    let poll: Poll = serde_json::from_str(last).map_err(|e| format!("{last}: {e}"))?;
    if poll.kind != "poll" {
        return Err(format!("the oracle's last line is {last}"));
    }
    let lines = events.lines();
    let lines = lines.map(|line| serde_json::from_str(line).map_err(|e| format!("{line}: {e}")));
    Ok((lines.collect::<Result<_, _>>()?, poll.status))
}

impl Line {
    /// The bytes of a user event's name.
    pub(crate) fn user_name(&self) -> Option<Vec<u8>> {
        match (&self.name, &self.name_hex) {
            (Some(text), None) => Some(text.as_bytes().to_vec()),
            (None, Some(hex)) => unhex(hex),
            _ => None,
        }
    }

    /// The bytes that OCaml's library gives to a program's decoder; they must be the start of the payload.
    pub(crate) fn custom_data(&self) -> Option<Vec<u8>> {
        let data = unhex(self.data.as_ref()?.as_str()?)?;
        let payload = unhex(self.payload.as_ref()?)?;
        let words = usize::try_from(self.words?).ok()?;
        let sound = payload.len() == 8 * words
            && payload.starts_with(&data)
            && self.len == Some(data.len());
        sound.then_some(data)
    }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}
