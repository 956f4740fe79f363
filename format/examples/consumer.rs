//! A program that looks on while another runs: an OCaml program, or one like the example `producer`.
//!
//! ```sh
//! cargo run --release -p eventring --features std --example consumer -- PID
//! ```
//!
//! It prints how often each user event occurred, and what was lost.

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow::Continue;
use std::thread::sleep;
use std::time::Duration;

use eventring::event::Kind;
use eventring::file::{Attached, Standing};
use eventring::live::{Cursor, Found, Live, Pace, Rest};

fn main() -> Result<(), Box<dyn Error>> {
    let process_id = std::env::args().nth(1).ok_or("which process?")?.parse()?;
    let attached = Attached::to_process(process_id, None)?;
    println!("{}", attached.path().display());

    // Not ready is no error: the file has been made, and will be ready in a moment.
    let live = loop {
        match Live::new(attached.memory()) {
            Err(refusal) if refusal.is_not_ready() && !attached.is_over() => {
                sleep(Duration::from_millis(1));
            }
            judged => break judged?,
        }
    };
    let cursors = vec![Cursor::new(); live.geometry().max_domains() as usize];
    let mut reader = live.reader(cursors, vec![0; 4096])?;
    let mut counts = BTreeMap::new();
    let mut lost_words = 0;
    loop {
        // Looked at first, so that everything that was written before is found below.
        let is_over = attached.is_over() || attached.standing() == Standing::Replaced;
        if !attached.is_whole() {
            return Err("the file was made shorter".into());
        }
        // Another session in the same file ends this.
        let polled = reader.poll(Pace::default(), |ring, found| {
            match found {
                Found::Event(event) => {
                    if let Some(index) = event.kind.index() {
                        *counts.entry(index).or_insert(0_u64) += 1;
                    } else if let Kind::Lifecycle { lifecycle, value } = event.kind {
                        println!("ring {ring}: lifecycle {lifecycle}, {value:?}");
                    }
                }
                Found::Lost { words } => lost_words += words,
                Found::Fault(fault) => eprintln!("ring {ring} ends: {fault}"),
            }
            Continue(())
        })?;
        match polled.rest {
            Rest::Nothing if is_over => break,
            Rest::Nothing => sleep(Duration::from_micros(500)),
            Rest::Gathering | Rest::More => {}
        }
    }
    // The mapping outlives the file and its process.
    for (index, count) in counts {
        let entry = reader.name(index);
        let name = entry.as_ref().map(|entry| entry.name().to_string()).unwrap_or_default();
        println!("{count:>12} {name}");
    }
    println!("{lost_words:>12} words lost");
    Ok(())
}
