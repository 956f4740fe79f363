//! Our live reader attached to programs of OCaml while they run: what it delivers and what it says is lost, together
//! are what the program wrote.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use eventring::payload::custom_words;
use eventring::reader::{Ring, Snapshot};
use eventring::registry::{ITEM_MAX_WORDS, len_words};
use eventring_conformance::source::{Argument, Limits, read};

use crate::observe::{Observed, Seen, SeenEvent, SeenRing, run};
use crate::{Results, Tools};

/// Program and arguments, OCAMLRUNPARAM, how many processes there are.
const RUNS: [(&[&str], &str, usize); 8] = [
    (&["custom"], "e=16", 1),
    (&["wrap", "100000"], "e=12", 1),
    (&["wrap", "20000", "3"], "e=20", 1),
    (&["domains"], "e=16", 1),
    (&["domains", "6", "8"], "e=9,d=16", 1),
    (&["pause"], "e=14", 1),
    (&["fork", "3"], "e=13", 4),
    (&["many_events", "8192", "many", "unit"], "e=16", 1),
];

/// The same of the program that numbers its events: how many, in how many domains.
const JOURNALS: [(u64, u64, &str); 4] =
    [(5_000, 2, "e=18"), (100_000, 1, "e=18"), (50_000, 3, "e=16"), (50_000, 2, "e=9")];

/// Runs all of it.
pub(crate) fn check(tools: &Tools, results: &mut Results) {
    for (program, parameters, processes) in RUNS {
        results.add(&format!("attached to {} with {parameters}", program.join(" ")), |folder| {
            let observed = observe(tools, program, parameters, folder)?;
            if observed.len() != processes {
                return Err(format!("{} processes instead of {processes}", observed.len()));
            }
            Ok(said(&observed))
        });
    }
    for (count, domains, parameters) in JOURNALS {
        let program = ["journal", &count.to_string(), &domains.to_string()];
        results.add(&format!("attached to {} with {parameters}", program.join(" ")), |folder| {
            let observed = observe(tools, &program, parameters, folder)?;
            for process in &observed {
                let of_all = process.rings.iter().map(|ring| check_numbers(ring, count));
                let numbered = of_all.sum::<Result<u64, String>>()?;
                if numbered != domains {
                    return Err(format!("{numbered} of {domains} domains were complete"));
                }
            }
            Ok(said(&observed))
        });
    }
}

fn observe(
    tools: &Tools,
    program: &[&str],
    parameters: &str,
    folder: &Path,
) -> Result<Vec<Observed>, String> {
    let [name, arguments @ ..] = program else { return Err("no program".to_owned()) };
    let mut command = Command::new(tools.programs.join(name));
    let mut observed = run(command.args(arguments).env("OCAMLRUNPARAM", parameters), folder)?;
    for process in &mut observed {
        let id = process.process_id;
        check_final(process, folder).map_err(|error| format!("process {id}: {error}"))?;
        check_can_fail(process, folder).map_err(|error| format!("process {id}: {error}"))?;
    }
    Ok(observed)
}

/// An error if the latest event of a ring could be missing, be there twice or be another, and nobody would notice.
fn check_can_fail(process: &mut Observed, folder: &Path) -> Result<(), String> {
    for index in 0..process.rings.len() {
        let Some(Seen::Event(event)) = process.rings[index].seen.last().cloned() else { continue };
        process.rings[index].seen.pop();
        let other = SeenEvent { timestamp_ns: event.timestamp_ns ^ 1, ..event.clone() };
        for instead in [vec![], vec![event.clone(), event.clone()], vec![other]] {
            let seen = process.rings[index].seen.len();
            process.rings[index].seen.extend(instead.into_iter().map(Seen::Event));
            if check_final(process, folder).is_ok() {
                return Err(format!("ring {index} could end without {event:?}"));
            }
            process.rings[index].seen.truncate(seen);
        }
        process.rings[index].seen.push(Seen::Event(event));
        // Once is enough for each process: the file is read anew each time.
        break;
    }
    Ok(())
}

fn said(observed: &[Observed]) -> String {
    let counts = observed.iter().flat_map(|process| &process.rings).map(|ring| ring.counts);
    let (events, lost) =
        counts.fold((0, 0), |sum, counts| (sum.0 + counts.events, sum.1 + counts.lost_words));
    format!("{events} events, {lost} words lost, {} processes", observed.len())
}

