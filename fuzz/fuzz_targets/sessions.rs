//! See `eventring_fuzz::sessions`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| eventring_fuzz::sessions::body(data));
