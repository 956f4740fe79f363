//! See `eventring_fuzz::json`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| eventring_fuzz::json::body(data));
