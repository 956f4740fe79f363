//! A page for a browser, read as strictly as XML: what is not escaped breaks it, or shows as an element.

use std::collections::BTreeSet;

use quick_xml::Reader;
use quick_xml::events::Event;

/// What a page holds.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// All text between elements.
    pub(crate) text: String,
    /// Every id, in the order of the page.
    pub(crate) ids: Vec<String>,
    /// Every target of a link.
    pub(crate) links: Vec<String>,
    /// The names of elements.
    pub(crate) elements: BTreeSet<String>,
}

/// The elements that our templates and Markdown make.
const ELEMENTS: &str = "html head meta title style body nav main ol ul li a h1 h2 h3 h4 p table thead tbody tr th td div \
                        section dl dt dd pre code mark details summary strong em span";
const ATTRIBUTES: [&str; 9] =
    ["lang", "charset", "name", "content", "http-equiv", "class", "id", "href", "aria-label"];

/// Reads a page; panics where it is not well formed, asks for a resource or a script, or links to nowhere.
pub(crate) fn read(html: &str) -> Page {
    let known: BTreeSet<&str> = ELEMENTS.split_whitespace().collect();
    let mut reader = Reader::from_str(html);
    let mut page = Page::default();
    loop {
        let event = reader.read_event().unwrap_or_else(|error| {
            let at = usize::try_from(reader.buffer_position()).unwrap();
            panic!(
                "{error} before {:?}",
                html.get(at..).unwrap_or("").chars().take(80).collect::<String>()
            )
        });
        match event {
            Event::Eof => break,
            Event::Start(start) | Event::Empty(start) => {
                let name = String::from_utf8(start.name().as_ref().to_vec()).unwrap();
                assert!(known.contains(name.as_str()), "an element {name}");
                page.elements.insert(name);
                for attribute in start.attributes() {
                    let attribute = attribute.unwrap();
                    let key = String::from_utf8(attribute.key.as_ref().to_vec()).unwrap();
                    let value = attribute
                        .normalized_value(quick_xml::XmlVersion::default())
                        .unwrap()
                        .into_owned();
                    assert!(
                        ATTRIBUTES.contains(&key.as_str())
                            || matches!(key.as_str(), "style" | "title"),
                        "an attribute {key}"
                    );
                    match key.as_str() {
                        "id" => page.ids.push(value),
                        "href" => page.links.push(value),
                        _ => {}
                    }
                }
            }
            Event::Text(text) => page.text += &text.decode().unwrap(),
            Event::GeneralRef(reference) => match reference.resolve_char_ref().unwrap() {
                Some(char) => page.text.push(char),
                None => {
                    let name = reference.decode().unwrap();
                    page.text += quick_xml::escape::resolve_predefined_entity(&name).unwrap();
                }
            },
            _ => {}
        }
    }
    let ids: BTreeSet<_> = page.ids.iter().collect();
    assert_eq!(ids.len(), page.ids.len(), "an id is there twice");
    for link in &page.links {
        let leads = match link.strip_prefix('#') {
            Some(id) => ids.contains(&id.to_owned()),
            None => link.starts_with("https://"),
        };
        assert!(leads, "{link} leads nowhere");
    }
    page
}
