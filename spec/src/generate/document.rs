//! The parts of `SPEC.md` that are made from the data: what stands between `<!-- generated: NAME -->` and
//! `<!-- end of NAME -->`.

use std::fmt::Write as _;

use crate::clauses::{self, Level};
use crate::registry::{MaxDomains, Registry, Release, Row, Space, Unit};

/// `SPEC.md` with its generated parts made anew; a part whose marks are missing is left out.
pub fn document(registry: &Registry) -> String {
    let mut text = clauses::SPEC.to_owned();
    for (name, made) in [("clauses", index()), ("ids", ids(registry))] {
        text = with_part(&text, name, &made).unwrap_or(text);
    }
    text
}

/// The text with another part between the marks of that name; none where there are no such marks.
fn with_part(text: &str, name: &str, part: &str) -> Option<String> {
    let (start, end) = (format!("<!-- generated: {name} -->\n"), format!("<!-- end of {name} -->"));
    let (before, rest) = text.split_once(&start)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{start}\n{}\n\n{end}{after}", part.trim_end()))
}

/// A table of all clauses by family, each with its section.
fn index() -> String {
    let sections = clauses::sections();
    let mut out = String::new();
    let mut families: Vec<&str> = Vec::new();
    for clause in clauses::clauses() {
        if !families.contains(&clause.family()) {
            families.push(clause.family());
        }
    }
    for family in families {
        let _ = write!(out, "\n| {family} | level | role | section |\n| --- | --- | --- | --- |\n");
        for clause in clauses::clauses().iter().filter(|clause| clause.family() == family) {
            let section = sections.iter().rev().find(|section| section.line < clause.line());
            let section = section.map_or_else(String::new, |section| {
                format!("[{}](#{})", section.title, section.anchor)
            });
            let (name, level, role) = (clause.name(), clause.level().name(), clause.role());
            let _ = writeln!(out, "| `{name}` | `{level}` | `{role}` | {section} |");
        }
    }
    let count = |level| clauses::clauses().iter().filter(|clause| clause.level() == level).count();
    let [must, should, may, withdrawn] = Level::ALL.map(count);
    let all = clauses::clauses().len();
    let sum = format!(
        "{all} clauses: {must} of level `MUST`, {should} `SHOULD`, {may} `MAY`, {withdrawn} withdrawn.\n"
    );
    sum + &out
}

/// A section for each release with its phases and counters by id.
fn ids(registry: &Registry) -> String {
    let mut out = String::new();
    for release in &registry.releases {
        let _ = write!(out, "\n### {}\n\n{}\n", title(release), about(registry, release));
        let phases = registry.table(release, Space::Phase);
        let counters = registry.table(release, Space::Counter);
        if phases.is_empty() && counters.is_empty() {
            continue;
        }
        out.push_str("\n| id | phase | counter | unit |\n| --- | --- | --- | --- |\n");
        for id in 0..phases.len().max(counters.len()) {
            let phase = phases.get(id).map_or_else(String::new, |row| format!("`{}`", row.key));
            let counter = counters.get(id);
            let unit = counter.and_then(|row| row.entity.unit).map_or("", Unit::name);
            let counter = counter.map_or_else(String::new, |row| format!("`{}`", row.key));
            let _ = writeln!(out, "| {id} | {phase} | {counter} | {unit} |");
        }
        let notes: Vec<_> =
            phases.iter().chain(&counters).filter_map(|row| note(row, release)).collect();
        if !notes.is_empty() {
            let _ = write!(out, "\n{}\n", notes.join("\n"));
        }
    }
    out
}

fn title(release: &Release) -> String {
    match release.complete {
        true => format!("Ids of {}", release.name),
        false => format!("Ids of {}, as far as known", release.name),
    }
}

fn about(registry: &Registry, release: &Release) -> String {
    let versions = match release.ocaml_versions.as_slice() {
        [] => String::new(),
        versions => format!("OCaml {}. ", versions.join(", ")),
    };
    let max_domains = match &release.max_domains {
        None => String::new(),
        Some(MaxDomains::Fixed { one_of }) => {
            let counts: Vec<_> = one_of.iter().map(u32::to_string).collect();
            format!(" max_domains is {}.", counts.join(" or "))
        }
        Some(MaxDomains::Parameter { from, to }) => format!(" max_domains is in {from}..{to}."),
    };
    let names = if release.name_table { "" } else { " No name table and no user events." };
    let phases = registry.table(release, Space::Phase).len();
    let counters = registry.table(release, Space::Counter).len();
    let counted = match phases + counters {
        0 => "No id is known.".to_owned(),
        _ => format!("{phases} phases, {counters} counters."),
    };
    let note = release.note.as_ref().filter(|_| !release.complete);
    let note = note.map_or_else(String::new, |note| format!("\n\nNote: {note}."));
    format!("{versions}{counted}{max_domains}{names}{note}")
}

/// What there is to say of an id in a release.
fn note(row: &Row<'_>, release: &Release) -> Option<String> {
    let entity = row.entity;
    let mut said = Vec::new();
    if entity.not_emitted.contains(&release.name) {
        said.push("never written".to_owned());
    }
    if entity.begun_without_end.contains(&release.name) {
        said.push("begun and never ended".to_owned());
    }
    said.extend(entity.note.clone());
    (!said.is_empty()).then(|| format!("- `{}`: {}.", row.key, said.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_replaced_between_its_marks() {
        let text = "a\n<!-- generated: x -->\nold\n<!-- end of x -->\nb\n";
        let new = "a\n<!-- generated: x -->\n\nnew\n\n<!-- end of x -->\nb\n";
        assert_eq!(with_part(text, "x", "new\n").as_deref(), Some(new));
        assert_eq!(with_part(new, "x", "new").as_deref(), Some(new));
        assert_eq!(with_part(text, "y", "new"), None);
    }

    #[test]
    fn every_part_has_its_marks() {
        for name in ["clauses", "ids"] {
            assert!(with_part(clauses::SPEC, name, "").is_some(), "{name}");
        }
    }
}
