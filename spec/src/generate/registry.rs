//! `format/src/registry.rs` from the registry.
//!
//! The text is what rustfmt makes of it. Tables that begin alike are written once: a release whose
//! table is the beginning of a later one's borrows it.

use std::fmt::Write as _;

use super::layout::{array, item};
use crate::registry::{MaxDomains, Registry, Release, Row, Space};

mod text;

/// The whole module.
pub fn module(registry: &Registry) -> String {
    let mut out = text::HEADER.to_owned();
    sizes(&mut out, registry);
    types(&mut out, registry);
    releases(&mut out, registry);
    out.push_str(text::RELEASE);
    tables(&mut out, registry);
    out
}

/// The numbers of the layout.
fn sizes(out: &mut String, registry: &Registry) {
    let header = &registry.item_header;
    let sizes = &registry.sizes;
    for (name, kind, value, doc) in [
        ("VERSION", "u64", sizes.version.to_string(), text::VERSION),
        ("FILE_HEADER_BYTES", "usize", sizes.file_header_bytes.to_string(), text::FILE_HEADER),
        ("RING_HEADER_BYTES", "usize", sizes.ring_header_bytes.to_string(), text::RING_HEADER),
        (
            "LEAST_RING_HEADER_BYTES",
            "usize",
            sizes.least_ring_header_bytes.to_string(),
            text::LEAST_RING_HEADER,
        ),
        ("MAX_DOMAINS", "u32", sizes.max_domains.to_string(), text::MAX_DOMAINS),
        ("DEFAULT_RING_WORDS", "u64", sizes.default_ring_words.to_string(), text::DEFAULT_RING),
        ("NAME_ENTRIES", "usize", sizes.name_entries.to_string(), text::NAME_ENTRIES),
        ("NAME_ENTRY_BYTES", "usize", sizes.name_entry_bytes.to_string(), text::NAME_ENTRY),
        ("NAME_MAX_BYTES", "usize", sizes.name_max_bytes.to_string(), text::NAME_MAX),
        ("LENGTH_SHIFT", "u32", header.length.low.to_string(), text::LENGTH_SHIFT),
        ("ITEM_MAX_WORDS", "u64", header.length.most().to_string(), text::ITEM_MAX),
        ("USER_BIT", "u64", format!("1 << {}", header.user.low), text::USER_BIT),
        ("TYPE_SHIFT", "u32", header.kind.low.to_string(), text::TYPE_SHIFT),
        ("TYPE_MASK", "u64", format!("{:#x}", header.kind.most()), text::TYPE_MASK),
        ("ID_SHIFT", "u32", header.id.low.to_string(), text::ID_SHIFT),
        ("ID_MASK", "u64", format!("{:#x}", header.id.most()), text::ID_MASK),
        ("RESERVED_MASK", "u64", format!("{:#x}", header.reserved.most()), text::RESERVED_MASK),
        ("CUSTOM_MAX_BYTES", "usize", sizes.custom_max_bytes.to_string(), text::CUSTOM_MAX),
    ] {
        item(out, doc, &format!("pub const {name}: {kind} = {value};"));
    }
    let least = &registry.alloc.bucket_least_words;
    item(out, text::ALLOC_BUCKETS, &format!("pub const ALLOC_BUCKETS: usize = {};", least.len()));
    let least: Vec<_> = least.iter().map(u64::to_string).collect();
    let head = "pub const ALLOC_BUCKET_LEAST_WORDS: [u64; ALLOC_BUCKETS] =";
    item(out, text::ALLOC_BUCKET_LEAST, array("", head, &least).trim_end());
}

