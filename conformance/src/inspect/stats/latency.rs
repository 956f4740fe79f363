//! Lengths of time, many of them: how many, how long in all, and how they are distributed.

use hdrhistogram::Histogram;
use schemars::JsonSchema;
use serde::Serialize;

/// Three digits: a percentile is right within a thousandth.
const DIGITS: u8 = 3;

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
    /// Without percentiles, which are what takes memory.
    pub(super) fn bounds_only() -> Self {
        Self { has_no_percentiles: true, ..Self::default() }
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

    pub(super) fn join(&mut self, other: &Self) {
        let (Some(theirs), 1..) = (&other.histogram, other.count) else { return };
        if self.count == 0 {
            return *self = other.clone();
        }
        self.count += other.count;
        self.total_ns = self.total_ns.saturating_add(other.total_ns);
        self.least_ns = self.least_ns.min(other.least_ns);
        self.most_ns = self.most_ns.max(other.most_ns);
        if let Some(ours) = &mut self.histogram {
            // It grows, so there is nothing that it cannot take.
            let _ = ours.add(theirs);
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
        let mut bounds = Gathered::bounds_only();
        [7, 3, 5].into_iter().for_each(|length_ns| bounds.add(length_ns));
        let all = bounds.lengths();
        assert_eq!((all.count, all.total_ns, all.min_ns, all.max_ns), (3, 15, Some(3), Some(7)));
        assert_eq!([all.p50_ns, all.p90_ns, all.p99_ns, all.p999_ns], [None; 4]);
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
