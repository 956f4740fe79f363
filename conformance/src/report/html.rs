//! Pages for a browser: one file each, without script, and nothing is fetched from anywhere.
//!
//! What comes from input is escaped by the template engine, which does so for every value of a `.html` template; only
//! the style sheet and the body of `SPEC.md` go in as they are.

mod bytes;
mod certify;
mod check;
mod matrix;
mod specification;

use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior, context, escape_formatter};
use serde::Serialize;

pub use certify::certify_html;
pub use check::check_html;
pub use matrix::matrix_html;
pub use specification::spec_html;

const STYLE: &str = include_str!("html/style.css");

const TEMPLATES: [(&str, &str); 5] = [
    ("page.html", include_str!("html/page.html")),
    ("specification.html", include_str!("html/specification.html")),
    ("check.html", include_str!("html/check.html")),
    ("certify.html", include_str!("html/certify.html")),
    ("matrix.html", include_str!("html/matrix.html")),
];

/// The template did not take the values: a mistake of ours, and a message.
pub type RenderError = minijinja::Error;

/// The page that a template makes of some values.
fn page(template: &str, values: impl Serialize) -> Result<String, RenderError> {
    let mut environment = Environment::new();
    environment.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() && text.contains(is_unseen) => {
            escape_formatter(out, state, &Value::from(seen(text)))
        }
        _ => escape_formatter(out, state, value),
    });
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    for (name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    environment.get_template(template)?.render(context! { style => STYLE, ..Serde(values) })
}

/// What no browser shows, or takes for something else than text.
fn is_unseen(char: char) -> bool {
    char.is_control() && char != '\n'
}

fn seen(text: &str) -> String {
    let escaped = text.chars().map(|char| match char {
        _ if is_unseen(char) => char.escape_debug().to_string(),
        _ => char.to_string(),
    });
    escaped.collect()
}
