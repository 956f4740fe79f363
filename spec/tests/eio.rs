//! Eio's events: the registry's lints, and what of it stands in SPEC.md and in the crate eventring.

use eventring::eio::{
    DataBuffer, EioEvent, EioId, EventType, Undecoded, Value, Wire, WireNarrowing, WireVerdict,
    codes,
};
use eventring::event::Kind;
use eventring_spec::registry::EioRegistry;
use eventring_spec::registry::eio::{self, Event, Field, FieldType, Vector};

const EIO: &str = include_str!("../registry/eio.toml");
const SPEC: &str = include_str!("../SPEC.md");

fn registry() -> EioRegistry {
    EioRegistry::load().unwrap_or_else(|errors| panic!("{errors}"))
}

/// The compiled wire of a registry's wire.
fn compiled(registry: &EioRegistry, key: &str) -> Wire {
    let place = registry.wires.iter().position(|wire| wire.key == key);
    Wire::ALL[place.unwrap_or_else(|| panic!("{key}"))]
}

#[test]
fn counts_are_those_of_the_library() {
    let registry = registry();
    let counts: Vec<_> = registry
        .wires
        .iter()
        .map(|wire| (wire.key.as_str(), registry.of_wire(wire).len()))
        .collect();
    assert_eq!(counts, [("proposal", 12), ("generation_1", 10), ("generation_2", 17)]);
    assert_eq!((registry.ids.first, registry.ids.block), (0, 1024));
}

/// Everything of it that SPEC.md writes down stands there as the registry has it.
#[test]
fn spec_has_the_same_tables() {
    let registry = registry();
    for wire in &registry.wires {
        for event in registry.of_wire(wire) {
            let since = event.in_wire(wire).and_then(|used| used.since.as_ref());
            let since = since.map_or_else(String::new, |since| format!(" Since Eio {since}."));
            let (name, meaning) = (&event.name, &event.meaning);
            let kind = format!("{:?}", event.kind).to_lowercase();
            let row = format!("| `{name}` | {kind} | {} | {meaning}{since} |", payload(event));
            assert!(SPEC.lines().any(|line| line == row), "SPEC.md lacks this line:\n{row}");
        }
    }
    for (key, entries) in &registry.enums {
        let codes: Vec<_> =
            entries.by_code().iter().map(|(code, name)| format!("{code} {name}")).collect();
        let key = key.replace('_', " ");
        let row = format!("| {key} | {} | {} |", codes.join(", "), entries.meaning);
        assert!(SPEC.lines().any(|line| line == row), "SPEC.md lacks this line:\n{row}");
    }
    // The index of clauses has the level of each between back quotes.
    let of_event = |line: &&str| line.starts_with("| `eio.") && !line.contains("` | `");
    let rows = SPEC.lines().filter(of_event).count();
    let changes = 8; // The table of what events change about the current fiber.
    assert_eq!(rows, 12 + 10 + 17 + changes);
    assert!(SPEC.contains(&format!("a block of {} consecutive ones", registry.ids.block)));
}

fn payload(event: &Event) -> String {
    let field = |field: &Field| {
        let size = match field.kind {
            FieldType::Int => return format!("value: {}", field.name),
            FieldType::I64 => "8 bytes",
            FieldType::I32 => "4 bytes",
            FieldType::U8 => "1 byte",
            FieldType::Text => "to the end",
        };
        let only = field.only.as_ref();
        let only = only.map_or_else(String::new, |only| format!(" (of {} only)", only.code));
        format!("{}: {}, {size}{only}", field.offset.unwrap(), field.name)
    };
    event.fields.iter().map(field).collect::<Vec<_>>().join("; ")
}

/// A payload of the least length, all bytes zero.
fn least(event: &Event) -> (Vec<u8>, usize) {
    let fields = event.fields.iter().filter(|field| field.only.is_none());
    let len = fields.filter_map(|field| field.kind.bytes()).sum();
    (vec![0; len], len)
}

