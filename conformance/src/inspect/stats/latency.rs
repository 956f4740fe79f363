//! Lengths of time, many of them: how many, how long in all, and how they are distributed.

use hdrhistogram::Histogram;
use schemars::JsonSchema;
use serde::Serialize;

/// Three digits: a percentile is right within a thousandth.
const DIGITS: u8 = 3;

/// Of how many rings, or user events, percentiles are kept: those of one take up to half a megabyte, and a hostile file
/// has thousands of either.
const MOST_WITH_PERCENTILES: usize = 256;

/// How long some things took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Lengths {
    /// How many there were.
    pub count: u64,
    /// How long they took together.
    pub total_ns: u64,
    /// The shortest; nothing where there was none, and so below.
    pub min_ns: Option<u64>,
    /// Half of them were no longer than this, within a thousandth. Percentiles can be left out where there are lengths.
    pub p50_ns: Option<u64>,
    /// Nine of ten.
    pub p90_ns: Option<u64>,
    /// 99 of a hundred.
    pub p99_ns: Option<u64>,
    /// 999 of a thousand.
    pub p999_ns: Option<u64>,
    /// The longest.
    pub max_ns: Option<u64>,
}

/// Gathers lengths. Memory grows with the logarithm of the longest.
#[derive(Clone, Debug, Default)]
pub(super) struct Gathered {
    histogram: Option<Histogram<u64>>,
    has_no_percentiles: bool,
    count: u64,
    total_ns: u64,
    least_ns: u64,
    most_ns: u64,
}

impl Gathered {
    /// For the one at this place among its like. Beyond the first so many, it gathers no percentiles, which are what takes
    /// memory.
    pub(super) fn at_place(place: usize) -> Self {
        Self { has_no_percentiles: place >= MOST_WITH_PERCENTILES, ..Self::default() }
    }

    /// What was gathered; from here on it gathers anew.
    pub(super) fn take(&mut self) -> Self {
        let anew = Self { has_no_percentiles: self.has_no_percentiles, ..Self::default() };
        std::mem::replace(self, anew)
    }

    pub(super) fn add(&mut self, length_ns: u64) {
        if self.count == 0 {
            self.least_ns = length_ns;
        }
        self.count += 1;
        self.total_ns = self.total_ns.saturating_add(length_ns);
        self.least_ns = self.least_ns.min(length_ns);
        self.most_ns = self.most_ns.max(length_ns);
        if self.has_no_percentiles {
            return;
        }
        if self.histogram.is_none() {
            self.histogram = Histogram::new(DIGITS).ok();
        }
        if let Some(histogram) = &mut self.histogram {
            histogram.auto(true);
            // It grows to hold any length.
            let _ = histogram.record(length_ns);
        }
    }

    /// Takes in what another gathered. There are no percentiles of the whole where there are none of a part.
    pub(super) fn join(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        if self.count == 0 {
            return *self = other.clone();
        }
        self.count += other.count;
        self.total_ns = self.total_ns.saturating_add(other.total_ns);
        self.least_ns = self.least_ns.min(other.least_ns);
        self.most_ns = self.most_ns.max(other.most_ns);
        if let (Some(ours), Some(theirs)) = (&mut self.histogram, &other.histogram) {
            // It grows, so there is nothing that it cannot take.
            let _ = ours.add(theirs);
        } else {
            self.histogram = None;
            self.has_no_percentiles = true;
        }
    }

    pub(super) fn lengths(&self) -> Lengths {
        let histogram = self.histogram.as_ref();
        let is_any = self.count > 0;
        let at = |quantile| {
            let value = histogram.map(|histogram| histogram.value_at_quantile(quantile));
            // The bounds are exact, and no percentile is outside of them.
            value.map(|value| value.clamp(self.least_ns, self.most_ns))
        };
        Lengths {
            count: self.count,
            total_ns: self.total_ns,
            min_ns: is_any.then_some(self.least_ns),
            p50_ns: at(0.5),
            p90_ns: at(0.9),
            p99_ns: at(0.99),
            p999_ns: at(0.999),
            max_ns: is_any.then_some(self.most_ns),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lengths: impl IntoIterator<Item = u64>) -> Gathered {
        let mut gathered = Gathered::default();
        lengths.into_iter().for_each(|length_ns| gathered.add(length_ns));
        gathered
    }

    #[test]
    fn nothing_has_no_percentiles() {
        let none = Gathered::default().lengths();
        assert_eq!((none.count, none.total_ns, none.min_ns, none.max_ns), (0, 0, None, None));
        assert_eq!(none.p50_ns, None);
    }

    #[test]
    fn bounds_need_no_percentiles() {
        let mut bounds = Gathered::at_place(MOST_WITH_PERCENTILES);
        [7, 3, 5].into_iter().for_each(|length_ns| bounds.add(length_ns));
        let all = bounds.lengths();
        assert_eq!((all.count, all.total_ns, all.min_ns, all.max_ns), (3, 15, Some(3), Some(7)));
        assert_eq!([all.p50_ns, all.p90_ns, all.p99_ns, all.p999_ns], [None; 4]);
        let mut joined = of([2]);
        joined.join(&bounds);
        joined.add(9);
        let all = joined.lengths();
        assert_eq!((all.count, all.total_ns, all.min_ns, all.max_ns), (5, 26, Some(2), Some(9)));
        assert_eq!(all.p50_ns, None);
        assert_eq!(bounds.take().lengths().count, 3);
        bounds.add(1);
        assert_eq!((bounds.lengths().count, bounds.lengths().p50_ns), (1, None));
    }

    #[test]
    fn the_last_that_has_percentiles_has_them() {
        let mut last = Gathered::at_place(MOST_WITH_PERCENTILES - 1);
        last.add(7);
        assert_eq!(last.lengths().p50_ns, Some(7));
    }

    #[test]
    fn one_length_is_every_percentile() {
        for length_ns in [0, 1, 1023, 123_456_789, u64::MAX] {
            let one = of([length_ns]).lengths();
            assert_eq!([one.min_ns, one.p50_ns, one.p999_ns, one.max_ns], [Some(length_ns); 4]);
            assert_eq!((one.count, one.total_ns), (1, length_ns));
        }
    }

    #[test]
    fn percentiles_are_right_within_a_thousandth() {
        let all = of((1..=1_000_000).rev()).lengths();
        for (found, exact) in [
            (all.p50_ns, 500_000_u64),
            (all.p90_ns, 900_000),
            (all.p99_ns, 990_000),
            (all.p999_ns, 999_000),
        ] {
            assert!(found.unwrap().abs_diff(exact) * 1000 <= exact, "{found:?} {exact}");
        }
    }

    #[test]
    fn joined_is_gathered_together() {
        let mut joined = of([5, 1_000_000]);
        joined.join(&of([3, u64::MAX / 2]));
        joined.join(&Gathered::default());
        assert_eq!(joined.lengths(), of([3, 5, 1_000_000, u64::MAX / 2]).lengths());
        let mut empty = Gathered::default();
        empty.join(&joined);
        assert_eq!(empty.lengths(), joined.lengths());
    }
}
