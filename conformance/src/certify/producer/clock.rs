//! The clock of timestamps (clause time.unit), asked for without the crate `eventring`, whose own clock is under test.

use rustix::time::{ClockId, clock_gettime};

/// Nanoseconds of the monotonic clock, now.
pub(crate) fn now_ns() -> u64 {
    const SECOND_NS: u64 = 1_000_000_000;
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec.cast_unsigned().saturating_mul(SECOND_NS).saturating_add(now.tv_nsec.cast_unsigned())
}