#[test]
fn every_event_is_compiled_with_its_name_type_and_length() {
    let registry = registry();
    for wire in &registry.wires {
        let compiled = compiled(&registry, &wire.key);
        assert_eq!(compiled.name(), wire.title);
        let mut names = Vec::new();
        for event in registry.of_wire(wire) {
            names.push(event.name.as_str());
            let (data, len) = least(event);
            let kinds = |data| {
                [
                    (eio::EventType::Unit, Kind::Unit { index: 3 }),
                    (eio::EventType::Int, Kind::Int { index: 3, value: Some(0) }),
                    (eio::EventType::Span, Kind::SpanBegin { index: 3 }),
                    (eio::EventType::Span, Kind::SpanEnd { index: 3 }),
                    (eio::EventType::Custom, Kind::Custom { index: 3, data: Some(data) }),
                ]
            };
            for (kind, item) in kinds(&data) {
                let decoded = EioEvent::decode(compiled, event.name.as_bytes(), item);
                if kind == event.kind {
                    let decoded = decoded.unwrap();
                    assert_eq!((decoded.name(), decoded.wire()), (&*event.name, compiled));
                    let mut buffer = DataBuffer::default();
                    assert_eq!(decoded.encode(3, &mut buffer), item);
                    let members = decoded.fields().iter().map(|f| f.name).collect::<Vec<_>>();
                    let expected: Vec<_> = match kind {
                        eio::EventType::Span => vec!["edge"],
                        _ => event
                            .fields
                            .iter()
                            .filter(|field| field.only.is_none())
                            .map(Field::member)
                            .collect(),
                    };
                    assert_eq!(members, expected);
                } else {
                    assert_eq!(decoded, Err(Undecoded::OtherType), "{} {item:?}", event.name);
                }
            }
            if event.kind == eio::EventType::Custom {
                for short in 0..len {
                    let item = Kind::Custom { index: 0, data: Some(&data[..short]) };
                    let decoded = EioEvent::decode(compiled, event.name.as_bytes(), item);
                    assert_eq!(decoded, Err(Undecoded::Short), "{} {short}", event.name);
                }
            }
        }
        let compiled_names: &[&str] = match compiled {
            Wire::Proposal => &eventring::eio::Proposal::NAMES,
            Wire::Generation1 => &eventring::eio::Generation1::NAMES,
            Wire::Generation2 => &eventring::eio::Generation2::NAMES,
        };
        assert_eq!(names, compiled_names);
    }
}

/// One event alone tells the wires that have it; where these give it one payload, the newest of them is the wire
/// (clauses eio.wire.by-use and eio.wire.open).
#[test]
fn every_event_tells_its_wires() {
    let registry = registry();
    for event in &registry.events {
        let item = match event.kind {
            eio::EventType::Unit => Kind::Unit { index: 3 },
            eio::EventType::Int => Kind::Int { index: 3, value: Some(0) },
            eio::EventType::Span => Kind::SpanEnd { index: 3 },
            eio::EventType::Custom => Kind::Custom { index: 3, data: Some(b"") },
        };
        let mut narrowing = WireNarrowing::new();
        narrowing.observe(event.name.as_bytes(), &item);
        let is_same = |other: &&Event| other.name == event.name && other.kind == event.kind;
        let wanted = if registry.events.iter().filter(is_same).count() > 1 {
            WireVerdict::Open
        } else {
            let mut wires = registry.wires.iter();
            let newest = wires.rfind(|wire| event.in_wire(wire).is_some()).unwrap();
            WireVerdict::Settled(compiled(&registry, &newest.key))
        };
        assert_eq!(narrowing.verdict(), wanted, "{} {:?}", event.name, event.kind);
    }
}

#[test]
fn every_code_from_0_to_255_has_its_name_or_none() {
    let registry = registry();
    type NameOf = fn(u8) -> Option<&'static str>;
    let compiled: [(&str, NameOf); 6] = [
        ("generation_1_type", |code| codes::Generation1Type(code).name()),
        ("object_type", |code| codes::ObjectType(code).name()),
        ("context_type", |code| codes::ContextType(code).name()),
        ("proposal_type", |code| codes::ProposalType(code).name()),
        ("proposal_purpose", |code| codes::ProposalPurpose(code).name()),
        ("proposal_protection", |code| codes::ProposalProtection(code).name()),
    ];
    assert_eq!(registry.enums.len(), compiled.len());
    for (key, name) in compiled {
        let entries = &registry.enums[key];
        for code in 0..=255 {
            let there = entries.codes.iter().find(|(_, value)| **value == code);
            assert_eq!(name(code), there.map(|(name, _)| name.as_str()), "{key} {code}");
        }
    }
}

#[test]
fn vectors_decode_to_their_values_and_back() {
    let registry = registry();
    assert!(registry.vectors.len() >= 12);
    for vector in &registry.vectors {
        let wire = compiled(&registry, &vector.wire);
        let data = vector.data();
        let item = match vector.int {
            Some(value) => Kind::Int { index: 9, value: Some(value) },
            None => Kind::Custom { index: 9, data: data.as_deref() },
        };
        let event = EioEvent::decode(wire, vector.event.as_bytes(), item).unwrap();
        assert_values(&registry, vector, &event);
        let mut buffer = DataBuffer::default();
        assert_eq!(event.encode(9, &mut buffer), item);
    }
}

