//! The Common Trace Format, version 1.8: what babeltrace2 and Trace Compass read.
//!
//! A trace is a folder with a description of it, and one stream of packets for each ring: times in a stream must not go
//! back, which between rings nobody can promise.

mod packet;

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::encoder::Marks;
use super::json::{Details, write_json};
use super::timeline::{Gap, Label, Link, Mark, Number, Track, TrackKind, What};
use packet::Packet;

/// A trace on its way into a folder.
#[derive(Debug)]
pub struct CtfFolder {
    folder: PathBuf,
    streams: BTreeMap<u32, Stream>,
    /// Tracks that were told since the last mark: they have no time of their own, and go where that is.
    news: Vec<News>,
}

/// What a track is, until a mark comes.
#[derive(Debug)]
struct News {
    track: u64,
    parent: u64,
    kind: &'static str,
    name: String,
    process_id: u32,
    unit: &'static str,
}

/// The stream of a ring.
#[derive(Debug)]
struct Stream {
    packet: Packet,
    /// Whether a packet of it was written already.
    is_begun: bool,
}

/// The events, by the numbers that the description gives them.
mod id {
    pub(super) const TRACK: u8 = 0;
    pub(super) const BEGIN: u8 = 1;
    pub(super) const END: u8 = 2;
    pub(super) const INSTANT: u8 = 3;
    pub(super) const COUNTER: u8 = 4;
    pub(super) const COUNTER_SIGNED: u8 = 5;
    pub(super) const LOST: u8 = 6;
    pub(super) const PAUSED: u8 = 7;
}

/// The description, the same for every trace.
const METADATA: &str = include_str!("ctf/metadata");
/// A packet is written once it has so many bytes.
const PACKET_BYTES: usize = 64 * 1024;

impl CtfFolder {
    /// Makes the folder, which must not be there or be empty, and describes the trace.
    ///
    /// # Errors
    ///
    /// It cannot be made, is not empty, or cannot be written to.
    pub fn create(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        if fs::read_dir(folder)?.next().is_some() {
            return Err(io::Error::new(
                io::ErrorKind::DirectoryNotEmpty,
                "the folder is not empty",
            ));
        }
        File::create(folder.join("metadata"))?.write_all(METADATA.as_bytes())?;
        Ok(Self { folder: folder.to_owned(), streams: BTreeMap::new(), news: Vec::new() })
    }

    /// An event of the stream of a ring; what its fields are is up to `fill`.
    fn event(&mut self, mark: &Mark<'_>, id: u8, fill: impl FnOnce(&mut Packet)) -> io::Result<()> {
        let stream = self
            .streams
            .entry(mark.ring)
            .or_insert_with(|| Stream { packet: Packet::new(mark.ring), is_begun: false });
        for news in self.news.drain(..) {
            stream.packet.event(mark.timestamp_ns, id::TRACK);
            news.fill(&mut stream.packet);
        }
        stream.packet.event(mark.timestamp_ns, id);
        stream.packet.u64(mark.track.0);
        fill(&mut stream.packet);
        if stream.packet.len() >= PACKET_BYTES {
            stream.write(&self.folder, mark.ring)?;
        }
        Ok(())
    }

    fn labelled(&mut self, mark: &Mark<'_>, id: u8, label: &Label<'_>) -> io::Result<()> {
        self.event(mark, id, |packet| fill_label(packet, label))
    }

    fn write_all(&mut self) -> io::Result<()> {
        let Self { folder, streams, .. } = self;
        streams.iter_mut().try_for_each(|(ring, stream)| stream.write(folder, *ring))
    }
}

impl Marks for CtfFolder {
    fn track(&mut self, track: &Track<'_>) -> io::Result<()> {
        let (mut process_id, mut unit) = (0, "");
        match track.kind {
            TrackKind::Process { process_id: id } => process_id = id.unwrap_or(0),
            TrackKind::Counter { unit: name } => unit = name.unwrap_or_default(),
            _ => {}
        }
        self.news.push(News {
            track: track.id.0,
            parent: track.parent.map_or(0, |parent| parent.0),
            kind: track.kind.name(),
            name: track.name.to_owned(),
            process_id,
            unit,
        });
        Ok(())
    }

    fn mark(&mut self, mark: &Mark<'_>) -> io::Result<()> {
        match mark.what {
            What::Begin(label) => self.labelled(mark, id::BEGIN, &label),
            What::End(label) => self.labelled(mark, id::END, &label),
            What::Instant(label) => self.labelled(mark, id::INSTANT, &label),
            What::Counter(Number::Unsigned(value)) => {
                self.event(mark, id::COUNTER, |packet| packet.u64(value))
            }
            What::Counter(Number::Signed(value)) => {
                self.event(mark, id::COUNTER_SIGNED, |packet| packet.u64(value.cast_unsigned()))
            }
            What::Gap { since_ns, cause: Gap::Lost { words } } => {
                self.event(mark, id::LOST, |packet| {
                    packet.u64(since_ns.unwrap_or(0));
                    packet.u64(words);
                })
            }
            What::Gap { since_ns, cause: Gap::Paused } => {
                self.event(mark, id::PAUSED, |packet| packet.u64(since_ns.unwrap_or(0)))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_all()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.write_all()
    }
}

impl News {
    fn fill(&self, packet: &mut Packet) {
        packet.u64(self.track);
        packet.u64(self.parent);
        packet.text(self.kind);
        packet.text(&self.name);
        packet.u32(self.process_id);
        packet.text(self.unit);
    }
}

impl Stream {
    /// Writes the packet, if there is anything in it, and begins the next. The file is not kept open: there can be more
    /// rings than a process may open files.
    fn write(&mut self, folder: &Path, ring: u32) -> io::Result<()> {
        let Some(bytes) = self.packet.close() else { return Ok(()) };
        let path = folder.join(format!("ring_{ring}"));
        let mut options = OpenOptions::new();
        let options = options.append(true).create_new(!self.is_begun);
        options.open(path)?.write_all(bytes)?;
        self.is_begun = true;
        self.packet.next();
        Ok(())
    }
}

fn fill_label(packet: &mut Packet, label: &Label<'_>) {
    packet.text(label.category.name());
    packet.text(label.name);
    let (out, r#in) = match label.link {
        Some(Link::Out(number)) => (number, 0),
        Some(Link::In(number)) => (0, number),
        None => (0, 0),
    };
    packet.u64(out);
    packet.u64(r#in);
    let mut details = Vec::new();
    if !label.details.is_empty() {
        write_json(&Details(label.details), &mut details);
    }
    packet.bytes(&details);
}
