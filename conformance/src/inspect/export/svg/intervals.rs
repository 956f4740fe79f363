//! Intervals of time, as many as can be seen apart.

/// Intervals in the order of time. When there are too many, those that are closest to each other become one: a picture
/// has only so many points.
#[derive(Debug, Default)]
pub(super) struct Intervals {
    done: Vec<Interval>,
    open: Option<(u64, String)>,
    /// Intervals with less than this between them are one.
    resolution_ns: u64,
}

/// From the begin to the end, in nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) from_ns: u64,
    pub(super) to_ns: u64,
    /// What it is called, and how many it stands for.
    pub(super) name: String,
    pub(super) count: u64,
}

/// So many are kept.
const MOST: usize = 4096;

impl Intervals {
    pub(super) fn begin(&mut self, from_ns: u64, name: &str) {
        self.open = Some((from_ns, name.to_owned()));
    }

    pub(super) fn end(&mut self, to_ns: u64) {
        let Some((from_ns, name)) = self.open.take() else { return };
        self.add(Interval { from_ns, to_ns, name, count: 1 });
        while self.done.len() > MOST {
            self.resolution_ns = (2 * self.resolution_ns).max(1);
            let all = std::mem::take(&mut self.done);
            all.into_iter().for_each(|interval| self.add(interval));
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Interval> {
        self.done.iter()
    }

    fn add(&mut self, interval: Interval) {
        match self.done.last_mut() {
            Some(last) if interval.from_ns < last.to_ns.saturating_add(self.resolution_ns) => {
                last.to_ns = last.to_ns.max(interval.to_ns);
                last.count += interval.count;
            }
            _ => self.done.push(interval),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_never_too_many_and_none_is_forgotten() {
        for count in [0, 1, MOST as u64, MOST as u64 + 1, 100_000] {
            let mut intervals = Intervals::default();
            for at_ns in 0..count {
                intervals.begin(100 * at_ns, "name");
                intervals.end(100 * at_ns + 50);
            }
            let all: Vec<_> = intervals.iter().collect();
            assert!(all.len() <= MOST);
            assert_eq!(all.len() as u64 == count, count <= MOST as u64);
            assert_eq!(all.iter().map(|interval| interval.count).sum::<u64>(), count);
            assert!(all.windows(2).all(|pair| pair[0].to_ns < pair[1].from_ns));
            if let (Some(first), Some(last)) = (all.first(), all.last()) {
                assert_eq!((first.from_ns, last.to_ns), (0, 100 * (count - 1) + 50));
            }
        }
    }
}
