//! What a producer has written, item by item, and whether what a consumer made of it adds up.

use eventring_conformance::record::Record;

/// An event as it was written.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// Its position, in words.
    pub(crate) start: u64,
    /// The position after it.
    pub(crate) end: u64,
    pub(crate) record: Record<'static>,
}

/// What a consumer was given of a ring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) events: u64,
    pub(crate) event_words: u64,
    pub(crate) padding_words: u64,
    pub(crate) lost_words: u64,
}

impl Account {
    pub(crate) const fn add(&mut self, other: Self) {
        self.events += other.events;
        self.event_words += other.event_words;
        self.padding_words += other.padding_words;
        self.lost_words += other.lost_words;
    }
}

/// Follows the records of one ring through what was written to it. Each event has to be the next one, lost words have
/// to end where an item begins, and at the end nothing may be left: every word is accounted for.
pub(crate) fn explain<'r>(
    written: &[Written],
    records: impl IntoIterator<Item = &'r Record<'r>>,
) -> Result<Account, String> {
    // A consumer does not say when it skips padding, so there can be two places where it may be.
    let mut places = vec![Place::default()];
    for record in records {
        let here: Vec<Place> =
            places.iter().flat_map(|place| place.with_padding(written)).collect();
        let next = |place: &Place| match record {
            Record::Lost { words, .. } => place.after_loss(*words, written),
            event => place.after_event(event, written),
        };
        places = here.iter().filter_map(next).collect();
        places.dedup();
        if places.is_empty() {
            let expected = here.first().map(|place| (place.at, written.get(place.next)));
            return Err(format!("{record:?} does not fit where {expected:?} comes next"));
        }
    }
    let at_end = places.iter().find(|place| place.next == written.len());
    at_end.map(|place| place.account).ok_or_else(|| {
        let expected = places.first().map(|place| (place.at, written.get(place.next)));
        format!("nothing more where {expected:?} comes next")
    })
}

/// An error if [`explain`] is content with records that are not those of `written`.
pub(crate) fn explain_can_fail<'r>(
    written: &[Written],
    records: &[&'r Record<'r>],
) -> Result<(), String> {
    let [others @ .., last] = records else { return Ok(()) };
    let once_more = records.iter().chain([last]).copied();
    let mut changed = vec![explain(written, others.iter().copied()), explain(written, once_more)];
    if let [Record::Lost { ring, words }, rest @ ..] = records {
        for words in [words - 1, words + 1] {
            let lost = Record::Lost { ring: *ring, words };
            changed.push(explain(written, [&lost].into_iter().chain(rest.iter().copied())));
        }
    }
    match changed.iter().find_map(|outcome| outcome.as_ref().ok()) {
        Some(account) => Err(format!("changed records explain the ring too: {account:?}")),
        None => Ok(()),
    }
}

/// Where a consumer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    at: u64,
    /// Which event comes next; between `at` and its start is nothing but padding.
    next: usize,
    account: Account,
}

impl Place {
    /// Here, and after padding if there is some.
    fn with_padding(&self, written: &[Written]) -> impl Iterator<Item = Self> {
        let start = written.get(self.next).map_or(self.at, |next| next.start);
        let mut after = Self { at: start, ..*self };
        after.account.padding_words += start - self.at;
        [Some(*self), (after.at != self.at).then_some(after)].into_iter().flatten()
    }

    fn after_event(&self, record: &Record<'_>, written: &[Written]) -> Option<Self> {
        let event = written.get(self.next)?;
        if event.start != self.at || event.record != *record {
            return None;
        }
        let mut after = Self { at: event.end, next: self.next + 1, ..*self };
        after.account.events += 1;
        after.account.event_words += event.end - event.start;
        Some(after)
    }

    fn after_loss(&self, words: u64, written: &[Written]) -> Option<Self> {
        let at = self.at + words;
        let passed = written.get(self.next..)?.partition_point(|event| event.end <= at);
        let next = self.next + passed;
        // The end of one event, or the start of another, which has padding before it.
        let ends =
            next.checked_sub(1).and_then(|before| written.get(before)).is_some_and(|b| b.end == at);
        let starts = written.get(next).is_some_and(|event| event.start == at);
        let mut after = Self { at, next, ..*self };
        after.account.lost_words += words;
        (ends || starts).then_some(after)
    }
}
