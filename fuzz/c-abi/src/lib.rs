//! The mutator with a C interface; `eventring_mutator.h` describes it.

use std::ffi::{c_uint, c_void};

use eventring_fuzz::mutator::change;

/// See the header.
///
/// # Safety
///
/// `data` points to `max_size` bytes that may be read and written, of which the first `size` are
/// initialised, and nobody else uses them meanwhile; or it is null and nothing is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eventring_mutate(
    data: *mut u8,
    size: usize,
    max_size: usize,
    seed: c_uint,
) -> usize {
    if data.is_null() || size > max_size {
        return 0;
    }
    // SAFETY: the caller gives `size` bytes to read.
    let mut file = unsafe { std::slice::from_raw_parts(data, size) }.to_vec();
    change(&mut file, max_size, seed);
    // SAFETY: what was changed has at most `max_size` bytes, which the caller lets us write, and it is
    // a copy, so that the two do not overlap.
    unsafe { data.copy_from_nonoverlapping(file.as_ptr(), file.len()) };
    file.len()
}

/// See the header.
///
/// # Safety
///
/// As for [`eventring_mutate`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn LLVMFuzzerCustomMutator(
    data: *mut u8,
    size: usize,
    max_size: usize,
    seed: c_uint,
) -> usize {
    // SAFETY: the same is asked of the caller.
    unsafe { eventring_mutate(data, size, max_size, seed) }
}

/// What AFL++ keeps for us between calls.
struct State {
    seed: u32,
    file: Vec<u8>,
}

/// See the header.
#[unsafe(no_mangle)]
pub extern "C" fn afl_custom_init(_afl: *mut c_void, seed: c_uint) -> *mut c_void {
    Box::into_raw(Box::new(State { seed, file: Vec::new() })).cast()
}

/// See the header.
///
/// # Safety
///
/// `state` is what [`afl_custom_init`] returned, `data` points to `size` bytes to read, and `out` to
/// where a pointer may be written. What is put there is valid until the next call with this state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afl_custom_fuzz(
    state: *mut c_void,
    data: *mut u8,
    size: usize,
    out: *mut *mut u8,
    _other: *mut u8,
    _other_size: usize,
    max_size: usize,
) -> usize {
    if state.is_null() || data.is_null() || out.is_null() {
        return 0;
    }
    // SAFETY: the caller gives back what `afl_custom_init` made, and uses it from one thread.
    let state = unsafe { &mut *state.cast::<State>() };
    // SAFETY: the caller gives `size` bytes to read.
    let bytes = unsafe { std::slice::from_raw_parts(data, size.min(max_size)) };
    state.file.clear();
    state.file.extend_from_slice(bytes);
    state.seed = state.seed.wrapping_add(1);
    change(&mut state.file, max_size, state.seed);
    if state.file.is_empty() {
        // AFL++ takes an empty file for a failure.
        state.file.push(0);
    }
    // SAFETY: the caller gives a place for a pointer.
    unsafe { out.write(state.file.as_mut_ptr()) };
    state.file.len()
}

/// See the header.
///
/// # Safety
///
/// `state` is what [`afl_custom_init`] returned, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afl_custom_deinit(state: *mut c_void) {
    if !state.is_null() {
        // SAFETY: it was made by `Box::into_raw` of this type, and nobody uses it from now on.
        drop(unsafe { Box::from_raw(state.cast::<State>()) });
    }
}

#[cfg(test)]
mod tests {
    use std::ptr::null_mut;

    use super::*;

    #[test]
    fn both_engines_get_files_that_fit() {
        let state = afl_custom_init(null_mut(), 7);
        let mut data = [0_u8; 4096];
        let mut size = 0;
        for seed in 0..2000 {
            // SAFETY: the array is of that size, and its pointer is used nowhere else meanwhile.
            size = unsafe { LLVMFuzzerCustomMutator(data.as_mut_ptr(), size, data.len(), seed) };
            assert!(size <= data.len());
            let mut out = null_mut();
            // SAFETY: the state is ours, the array has `size` bytes, and `out` is a place.
            let len = unsafe {
                let data = data.as_mut_ptr();
                afl_custom_fuzz(state, data, size, &raw mut out, null_mut(), 0, 1024)
            };
            assert!((1..=1024).contains(&len) && !out.is_null());
        }
        // SAFETY: the state is ours and not used again.
        unsafe { afl_custom_deinit(state) };
    }
}
