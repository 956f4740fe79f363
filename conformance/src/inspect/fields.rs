//! The fields of custom events, as a user's schema names them: the members `fields` and `misfit`.

use std::fmt;
use std::sync::Arc;

use eventring::words::ByteOrder;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::line::shown_bytes;
use crate::record::{Body, Hex, Name, Record};
use crate::schema::{Fields, List, Misfit, Schemas, Value};

/// Reads custom events by the schemas of their names.
#[derive(Clone, Debug)]
pub struct FieldReader {
    schemas: Arc<Schemas>,
    producer: ByteOrder,
}

impl FieldReader {
    /// Of events that a producer of this byte order wrote.
    pub fn new(schemas: Arc<Schemas>, producer: ByteOrder) -> Self {
        Self { schemas, producer }
    }

    /// What the data of a custom event of this name says; none where it has no schema.
    pub fn of_event<'r>(&'r self, name: &[u8], data: &'r [u8]) -> Option<ShownFields<'r>> {
        Some(ShownFields(self.schemas.find(name)?.read(data, self.producer)))
    }

    /// What the event of a record says; none where it is no custom event with a schema.
    pub(super) fn of_record<'r>(&'r self, record: &'r Record<'_>) -> Option<ShownFields<'r>> {
        let Record::Event(event) = record else {
            return None;
        };
        match &event.body {
            Body::Custom { name: Name::Text(name), data: Some(data), .. } => {
                self.of_event(name.as_bytes(), data)
            }
            Body::Custom { name: Name::Bytes(name), data: Some(data), .. } => {
                self.of_event(name, data)
            }
            _ => None,
        }
    }
}

/// The fields of one event, to be shown.
#[derive(Clone, Copy, Debug)]
pub struct ShownFields<'r>(pub(super) Fields<'r>);

impl ShownFields<'_> {
    /// Whether the data is not what the schema says.
    pub(super) fn is_misfit(&self) -> bool {
        self.0.misfit().is_some()
    }
}

/// For people: each field with its name, then what is wrong.
impl fmt::Display for ShownFields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (field, value) in self.0.iter() {
            match value {
                Some(value) => write!(f, "{separator}{} {}", field.name, ShownValue(value))?,
                None => write!(f, "{separator}{} (missing)", field.name)?,
            }
            separator = ", ";
        }
        match self.0.misfit() {
            Some(misfit) => write!(f, "{separator}{}", misfit_text(misfit)),
            None => Ok(()),
        }
    }
}

/// How the data differs from the schema, for people.
pub(super) fn misfit_text(misfit: Misfit) -> String {
    match misfit {
        Misfit::Short => "the data is too short".to_owned(),
        Misfit::Long(1) => "1 byte too many".to_owned(),
        Misfit::Long(count) => format!("{count} bytes too many"),
    }
}

/// One value, to be shown to people.
pub(super) struct ShownValue<'r>(pub(super) Value<'r>);

impl fmt::Display for ShownValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Unsigned(number) => number.fmt(f),
            Value::Signed(number) => number.fmt(f),
            Value::Float(number) => number.fmt(f),
            Value::Bool(is) => is.fmt(f),
            Value::Code(name) => name.escape_debug().fmt(f),
            Value::Text(bytes) | Value::Bytes(bytes) => f.write_str(&shown_bytes(bytes)),
            Value::List(list) => {
                f.write_str("[")?;
                for (place, value) in list.iter().enumerate() {
                    let separator = if place == 0 { "" } else { " " };
                    write!(f, "{separator}{}", ShownValue(value))?;
                }
                f.write_str("]")
            }
        }
    }
}

/// The member `fields`: a member for each field, null where the data ended before; text that is not UTF-8 is hex, and
/// has `_hex` after its name.
impl Serialize for ShownFields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (field, value) in self.0.iter() {
            match value {
                None => map.serialize_entry(&field.name, &())?,
                Some(Value::Text(bytes)) => match str::from_utf8(bytes) {
                    Ok(text) => map.serialize_entry(&field.name, text)?,
                    Err(_) => map.serialize_entry(&format!("{}_hex", field.name), &Hex(bytes))?,
                },
                Some(value) => map.serialize_entry(&field.name, &PrintedValue(value))?,
            }
        }
        map.end()
    }
}

/// One value in JSON. A fraction that is no number, or endless, is a string, since JSON has no word for it.
struct PrintedValue<'r>(Value<'r>);