/// The ids that code knows by name, and the lengths that go with them.
fn types(out: &mut String, registry: &Registry) {
    let newest = registry.complete().last();
    for (space, kind, doc) in [
        (Space::RuntimeType, "u8", text::RUNTIME_TYPE),
        (Space::UserType, "u8", text::USER_TYPE),
        (Space::Lifecycle, "u16", text::LIFECYCLE),
    ] {
        let rows = newest.map_or_else(Vec::new, |release| registry.table(release, space));
        let entries = rows.iter().map(|row| {
            let never = if row.entity.not_emitted.len() < registry.complete().count() {
                ""
            } else {
                ", which no release emits"
            };
            let doc = format!("`{}` in OCaml's C header{never}.", row.entity.constant);
            (doc, format!("{}: {kind} = {}", row.key.to_uppercase(), row.id))
        });
        constants(out, space.name(), doc, entries);
    }
    let lengths = [Space::RuntimeType, Space::Lifecycle, Space::UserType]
        .into_iter()
        .flat_map(|space| newest.map_or_else(Vec::new, |release| registry.table(release, space)))
        .filter_map(|row| {
            let words = row.entity.len_words?;
            let doc = format!("Words of `{}`.", row.entity.constant);
            Some((doc, format!("{}: u64 = {words}", row.key.to_uppercase())))
        });
    constants(out, "len_words", text::LEN_WORDS, lengths);
}

/// A module of constants.
fn constants(
    out: &mut String,
    name: &str,
    doc: &str,
    entries: impl Iterator<Item = (String, String)>,
) {
    let mut body = format!("pub mod {name} {{\n");
    for (index, (doc, entry)) in entries.enumerate() {
        let gap = if index == 0 { "" } else { "\n" };
        let _ = write!(body, "{gap}    /// {doc}\n    pub const {entry};\n");
    }
    body.push('}');
    item(out, doc, &body);
}

/// The enum of releases, and its lists.
fn releases(out: &mut String, registry: &Registry) {
    let mut body = "pub enum Release {\n".to_owned();
    for release in &registry.releases {
        let doc = match (release.complete, release.follows.is_empty()) {
            (true, _) => format!("OCaml {}.", release.ocaml_versions.join(", ")),
            (false, true) => format!("The line {}, of which no id is known.", release.name),
            (false, false) => format!("The line {}, as far as its ids are known.", release.name),
        };
        let _ = write!(body, "    /// {doc}\n    {},\n", variant(release));
    }
    body.push('}');
    item(out, text::RELEASE_ENUM, &format!("{}\n{body}", text::DERIVES));

    let all: Vec<_> = registry.releases.iter().collect();
    let complete: Vec<_> = registry.complete().collect();
    out.push_str("impl Release {\n");
    list(out, "ALL", "Every release, the complete ones first, oldest first.", &all);
    out.push('\n');
    list(out, "NARROWABLE", text::NARROWABLE, &complete);
    out.push_str(text::FACTS);
    for release in &registry.releases {
        let _ = writeln!(out, "            Self::{} => &{},", variant(release), variable(release));
    }
    out.push_str("        }\n    }\n}\n\n");
    let names: Vec<_> = registry.releases.iter().map(|release| release.name.as_str()).collect();
    let names = match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    };
    let _ = write!(out, "const NAMES: &str = \"{names}\";\n\n");
}

/// A constant list of releases.
fn list(out: &mut String, name: &str, doc: &str, releases: &[&Release]) {
    for line in doc.lines() {
        let _ = writeln!(out, "    /// {line}");
    }
    let head = format!("pub const {name}: [Self; {}] =", releases.len());
    let entries: Vec<_> =
        releases.iter().map(|release| format!("Self::{}", variant(release))).collect();
    out.push_str(&array("    ", &head, &entries));
}

