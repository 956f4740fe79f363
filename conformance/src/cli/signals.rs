//! Signals that ask this program to end.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

use super::failure::Failure;

/// A flag that the first Ctrl-C, or another request to end, sets. The second one ends this program at once.
///
/// # Errors
///
/// The system refuses.
pub(super) fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let failed = |error| Failure::System { what: "listen to signals", error };
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // In this order: the signal that sets the flag does not yet find it set.
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&stop))
            .map_err(failed)?;
        flag::register(signal, Arc::clone(&stop)).map_err(failed)?;
    }
    Ok(stop)
}
