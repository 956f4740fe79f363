//! The messages of the full mode, version 1: one JSON object a line, in both directions.
//!
//! `conformance/adapters/PROTOCOL.md` describes them for people, `spec/schema/adapter-messages.json` for programs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The version of these messages. Members may be added within a version, and a unit ignores those that it does not know.
pub const VERSION: u32 = 1;

/// What the harness writes to the unit's standard input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Request<'a> {
    /// The number of the request, from 1, one more each time.
    pub seq: u64,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask<'a>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Ask<'a> {
    /// The first request: who are you?
    Start {
        /// The version of the messages.
        protocol: u32,
    },
    /// Decode a file.
    Decode {
        /// The file.
        file: &'a str,
        /// Its folder.
        dir: &'a str,
        /// The number in its name, which is that of no process.
        pid: u32,
        /// The release that wrote it, or null where the unit has to find out.
        release: Option<&'a str>,
        /// The most events to deliver, by one call of the unit's own interface. Only for units that declare
        /// `limits-events`.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<u64>,
    },
    /// Attach to a file that is being written. Only for units that declare `live`.
    Attach {
        /// The file.
        file: &'a str,
        /// Its folder.
        dir: &'a str,
        /// The number in its name, which can be that of no process.
        pid: u32,
    },
    /// Read what there is now, each ring at least once, without waiting for more.
    Poll {
        /// After so many events it is time to reply. Some more are no harm, none is lost: they come with the next poll.
        limit: u64,
    },
    /// Let go of the file.
    Detach {},
    /// Begin a session: the only one of this process.
    Open {
        /// The folder for its file.
        dir: &'a str,
        /// The release whose ids it uses: the first that the unit declares, or `none`.
        release: &'a str,
        /// How many rings there are to be. Only units that declare `geometry` have to follow.
        max_domains: u32,
        /// How many words each of them is to have; the same.
        ring_words: u64,
        /// Whether the file is to be kept at the end.
        preserve: bool,
    },
    /// Register a name.
    Register {
        /// Its bytes, in lower-case hex.
        name_hex: String,
        /// The kind of the events that will be written under it; `span_begin` stands for both ends of a span. The format
        /// does not ask for that, but some libraries want to know.
        kind: &'static str,
        /// So many times, each for an event index of its own.
        count: u32,
    },
    /// Write an event.
    Write(Event),
    /// Pause the recording.
    Pause,
    /// Go on with it.
    Resume,
    /// Fork. The child begins a session of its own in the same folder, writes a unit event into its ring 0, and exits
    /// without any word; its file is kept. Then the parent replies.
    Fork {
        /// The event index.
        id: u16,
    },
    /// The last request. There is no reply; the unit exits, a producer as one that ends.
    Stop,
}

/// An event that a producer is to write.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Event {
    /// The ring.
    pub ring: u32,
    /// The kind, by the word of the event record.
    pub kind: &'static str,
    /// The id: for user events the event index that `register` gave.
    pub id: u16,
    /// The value of a counter, 0 to 2^64-1, or of an int, signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Number>,
    /// The data of a custom event, in lower-case hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// So many times, one after the other.
    pub count: u32,
}

/// Whether events of this kind are user events, whose ids are event indices.
pub(crate) fn is_user(kind: &str) -> bool {
    !matches!(kind, "begin" | "end" | "counter")
}

/// A reply has the number of its request.
pub(in crate::certify) trait Numbered {
    /// What has to be in it besides that number, for people.
    const SHAPE: &'static str;

    /// That number.
    fn seq(&self) -> u64;
}

impl Numbered for Started {
    const SHAPE: &'static str = r#""protocol":1,"name":"..""#;

    fn seq(&self) -> u64 {
        self.seq
    }
}

impl Numbered for Decoded {
    const SHAPE: &'static str = r#""outcome":"decoded","records":[..]"#;

    fn seq(&self) -> u64 {
        self.seq
    }
}

impl Numbered for LiveReply {
    const SHAPE: &'static str = r#""outcome":"..","records":[..]"#;

    fn seq(&self) -> u64 {
        self.seq
    }
}

