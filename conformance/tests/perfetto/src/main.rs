//! perfetto-reader EVENTRING FOLDER: exports every recording in the folder, and decodes it with the messages that are
//! generated from Perfetto's own schema. Ends with 1 at the first that is not what it should be.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use perfetto_protos::interned_data::InternedData;
use perfetto_protos::trace::Trace;
use perfetto_protos::track_event::TrackEvent;
use perfetto_protos::track_event::track_event::{Name_field, Type};
use protobuf::{Message, MessageDyn};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [eventring, folder] = &arguments[..] else {
        eprintln!("usage: perfetto-reader EVENTRING FOLDER");
        return ExitCode::from(2);
    };
    match all(eventring, folder) {
        Ok((files, events)) => {
            println!("{files} recordings, {events} events, all as Perfetto's schema has them");
            if files >= 100 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// How many recordings and events there are.
fn all(eventring: &Path, folder: &Path) -> Result<(usize, usize)> {
    let (mut folders, mut files, mut events) = (vec![folder.to_owned()], 0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(".events.zst") {
                files += 1;
                events += one(eventring, &path)
                    .map_err(|error| format!("{}: {error}", path.display()))?;
            }
        }
    }
    Ok((files, events))
}

fn one(eventring: &Path, file: &Path) -> Result<usize> {
    let trace = Trace::parse_from_bytes(&export(eventring, file, "perfetto")?)?;
    known(&trace)?;
    let expected = Expected::of(&String::from_utf8(export(eventring, file, "jsonl")?)?);
    let (mut names, mut tracks) = (HashMap::new(), HashMap::new());
    let mut found = Expected::default();
    for packet in &trace.packet {
        if let Some(data) = packet.interned_data.as_ref() {
            learn(data, &mut names);
        }
        if packet.has_track_descriptor() {
            let track = packet.track_descriptor();
            if track.has_parent_uuid() && !tracks.contains_key(&track.parent_uuid()) {
                return Err("a track has a parent that was not told".into());
            }
            tracks.entry(track.uuid()).or_insert(0_u64);
        }
        if packet.has_track_event() {
            found.add(packet.track_event(), &names, &mut tracks)?;
        }
    }
    if tracks.values().any(|open| *open > 0) {
        return Err("a slice does not end".into());
    }
    if found != expected {
        return Err(format!("{found:?} is not {expected:?}").into());
    }
    Ok(found.0.values().sum())
}

/// How many events there are of each type and name.
#[derive(Debug, Default, PartialEq, Eq)]
struct Expected(HashMap<(String, String), usize>);

impl Expected {
    /// From lines of JSON, of which no more is looked at than their kind and name.
    fn of(lines: &str) -> Self {
        let mut counts = Self::default();
        for line in lines.lines() {
            let member = |name: &str| {
                let start = line.find(&format!("\"{name}\":\""))? + name.len() + 4;
                Some(line[start..].split('"').next().unwrap_or_default())
            };
            match member("kind").unwrap_or_default() {
                "track" => {}
                // A gap is a slice where its begin is known.
                "lost" | "paused" if line.contains("\"since\":null") => counts.one("instant", "*"),
                "lost" | "paused" => {
                    counts.one("begin", "*");
                    counts.one("end", "");
                }
                "end" => counts.one("end", ""),
                "counter" => counts.one("counter", ""),
                kind => {
                    // A name with an escape is not read here.
                    let name = member("name").unwrap_or_default();
                    counts.one(kind, if line.contains('\\') { "*" } else { name });
                }
            }
        }
        counts
    }

    fn one(&mut self, kind: &str, name: &str) {
        *self.0.entry((kind.to_owned(), name.to_owned())).or_default() += 1;
    }

    fn add(
        &mut self,
        event: &TrackEvent,
        names: &HashMap<u64, String>,
        tracks: &mut HashMap<u64, u64>,
    ) -> Result<()> {
        let name = match &event.name_field {
            Some(Name_field::NameIid(iid)) => names.get(iid).ok_or("a name was not told")?.clone(),
            Some(Name_field::Name(name)) => name.clone(),
            _ => String::new(),
        };
        let open = tracks.get_mut(&event.track_uuid()).ok_or("a track was not told")?;
        let is_gap = name.starts_with("lost ") || name == "paused";
        let text = event.debug_annotations.iter().map(|detail| detail.string_value());
        let has_escape = text
            .chain([name.as_str()])
            .any(|text| text.chars().any(|char| matches!(char, '"' | '\\') || char.is_control()));
        let shown = if is_gap || has_escape { "*" } else { &name };
        match event.type_() {
            Type::TYPE_SLICE_BEGIN => {
                *open += 1;
                self.one("begin", shown);
            }
            Type::TYPE_SLICE_END => {
                *open = open.checked_sub(1).ok_or("a slice ends that has not begun")?;
                self.one("end", "");
            }
            Type::TYPE_INSTANT => self.one("instant", shown),
            Type::TYPE_COUNTER => self.one("counter", ""),
            Type::TYPE_UNSPECIFIED => return Err("an event has no type".into()),
        }
        Ok(())
    }
}

fn learn(data: &InternedData, names: &mut HashMap<u64, String>) {
    names.extend(data.event_names.iter().map(|name| (name.iid(), name.name().to_owned())));
}

/// Whether the schema knows every field of a message and of those in it.
fn known(message: &dyn MessageDyn) -> Result<()> {
    use protobuf::reflect::ReflectFieldRef;
    if message.special_fields_dyn().unknown_fields().iter().next().is_some() {
        return Err(format!(
            "{} has a field that it does not have",
            message.descriptor_dyn().name()
        )
        .into());
    }
    for field in message.descriptor_dyn().fields() {
        match field.get_reflect(message) {
            ReflectFieldRef::Optional(value) => {
                if let Some(protobuf::reflect::ReflectValueRef::Message(inner)) = value.value() {
                    known(&*inner)?;
                }
            }
            ReflectFieldRef::Repeated(values) => {
                for value in &values {
                    if let protobuf::reflect::ReflectValueRef::Message(inner) = value {
                        known(&*inner)?;
                    }
                }
            }
            ReflectFieldRef::Map(_) => {}
        }
    }
    Ok(())
}

/// What `export` writes; a recording that ends early is exported too.
fn export(eventring: &Path, file: &Path, format: &str) -> Result<Vec<u8>> {
    let output = Command::new(eventring).args(["export", "--format", format]).arg(file).output()?;
    match output.status.code() {
        Some(0 | 1) => Ok(output.stdout),
        _ => Err(String::from_utf8_lossy(&output.stderr).into()),
    }
}
