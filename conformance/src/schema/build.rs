//! From what a schema file says to schemas, if it is right.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use eventring::words::ByteOrder;
use toml::Spanned;

use super::file::{ByteOrderWord, EventTable, FieldTable, SchemaFile, TypeWord};
use super::{Codes, Count, DataOrder, Element, EventSchema, Field, Scalar, SchemaError, Schemas};

/// Bytes of the longest name of an event (clause names.length).
const MOST_NAME_BYTES: usize = 127;
/// Bytes of the longest data that an item has room for.
const MOST_DATA_BYTES: u16 = 8167;
/// Characters of the longest name of a field.
const MOST_FIELD_NAME: usize = 64;

/// Adds the events of a file to those that are known.
pub(super) fn build(
    text: &str,
    file: SchemaFile,
    schemas: &mut Schemas,
) -> Result<(), SchemaError> {
    let builder = Builder { text };
    let SchemaFile { byte_order, codes, event } = file;
    let tables = codes
        .into_iter()
        .map(|(name, table)| Ok((name, Arc::new(builder.codes(table)?))))
        .collect::<Result<Tables, SchemaError>>()?;
    if event.is_empty() {
        return Err(builder.error(0..0, "no event: begin each with [[event]], a name and fields"));
    }
    for event in event {
        let name = event.name.clone();
        let schema = builder.event(event, byte_order, &tables)?;
        schemas.add(name.get_ref().as_bytes(), schema).map_err(|_| {
            let message = format!("{} has a schema already; remove one", name.get_ref());
            builder.error(name.span(), message)
        })?;
    }
    Ok(())
}

type Tables = BTreeMap<String, Arc<Codes>>;

/// Knows the text, to say where something is.
struct Builder<'t> {
    text: &'t str,
}

