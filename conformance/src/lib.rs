//! Being written.

pub mod exit;
pub mod record;
pub mod source;