/// The reply to `start`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct Started {
    /// The number of the request.
    pub seq: u64,
    /// The version of the messages that the unit speaks.
    pub protocol: u32,
    /// What the unit is called.
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: Option<String>,
    /// Where the public can read about it.
    #[serde(default)]
    pub homepage: Option<String>,
    /// The releases whose runtime ids it can name.
    #[serde(default)]
    pub releases: Vec<String>,
    /// The options that it takes up, by their ids.
    #[serde(default)]
    pub options: Vec<String>,
}

/// The reply to `decode`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Decoded {
    /// The number of the request.
    pub seq: u64,
    /// How it ended.
    pub outcome: DecodeOutcome,
    /// The event records, in order of ring and position.
    #[serde(default)]
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    pub records: Vec<Box<RawValue>>,
    /// How many events the unit's own interface counts as delivered. Only of units that declare `counts-events`.
    #[serde(default)]
    pub delivered: Option<u64>,
    /// What a person should know; not judged.
    #[serde(default)]
    pub message: Option<String>,
}

/// How the decoding of a file ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DecodeOutcome {
    /// It was decoded to its end.
    Decoded,
    /// It, or a ring of it, cannot be read; a `refused` or `corrupt` record says why.
    Rejected,
    /// It is not ready yet.
    NotReady,
    /// The unit could not do it, for a reason that is not the file's. Counts as crashed.
    Failed,
}

/// The reply to `attach`, `poll` and `detach`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct LiveReply {
    /// The number of the request.
    pub seq: u64,
    /// How it ended.
    pub outcome: LiveOutcome,
    /// The event records of a poll: of each ring in order of position. Of an attach that is rejected: why.
    #[serde(default)]
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    pub records: Vec<Box<RawValue>>,
    /// What a person should know; not judged.
    #[serde(default)]
    pub message: Option<String>,
}

/// The reply to `open`, `register`, `write`, `pause`, `resume` and `fork`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct Done {
    /// The number of the request.
    pub seq: u64,
    /// What became of it.
    pub outcome: DoneOutcome,
    /// The event index of the name that was registered last.
    #[serde(default)]
    pub index: Option<u32>,
    /// To `open`, the number of the process that writes the file, to `fork`, that of the child.
    #[serde(default)]
    pub pid: Option<u32>,
    /// What a person should know; not judged.
    #[serde(default)]
    pub message: Option<String>,
}

/// What became of a file that is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LiveOutcome {
    /// `attach`: it is read from now on.
    Attached,
    /// `attach`: it is not ready, to be tried again later.
    NotReady,
    /// `attach`: it cannot be read; a `refused` record says why.
    Rejected,
    /// `poll`: more may come.
    Live,
    /// `poll`: no more can come: the session has ended, or another has taken its place.
    Over,
    /// `detach`: done.
    Detached,
    /// The unit could not do it, for a reason that is not the file's. Counts as crashed.
    Failed,
}

impl LiveOutcome {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Attached => "attached",
            Self::NotReady => "not-ready",
            Self::Rejected => "rejected",
            Self::Live => "live",
            Self::Over => "over",
            Self::Detached => "detached",
            Self::Failed => "failed",
        }
    }
}

/// What became of a request to a producer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DoneOutcome {
    /// It was done. Of an event while recording is paused: it was left out.
    #[default]
    Done,
    /// It was refused, and nothing was written.
    Refused,
    /// The unit could not do it, for a reason of its own. Counts as crashed.
    Failed,
}

impl Numbered for Done {
    const SHAPE: &'static str = r#""outcome":"done""#;

    fn seq(&self) -> u64 {
        self.seq
    }
}

/// All messages, for the schema.
#[derive(Debug, JsonSchema)]
#[expect(dead_code, reason = "only its schema is made")]
pub struct Messages<'a> {
    /// From the harness.
    request: Request<'a>,
    /// From the unit, to `start`.
    started: Started,
    /// From a consumer, to `decode`.
    decoded: Decoded,
    /// From the unit, to `attach`, `poll` and `detach`.
    live: LiveReply,
    /// From a producer, to all but `start` and `stop`.
    done: Done,
}