impl Builder<'_> {
    fn error(&self, span: Range<usize>, message: impl Into<String>) -> SchemaError {
        SchemaError::new(self.text, span, message)
    }

    fn event(
        &self,
        event: EventTable,
        byte_order: ByteOrderWord,
        tables: &Tables,
    ) -> Result<EventSchema, SchemaError> {
        let EventTable { name, byte_order: own_order, fields } = event;
        if !(1..=MOST_NAME_BYTES).contains(&name.get_ref().len()) || name.get_ref().contains('\0') {
            let message = "an event's name has 1 to 127 bytes, and none is 0";
            return Err(self.error(name.span(), message));
        }
        let mut built: Vec<Field> = Vec::with_capacity(fields.len());
        let last = fields.len().saturating_sub(1);
        for (place, field) in fields.into_iter().enumerate() {
            let (name, kind) = (field.name.clone(), field.kind.span());
            if built.iter().any(|other| *other.name == **name.get_ref()) {
                let message = format!("there is a field {} already; rename one", name.get_ref());
                return Err(self.error(name.span(), message));
            }
            let field = self.field(field, tables)?;
            if field.count == Count::Rest && place < last {
                let message = "this goes to the end of the data, so it must be the last field; or say count = N, or \
                               count = \"u8\" if the count stands before it";
                return Err(self.error(kind, message));
            }
            built.push(field);
        }
        let order = own_order.unwrap_or(byte_order);
        Ok(EventSchema { order: order.into(), fields: built.into() })
    }

    fn field(&self, field: FieldTable, tables: &Tables) -> Result<Field, SchemaError> {
        let FieldTable { name, kind, count, codes } = field;
        if !is_field_name(name.get_ref()) {
            let message = "a field's name is a letter, then up to 63 letters, digits, _, - and .; _hex at its end is \
                           kept for text that is not UTF-8";
            return Err(self.error(name.span(), message));
        }
        let element = element(*kind.get_ref());
        let count = match (count, element) {
            (Some(count), _) => self.count(&count)?,
            (None, Element::Scalar(_)) => Count::One,
            (None, Element::Text | Element::Bytes) => Count::Rest,
        };
        let codes = codes.map(|codes| self.codes_of(&codes, element, tables)).transpose()?;
        Ok(Field { name: name.into_inner().into(), element, count, codes })
    }

    fn count(&self, count: &Spanned<toml::Value>) -> Result<Count, SchemaError> {
        let found = match count.get_ref() {
            toml::Value::Integer(count) => u16::try_from(*count)
                .ok()
                .filter(|count| (1..=MOST_DATA_BYTES).contains(count))
                .map(Count::Fixed),
            toml::Value::String(word) => match word.as_str() {
                "u8" => Some(Count::Counted(Scalar::U8)),
                "u16" => Some(Count::Counted(Scalar::U16)),
                "u32" => Some(Count::Counted(Scalar::U32)),
                "u64" => Some(Count::Counted(Scalar::U64)),
                _ => None,
            },
            _ => None,
        };
        found.ok_or_else(|| {
            let message = "a count is a number from 1 to 8167, or \"u8\", \"u16\", \"u32\" or \"u64\" for the number \
                           that stands before the elements";
            self.error(count.span(), message)
        })
    }

    fn codes_of(
        &self,
        name: &Spanned<String>,
        element: Element,
        tables: &Tables,
    ) -> Result<Arc<Codes>, SchemaError> {
        let error = |message: String| self.error(name.span(), message);
        let codes = tables.get(name.get_ref()).ok_or_else(|| {
            error(format!("there is no table of this name; add one: [codes.{}]", name.get_ref()))
        })?;
        let range = match element {
            Element::Scalar(scalar) => scalar.range(),
            Element::Text | Element::Bytes => None,
        };
        let (least, most) =
            range.ok_or_else(|| error("only an integer has codes; remove them".to_owned()))?;
        match codes.keys().find(|code| !(least..=most).contains(*code)) {
            Some(code) => Err(error(format!(
                "its code {code} does not fit this field: {least} to {most}; take a wider type"
            ))),
            None => Ok(Arc::clone(codes)),
        }
    }

    fn codes(
        &self,
        table: BTreeMap<Spanned<String>, Spanned<String>>,
    ) -> Result<Codes, SchemaError> {
        let mut codes = Codes::new();
        for (number, name) in table {
            let is_number = number.get_ref().parse::<i128>().ok();
            let code = is_number.filter(|code| code.to_string() == *number.get_ref());
            let Some(code) = code else {
                let message = "a code is a decimal number, without zeros before it: 0 = \"new\"";
                return Err(self.error(number.span(), message));
            };
            if codes.values().any(|other| **other == **name.get_ref()) {
                let message = "two codes have this name; rename one";
                return Err(self.error(name.span(), message));
            }
            // Two spellings of one number there are not, so no code comes twice.
            codes.insert(code, name.into_inner().into());
        }
        Ok(codes)
    }
}

fn is_field_name(name: &str) -> bool {
    name.len() <= MOST_FIELD_NAME
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
        && !name.ends_with("_hex")
}

const fn element(word: TypeWord) -> Element {
    Element::Scalar(match word {
        TypeWord::U8 => Scalar::U8,
        TypeWord::U16 => Scalar::U16,
        TypeWord::U32 => Scalar::U32,
        TypeWord::U64 => Scalar::U64,
        TypeWord::I8 => Scalar::I8,
        TypeWord::I16 => Scalar::I16,
        TypeWord::I32 => Scalar::I32,
        TypeWord::I64 => Scalar::I64,
        TypeWord::F32 => Scalar::F32,
        TypeWord::F64 => Scalar::F64,
        TypeWord::Bool => Scalar::Bool,
        TypeWord::String => return Element::Text,
        TypeWord::Bytes => return Element::Bytes,
    })
}

impl From<ByteOrderWord> for DataOrder {
    fn from(word: ByteOrderWord) -> Self {
        match word {
            ByteOrderWord::Producer => Self::Producer,
            ByteOrderWord::Little => Self::Fixed(ByteOrder::Little),
            ByteOrderWord::Big => Self::Fixed(ByteOrder::Big),
        }
    }
}