/// The facts of each release, and the lists that they borrow from.
fn tables(out: &mut String, registry: &Registry) {
    let phases = Lists::new(registry, Space::Phase, "PHASES", |row| format!("\"{}\"", row.key));
    let lifecycles =
        Lists::new(registry, Space::Lifecycle, "LIFECYCLES", |row| format!("\"{}\"", row.key));
    let counters = Lists::new(registry, Space::Counter, "COUNTERS", |row| {
        let unit = row.entity.unit.map_or_else(String::new, |unit| format!("{unit:?}"));
        format!("(\"{}\", Unit::{unit})", row.key)
    });
    for release in &registry.releases {
        let ids = |space, is_listed: fn(&Row<'_>, &String) -> bool| {
            let rows = registry.table(release, space);
            let ids: Vec<_> = rows
                .iter()
                .filter(|row| is_listed(row, &release.name))
                .map(|row| row.id.to_string())
                .collect();
            format!("&[{}]", ids.join(", "))
        };
        let max_domains = match &release.max_domains {
            None => "None".to_owned(),
            Some(MaxDomains::Fixed { one_of }) => {
                let counts: Vec<_> = one_of.iter().map(u32::to_string).collect();
                format!("Some(MaxDomains::OneOf(&[{}]))", counts.join(", "))
            }
            Some(MaxDomains::Parameter { from, to }) => {
                format!("Some(MaxDomains::Range({from}, {to}))")
            }
        };
        let _ = write!(out, "\nstatic {}: Facts = Facts {{\n", variable(release));
        for (field, value) in [
            ("name", format!("\"{}\"", release.name)),
            ("is_complete", release.complete.to_string()),
            ("has_names", release.name_table.to_string()),
            ("max_domains", max_domains),
            ("phases", phases.borrow(release)),
            ("counters", counters.borrow(release)),
            ("lifecycles", lifecycles.borrow(release)),
            (
                "phases_not_emitted",
                ids(Space::Phase, |row, name| row.entity.not_emitted.contains(name)),
            ),
            (
                "phases_without_end",
                ids(Space::Phase, |row, name| row.entity.begun_without_end.contains(name)),
            ),
            (
                "lifecycles_not_emitted",
                ids(Space::Lifecycle, |row, name| row.entity.not_emitted.contains(name)),
            ),
        ] {
            let _ = writeln!(out, "    {field}: {value},");
        }
        out.push_str("};\n");
    }
    phases.write(out, "&str");
    counters.write(out, "(&str, Unit)");
    lifecycles.write(out, "&str");
}

/// The lists of one id space, those that begin alike written once.
struct Lists<'a> {
    name: &'static str,
    /// Of every release, in the order of the registry.
    lists: Vec<(&'a Release, Vec<String>)>,
}

impl<'a> Lists<'a> {
    fn new(
        registry: &'a Registry,
        space: Space,
        name: &'static str,
        entry: impl Fn(&Row<'_>) -> String,
    ) -> Self {
        let of = |release| registry.table(release, space).iter().map(&entry).collect();
        let lists = registry.releases.iter().map(|release| (release, of(release))).collect();
        Self { name, lists }
    }

    /// The first of the longest lists that begin with the release's, and the release's own length.
    fn owner(&self, release: &Release) -> Option<(&(&'a Release, Vec<String>), usize)> {
        let (_, own) = self.lists.iter().find(|(other, _)| other.name == release.name)?;
        let mut best: Option<&(&Release, Vec<String>)> = None;
        for candidate in self.lists.iter().filter(|(_, list)| list.starts_with(own)) {
            if best.is_none_or(|(_, longest)| longest.len() < candidate.1.len()) {
                best = Some(candidate);
            }
        }
        Some((best?, own.len()))
    }

    /// The expression for a release's list.
    fn borrow(&self, release: &Release) -> String {
        match self.owner(release) {
            None | Some((_, 0)) => "&[]".to_owned(),
            Some(((owner, list), len)) if list.len() == len => {
                format!("&{}_{}", self.name, suffix(owner))
            }
            Some(((owner, _), len)) => {
                format!("{}_{}.split_at({len}).0", self.name, suffix(owner))
            }
        }
    }

    /// Those lists that own what they hold.
    fn write(&self, out: &mut String, kind: &str) {
        for (release, list) in &self.lists {
            let owns =
                self.owner(release).is_some_and(|((owner, _), _)| owner.name == release.name);
            if list.is_empty() || !owns {
                continue;
            }
            let (name, suffix, len) = (self.name, suffix(release), list.len());
            let _ = write!(out, "\nstatic {name}_{suffix}: [{kind}; {len}] = [\n");
            for entry in list {
                let _ = writeln!(out, "    {entry},");
            }
            out.push_str("];\n");
        }
    }
}

/// The Rust name of a release: `V5_3`, `Oxcaml`.
fn variant(release: &Release) -> String {
    let mut name = release.name.replace('.', "_");
    if release.complete {
        name.insert(0, 'V');
    } else if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

/// The name of a release's static: `V5_3`, `OXCAML`.
fn variable(release: &Release) -> String {
    variant(release).to_uppercase()
}

/// The end of a static's name: `5_3`, `OXCAML`.
fn suffix(release: &Release) -> String {
    release.name.replace('.', "_").to_uppercase()
}
