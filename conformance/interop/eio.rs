//! Eio's events that our writer writes: Eio's own library takes them for what they are; and what its programs write.

use std::path::Path;
use std::process::Command;

use eventring::eio::codes::{ContextType, ObjectType};
use eventring::eio::{Edge, EioEvent, EioEvents, EioId, Generation2, Wire};
use eventring::file::{EventsFile, MonotonicClock, Settings};
use eventring::registry::Release;
use eventring::writer::Config;
use serde_json::{Map, Value};

use crate::child::output;
use crate::{Results, Tools, eio_journal};

/// Runs it, where the packages of Eio are.
pub(crate) fn check(tools: &Tools, results: &mut Results) {
    if tools.release == Release::V5_4 {
        results.add("our file, Eio's events", |folder| check_file(tools, folder));
        eio_journal::check(tools, results);
    }
}

fn check_file(tools: &Tools, folder: &Path) -> Result<String, String> {
    let settings = Settings {
        folder: folder.to_owned(),
        preserve: true,
        ..Settings::from_variables(|_| None)
    };
    let mut file = EventsFile::create(&settings, &Config::new(1, 1 << 14))
        .map_err(|error| error.to_string())?;
    let path = file.path().to_owned();
    let events = events();
    let (mut session, mut writer) = file.start(MonotonicClock).map_err(|e| e.to_string())?;
    let eio = EioEvents::register(&mut session, Wire::Generation2).map_err(|e| e.to_string())?;
    for event in &events {
        eio.write(&mut writer, EioEvent::Generation2(*event)).map_err(|e| e.to_string())?;
    }
    output(tools.eventring(&["check"]).arg(&path))?;
    let dump = output(tools.eventring(&["dump", "--format", "jsonl", "--typed"]).arg(&path))?;
    let mut oracle = Command::new(tools.programs.join("eio_oracle"));
    let theirs = output(oracle.arg(folder).arg(std::process::id().to_string()))?;
    let object = |line: &str| -> Result<Map<String, Value>, String> {
        serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))
    };
    let theirs = theirs.lines().map(object).collect::<Result<Vec<_>, _>>()?;
    let mut ours = Vec::new();
    for line in dump.lines() {
        let mut line = object(line)?;
        if let Some(Value::Object(mut typed)) = line.remove("typed") {
            typed.extend(["ring", "ts"].map(|name| (name.to_owned(), line[name].clone())));
            ours.push(typed);
        }
    }
    if let Some((ours, theirs)) = ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs) {
        return Err(format!("ours {ours:?}, Eio's {theirs:?}"));
    }
    if ours.len() != events.len() || theirs.len() != events.len() {
        return Err(format!("{} of {}, Eio's {}", ours.len(), events.len(), theirs.len()));
    }
    Ok(format!("{} events equal", events.len()))
}

/// Each event of the wire, with every code that Eio's library knows: it takes no others.
fn events() -> Vec<Generation2<'static>> {
    const LONG: [u8; 1016] = [b'x'; 1016];
    let id = EioId::new;
    let objects = (0..=u8::MAX).map(ObjectType).filter(|kind| kind.name().is_some());
    let contexts = (0..=u8::MAX).map(ContextType).filter(|kind| kind.name().is_some());
    // No id stands for two things.
    let objects = (0x1_0000..).zip(objects);
    let objects = objects.map(|(number, kind)| Generation2::CreateObj { id: id(number), kind });
    let contexts = (0x2_0000..).zip(contexts);
    let contexts = contexts.map(|(number, kind)| Generation2::CreateCc { id: id(number), kind });
    let rest = [
        Generation2::CreateFiber { id: id(2), context: id(0x2_0000) },
        Generation2::Fiber { id: id(2) },
        Generation2::Get { id: id(0x1_0000) },
        Generation2::TryGet { id: id(0x7fff_ffff) },
        Generation2::Put { id: id(0x1_0000) },
        Generation2::Error { id: id(0x2_0000), text: b"Failure(\"x\")" },
        Generation2::Name { id: id(2), text: b"\"quoted\"\n\xff" },
        Generation2::Log { text: b"" },
        Generation2::Log { text: &LONG },
        Generation2::EnterSpan { text: "événement".as_bytes() },
        Generation2::ExitSpan,
        Generation2::SuspendFiber { text: b"Condition.await" },
        Generation2::SuspendDomain { edge: Edge::Begin },
        Generation2::SuspendDomain { edge: Edge::End },
        Generation2::DomainSpawn { parent: id(2) },
        Generation2::ExitCc,
        Generation2::ExitFiber { id: id(2) },
    ];
    objects.chain(contexts).chain(rest).collect()
}
