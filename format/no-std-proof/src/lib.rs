//! Reads a snapshot with every accessor of `eventring`, in a library without `std` and without an
//! allocator: it has its own panic handler, and none of the two is there to be linked.
//!
//! The handler calls a function that exists nowhere. If any panic could still be reached when the
//! optimiser is done, that name would stand among the library's undefined symbols. `prove` looks.
#![no_std]

use core::panic::PanicInfo;

mod digest;

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
