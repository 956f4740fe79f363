//! The writer and the reader: what was written is read, and what was read is written again.

use std::cell::Cell as Shared;
use std::num::NonZeroU32;

use arbitrary::{Result, Unstructured};
use eventring::reader::Snapshot;
use eventring::shared::{Cell, WritableView};
use eventring::writer::{Config, EventIndex, Session};

use crate::differential;
use crate::op::Op;

/// Whatever a producer writes,
///
/// * its rings hold the latest of it, each event at its position and with its time;
/// * the plain reader makes the same of the file;
/// * and where nothing was evicted, writing what was read gives the same bytes.
pub fn body(input: &[u8]) {
    // Choices do not fail where they run out.
    let _ = check(&mut Unstructured::new(input));
}

/// A table of names is a MiB, which takes its time; most sessions are of a release without.
const MOST_RINGS: u32 = 2;

fn check(choices: &mut Unstructured<'_>) -> Result<()> {
    let mut config: Config = choices.arbitrary()?;
    config.max_domains = config.max_domains.min(MOST_RINGS);
    let process_id = choices.int_in_range(1..=u32::MAX)?;
    let process_id = NonZeroU32::new(process_id).unwrap_or(NonZeroU32::MIN);
    let words = config.geometry().expect("a workable configuration").file_bytes() / 8;
    // What an earlier session left there means nothing.
    let left_over = if choices.ratio(1, 2)? { choices.arbitrary::<u64>()? } else { 0 };
    let memory: Vec<Cell> = (0..words).map(|_| Cell::new(left_over)).collect();
    let now = Shared::new(choices.int_in_range(0..=1 << 40)?);
    let clock = || now.get();
    let view = WritableView::new(&memory);
    let (mut session, first) =
        Session::create(view, &config, process_id, clock).expect("a workable configuration");
    let mut writers = vec![first];
    writers.extend((1..config.max_domains).filter_map(|ring| session.take_writer(ring, clock)));
    let mut names: Vec<EventIndex> = session.stamp().into_iter().collect();
    if config.has_names() {
        for _ in 0..choices.int_in_range(0..=3)? {
            let len = choices.int_in_range(1..=130)?;
            let name = choices.bytes(usize::min(len, choices.len()))?;
            // A name that is refused uses up no index; an empty one could not be told from none.
            if !name.is_empty() {
                names.extend(session.register(name));
            }
        }
    }
    // The positions, times and events of each ring, from those of `create` on.
    let mut written: Vec<Vec<(u64, u64, Op)>> = vec![Vec::new(); writers.len()];
    while !choices.is_empty() {
        now.set(now.get() + choices.int_in_range(0..=1 << 20)?);
        let ring = choices.choose_index(writers.len())?;
        let op = Op::any(choices, names.len())?;
        if op.write(&session, &names, &mut writers[ring]) {
            written[ring].push((writers[ring].tail() - op.words(), now.get(), op));
        }
    }
    let bytes = bytes(&memory);
    let snapshot = Snapshot::new(&bytes).expect("what was written can be read");
    for (ring, writer) in snapshot.rings().zip(&writers) {
        assert_eq!(ring.tail(), writer.tail());
        let is_first = |op: &Option<Op>| op.is_none() || *op == Some(Op::Unit(0));
        let events: Vec<_> = ring.events().map(|event| event.expect("no fault")).collect();
        let mut found = events
            .iter()
            .map(|event| (event.position, event.timestamp_ns, Op::of(event.kind)))
            // ring_start and the stamp, which `create` wrote before anything else.
            .skip_while(|(position, _, op)| {
                *position < 5
                    && is_first(op)
                    && ring.index() == 0
                    && *position + 2 <= first_own(&config)
            });
        let wanted = &written[ring.index() as usize];
        for (position, time, op) in wanted.iter().filter(|(at, ..)| *at >= ring.head()) {
            let found = found.next().expect("an event that was written");
            assert_eq!(found, (*position, *time, Some(op.clone())));
        }
        assert_eq!(found.next(), None);
    }
    differential::check(&bytes);
    if left_over == 0 && snapshot.rings().all(|ring| ring.head() == 0) {
        assert!(again(&snapshot, &config, process_id) == bytes, "the same bytes");
    }
    Ok(())
}

/// The position of the first event of ring 0 that `create` did not write.
fn first_own(config: &Config) -> u64 {
    if config.stamp && config.has_names() { 5 } else { 3 }
}

/// The file that comes of writing what a snapshot holds.
fn again(snapshot: &Snapshot<'_>, config: &Config, process_id: NonZeroU32) -> Vec<u8> {
    let memory: Vec<Cell> =
        (0..snapshot.geometry().file_bytes() / 8).map(|_| Cell::new(0)).collect();
    let first = snapshot.ring(0).and_then(|ring| ring.events().next());
    let now =
        Shared::new(first.and_then(std::result::Result::ok).map_or(0, |event| event.timestamp_ns));
    let clock = || now.get();
    let view = WritableView::new(&memory);
    let (mut session, first) =
        Session::create(view, config, process_id, clock).expect("a workable configuration");
    let mut names: Vec<EventIndex> = session.stamp().into_iter().collect();
    let registered = snapshot.names().iter().skip(names.len());
    for (_, name) in registered.filter(|(_, name)| !name.is_empty()) {
        names.push(session.register(name.as_bytes()).expect("a name that was registered"));
    }
    let mut first = Some(first);
    for ring in snapshot.rings() {
        let mut writer = first
            .take()
            .or_else(|| session.take_writer(ring.index(), clock))
            .expect("a writer for each ring");
        let skipped = if ring.index() == 0 { first_own(config) } else { 0 };
        let events = ring.events().flatten().filter(|event| event.position >= skipped);
        for event in events {
            now.set(event.timestamp_ns);
            let op = Op::of(event.kind).expect("an event that was written");
            assert!(op.write(&session, &names, &mut writer));
        }
    }
    bytes(&memory)
}

fn bytes(memory: &[Cell]) -> Vec<u8> {
    let load = |cell: &Cell| cell.load(std::sync::atomic::Ordering::Relaxed);
    memory.iter().flat_map(|cell| load(cell).to_ne_bytes()).collect()
}
