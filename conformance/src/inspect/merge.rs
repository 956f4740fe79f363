//! What several rings deliver in the order of timestamps, without holding more than one event of each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use crate::record::Record;

/// What a ring delivers: events, which have a time, and what stands between them.
pub(super) trait Timed {
    /// The timestamp in nanoseconds, if it is an event.
    fn timestamp_ns(&self) -> Option<u64>;
}

impl Timed for Record<'_> {
    fn timestamp_ns(&self) -> Option<u64> {
        match self {
            Self::Event(event) => Some(event.timestamp_ns),
            _ => None,
        }
    }
}

/// Visits what all `rings` deliver in the order of (timestamp, ring, position).
///
/// The order within a ring is kept whatever its timestamps say. What is no event comes just before the next event of its
/// ring, as `lost` does, or just after the last, as `corrupt`; where a ring has no such event, before all events.
///
/// # Errors
///
/// The first error of `visit`, which ends the visit.
pub(super) fn by_time<T: Timed, E>(
    rings: impl IntoIterator<Item: Iterator<Item = T>>,
    mut visit: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut lanes: Vec<_> = rings.into_iter().map(Lane::new).collect();
    let mut waiting = BinaryHeap::with_capacity(lanes.len());
    for (place, lane) in lanes.iter_mut().enumerate() {
        if let Some(timestamp_ns) = lane.advance(&mut visit)? {
            waiting.push(Reverse((timestamp_ns, place)));
        }
    }
    loop {
        let is_last = waiting.len() == 1;
        let Some(mut first) = waiting.peek_mut() else { return Ok(()) };
        let Reverse((_, place)) = *first;
        let lane = &mut lanes[place];
        lane.deliver(&mut visit)?;
        if is_last {
            // Where one ring is left, its order is that of all.
            return lane.records.try_for_each(visit);
        }
        match lane.advance(&mut visit)? {
            // The heap sorts the ring in again by its next event.
            Some(timestamp_ns) => *first = Reverse((timestamp_ns, place)),
            None => drop(PeekMut::pop(first)),
        }
    }
}

/// One ring: what it delivers next, held back until its turn.
struct Lane<I: Iterator> {
    records: I,
    held: Vec<I::Item>,
}

impl<I: Iterator<Item: Timed>> Lane<I> {
    fn new(records: I) -> Self {
        Self { records, held: Vec::with_capacity(2) }
    }

    /// Takes records up to the next event and holds them; its timestamp. What no event follows is visited at once.
    fn advance<E>(
        &mut self,
        visit: &mut impl FnMut(I::Item) -> Result<(), E>,
    ) -> Result<Option<u64>, E> {
        for record in self.records.by_ref() {
            let timestamp_ns = record.timestamp_ns();
            self.held.push(record);
            if timestamp_ns.is_some() {
                return Ok(timestamp_ns);
            }
        }
        self.deliver(visit)?;
        Ok(None)
    }

    fn deliver<E>(&mut self, visit: &mut impl FnMut(I::Item) -> Result<(), E>) -> Result<(), E> {
        self.held.drain(..).try_for_each(visit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Body, Corrupt, Event, Name};

    fn event(ring: u32, timestamp_ns: u64, id: u16) -> Record<'static> {
        Record::Event(Event { ring, timestamp_ns, body: Body::Unit { id, name: Name::None } })
    }

    fn lost(ring: u32) -> Record<'static> {
        Record::Lost { ring, words: 1 }
    }

    fn corrupt(ring: u32) -> Record<'static> {
        let (clause, message) = ("".into(), "".into());
        Record::Corrupt(Corrupt { ring, position: 0, offset_bytes: 0, clause, message })
    }

    fn merged(rings: Vec<Vec<Record<'static>>>) -> Vec<Record<'static>> {
        let mut all = Vec::new();
        by_time(rings.into_iter().map(Vec::into_iter), |record| {
            all.push(record);
            Ok::<(), ()>(())
        })
        .unwrap();
        all
    }

    #[test]
    fn ties_go_by_ring_and_then_position() {
        let zero = vec![event(0, 5, 0), event(0, 5, 1), event(0, 7, 2)];
        let one = vec![event(1, 4, 3), event(1, 5, 4), event(1, 6, 5)];
        let ids: Vec<u16> = merged(vec![zero, one])
            .iter()
            .map(|record| match record {
                Record::Event(Event { body: Body::Unit { id, .. }, .. }) => *id,
                _ => u16::MAX,
            })
            .collect();
        assert_eq!(ids, [3, 0, 1, 4, 5, 2]);
    }

    #[test]
    fn lost_and_corrupt_stay_with_their_ring_s_events() {
        let zero = vec![lost(0), event(0, 9, 0), corrupt(0)];
        let one = vec![event(1, 1, 1), lost(1), event(1, 10, 2)];
        let all = merged(vec![zero, one, vec![], vec![lost(3), corrupt(3)]]);
        let expected = [
            lost(3),
            corrupt(3),
            event(1, 1, 1),
            lost(0),
            event(0, 9, 0),
            corrupt(0),
            lost(1),
            event(1, 10, 2),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn a_clock_that_goes_back_does_not_reorder_a_ring() {
        let zero = vec![event(0, 9, 0), event(0, 2, 1)];
        let one = vec![event(1, 5, 2)];
        let all = merged(vec![zero, one]);
        assert_eq!(all, [event(1, 5, 2), event(0, 9, 0), event(0, 2, 1)]);
    }

    #[test]
    fn an_error_ends_the_visit() {
        let mut seen = 0;
        let rings = [vec![event(0, 1, 0), event(0, 2, 0)].into_iter()];
        let result = by_time(rings, |_| {
            seen += 1;
            Err(())
        });
        assert_eq!((result, seen), (Err(()), 1));
    }
}
