//! An event as the words of an item: what is read back from them is the same event.

use eventring::event::{Event, Kind};
use eventring::item::ItemHeader;
use eventring::payload::custom_words;
use eventring::registry::{runtime_type, user_type};

/// Puts the words of `event` behind those in `words`, in the order of this machine.
///
/// An item that was too short for its type stays so. Words beyond what its type needs are left out, and the filler of
/// a custom event is zero, since neither means anything.
pub(super) fn encode(event: &Event<'_>, words: &mut Vec<u64>) {
    let start = words.len();
    words.extend([0, event.timestamp_ns]);
    let item = match event.kind {
        Kind::Begin { phase } => ItemHeader::new(false, runtime_type::BEGIN, phase),
        Kind::End { phase } => ItemHeader::new(false, runtime_type::END, phase),
        Kind::Counter { counter, value } => {
            words.extend(value);
            ItemHeader::new(false, runtime_type::COUNTER, counter)
        }
        Kind::Alloc { buckets } => {
            words.extend(buckets.iter());
            ItemHeader::new(false, runtime_type::ALLOC, 0)
        }
        Kind::Lifecycle { lifecycle, value } => {
            words.extend(value.map(i64::cast_unsigned));
            ItemHeader::new(false, runtime_type::LIFECYCLE, lifecycle)
        }
        Kind::Unit { index } => ItemHeader::new(true, user_type::UNIT, index),
        Kind::SpanBegin { index } => ItemHeader::new(true, user_type::SPAN_BEGIN, index),
        Kind::SpanEnd { index } => ItemHeader::new(true, user_type::SPAN_END, index),
        Kind::Int { index, value } => {
            words.extend(value.map(i64::cast_unsigned));
            ItemHeader::new(true, user_type::INT, index)
        }
        Kind::Custom { index, data } => {
            custom(data, words);
            ItemHeader::new(true, user_type::CUSTOM, index)
        }
        Kind::Unknown { user, kind, id, payload } => {
            words.extend(payload.iter());
            ItemHeader::new(user, kind, id)
        }
    };
    // An item came in with no more words than this.
    words[start] = item.with_length(words.len() - start).bits();
}

fn custom(data: Option<&[u8]>, words: &mut Vec<u64>) {
    let Some(data) = data else {
        // A count byte that points outside.
        return words.push(u64::from_ne_bytes([u8::MAX; 8]));
    };
    let mut bytes = vec![0; 8 * custom_words(data.len())];
    bytes[..data.len()].copy_from_slice(data);
    // How many bytes come after the data, itself not counted (clause custom.count).
    let count = bytes.len() - 1 - data.len();
    if let Some(last) = bytes.last_mut() {
        *last = u8::try_from(count).unwrap_or(u8::MAX); // At most 7.
    }
    words.extend(bytes.as_chunks().0.iter().map(|chunk| u64::from_ne_bytes(*chunk)));
}

#[cfg(test)]
mod tests {
    use eventring::reader::Snapshot;

    use super::*;

    /// A file with one ring of 2048 words that begins with these.
    fn file(words: &[u64]) -> Vec<u8> {
        let (ring_words, data) = (2048, 64 + 80);
        let mut file = vec![1, 1, 80, 8 * ring_words, ring_words, 64, data, 0];
        file.extend([0, words.len() as u64, 0, 0, 0, 0, 0, 0, 0, 0]);
        file.extend(words);
        file.resize((data / 8 + ring_words) as usize, 0);
        file.into_iter().flat_map(u64::to_ne_bytes).collect()
    }

    #[test]
    fn every_event_of_every_recording_is_read_back_the_same() {
        let mut events = 0;
        for name in ["5.3/gc-d1", "5.4/eio-basic", "5.3/domains-small", "5.0/alloc-instr"] {
            let path = eventring_spec::recordings::folder().join(format!("{name}.events.zst"));
            let bytes = zstd::stream::decode_all(&std::fs::read(path).unwrap()[..]).unwrap();
            let snapshot = Snapshot::new(&bytes).unwrap();
            for event in snapshot.rings().flat_map(|ring| ring.events()).take(2000) {
                let event = event.unwrap();
                let mut words = Vec::new();
                encode(&event, &mut words);
                let again = file(&words);
                let again = Snapshot::new(&again).unwrap();
                let again: Vec<_> = again.ring(0).unwrap().events().collect();
                assert_eq!(again, [Ok(Event { position: 0, ..event })]);
                events += 1;
            }
        }
        assert!(events > 1500, "{events}");
    }

    #[test]
    fn every_length_of_data_and_what_is_missing_is_read_back() {
        let mut kinds = vec![
            Kind::Counter { counter: 3, value: None },
            Kind::Counter { counter: 3, value: Some(u64::MAX) },
            Kind::Lifecycle { lifecycle: 4, value: None },
            Kind::Lifecycle { lifecycle: 4, value: Some(i64::MIN) },
            Kind::Int { index: 8191, value: None },
            Kind::Int { index: 8191, value: Some(-1) },
            Kind::Custom { index: 1, data: None },
        ];
        let data = [7; 1024];
        kinds.extend((0..=1024).map(|len| Kind::Custom { index: 1, data: Some(&data[..len]) }));
        for kind in kinds {
            let event = Event { position: 0, timestamp_ns: 5, kind };
            let mut words = vec![];
            encode(&event, &mut words);
            let file = file(&words);
            let again = Snapshot::new(&file).unwrap().ring(0).unwrap().events().next();
            assert_eq!(again, Some(Ok(event)));
        }
    }
}