impl Serialize for PrintedValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Unsigned(number) => serializer.serialize_u64(number),
            Value::Signed(number) => serializer.serialize_i64(number),
            Value::Float(number) if number.is_finite() => serializer.serialize_f64(number),
            Value::Float(number) => serializer.collect_str(&number),
            Value::Bool(is) => serializer.serialize_bool(is),
            Value::Code(name) => serializer.serialize_str(name),
            Value::Text(bytes) | Value::Bytes(bytes) => serializer.collect_str(&Hex(bytes)),
            Value::List(list) => print_list(list, serializer),
        }
    }
}

fn print_list<S: Serializer>(list: List<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let values = list.iter();
    let mut sequence = serializer.serialize_seq(Some(values.len()))?;
    for value in values {
        sequence.serialize_element(&PrintedValue(value))?;
    }
    sequence.end()
}

/// A record with the members `fields`, and `misfit` where the data does not fit.
#[derive(serde::Serialize)]
pub(super) struct WithFields<'r, T> {
    #[serde(flatten)]
    pub(super) record: T,
    pub(super) fields: ShownFields<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    misfit: Option<&'static str>,
}

impl<'r, T> WithFields<'r, T> {
    pub(super) fn new(record: T, fields: ShownFields<'r>) -> Self {
        Self { record, fields, misfit: fields.0.misfit().map(Misfit::name) }
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;
    use crate::schema::SchemaFile;

    const SCHEMA: &str = r#"
        [codes.state]
        0 = "new"
        1 = "paid\n"

        [[event]]
        name = "order"
        byte_order = "little"
        fields = [
            { name = "id", type = "u64" },
            { name = "state", type = "i8", codes = "state" },
            { name = "price", type = "f64" },
            { name = "sizes", type = "u16", count = "u8" },
            { name = "title", type = "string" },
        ]
    "#;

    fn reader() -> FieldReader {
        let mut schemas = Schemas::default();
        SchemaFile::add(SCHEMA, &mut schemas).unwrap();
        FieldReader::new(Arc::new(schemas), ByteOrder::Big)
    }

    fn shown(data: &[u8]) -> (String, String) {
        let reader = reader();
        let fields = reader.of_event(b"order", data).unwrap();
        (fields.to_string(), serde_json::to_string(&WithFields::new((), fields)).unwrap())
    }

    const WHOLE: &[u8] =
        b"\xff\xff\xff\xff\xff\xff\xff\xff\x01\0\0\0\0\0\0\xf0\x7f\x02\x01\0\x02\0ab";

    #[test]
    fn values_are_shown_exactly_and_nothing_steers_a_terminal() {
        let (text, json) = shown(WHOLE);
        assert_eq!(
            text,
            "id 18446744073709551615, state paid\\n, price inf, sizes [1 2], title \"ab\" (2 bytes)"
        );
        assert_eq!(
            json,
            r#"{"fields":{"id":18446744073709551615,"state":"paid\n","price":"inf","sizes":[1,2],"title":"ab"}}"#
        );
    }

    #[test]
    fn unknown_codes_are_numbers_and_text_that_is_not_utf_8_is_hex() {
        let mut data = WHOLE.to_vec();
        data[8] = 0xfe;
        data.push(0xff);
        let (text, json) = shown(&data);
        assert!(text.contains("state -2") && text.ends_with("title 6162ff (3 bytes)"), "{text}");
        assert!(json.contains(r#""state":-2"#) && json.contains(r#""title_hex":"6162ff""#));
    }

    #[test]
    fn what_does_not_fit_says_so() {
        let (text, json) = shown(&WHOLE[..9]);
        assert_eq!(
            text,
            "id 18446744073709551615, state paid\\n, price (missing), sizes (missing), title (missing), \
             the data is too short"
        );
        assert!(json.ends_with(r#""title":null},"misfit":"short"}"#), "{json}");
        assert_eq!(misfit_text(Misfit::Long(1)), "1 byte too many");
        assert_eq!(misfit_text(Misfit::Long(2)), "2 bytes too many");
    }

    #[test]
    fn only_custom_events_of_the_very_name_have_fields() {
        let reader = reader();
        assert!(reader.of_event(b"order ", WHOLE).is_none());
        assert!(reader.of_event(b"orde", WHOLE).is_none());
        let event = |body| Record::Event(crate::record::Event { ring: 0, timestamp_ns: 0, body });
        let name = Name::Text("order".into());
        assert!(reader.of_record(&event(Body::Unit { id: 1, name: name.clone() })).is_none());
        let missing = Body::Custom { id: 1, name: name.clone(), data: None };
        assert!(reader.of_record(&event(missing)).is_none());
        let custom = Body::Custom { id: 1, name, data: Some(WHOLE.into()) };
        assert!(reader.of_record(&event(custom)).is_some());
    }
}
