//! The fields of a custom event with a schema, as details of its mark.

use crate::inspect::ShownFields;
use crate::inspect::export::text::text_of;
use crate::inspect::export::timeline::{Detail, Value};
use crate::inspect::fields::{ShownValue, misfit_text};
use crate::record::Hex;
use crate::schema;

/// What of the fields is shown as text, kept while the details that borrow it are in use.
pub(super) struct FieldTexts<'r> {
    fields: ShownFields<'r>,
    /// By field; nothing where it is a number.
    texts: Vec<Option<String>>,
    /// Where the data does not fit: how, and all of it.
    misfit: Option<(String, String)>,
}

impl<'r> FieldTexts<'r> {
    pub(super) fn new(fields: ShownFields<'r>) -> Self {
        let texts =
            fields.0.iter().map(|(_, value)| value.map_or(Some(super::MISSING.to_owned()), text));
        let misfit =
            fields.0.misfit().map(|misfit| (misfit_text(misfit), Hex(fields.0.data()).to_string()));
        Self { fields, texts: texts.collect(), misfit }
    }

    pub(super) fn details(&self) -> Vec<Detail<'_>> {
        let fields = self.fields.0.iter().zip(&self.texts).map(|((field, value), text)| {
            let value = match (text, value) {
                (Some(text), _) => Value::Text(text),
                (None, Some(schema::Value::Unsigned(number))) => Value::Number(number.into()),
                (None, Some(schema::Value::Signed(number))) => Value::Number(number.into()),
                (None, Some(schema::Value::Float(number))) => Value::Float(number),
                // All else is text.
                (None, _) => Value::Text(""),
            };
            Detail { name: &field.name, value }
        });
        let misfit = self.misfit.iter().flat_map(|(how, data)| {
            [("misfit", how), ("data", data)]
                .map(|(name, text)| Detail { name, value: Value::Text(text) })
        });
        fields.chain(misfit).collect()
    }
}

/// A value as text; nothing for a number.
fn text(value: schema::Value<'_>) -> Option<String> {
    match value {
        schema::Value::Unsigned(_) | schema::Value::Signed(_) | schema::Value::Float(_) => None,
        schema::Value::Text(bytes) => Some(text_of(bytes).into()),
        schema::Value::Bytes(bytes) => Some(Hex(bytes).to_string()),
        schema::Value::Code(name) => Some(name.to_owned()),
        schema::Value::Bool(_) | schema::Value::List(_) => Some(ShownValue(value).to_string()),
    }
}
