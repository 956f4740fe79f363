//! A small real file with every bit that matters flipped, and cut at every place that matters: the commands come to an
//! end, do not panic, and print no more than the file can hold.

use std::io::{self, Write};

use eventring::reader::Snapshot;
use eventring_conformance::inspect::{
    Dump, FileInfo, Format, Info, Naming, Order, ReleaseChoice, Releases,
};

use crate::run::unpacked;

/// The recording: one ring in use, wrapped, with padding, names and every kind of user event.
const RECORDING: &str = "5.3/i386-custom-small.events.zst";

/// Its names.
const USED_NAMES: usize = 12;

/// The most that is printed for one word of the file, and for one ring: an event has at least two words, a name of 127
/// bytes with each escaped, and numbers; a ring has a `lost` and a `corrupt`.
const WORD_OUTPUT_BYTES: u64 = 512;
const RING_OUTPUT_BYTES: u64 = 1024;

/// Counts what is written.
struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Does what `dump` does in both forms and orders, and what `info` does where it is asked for; whether the file was
/// taken at all.
fn look(bytes: &[u8], with_info: bool) -> bool {
    let Ok(snapshot) = Snapshot::new(bytes) else { return false };
    let bound = bytes.len() as u64 / 8 * WORD_OUTPUT_BYTES
        + u64::from(snapshot.geometry().max_domains()) * RING_OUTPUT_BYTES;
    let releases = Releases::of(&snapshot, ReleaseChoice::default());
    let naming = Naming::new(releases.remaining(), snapshot.names());
    for (format, order) in [(Format::Text, Order::Ring), (Format::JsonLines, Order::Time)] {
        let mut out = Counter(0);
        let tally = Dump::new(&mut out, format).snapshot(&snapshot, &naming, order).unwrap();
        assert!(out.0 <= bound, "{} bytes for a file of {}", out.0, bytes.len());
        assert!(tally.events <= bytes.len() as u64 / 16);
    }
    if with_info {
        let file = FileInfo { what: "a file".to_owned(), bytes: bytes.len() as u64, data_bytes: 0 };
        let info = Info::new(&snapshot, file, releases);
        assert!(info.to_string().len() as u64 <= bound);
        assert!(serde_json::to_vec(&info).unwrap().len() as u64 <= bound);
    }
    true
}

/// Where the parts of the recording lie, in bytes.
struct Places {
    first_ring: usize,
    names: usize,
    /// The words of the live window.
    window: Vec<usize>,
}

impl Places {
    fn of(bytes: &[u8]) -> Self {
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        let ring_words = word(32);
        let (head, tail) = (word(64), word(72));
        assert!(head > 0 && head / ring_words != tail / ring_words, "the window wraps");
        let first_ring = word(48) as usize;
        let window = (head..tail)
            .map(|position| first_ring + 8 * (position % ring_words) as usize)
            .collect();
        Self { first_ring, names: word(56) as usize, window }
    }

    /// The words of the live window, and whether a word frames its item or says how to read it: the header, the
    /// timestamp, the first of the payload and the last, which may have a count byte.
    fn window_words(&self, bytes: &[u8]) -> Vec<(usize, bool)> {
        let mut words = Vec::new();
        while let Some(at) = self.window.get(words.len()) {
            let len = usize::from(u16::from_le_bytes([bytes[at + 6], bytes[at + 7]]) >> 6);
            assert!(len > 0, "the recording is sound");
            let item = &self.window[words.len()..][..len];
            words.extend((0..).zip(item).map(|(index, at)| (*at, index < 3 || index == len - 1)));
        }
        words
    }
}

fn flip_each_bit(bytes: &mut [u8], at: impl IntoIterator<Item = usize>) -> (u32, u32) {
    let (mut taken, mut refused) = (0, 0);
    for at in at {
        for bit in 0..8 {
            bytes[at] ^= 1 << bit;
            // The whole name table is counted by `info`, which is most of the time: once a byte is enough.
            if look(bytes, bit == 0) {
                taken += 1
            } else {
                refused += 1
            }
            bytes[at] ^= 1 << bit;
        }
    }
    (taken, refused)
}

#[test]
fn any_bit_of_the_headers_may_flip() {
    let mut bytes = unpacked(RECORDING);
    let (taken, refused) = flip_each_bit(&mut bytes, 0..64);
    assert!(taken > 0 && refused > 200, "{taken} taken, {refused} refused");
    // The ring in use, and the first words of one that is not.
    let (_, refused) = flip_each_bit(&mut bytes, 64..64 + 80 + 16);
    assert_eq!(refused, 0, "a ring header is never a reason to refuse the file");
}

#[test]
fn any_telling_bit_of_the_live_window_may_flip() {
    let mut bytes = unpacked(RECORDING);
    let places = Places::of(&bytes);
    let words = places.window_words(&bytes);
    let telling = words.iter().filter(|(_, telling)| *telling).flat_map(|(at, _)| *at..at + 8);
    assert_eq!(flip_each_bit(&mut bytes, telling).1, 0);
    // Of the rest of a long payload one byte is like another: one in each word is enough.
    let rest = words.iter().filter(|(_, telling)| !telling).map(|(at, _)| at + at / 8 % 8);
    assert_eq!(flip_each_bit(&mut bytes, rest).1, 0);
}

#[test]
fn any_bit_of_a_used_name_may_flip() {
    let mut bytes = unpacked(RECORDING);
    let places = Places::of(&bytes);
    let names = (0..USED_NAMES)
        .flat_map(|index| places.names + 128 * index..places.names + 128 * index + 24);
    assert_eq!(flip_each_bit(&mut bytes, names).1, 0);
    // Byte 127 means nothing, the one before it does.
    assert_eq!(flip_each_bit(&mut bytes, places.names + 126..places.names + 128).1, 0);
}

#[test]
fn a_file_may_be_cut_anywhere() {
    let bytes = unpacked(RECORDING);
    let places = Places::of(&bytes);
    let live = places.window[0];
    for edge in
        [0, 64, 64 + 80, places.first_ring, live, places.names, places.names + 128, bytes.len()]
    {
        for end in edge.saturating_sub(9)..=(edge + 9).min(bytes.len()) {
            assert_eq!(look(&bytes[..end], true), end >= places.first_ring, "cut at {end}");
        }
    }
}
