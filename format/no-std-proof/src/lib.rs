//! Reads a snapshot with every accessor of `eventring`, and writes and follows a session, in a
//! library without `std` and without an allocator: it has its own panic handler, and none of the two
//! is there to be linked.
//!
//! The handler calls a function that exists nowhere. If any panic could still be reached when the
//! optimiser is done, that name would stand among the library's undefined symbols. `prove` looks.
#![no_std]

use core::panic::PanicInfo;

use eventring::shared::{SharedView, WritableView};

mod digest;
mod live;

unsafe extern "C" {
    fn eventring_can_panic() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    // SAFETY: never called; `prove` checks that no path leads here.
    unsafe { eventring_can_panic() }
}

/// What [`digest::digest`] makes of a file.
///
/// # Safety
///
/// `bytes` points to `len` bytes that nobody writes meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn digest(bytes: *const u8, len: usize) -> u64 {
    // SAFETY: as the caller promises.
    digest::digest(unsafe { core::slice::from_raw_parts(bytes, len) })
}

/// What [`live::follow`] makes of memory that others may write.
///
/// # Safety
///
/// As for [`SharedView::from_ptr`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn follow(
    start: *const u64,
    len_words: usize,
    budget: u64,
    gather_words: u64,
) -> u64 {
    // SAFETY: as the caller promises.
    live::follow(unsafe { SharedView::from_ptr(start, len_words) }, budget, gather_words)
}

/// What [`live::write`] makes in memory that others may read.
///
/// # Safety
///
/// As for [`WritableView::from_ptr`]; `data` points to `data_len` bytes that nobody writes meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write_session(
    start: *mut u64,
    len_words: usize,
    max_domains: u32,
    ring_words: u64,
    data: *const u8,
    data_len: usize,
) -> u64 {
    // SAFETY: as the caller promises.
    let (memory, data) = unsafe {
        (WritableView::from_ptr(start, len_words), core::slice::from_raw_parts(data, data_len))
    };
    live::write(memory, max_domains, ring_words, data)
}
