//! `eventring watch`.

use std::io::{self, IsTerminal, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::crossterm::event;

use super::failure::Failure;
use super::followed::Opened;
use super::input::{InputArgs, snapshot};
use crate::exit::Exit;
use crate::inspect::watching::{Asked, Screen, Shown, Watched};
use crate::inspect::{Ending, Follow, LiveRun, Sink};
use crate::run::Retention;

/// Watch a program on the terminal: fibers, pauses, losses, log
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
}

/// How often to read what was written. A ring of the usual size holds twenty times as much of a busy program.
const LOOK: Duration = Duration::from_millis(20);
/// How often to draw.
const DRAW: Duration = Duration::from_millis(250);
/// Rounds of one look, so that a program that writes faster than this reads does not keep the keys from being heard.
const MOST_ROUNDS: u32 = 16;

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    if !stdout().is_terminal() {
        return Err(Failure::Usage(
            "this needs a terminal; `eventring stats` and `eventring tree` have the same for programs"
                .to_owned(),
        ));
    }
    let opened = Opened::new(&args.input)?;
    let mut follow = opened.follow()?;
    let begun = opened.copy()?;
    let begun = snapshot(&begun)?;
    let (attached, choice) = (&opened.attached, args.input.choice());
    let mut live = LiveRun::new(Watched::default(), attached, &begun, choice, Retention::Living);
    let shown = ratatui::try_init()
        .and_then(|terminal| watch(&opened.what, &mut follow, &mut live, terminal, &opened.stop));
    ratatui::restore();
    let ending = shown.map_err(|error| Failure::System { what: "use the terminal", error })?;
    Ok(opened.conclude(ending, live.replayed().corrupt_rings))
}

/// Shows until the user wants no more. How the program ended, if it did.
fn watch(
    what: &str,
    follow: &mut Follow<'_>,
    live: &mut LiveRun<'_, Watched>,
    mut terminal: ratatui::DefaultTerminal,
    stop: &AtomicBool,
) -> io::Result<Option<Ending>> {
    let (mut screen, mut ending) = (Screen::default(), None);
    let mut shown = Shown::default();
    // What was there before is no speed.
    ending = ending.or_else(|| look(follow, live));
    let (mut drawn, mut drawn_events) = (Instant::now(), live.replayed().events);
    let mut per_second = None;
    let mut is_asked = true;
    while !stop.load(Ordering::Relaxed) {
        if ending.is_none() {
            ending = look(follow, live);
        }
        let since = drawn.elapsed();
        if is_asked || since >= DRAW && !screen.is_held() {
            // A key that is pressed in between must not make a speed of a moment.
            if since >= DRAW {
                let events = live.replayed().events;
                per_second = Some((events - drawn_events) as f64 / since.as_secs_f64());
                (drawn, drawn_events) = (Instant::now(), events);
            }
            if !screen.is_held() {
                let ended = ending.map(|ending| ended(&ending));
                let (run, watched) = (live.run(), live.view());
                shown = Shown::of(what, run, watched, per_second, screen.with_ended(), ended);
            }
            terminal.draw(|frame| screen.draw(&shown, frame))?;
            is_asked = false;
        }
        // This is the rest between two looks, too.
        if event::poll(LOOK)? {
            match screen.event(&event::read()?) {
                Asked::Quit => break,
                Asked::Draw => is_asked = true,
                Asked::Nothing => {}
            }
        }
    }
    Ok(ending)
}

/// Reads what was written since the last look. Why no more can come.
fn look(follow: &mut Follow<'_>, live: &mut LiveRun<'_, Watched>) -> Option<Ending> {
    let gone = follow.look_around();
    for _ in 0..MOST_ROUNDS {
        let before = live.replayed().events;
        let ending = follow.deliver_some(live);
        if ending.is_some() {
            return ending;
        }
        if live.replayed().events == before {
            break;
        }
    }
    // The view is never full.
    let _ = live.pause();
    if gone.is_some() {
        // What is held back is told, since no more comes.
        let _ = live.pause();
    }
    gone
}

const fn ended(ending: &Ending) -> &'static str {
    match ending {
        Ending::ProcessEnded => "it has ended",
        Ending::Removed => "its file was removed",
        Ending::Replaced | Ending::Restarted(_) => "another session has begun",
        Ending::CutShort => "its file was cut short",
        Ending::TimeUp | Ending::Stopped | Ending::Enough => "no more is read",
    }
}

const AFTER_HELP: &str = "\
Keys:
  q, Esc, Ctrl-C      leave; the program that is watched goes on
  up, down            move in the tree; with page up and page down, farther
  left, right         move in the log
  home                back to the start of the tree and the end of the log
  a                   show what has ended too
  space               hold the picture; reading goes on

It looks fifty times a second, which takes little of a core. A program that fills its rings faster than that loses words \
here; `stats` and `record` read as fast as they can.

Exit codes: 0 fine, 1 does not conform, 2 usage, 3 environment or limit, 5 not ready

Examples:
  eventring watch 4711                  process 4711
  eventring watch 4711 --dir /var/tmp   its file is in that folder
  eventring watch traces/4711.events    the same by its path";
