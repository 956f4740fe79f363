//! See `eventring_fuzz::eio`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| eventring_fuzz::eio::body(data));
