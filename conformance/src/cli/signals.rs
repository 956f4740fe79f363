//! Signals that ask this program to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

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

/// Signals for a program that was started by this one.
#[derive(Debug)]
pub(super) struct Passed {
    /// The latest that was not passed on yet; 0 for none.
    signal: Arc<AtomicUsize>,
}

impl Passed {
    /// From now on, requests to end are for the program: this one ends after it. Ctrl-C reaches it by itself.
    ///
    /// # Errors
    ///
    /// The system refuses.
    pub(super) fn listen() -> Result<Self, Failure> {
        let failed = |error| Failure::System { what: "listen to signals", error };
        let signal = Arc::new(AtomicUsize::new(0));
        for number in [SIGTERM, SIGHUP] {
            let value = usize::try_from(number).unwrap_or(0); // Small and positive.
            flag::register_usize(number, Arc::clone(&signal), value).map_err(failed)?;
        }
        flag::register(SIGINT, Arc::default()).map_err(failed)?;
        Ok(Self { signal })
    }

    /// The signal to be passed on now.
    pub(super) fn take(&self) -> Option<i32> {
        let signal = self.signal.swap(0, Ordering::Relaxed);
        i32::try_from(signal).ok().filter(|signal| *signal != 0)
    }
}
