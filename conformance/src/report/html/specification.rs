//! `SPEC.md` as a page: every clause and every section can be linked to.

use eventring_spec::clauses::{self, Clause, Level, SPEC, Section};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use serde::Serialize;

use super::{RenderError, page};

/// A heading and those below it.
#[derive(Serialize)]
struct Entry {
    title: String,
    anchor: String,
    sections: Vec<Entry>,
}

#[derive(Serialize)]
struct Page {
    contents: Vec<Entry>,
    body: String,
}

/// The page.
///
/// # Errors
///
/// The template does not take it, which a test excludes.
pub fn spec_html() -> Result<String, RenderError> {
    let sections = clauses::sections();
    let (contents, _) = entries(&sections, 1);
    page("specification.html", Page { contents, body: body(&sections) })
}

/// The sections of a level at the start of a list, and how many of the list they and those below them are.
fn entries(sections: &[Section], level: usize) -> (Vec<Entry>, usize) {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(section) = sections.get(at).filter(|section| section.level >= level) {
        let below = sections.get(at + 1..).unwrap_or_default();
        let (sections, taken) = entries(below, section.level + 1);
        let (title, anchor) = (section.title.replace('`', ""), section.anchor.clone());
        found.push(Entry { title, anchor, sections });
        at += 1 + taken;
    }
    (found, at)
}

/// The text as HTML. Markdown's own HTML, which is comments, is left out.
fn body(sections: &[Section]) -> String {
    let mut body = Body {
        sections: sections.iter(),
        clauses: clauses::clauses().iter(),
        in_clause: None,
        links: Vec::new(),
    };
    let events = Parser::new_ext(SPEC, Options::ENABLE_TABLES);
    let mut text = String::new();
    html::push_html(&mut text, events.flat_map(|event| body.event(event)));
    text
}

struct Body<'a> {
    sections: std::slice::Iter<'a, Section>,
    clauses: std::slice::Iter<'static, Clause>,
    /// The clause whose name comes next.
    in_clause: Option<&'static Clause>,
    /// Of each link that is open, whether it leads anywhere from this page.
    links: Vec<bool>,
}

impl Body<'_> {
    fn event<'e>(&mut self, event: Event<'e>) -> Vec<Event<'e>> {
        let html = |text: String| Event::Html(CowStr::from(text));
        match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = self.sections.next().map(|section| section.anchor.clone().into());
                vec![Event::Start(Tag::Heading { level, id, classes, attrs })]
            }
            Event::Start(Tag::BlockQuote(_)) => {
                self.in_clause = self.clauses.next();
                let name = self.in_clause.map_or("", Clause::name);
                vec![html(format!("<section class=\"clause\" id=\"{name}\">\n"))]
            }
            Event::End(TagEnd::BlockQuote(_)) => vec![html("</section>\n".to_owned())],
            Event::Start(Tag::Strong) if self.in_clause.is_some() => {
                let name = self.in_clause.map_or("", Clause::name);
                vec![html(format!("<a class=\"name\" href=\"#{name}\">"))]
            }
            Event::End(TagEnd::Strong) if self.in_clause.is_some() => {
                self.in_clause = None;
                vec![html("</a>".to_owned())]
            }
            Event::Code(text) if self.links.is_empty() && clauses::find(&text).is_some() => {
                vec![html(format!("<a href=\"#{text}\"><code>{text}</code></a>"))]
            }
            Event::Code(text) if Level::ALL.iter().any(|level| level.name() == &*text) => {
                vec![html(format!("<strong>{text}</strong>"))]
            }
            Event::Start(Tag::Table(columns)) => {
                let start = Event::Start(Tag::Table(columns));
                vec![html("<div class=\"table\">".to_owned()), start]
            }
            Event::End(TagEnd::Table) => {
                vec![Event::End(TagEnd::Table), html("</div>\n".to_owned())]
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                // Files of the repository are not beside the page.
                let leads = dest_url.starts_with('#') || dest_url.starts_with("https://");
                self.links.push(leads);
                let link = Event::Start(Tag::Link { link_type, dest_url, title, id });
                if leads { vec![link] } else { Vec::new() }
            }
            Event::End(TagEnd::Link) => match self.links.pop() {
                Some(true) => vec![Event::End(TagEnd::Link)],
                _ => Vec::new(),
            },
            Event::Html(_) | Event::InlineHtml(_) => Vec::new(),
            other => vec![other],
        }
    }
}
