//! The events of one of Eio's wires, with the payloads that its registry lays out.

use arbitrary::{Result, Unstructured};
use eventring_spec::registry::EioRegistry;
use eventring_spec::registry::eio::{Event, EventType, Field, FieldType, Wire};

use super::{EventPlan, Payload};
use crate::plain::{Category, custom_payload, eio_registry};

/// What a program that uses Eio writes: events of one wire, each under its name, with ids that nothing had before.
pub(super) struct Eio {
    registry: &'static EioRegistry,
    events: Vec<&'static Event>,
    first_index: u16,
    next_id: i64,
}

impl Eio {
    /// A program of any wire whose names are registered from `first_index` on; none where the registry has no wires.
    pub(super) fn new(choices: &mut Unstructured<'_>, first_index: u16) -> Result<Option<Self>> {
        let Some(registry) = eio_registry() else { return Ok(None) };
        let wire: &Wire = choices.choose(&registry.wires)?;
        let events = registry.events.iter().filter(|event| event.in_wire(wire).is_some()).collect();
        let next_id = choices.int_in_range(0..=1 << 20)?;
        Ok(Some(Self { registry, events, first_index, next_id }))
    }

    /// The names of its events, by index.
    pub(super) fn names(&self) -> impl Iterator<Item = (u16, Vec<u8>)> {
        (self.first_index..).zip(self.events.iter().map(|event| event.name.clone().into_bytes()))
    }

    /// One of its events.
    pub(super) fn event(
        &mut self,
        choices: &mut Unstructured<'_>,
        timestamp_ns: u64,
        most_words: u64,
    ) -> Result<Option<EventPlan>> {
        let place = choices.choose_index(self.events.len())?;
        let event = self.events[place];
        let (item_type, payload) = match event.kind {
            EventType::Unit => (0, Payload::Words(Vec::new())),
            EventType::Int => (1, Payload::Words(vec![self.id(choices)?.cast_unsigned()])),
            EventType::Span => (choices.int_in_range(2..=3)?, Payload::Words(Vec::new())),
            EventType::Custom => {
                let data = self.data(choices, event)?;
                (4, Payload::Bytes(custom_payload(&data, choices.arbitrary()?)))
            }
        };
        let event = EventPlan {
            category: Category::User,
            item_type,
            // A wire has a few dozen events, far from the end of the table.
            id: self.first_index + place as u16,
            length_words: None,
            reserved: 0,
            timestamp_ns,
            payload,
        };
        Ok(Some(event).filter(|event| event.words() <= most_words))
    }

    /// An id that is new half of the time, so that what is created has one of its own.
    fn id(&mut self, choices: &mut Unstructured<'_>) -> Result<i64> {
        Ok(self.next_id - choices.int_in_range(0..=7)?)
    }

    fn data(&mut self, choices: &mut Unstructured<'_>, event: &Event) -> Result<Vec<u8>> {
        let mut data = Vec::new();
        for field in &event.fields {
            if !self.is_there(event, field, &data) {
                continue;
            }
            let is_new = event.stem().starts_with("create") && field.name == "id";
            let id = if is_new {
                self.next_id += 1;
                self.next_id
            } else {
                self.id(choices)?
            };
            match field.kind {
                FieldType::I64 => data.extend(id.to_le_bytes()),
                // The low 32 bits of an id (clause eio.id.low-32).
                FieldType::I32 => data.extend((id as i32).to_le_bytes()),
                FieldType::U8 => data.push(self.code(choices, field)?),
                FieldType::Text => {
                    let len = choices.int_in_range(0..=40)?;
                    data.extend((0..len).map(|place| b'a' + place % 26));
                }
                FieldType::Int => {}
            }
        }
        Ok(data)
    }

    /// Whether the condition of a field holds with the codes that are before it.
    fn is_there(&self, event: &Event, field: &Field, data: &[u8]) -> bool {
        let Some(only) = &field.only else { return true };
        let decides = event.fields.iter().find(|field| field.name == only.field);
        decides.is_some_and(|decides| {
            let codes = decides.code.as_ref().and_then(|key| self.registry.enums.get(key));
            let wanted = codes.and_then(|codes| codes.codes.get(&only.code));
            wanted.is_some() && decides.offset.and_then(|at| data.get(at)) == wanted
        })
    }

    fn code(&self, choices: &mut Unstructured<'_>, field: &Field) -> Result<u8> {
        let codes = field.code.as_ref().and_then(|key| self.registry.enums.get(key));
        match codes {
            Some(codes) => Ok(choices.choose(&codes.by_code())?.0),
            None => Ok(0),
        }
    }
}
