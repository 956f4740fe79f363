//! A packet of a stream, as the description has it.

/// What a packet begins with.
const MAGIC: u32 = 0xC1FC_1FC1;
/// Offsets of what is known when the packet ends.
const TIMESTAMP_BEGIN_AT: usize = 8;
const TIMESTAMP_END_AT: usize = 16;
const CONTENT_BITS_AT: usize = 24;
const PACKET_BITS_AT: usize = 32;
/// Header and context.
const HEADER_BYTES: usize = 44;

/// Times go no further: readers count them with a sign.
const LATEST_NS: u64 = i64::MAX as u64;

/// A packet that is being filled.
#[derive(Debug)]
pub(super) struct Packet {
    bytes: Vec<u8>,
    ring: u32,
    begin_ns: Option<u64>,
    end_ns: u64,
}

impl Packet {
    /// The first packet of a ring.
    pub(super) fn new(ring: u32) -> Self {
        let mut packet = Self { bytes: Vec::new(), ring, begin_ns: None, end_ns: 0 };
        packet.next();
        packet
    }

    /// The next packet of the ring: empty.
    pub(super) fn next(&mut self) {
        self.bytes.clear();
        self.begin_ns = None;
        self.u32(MAGIC);
        // Which stream: all are alike.
        self.u32(0);
        // What is known at the end.
        self.bytes.resize(HEADER_BYTES - 4, 0);
        self.u32(self.ring);
    }

    /// Bytes so far.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Begins an event. Times never go back, since a reader refuses a stream in which they do.
    pub(super) fn event(&mut self, timestamp_ns: u64, id: u8) {
        self.end_ns = self.end_ns.max(timestamp_ns.min(LATEST_NS));
        self.begin_ns.get_or_insert(self.end_ns);
        self.bytes.push(id);
        self.u64(self.end_ns);
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn u64(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// A text ends with a zero byte, so one inside of it is written as `\x00`.
    pub(super) fn bytes(&mut self, text: &[u8]) {
        for (place, part) in text.split(|byte| *byte == 0).enumerate() {
            if place > 0 {
                self.bytes.extend_from_slice(b"\\x00");
            }
            self.bytes.extend_from_slice(part);
        }
        self.bytes.push(0);
    }

    /// Ends it; nothing if there is no event in it.
    pub(super) fn close(&mut self) -> Option<&[u8]> {
        let begin_ns = self.begin_ns?;
        let bits = 8 * self.bytes.len() as u64;
        for (at, value) in [
            (TIMESTAMP_BEGIN_AT, begin_ns),
            (TIMESTAMP_END_AT, self.end_ns),
            (CONTENT_BITS_AT, bits),
            (PACKET_BITS_AT, bits),
        ] {
            self.bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        Some(&self.bytes)
    }
}
