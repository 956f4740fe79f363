//! A file that lies there, fed to a view as a run.

use std::panic::resume_unwind;
use std::thread;

use eventring::reader::Snapshot;

use super::input::InputArgs;
use super::message;
use super::progress::words_bar;
use crate::inspect::{Moment, Replay, Typing};
use crate::run::{Retention, Run, View};

/// Feeds all of a snapshot up to `until`, with a bar for who waits, and says what is doubtful in it. Gives the run, and
/// how many rings are at fault.
pub(super) fn replayed<V: View>(
    input: &InputArgs,
    what: &str,
    snapshot: Snapshot<'_>,
    until: Option<Moment>,
    retention: Retention,
    view: &mut V,
) -> (Run, u64) {
    // Both look at every event.
    let (releases, typing) = thread::scope(|scope| {
        let typing = scope.spawn(|| Typing::of(&snapshot));
        (input.releases(&snapshot), typing.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    let replay = Replay::typed(snapshot, releases.remaining(), typing).until(until);
    let bar = words_bar(replay.words());
    let (run, replayed) = replay.run(retention, view, |words| bar.set_position(words));
    bar.finish_and_clear();
    message::warn_of_release(what, &releases);
    message::warn_of_typing(what, Some(replay.typing()), 0);
    (run, replayed.corrupt_rings)
}
