//! The system's monotonic clock.

use rustix::time::{ClockId, clock_gettime};

use crate::writer::Clock;

/// The clock that OCaml uses too, so that the events of both can be told in one order
/// (clause time.unit).
#[derive(Clone, Copy, Debug, Default)]
pub struct MonotonicClock;

impl Clock for MonotonicClock {
    #[inline]
    fn now_ns(&mut self) -> u64 {
        let now = clock_gettime(ClockId::Monotonic);
        // Neither is ever negative, and the sum fits for 584 years of uptime.
        let seconds_ns = now.tv_sec.cast_unsigned().wrapping_mul(1_000_000_000);
        seconds_ns.wrapping_add(u64::try_from(now.tv_nsec).unwrap_or(0))
    }
}
