extern crate std;

use std::format;

use super::*;
use crate::reader::Snapshot;
use crate::sample::{Sample, SampleRing};
use crate::words::ByteOrder;

fn sample(names: bool) -> Sample {
    let ring = SampleRing::holding(16, 0, &[]);
    Sample { order: ByteOrder::Little, rings: std::vec![ring.clone(), ring], names }
}

fn with(index: usize, value: u64) -> Result<Geometry, Refusal> {
    let sample = sample(true);
    let mut header = sample.header();
    header[index] = value;
    Snapshot::new(&sample.bytes_with(&header)).map(|snapshot| *snapshot.geometry())
}

fn clause(index: usize, value: u64) -> &'static str {
    with(index, value).map_or_else(|refusal| refusal.clause(), |_| "accepted")
}

#[test]
fn a_right_header_is_accepted_in_both_orders() {
    for names in [false, true] {
        let mut sample = sample(names);
        let little = *Snapshot::new(&sample.bytes()).unwrap().geometry();
        sample.order = ByteOrder::Big;
        let bytes = sample.bytes();
        let big = Snapshot::new(&bytes).unwrap();
        assert_eq!(little, *big.geometry());
        assert_eq!(big.byte_order(), ByteOrder::Big);
        assert_eq!(little.max_domains(), 2);
        assert_eq!(little.ring_header_bytes(), 80);
        assert_eq!(little.headers_offset(), 64);
        assert_eq!(little.ring_words(), 16);
        assert_eq!(little.ring_bytes(), 128);
        assert_eq!(little.data_offset(), 64 + 160);
        assert_eq!(little.rings_end(), 64 + 160 + 256);
        assert_eq!(little.names_offset(), names.then_some(480));
        assert_eq!(little.file_bytes(), bytes.len() as u64);
    }
}

#[test]
fn every_header_word_at_its_bounds() {
    let accepted = "accepted";
    for (index, value, wanted) in [
        (0, 0, "header.version"),
        (0, 2, "header.version"),
        (0, u64::MAX, "header.version"),
        (1, 0, "header.max-domains"),
        (1, 1, accepted),
        (1, 3, "header.no-overlap"),
        (1, 4096, "header.no-overlap"),
        (1, 4097, "header.max-domains"),
        (1, 1 << 32 | 2, "header.max-domains"),
        (1, u64::MAX, "header.max-domains"),
        (2, 0, "header.ring-header-size"),
        (2, 8, "header.ring-header-size"),
        (2, 12, "header.ring-header-size"),
        (2, 15, "header.ring-header-size"),
        (2, 16, accepted),
        (2, 17, "header.ring-header-size"),
        (2, 24, accepted),
        (2, 88, "header.no-overlap"),
        (2, u64::MAX, "header.ring-header-size"),
        (2, u64::MAX - 7, "header.no-overflow"),
        (3, 0, "header.ring-size"),
        (3, 127, "header.ring-size"),
        (3, 1 << 63, "header.ring-size"),
        (4, 0, "header.ring-elements"),
        (4, 3, "header.ring-elements"),
        (4, 15, "header.ring-elements"),
        (4, 17, "header.ring-elements"),
        (4, 8, "header.ring-size"),
        (4, 1 << 61, "header.ring-size"),
        (4, 1 << 63, "header.ring-size"),
        (4, u64::MAX, "header.ring-elements"),
        (5, 0, "header.no-overlap"),
        (5, 63, "header.alignment"),
        (5, 72, "header.no-overlap"),
        (5, 480 + 128 * 8192, "header.ring-headers-in-file"),
        (5, u64::MAX, "header.alignment"),
        (5, u64::MAX - 7, "header.no-overflow"),
        (5, u64::MAX - 159, "header.no-overflow"),
        (5, u64::MAX - 167, "header.ring-headers-in-file"),
        (6, 0, "file.not-ready"),
        (6, 1, "header.alignment"),
        (6, 8, "header.no-overlap"),
        (6, 216, "header.no-overlap"),
        (6, 232, "header.no-overlap"),
        (6, 480 + 128 * 8192, accepted),
        (6, u64::MAX - 7, "header.no-overflow"),
        (7, 0, accepted),
        (7, 1, "header.alignment"),
        (7, 56, "header.no-overlap"),
        (7, 472, "header.no-overlap"),
        (7, 488, accepted),
        (7, u64::MAX - 7, "header.no-overflow"),
    ] {
        assert_eq!(clause(index, value), wanted, "word {index} = {value:#x}");
    }
}

#[test]
fn rings_whose_size_overflows_64_bits_are_refused() {
    let sample = sample(false);
    let mut header = sample.header();
    header[3] = 1 << 63;
    header[4] = 1 << 60;
    let refusal = Snapshot::new(&sample.bytes_with(&header)).unwrap_err();
    assert_eq!(refusal.clause(), "header.no-overflow");
    header[4] = 1 << 61; // 8 times this is 2^64.
    header[3] = 0;
    let refusal = Snapshot::new(&sample.bytes_with(&header)).unwrap_err();
    assert_eq!(refusal.clause(), "header.ring-size");
}

#[test]
fn short_and_unfinished_files() {
    let bytes = sample(false).bytes();
    let clause = |bytes: &[u8]| Snapshot::new(bytes).unwrap_err().clause();
    assert_eq!(clause(&[]), "file.not-ready");
    assert_eq!(clause(&bytes[..1]), "header.complete");
    assert_eq!(clause(&bytes[..63]), "header.complete");
    assert_eq!(clause(&bytes[..64]), "header.ring-headers-in-file");
    assert_eq!(clause(&bytes[..64 + 159]), "header.ring-headers-in-file");
    assert!(Snapshot::new(&bytes[..64 + 160]).is_ok());
    assert_eq!(clause(&[0; 63]), "header.complete");
    assert_eq!(clause(&[0; 64]), "file.not-ready");
    assert_eq!(clause(&[0; 68_000]), "file.not-ready");
    let mut unfinished = [0; 64];
    unfinished[0] = 1;
    unfinished[8] = 128;
    assert!(Snapshot::new(&unfinished).unwrap_err().is_not_ready());
    unfinished[63] = 1; // The data offset is still zero.
    assert!(Snapshot::new(&unfinished).unwrap_err().is_not_ready());
}

#[test]
fn a_name_offset_left_over_at_the_end_of_the_rings_means_no_names() {
    let sample = sample(false);
    let mut header = sample.header();
    header[7] = 480;
    let mut bytes = sample.bytes_with(&header);
    assert_eq!(Snapshot::new(&bytes).unwrap().geometry().names_offset(), None);
    bytes.push(0);
    let snapshot = Snapshot::new(&bytes).unwrap();
    assert_eq!(snapshot.geometry().names_offset(), Some(480));
    assert!(snapshot.names().is_empty());
}

#[test]
fn refusals_say_what_was_found_and_allowed() {
    let text = format!("{}", with(1, 4097).unwrap_err());
    assert_eq!(text, "max_domains 4097, must be 1 to 4096");
    let refusal = with(7, 472).unwrap_err();
    assert_eq!(format!("{refusal}"), "name table at offset 472, inside the rings which end at 480");
    assert_eq!(refusal.offset_bytes(), 56);
}
