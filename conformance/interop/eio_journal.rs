//! A program of Eio that keeps a journal of its own: our reading of its events and the tree say the same.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value};

use crate::child::output;
use crate::{Results, Tools};

/// Runs it, where the packages of Eio are.
pub(crate) fn check(tools: &Tools, results: &mut Results) {
    results.add("a program of Eio and its journal", |folder| check_program(tools, folder));
}

fn check_program(tools: &Tools, folder: &Path) -> Result<String, String> {
    let mut program = Command::new(tools.programs.join("eio_journal"));
    program.env("OCAML_RUNTIME_EVENTS_DIR", folder).env("OCAML_RUNTIME_EVENTS_PRESERVE", "1");
    let journal = output(program.env("OCAMLRUNPARAM", "e=18"))?;
    let mut files = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let file = files.next().ok_or("no file")?.map_err(|error| error.to_string())?.path();
    let dump = output(tools.eventring(&["dump", "--format", "jsonl", "--typed"]).arg(&file))?;
    let tree = output(tools.eventring(&["tree", "--format", "json"]).arg(&file))?;
    let tree: Value = serde_json::from_str(&tree).map_err(|error| error.to_string())?;
    let seen =
        Seen { things: tree["things"].as_array().ok_or("no things")?, fibers: fibers(&dump)? };
    let journal = journal.lines().map(object).collect::<Result<Vec<_>, _>>()?;
    seen.check(&journal)?;
    let members = check_can_fail(&seen, &journal)?;
    Ok(format!("{} entries, {members} facts, {} things", journal.len(), seen.things.len()))
}

fn object(line: &str) -> Result<Map<String, Value>, String> {
    serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))
}

/// An error if an entry of the journal could say something else in one of its members, and nobody would notice.
fn check_can_fail(seen: &Seen<'_>, journal: &[Map<String, Value>]) -> Result<usize, String> {
    let mut members = 0;
    for (place, entry) in journal.iter().enumerate() {
        // What is null is left open: how often a fiber stops can hang on the scheduler.
        let open = |name: &str| name == "stops" && entry[name].is_null();
        for name in entry.keys().filter(|name| !open(name)) {
            let mut changed = journal.to_vec();
            changed[place][name] = match &entry[name] {
                Value::Number(number) => (number.as_i64().unwrap_or(0) + 100_000).into(),
                Value::String(text) => format!("{text}?").into(),
                Value::Array(list) => list.iter().cloned().chain(["?".into()]).collect(),
                _ => "?".into(),
            };
            if seen.check(&changed).is_ok() {
                return Err(format!("{name} of {entry:?} could be {}", changed[place][name]));
            }
            members += 1;
        }
    }
    Ok(members)
}

/// What a fiber said and why it stopped, by its events.
#[derive(Debug, Default)]
struct OfFiber {
    logs: Vec<String>,
    stops: Vec<String>,
}

/// The same of all fibers, by their ids. Which fiber is current is told by events alone.
fn fibers(dump: &str) -> Result<BTreeMap<i64, OfFiber>, String> {
    let mut fibers = BTreeMap::<i64, OfFiber>::new();
    let mut current = BTreeMap::<i64, i64>::new();
    for line in dump.lines() {
        let line = object(line)?;
        let Some(Value::Object(typed)) = line.get("typed") else { continue };
        let ring = line["ring"].as_i64().ok_or("no ring")?;
        let id = || typed["id"].as_i64().ok_or("no id");
        let text = || typed["text"].as_str().map(str::to_owned).ok_or("no text");
        let running = current.get(&ring).copied();
        match typed["eio"].as_str() {
            Some("fiber") => {
                current.insert(ring, id()?);
            }
            Some("exit_fiber") => {
                current.remove(&ring);
            }
            Some("suspend_fiber") => {
                let fiber = running.ok_or("a suspend_fiber where no fiber runs")?;
                fibers.entry(fiber).or_default().stops.push(text()?);
                current.remove(&ring);
            }
            Some("log") => {
                if let Some(fiber) = running {
                    fibers.entry(fiber).or_default().logs.push(text()?);
                }
            }
            _ => {}
        }
    }
    Ok(fibers)
}

/// What we make of the file.
struct Seen<'t> {
    things: &'t [Value],
    fibers: BTreeMap<i64, OfFiber>,
}

