//! Shared views: 64-bit cells over memory that a producer may write while we look.
//!
//! A view is made by one of two constructors: safely from cells of this program, or from a pointer,
//! whose caller proves what is asked there. After that all is safe: a view hands out values, never
//! a reference into the memory, and everything that is read is taken by a relaxed load of 8 bytes
//! (clauses order.access and live.access). What is outside a view is `None`. Nothing here panics,
//! allocates or blocks.
//!
//! ```
//! use eventring::shared::{Cell, SharedView, WritableView};
//!
//! static MEMORY: [Cell; 16] = [const { Cell::new(0) }; 16];
//! let writable = WritableView::new(&MEMORY);
//! assert!(writable.store(15, 7));
//! assert_eq!(SharedView::new(&MEMORY).load(15), Some(7));
//! assert_eq!(writable.as_shared().load(16), None);
//! ```
#![cfg_attr(
    not(loom),
    expect(unsafe_code, reason = "memory that other processes write comes as a pointer")
)]

#[cfg(loom)]
pub use crate::sync::leave_out;
pub use crate::sync::{Cell, Step, acquire_fence};
use crate::sync::{load, store};

/// Memory that others may write, to be read.
#[derive(Clone, Copy)]
pub struct SharedView<'a> {
    cells: &'a [Cell],
}

impl<'a> SharedView<'a> {
    /// A view of cells of this program.
    #[must_use]
    pub const fn new(cells: &'a [Cell]) -> Self {
        Self { cells }
    }

    /// A view of `len_words` words from `start` on, such as a mapped file.
    ///
    /// The memory may be mapped read-only where pointers have 64 bits. Elsewhere it has to be
    /// mapped writable, since a processor may need a write to load 8 bytes at once.
    ///
    /// # Safety
    ///
    /// For all of `'a`,
    ///
    /// * `start` is not null and a multiple of 8, and the `8 * len_words` bytes from it on are
    ///   mapped, initialised, part of one allocation or mapping, and not more than `isize::MAX`;
    /// * this program accesses them in no other way than through views or as atomics of 8 bytes.
    ///
    /// What other processes do to the bytes does not matter; that a file is cut short under its
    /// mapping does, because then the bytes are no longer mapped.
    #[cfg(not(loom))]
    #[must_use]
    pub const unsafe fn from_ptr(start: *const u64, len_words: usize) -> Self {
        // SAFETY: an `AtomicU64` has the size and bit validity of a `u64` and the alignment 8
        // (its documentation), so the caller's first promise makes these valid, initialised cells
        // for all of 'a. It holds an `UnsafeCell`, so that a shared reference to it claims neither
        // that the bytes stay as they are nor that nobody else writes them; the second promise
        // leaves no access of this program that is not atomic and of the same size. A view of
        // this type only ever does relaxed loads, which are defined on read-only memory for sizes
        // up to that of a pointer (`core::sync::atomic`, "Atomic accesses to read-only memory").
        Self { cells: unsafe { core::slice::from_raw_parts(start.cast::<Cell>(), len_words) } }
    }

    /// Words in the view.
    #[must_use]
    pub const fn len_words(&self) -> usize {
        self.cells.len()
    }

    /// The word at `index`.
    #[must_use]
    pub fn load(&self, index: usize) -> Option<u64> {
        self.cells.get(index).map(load)
    }

    /// Copies the words from `start` on into all of `into`, one by one in rising order, and says
    /// whether they are all in the view; if not, nothing is copied.
    #[must_use]
    pub fn copy(&self, start: usize, into: &mut [u64]) -> bool {
        let cells = self.cells.get(start..).and_then(|cells| cells.get(..into.len()));
        let Some(cells) = cells else { return false };
        for (word, cell) in into.iter_mut().zip(cells) {
            *word = load(cell);
        }
        true
    }
}

impl core::fmt::Debug for SharedView<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SharedView").field("len_words", &self.len_words()).finish_non_exhaustive()
    }
}

/// Memory that others may read, to be written. To be its only writer is the caller's part.
#[derive(Clone, Copy)]
pub struct WritableView<'a> {
    cells: &'a [Cell],
}

impl<'a> WritableView<'a> {
    /// A view of cells of this program.
    #[must_use]
    pub const fn new(cells: &'a [Cell]) -> Self {
        Self { cells }
    }

    /// A view of `len_words` words from `start` on, such as a file mapped writable.
    ///
    /// # Safety
    ///
    /// As for [`SharedView::from_ptr`], and the memory is writable.
    #[cfg(not(loom))]
    #[must_use]
    pub const unsafe fn from_ptr(start: *mut u64, len_words: usize) -> Self {
        // SAFETY: as in `SharedView::from_ptr`; a store through a shared reference to a cell is
        // what its `UnsafeCell` is for, and the caller promises that the memory can be written.
        Self { cells: unsafe { core::slice::from_raw_parts(start.cast::<Cell>(), len_words) } }
    }

    /// Words in the view.
    #[must_use]
    pub const fn len_words(&self) -> usize {
        self.cells.len()
    }

    /// The same memory, to be read.
    #[must_use]
    pub const fn as_shared(&self) -> SharedView<'a> {
        SharedView { cells: self.cells }
    }

    /// Stores one word, ordered with nothing, and says whether it is in the view.
    #[must_use]
    pub fn store(&self, index: usize, word: u64) -> bool {
        self.cells.get(index).map(|cell| store(cell, word)).is_some()
    }

    /// The `len` cells from `start` on.
    pub(crate) fn cells(&self, start: usize, len: usize) -> Option<&'a [Cell]> {
        self.cells.get(start..)?.get(..len)
    }
}

impl core::fmt::Debug for WritableView<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("WritableView").field("len_words", &self.len_words()).finish_non_exhaustive()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    extern crate std;

    use super::*;

    #[test]
    fn what_is_outside_a_view_is_not_read_or_written() {
        let cells: [Cell; 3] = [const { Cell::new(9) }; 3];
        let view = WritableView::new(&cells);
        assert!(view.store(2, 5) && !view.store(3, 5) && !view.store(usize::MAX, 5));
        let view = view.as_shared();
        assert_eq!((view.load(2), view.load(3), view.load(usize::MAX)), (Some(5), None, None));
        for (start, len, there) in
            [(0, 3, true), (1, 2, true), (3, 0, true), (1, 3, false), (4, 0, false)]
        {
            let mut into = std::vec![0; len];
            assert_eq!(view.copy(start, &mut into), there);
            assert_eq!(into.iter().any(|&word| word != 0), there && len > 0);
        }
        assert!(!view.copy(usize::MAX, &mut [0; 3]));
        assert_eq!(std::format!("{view:?}"), "SharedView { len_words: 3, .. }");
        let view = WritableView::new(&cells);
        assert_eq!(std::format!("{view:?}"), "WritableView { len_words: 3, .. }");
    }

    #[test]
    fn views_of_a_pointer_and_of_cells_are_of_the_same_memory() {
        let cells: [Cell; 4] = [const { Cell::new(0) }; 4];
        let start = cells.as_ptr().cast::<u64>().cast_mut();
        // SAFETY: the cells live longer than the views and are used as atomics only.
        let (read, write) =
            unsafe { (SharedView::from_ptr(start, 4), WritableView::from_ptr(start, 4)) };
        assert!(write.store(1, u64::MAX));
        assert_eq!(SharedView::new(&cells).load(1), Some(u64::MAX));
        assert_eq!(read.load(1), Some(u64::MAX));
        assert_eq!((read.len_words(), write.len_words()), (4, 4));
    }
}
