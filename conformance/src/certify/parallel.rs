//! Works on several things at once, in the order of their results.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::unit::Trouble;

/// Works on each of `items`, up to `jobs` at once, and gives the results in their order. Each worker has something of
/// its own, made by `worker` and given to `finish` at its end. After trouble no more is begun.
pub(super) fn parallel<T: Sync, W, R: Send>(
    items: &[T],
    jobs: usize,
    worker: &(dyn Fn() -> Result<W, Trouble> + Sync),
    work: &(dyn Fn(&mut W, &T) -> Result<R, Trouble> + Sync),
    finish: &(dyn Fn(W) -> Result<(), Trouble> + Sync),
) -> Result<Vec<R>, Trouble> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, Result<R, Trouble>)>> = Mutex::default();
    let put = |place, result| {
        results.lock().unwrap_or_else(PoisonError::into_inner).push((place, result))
    };
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            scope.spawn(|| {
                let mut own = match worker() {
                    Ok(own) => own,
                    Err(trouble) => return put(next.fetch_add(1, Ordering::Relaxed), Err(trouble)),
                };
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(place) else { break };
                    let result = work(&mut own, item);
                    let over = result.is_err();
                    put(place, result);
                    if over {
                        // The others stop too: what they would say would be thrown away.
                        next.fetch_add(items.len(), Ordering::Relaxed);
                        return;
                    }
                }
                if let Err(trouble) = finish(own) {
                    put(items.len(), Err(trouble));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}