impl Seen<'_> {
    fn check(&self, journal: &[Map<String, Value>]) -> Result<(), String> {
        for entry in journal {
            let checked = match entry.keys().map(String::as_str).find(|name| KINDS.contains(name)) {
                Some("log") => Ok(()),
                Some("label") => self.fiber(entry),
                Some("root") => self.root(entry),
                Some("type") if entry.contains_key("object") => self.named_object(entry),
                Some("type") => self.context(entry),
                Some("protect") => self.protect(entry),
                Some("count") => self.count(entry),
                _ => Err("what is this".to_owned()),
            };
            checked.map_err(|error| format!("{entry:?}: {error}"))?;
        }
        self.logs(journal)
    }

    /// What the fibers of the journal said, each in its order, and nothing else.
    fn logs(&self, journal: &[Map<String, Value>]) -> Result<(), String> {
        let mut said = BTreeMap::<i64, Vec<&str>>::new();
        for entry in journal {
            let Some(text) = entry.get("log") else { continue };
            let (text, fiber) = (text.as_str(), entry.get("fiber").and_then(Value::as_i64));
            let (text, fiber) = text.zip(fiber).ok_or("a log of nobody")?;
            said.entry(fiber).or_default().push(text);
        }
        for (fiber, said) in said {
            let seen = self.fibers.get(&fiber).map(|fiber| &fiber.logs);
            if seen.is_none_or(|seen| *seen != said) {
                return Err(format!("fiber {fiber} said {said:?}, and we read {seen:?}"));
            }
        }
        Ok(())
    }

    fn fiber(&self, entry: &Map<String, Value>) -> Result<(), String> {
        let thing = self.one("fiber", "id", &entry["fiber"])?;
        same("state", &thing["state"], &"ended".into())?;
        same("is_end_told", &thing["is_end_told"], &true.into())?;
        same("ring", &thing["ring"], &entry["ring"])?;
        same("context", &self.of(thing, "parent", "name"), &entry["context"])?;
        same("creator", &self.of(thing, "creator", "id"), &entry["creator"])?;
        let seen =
            entry["fiber"].as_i64().and_then(|id| self.fibers.get(&id)).ok_or("no events")?;
        let begins = format!("{} begins", entry["label"].as_str().unwrap_or_default());
        same("label", &seen.logs.first().cloned().into(), &begins.into())?;
        if let Value::Array(stops) = &entry["stops"] {
            same("stops", &seen.stops.clone().into(), &entry["stops"])?;
            same("reason", &thing["reason"], &stops.last().cloned().unwrap_or_default())?;
        }
        Ok(())
    }

    /// The first fiber of another domain.
    fn root(&self, entry: &Map<String, Value>) -> Result<(), String> {
        let thing = self.one("fiber", "id", &entry["root"])?;
        same("ring", &thing["ring"], &entry["ring"])?;
        // The function that is run there is in contexts of the library, in the end in the root.
        let root = self.thing(&thing["parent"]).ok_or("no parent")?;
        same("is_root", &root["is_root"], &true.into())?;
        same("creator", &self.of(root, "creator", "id"), &entry["creator"])
    }

    fn context(&self, entry: &Map<String, Value>) -> Result<(), String> {
        let thing = self.one("context", "name", &entry["context"])?;
        same("type", &thing["type"], &entry["type"])?;
        same("state", &thing["state"], &"ended".into())?;
        same("failure", &thing["failure"], &entry["failure"])?;
        same("failures", &thing["failures"], &u64::from(!entry["failure"].is_null()).into())?;
        same("creator", &self.of(thing, "creator", "id"), &entry["creator"])?;
        // The outermost of the program's are in some of the library's.
        let own = self.of(thing, "parent", "name");
        let own = if own == "eio_linux" { Value::Null } else { own };
        same("parent", &own, &entry["parent"])
    }

    fn protect(&self, entry: &Map<String, Value>) -> Result<(), String> {
        let is_it = |thing: &&Value| {
            thing["type"] == "protect"
                && self.of(thing, "creator", "id") == entry["protect"]
                && self.of(thing, "parent", "name") == entry["within"]
        };
        one(self.things.iter().filter(is_it)).map(|_| ())
    }

    fn named_object(&self, entry: &Map<String, Value>) -> Result<(), String> {
        let thing = self.one("object", "name", &entry["object"])?;
        same("type", &thing["type"], &entry["type"])?;
        same("put_by", &self.of(thing, "last_put_by", "id"), &entry["put_by"])
    }

    fn count(&self, entry: &Map<String, Value>) -> Result<(), String> {
        let found = self.things.iter().filter(|thing| thing["type"] == entry["count"]).count();
        same("number", &found.into(), &entry["number"])
    }

    /// The only thing of a class that has this.
    fn one(&self, class: &str, member: &str, value: &Value) -> Result<&Value, String> {
        one(self.things.iter().filter(|thing| thing["class"] == class && thing[member] == *value))
    }

    fn thing(&self, key: &Value) -> Option<&Value> {
        self.things.iter().find(|thing| thing["key"] == *key)
    }

    /// A member of the thing that a member of another names.
    fn of(&self, thing: &Value, link: &str, member: &str) -> Value {
        self.thing(&thing[link]).map(|other| other[member].clone()).unwrap_or_default()
    }
}

/// By which member the kind of an entry is told.
const KINDS: [&str; 6] = ["count", "label", "log", "protect", "root", "type"];

fn one<'t>(mut found: impl Iterator<Item = &'t Value>) -> Result<&'t Value, String> {
    match (found.next(), found.next()) {
        (Some(thing), None) => Ok(thing),
        (None, _) => Err("it is not in the tree".to_owned()),
        (Some(_), Some(_)) => Err("it is twice in the tree".to_owned()),
    }
}

fn same(what: &str, seen: &Value, said: &Value) -> Result<(), String> {
    if seen == said { Ok(()) } else { Err(format!("{what}: we read {seen}, it is {said}")) }
}