/// Compares what was seen with the file that is left: in each ring all words are accounted for, and where an event is
/// in both it is the same.
fn check_final(process: &Observed, folder: &Path) -> Result<(), String> {
    let file = folder.join(format!("{}.events", process.process_id));
    let input = read(&Argument::File(file), None, Limits::default());
    let input = input.map_err(|error| error.to_string())?;
    let snapshot = Snapshot::new(&input.bytes).map_err(|refusal| refusal.to_string())?;
    if snapshot.geometry().max_domains() as usize != process.rings.len() {
        return Err("not as many rings as in the file".to_owned());
    }
    let mut events = 0;
    for (ring, seen) in snapshot.rings().zip(&process.rings) {
        let told = |error: String| format!("ring {}: {error}", ring.index());
        check_words(seen, ring.tail(), process.ring_words).map_err(told)?;
        check_events(seen, &ring, &snapshot).map_err(told)?;
        events += seen.counts.events;
    }
    if events == 0 { Err("no events at all".to_owned()) } else { Ok(()) }
}

/// Whether there is no gap, and no overlap, other than what was reported lost and padding at the ring's end.
fn check_words(ring: &SeenRing, tail: u64, ring_words: u64) -> Result<(), String> {
    let counts = ring.counts;
    let words = counts.event_words + counts.padding_words + counts.lost_words;
    if ring.position != tail || words != tail {
        return Err(format!("{counts:?} at {} where the tail is {tail}", ring.position));
    }
    let (mut at, mut lost_before, mut lost, mut padding) = (0, 0, 0, 0);
    for seen in &ring.seen {
        match seen {
            Seen::Lost { words } => lost_before += words,
            Seen::Event(event) => {
                let gap =
                    (event.start.checked_sub(at)).and_then(|gap| gap.checked_sub(lost_before));
                let gap = gap.ok_or_else(|| format!("overlap at {at} with {event:?}"))?;
                // After a loss, both the words before it and those after it can be padding.
                let is_padding = gap < ITEM_MAX_WORDS
                    && (event.start.is_multiple_of(ring_words) || lost_before > 0);
                if gap > 0 && !is_padding {
                    return Err(format!("gap of {gap} words before {event:?}"));
                }
                (at, padding, lost, lost_before) =
                    (event.end, padding + gap, lost + lost_before, 0);
            }
        }
    }
    let left = tail.checked_sub(at).and_then(|left| left.checked_sub(lost_before));
    let sums = (padding + left.ok_or("more than was written")?, lost + lost_before);
    if sums != (counts.padding_words, counts.lost_words) {
        return Err(format!("padding and lost words {sums:?} are counted as {counts:?}"));
    }
    Ok(())
}

/// Whether the events that are still in the file were delivered as they stand there, all of them if nothing is lost.
fn check_events(seen: &SeenRing, ring: &Ring<'_>, snapshot: &Snapshot<'_>) -> Result<(), String> {
    let names = snapshot.names();
    let mut left = BTreeMap::new();
    for event in ring.events() {
        let event = event.map_err(|fault| fault.to_string())?;
        let name = |index| names.name(index).map(|name| name.as_bytes().to_vec());
        left.insert(event.position, SeenEvent::new(&event, name));
    }
    for seen in &seen.seen {
        if let Seen::Event(event) = seen
            && event.start >= ring.head()
            && left.remove(&event.start).as_ref() != Some(event)
        {
            return Err(format!("{event:?} is not so in the file"));
        }
    }
    let words: u64 = left.values().map(|event| event.end - event.start).sum();
    if words > seen.counts.lost_words {
        return Err(format!("{words} words not delivered, first {:?}", left.first_key_value()));
    }
    Ok(())
}

/// Whether every domain whose events are in this ring has all numbers up to `count`, but for those in the lost words;
/// how many domains these are.
fn check_numbers(ring: &SeenRing, count: u64) -> Result<u64, String> {
    // For each domain the next number, and the words that had been lost when it was known.
    let mut domains: BTreeMap<Vec<u8>, (u64, u64)> = BTreeMap::new();
    let mut lost = 0;
    let missing = |from: u64, to: u64| (from..to).map(words_of).sum::<u64>();
    for seen in &ring.seen {
        let event = match seen {
            Seen::Lost { words } => {
                lost += words;
                continue;
            }
            Seen::Event(event) => event,
        };
        let (Some(domain), Some(number)) = (event.domain(), event.number) else { continue };
        let (next, lost_then) = domains.entry(domain).or_default();
        if number < *next || missing(*next, number) > lost - *lost_then {
            return Err(format!("number {next} should come, and {event:?} comes"));
        }
        if event.end - event.start != words_of(number) {
            return Err(format!("{event:?} has not its own length"));
        }
        (*next, *lost_then) = (number + 1, lost);
    }
    for (next, lost_then) in domains.values() {
        if missing(*next, count) > lost - lost_then {
            return Err(format!("ends before number {next}"));
        }
    }
    Ok(domains.len() as u64)
}

/// The words of the event of this number.
fn words_of(number: u64) -> u64 {
    if number.is_multiple_of(2) {
        return len_words::INT;
    }
    let digits = number.to_string().len();
    let len_bytes = usize::try_from(37 * number % 1000).unwrap_or(0).max(digits);
    2 + custom_words(len_bytes) as u64
}
