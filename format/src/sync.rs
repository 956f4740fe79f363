//! Atomic cells and fences: the one place that names an atomic type or a memory order.
//!
//! Each store and fence whose order matters is given the letter of its [`Step`] in the table of
//! SPEC.md, section "Order of loads and stores". Under `--cfg loom` the cells are loom's, and a
//! test can leave one step out to show that it is needed; an ordinary build has no trace of that.

#[cfg(not(loom))]
pub(crate) use core::sync::atomic::{AtomicU64, Ordering, fence};

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU64, Ordering, fence};

/// One 64-bit word of memory that others may write or read meanwhile.
///
/// It is 8 bytes at a multiple of 8, and is always loaded and stored as a whole (clauses
/// order.access and live.access).
pub type Cell = AtomicU64;

/// A step of the ordering table of SPEC.md that others rely on.
///
/// The table has more steps; these are the ones that fail without their fence, order or check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A producer withdraws an earlier session before it writes (clause producer.reuse).
    A,
    /// A producer publishes the file header (clause order.header).
    B,
    /// A producer moves head past whole items (clause order.head).
    C,
    /// A producer keeps the overwriting after C (clause order.evict).
    D,
    /// A producer publishes padding (clause order.publish).
    F,
    /// A producer publishes an event (clause order.publish).
    H,
    /// A consumer keeps the other words of the file header after the data offset (clause
    /// live.ready).
    Q,
    /// A consumer keeps the words of items after tail (clause live.copy).
    T,
    /// A consumer keeps head and tail after the words of items (clause live.recheck).
    V,
    /// A consumer looks at head and tail again (clause live.recheck).
    W,
    /// A consumer keeps the second load of tail after head (clause live.tail-below-head).
    X,
    /// A consumer looks at tail again (clauses live.tail-below-head and live.restart).
    Y,
}

/// Loads a cell. Nothing is ordered by it.
pub(crate) fn load(cell: &Cell) -> u64 {
    #[cfg(feature = "adversary")]
    crate::adversary::act();
    cell.load(Ordering::Relaxed)
}

/// Stores to a cell. Nothing is ordered by it.
pub(crate) fn store(cell: &Cell, value: u64) {
    cell.store(value, Ordering::Relaxed);
}

/// Stores to a cell what makes earlier stores visible to whoever sees it.
pub(crate) fn store_release(cell: &Cell, value: u64, step: Step) {
    cell.store(value, if takes(step) { Ordering::Release } else { Ordering::Relaxed });
}

/// Keeps later stores after earlier loads and stores.
pub(crate) fn release_fence(step: Step) {
    if takes(step) {
        fence(Ordering::Release);
    }
}

/// Keeps later loads after earlier loads: step Q, T, V or X of a consumer.
///
/// A fence and not an acquiring load, because only relaxed loads are defined on memory that is
/// mapped read-only.
pub fn acquire_fence(step: Step) {
    if takes(step) {
        fence(Ordering::Acquire);
    }
}

/// Whether `step` is taken: always, but for a model that leaves it out.
#[cfg(not(loom))]
pub(crate) const fn takes(_: Step) -> bool {
    true
}

#[cfg(loom)]
pub(crate) use left_out::takes;

#[cfg(loom)]
pub use left_out::leave_out;

#[cfg(loom)]
mod left_out {
    extern crate std;

    use core::cell::Cell;

    use super::Step;

    std::thread_local! {
        // Loom runs the threads of a model as coroutines of one real thread.
        static LEFT_OUT: Cell<Option<Step>> = const { Cell::new(None) };
    }

    /// From now on, models of this real thread do without `step`.
    pub fn leave_out(step: Option<Step>) {
        LEFT_OUT.set(step);
    }

    pub(crate) fn takes(step: Step) -> bool {
        LEFT_OUT.get() != Some(step)
    }
}
