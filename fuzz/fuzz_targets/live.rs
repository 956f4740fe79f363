//! See `eventring_fuzz::live`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| eventring_fuzz::live::body(data));
