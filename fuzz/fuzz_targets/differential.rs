//! See `eventring_fuzz::differential`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| eventring_fuzz::differential::body(data));
