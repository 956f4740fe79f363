//! See `eventring_fuzz::writes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| eventring_fuzz::writes::body(data));
