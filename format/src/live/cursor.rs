//! Where a reader is in one ring, and what it found there so far.

/// A reader's position in one ring, and its counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub(super) position: u64,
    /// The highest head and tail seen; either going back is a restart.
    pub(super) head: u64,
    pub(super) tail: u64,
    /// Items below this position are passed over after laps that came too close together.
    pub(super) skip_to: u64,
    /// Where reading went on after the latest lap.
    pub(super) resumed_at: Option<u64>,
    /// Lost words that have not been reported.
    pub(super) unreported: u64,
    pub(super) is_over: bool,
    pub(super) counts: Counts,
}

/// What was found in a ring: its three kinds of words add up to the cursor's position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Events delivered.
    pub events: u64,
    /// Their words.
    pub event_words: u64,
    /// Words of padding between them.
    pub padding_words: u64,
    /// Words that were evicted before they were read, or skipped after a lap, padding among them
    /// (clause live.lost).
    pub lost_words: u64,
}

impl Cursor {
    /// The start of a ring.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            position: 0,
            head: 0,
            tail: 0,
            skip_to: 0,
            resumed_at: None,
            unreported: 0,
            is_over: false,
            counts: Counts { events: 0, event_words: 0, padding_words: 0, lost_words: 0 },
        }
    }

    /// The position after the last item that was delivered, skipped or lost.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// What was found so far.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Whether a fault has ended the ring (clause fault.framing).
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Goes on at `position`; what lies before it is lost.
    pub(super) const fn lose_to(&mut self, position: u64) {
        // Called only with positions above the present one, and the sums are below 2^64 because
        // they are parts of a position.
        let words = position.wrapping_sub(self.position);
        self.unreported = self.unreported.wrapping_add(words);
        self.counts.lost_words = self.counts.lost_words.wrapping_add(words);
        self.position = position;
    }
}

impl Default for Cursor {
    fn default() -> Self {
        Self::new()
    }
}
