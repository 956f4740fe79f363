//! A report for programs, and the schema of that form.

use schemars::Schema;
use schemars::generate::SchemaSettings;

use super::model::Report;

/// The report as one JSON object, over several lines.
pub fn json(report: &Report) -> String {
    // Every map of a report has text for keys, so that nothing in it can be refused.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

/// The JSON Schema of that object.
pub fn schema() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Report>()
}
