//! See `eventring_fuzz::geometry`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| eventring_fuzz::geometry::body(data));
