//! See `eventring_fuzz::narrowing`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| eventring_fuzz::narrowing::body(data));