fn assert_values(registry: &EioRegistry, vector: &Vector, event: &EioEvent<'_>) {
    let layout = registry.events.iter().find(|other| {
        other.name == vector.event && other.wires.iter().any(|used| used.wire == vector.wire)
    });
    let layout = layout.unwrap();
    assert_eq!(event.fields().iter().count(), vector.value.len());
    for (name, value) in &vector.value {
        let field = layout.fields.iter().find(|field| field.name == *name).unwrap();
        let found = event.fields().value(field.member());
        match (found.unwrap(), value) {
            (Value::Id(id), toml::Value::Integer(wanted)) => {
                assert!(id.same_as(EioId::new(*wanted)))
            }
            (Value::Code(code), toml::Value::String(wanted)) => {
                assert_eq!(code.name, Some(wanted.as_str()));
            }
            (Value::Text(text), toml::Value::String(wanted)) => assert_eq!(text, wanted.as_bytes()),
            other => panic!("{}.{name}: {other:?}", vector.event),
        }
    }
}

/// A file in which nothing tells the generations apart is read as the newer: both must read it alike.
#[test]
fn what_both_generations_have_is_laid_out_alike() {
    let registry = registry();
    let in_both = |event: &&Event| {
        let wires: Vec<_> = event.wires.iter().map(|used| used.wire.as_str()).collect();
        wires.contains(&"generation_1") && wires.contains(&"generation_2")
    };
    let shared: Vec<_> = registry.events.iter().filter(in_both).map(|e| e.name.as_str()).collect();
    assert_eq!(shared, ["eio.name", "eio.log", "eio.fiber"]);
    assert_eq!(EventType::of(&Kind::Begin { phase: 0 }), None);
}

/// Changes the file and expects a problem at `entry` whose message contains `message`.
fn refuses(from: &str, to: &str, entry: &str, message: &str) {
    assert!(EIO.contains(from), "{from}");
    let Err(errors) = EioRegistry::parse("changed.toml", &EIO.replacen(from, to, 1)) else {
        panic!("nothing is said of {to:?} for {from:?}");
    };
    let is_it = |problem: &eventring_spec::registry::Problem| {
        problem.entry == entry && problem.message.contains(message)
    };
    assert!(errors.problems.iter().any(is_it), "{errors}");
}

#[test]
fn lints() {
    refuses("schema = 1", "schema = 2", "schema", "allowed is 1");
    refuses("block = 1024", "block = 0", "ids.block", "at least one");
    refuses("key = \"proposal\"", "key = \"generation_2\"", "wire.generation_2", "there already");
    refuses("status = \"released\"", "status = \"experimental\"", "wire.generation_1", "released");
    refuses("mutex = 19 }", "mutex = 18 }", "enum.generation_1_type", "two names");
    refuses("on-any = 12", "on_any = 12", "enum.proposal_type", "joined by -");
    refuses("code = \"object_type\"", "code = \"context_type\"", "enum.object_type", "no field");
    refuses(
        "code = \"object_type\"",
        "code = \"objects\"",
        "eio.create_obj.type",
        "key of an enum",
    );
    refuses("\"eio.get\"", "\"eio.Get\"", "eio.Get", "snake_case");
    refuses("place = 16", "place = 17", "wire.generation_2", "without holes");
    refuses(
        "place = 16, since = \"0.15\"",
        "place = 16, since = \"0.13\"",
        "eio.domain_spawn",
        "version",
    );
    refuses("offset = 8", "offset = 9", "eio.create.type", "the next is at 8");
    refuses("type = \"unit\"", "type = \"int\"", "eio.exit_cc", "int has one int");
    refuses(
        "field = \"type\", code = \"cancellation-context\"",
        "field = \"id\", code = \"x\"",
        "eio.created.purpose",
        "an earlier field",
    );
    refuses(
        "[{ wire = \"generation_1\", place = 8 }]",
        "[{ wire = \"generation_0\", place = 8 }]",
        "eio.signal",
        "no wire",
    );
    refuses(
        "data = \"0200000000000000 03\"",
        "data = \"020000000000000 03\"",
        "vector 1, eio.create_cc",
        "hexadecimal",
    );
    refuses(
        "value = { id = 2, type",
        "value = { id = 2, kind",
        "vector 1, eio.create_cc",
        "no value for type",
    );
    refuses(
        "event = \"eio.create_cc\"",
        "event = \"eio.create\"",
        "vector 1, eio.create",
        "no such event",
    );
    refuses(
        "[[event]]\nname = \"eio.log\"",
        "[[event]]\nname = \"eio.log\"\ntype = \"custom\"\nwires = [{ wire = \"generation_1\", place = 10 }]\nmeaning = \"\"\nfields = [{ name = \"text\", type = \"text\", offset = 0, meaning = \"\" }]\n[[event]]\nname = \"eio.log\"",
        "eio.log",
        "twice",
    );
}
