//! Time on the paper.

/// From nanoseconds to points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) first_ns: u64,
    pub(super) last_ns: u64,
    pub(super) left: f64,
    pub(super) width: f64,
}

impl Scale {
    /// The place of a time.
    pub(super) fn x(&self, at_ns: u64) -> f64 {
        let since_ns = at_ns.clamp(self.first_ns, self.last_ns) - self.first_ns;
        let all_ns = (self.last_ns - self.first_ns).max(1);
        self.left + self.width * (since_ns as f64 / all_ns as f64)
    }

    /// Times at which the axis has a line, with what stands there.
    pub(super) fn ticks(&self) -> Vec<(u64, String)> {
        let all_ns = self.last_ns - self.first_ns;
        let step_ns = step(all_ns / 8);
        let count = all_ns / step_ns;
        (0..=count).map(|tick| (self.first_ns + tick * step_ns, shown(tick * step_ns))).collect()
    }
}

/// The least of 1, 2, 5, 10, 20, ... that is not below this.
fn step(least_ns: u64) -> u64 {
    let mut ten: u64 = 1;
    loop {
        for factor in [1, 2, 5] {
            let step = ten.saturating_mul(factor);
            if step >= least_ns {
                return step;
            }
        }
        ten = ten.saturating_mul(10);
    }
}

/// A time after the first event.
pub(super) fn shown(after_ns: u64) -> String {
    let (unit, name) = match after_ns {
        0..1_000 => (1, "ns"),
        1_000..1_000_000 => (1_000, "us"),
        1_000_000..1_000_000_000 => (1_000_000, "ms"),
        _ => (1_000_000_000, "s"),
    };
    let (whole, rest) = (after_ns / unit, after_ns % unit * 1000 / unit);
    let text = format!("{whole}.{rest:03}");
    format!("{} {name}", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_time_is_on_the_paper() {
        for (first_ns, last_ns) in [(0, 0), (5, 5), (5, 6), (7, 1_000_007), (0, u64::MAX)] {
            let scale = Scale { first_ns, last_ns, left: 10.0, width: 100.0 };
            assert_eq!(scale.x(first_ns), 10.0);
            assert!(last_ns == first_ns || scale.x(last_ns) == 110.0);
            let ticks = scale.ticks();
            assert!((1..=12).contains(&ticks.len()) && ticks[0].0 == first_ns, "{ticks:?}");
            assert!(ticks.iter().all(|(at_ns, _)| (first_ns..=last_ns).contains(at_ns)));
        }
    }

    #[test]
    fn times_have_a_unit() {
        for (after_ns, text) in [
            (0, "0 ns"),
            (999, "999 ns"),
            (1_500, "1.5 us"),
            (20_000_000, "20 ms"),
            (61_000_000_000, "61 s"),
        ] {
            assert_eq!(shown(after_ns), text);
        }
    }
}
