//! See `eventring_fuzz::custom`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| eventring_fuzz::custom::body(data));
