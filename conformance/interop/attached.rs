//! OCaml's consumer attached to a file while our writer writes it: what it is given, and what it is told is lost,
//! together are what was written.

use std::path::Path;

use eventring::file::{EventsFile, Settings};
use eventring::writer::Config;
use eventring_conformance::record::Record;

use crate::chance::Chance;
use crate::files::any;
use crate::journal::{Account, explain};
use crate::oracle::Following;
use crate::recorder::{self, Named, Recorder, register, take};
use crate::{Results, Tools};

/// Runs all of it.
pub(crate) fn check(tools: &Tools, results: &mut Results) {
    results.add("OCaml attached, in step", |folder| {
        let (account, _) = attach(tools, folder, 1024, in_step)?;
        match account.lost_words {
            0 => Ok(format!("{} events", account.events)),
            lost => Err(format!("{lost} words lost where nothing was overwritten")),
        }
    });
    for ring_words in [64, 1024, 1 << 16] {
        results.add(&format!("OCaml attached, rings of {ring_words} words"), |folder| {
            let (account, written) = attach(tools, folder, ring_words, at_full_speed)?;
            let Account { events, lost_words, .. } = account;
            Ok(format!("{events} of {written} events, {lost_words} words lost"))
        });
    }
}

type Write = fn(&mut [Recorder<'_>], &[Named], &mut Following) -> Result<(), String>;

/// Writes two rings with OCaml's consumer attached; what it was given, and how many events there were.
fn attach(
    tools: &Tools,
    folder: &Path,
    ring_words: u64,
    write: Write,
) -> Result<(Account, usize), String> {
    let config =
        Config::new(2, ring_words).longest_custom(if ring_words < 512 { 64 } else { 1024 });
    let settings = Settings { folder: folder.to_owned(), ..Settings::from_variables(|_| None) };
    let mut file = EventsFile::create(&settings, &config).map_err(|error| error.to_string())?;
    let (mut session, first) = recorder::start(&mut file, None)?;
    let mut recorders = vec![first, take(&mut session, 1)?];
    let names: [&[u8]; 3] = [b"one", b"two", b"three"];
    let names = names.map(|name| register(&mut session, name));
    let names = names.into_iter().collect::<Result<Vec<_>, _>>()?;

    let mut following = Following::start(&tools.programs, folder, std::process::id())?;
    // ring_start and the stamp have come: it is attached.
    following.wait_for(2)?;
    write(&mut recorders, &names, &mut following)?;
    recorders.iter_mut().for_each(Recorder::ring_stop);
    let records = following.finish(tools.release)?;

    let mut sum = Account::default();
    for recorder in &recorders {
        let (ring, tail) = (recorder.ring(), recorder.tail());
        let in_ring = |record: &&Record<'_>| record.ring() == Some(ring);
        let account = explain(recorder.written(), records.iter().filter(in_ring));
        let account = account.map_err(|error| format!("ring {ring}: {error}"))?;
        let words = account.event_words + account.padding_words + account.lost_words;
        if words != tail {
            return Err(format!("ring {ring}: {account:?} where {tail} words were written"));
        }
        sum.add(account);
    }
    Ok((sum, recorders.iter().map(|recorder| recorder.written().len()).sum()))
}

/// Never more than half a ring before the consumer has printed all of it.
fn in_step(
    recorders: &mut [Recorder<'_>],
    names: &[Named],
    following: &mut Following,
) -> Result<(), String> {
    let mut chance = Chance::new(1);
    for _ in 0..400 {
        for recorder in &mut *recorders {
            let start = recorder.tail();
            // With the longest event and the padding before it that is less than 1024.
            while recorder.tail() - start < 512 {
                any(recorder, names, &mut chance)?;
            }
        }
        following.wait_for(recorders.iter().map(|recorder| recorder.written().len()).sum())?;
    }
    Ok(())
}

/// Without regard to the consumer.
///
/// OCaml's consumer looks at the length of an item before it looks whether that was overwritten, and gives up a sound
/// file where the word that is there now, taken for an item header, would go past the ring's end. So no word that is
/// written here, other than item headers, has one of the bits of a length set.
fn at_full_speed(
    recorders: &mut [Recorder<'_>],
    names: &[Named],
    _: &mut Following,
) -> Result<(), String> {
    let mut chance = Chance::new(2);
    for count in 0..50_000 {
        for recorder in &mut *recorders {
            let name = names.get(chance.below(names.len())).ok_or("no names")?;
            match chance.below(5) {
                0 => recorder.unit(name),
                1 => recorder.span_begin(name),
                2 => recorder.span_end(name),
                3 => recorder.int(name, count),
                _ => {
                    let words = chance.below(recorder.custom_max_bytes().saturating_sub(7) / 8 + 1);
                    let mut data = [0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0, 0].repeat(words + 1);
                    data.pop(); // So that the count byte is 0.
                    recorder.custom(name, &data)?;
                }
            }
        }
    }
    Ok(())
}
