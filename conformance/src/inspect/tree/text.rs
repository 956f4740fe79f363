//! A tree as lines.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display, Formatter};

use super::{Branch, FiberBranch, Text, Tree};
use crate::counted::Counted;
use crate::inspect::stats::time;
use crate::run::Class;

/// So many characters of a text are shown; the JSON form has all.
const SHOWN_CHARS: usize = 60;

impl Display for Tree {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "file   {}", self.file)?;
        let (Some(first_ns), Some(at_ns)) = (self.first_ns, self.at_ns) else {
            return writeln!(f, "no events");
        };
        writeln!(f, "moment {at_ns} ns, {} after the first event", time(at_ns - first_ns))?;
        match &self.eio_wire {
            Some(wire) => writeln!(f, "wire   {wire} of Eio\n")?,
            None => writeln!(f, "no events of Eio\n")?,
        }
        write!(f, "{}", TreeLines::of(self))?;
        if self.ended > 0 {
            writeln!(f, "\n{} more have ended; --all shows them", self.ended)?;
        }
        Ok(())
    }
}

/// The lines of a tree, one for each thing.
pub(in crate::inspect) struct TreeLines<'t> {
    tree: &'t Tree,
    by_key: HashMap<u32, &'t Branch>,
    inner: HashMap<u32, Vec<&'t Branch>>,
    now_ns: u64,
}

impl<'t> TreeLines<'t> {
    pub(in crate::inspect) fn of(tree: &'t Tree) -> Self {
        let by_key: HashMap<_, _> = tree.things.iter().map(|branch| (branch.key, branch)).collect();
        let mut lines =
            Self { tree, by_key, inner: HashMap::new(), now_ns: tree.at_ns.unwrap_or(0) };
        for branch in tree.things.iter().filter(|branch| is_of_the_tree(branch)) {
            if let Some(above) = lines.above(branch) {
                lines.inner.entry(above).or_default().push(branch);
            }
        }
        lines
    }

    /// What a branch is shown below: what it is in, else what made it, if that is shown.
    fn above(&self, branch: &Branch) -> Option<u32> {
        let maker = branch.creator.filter(|_| !branch.is_root);
        branch.parent.or(maker).filter(|above| self.by_key.contains_key(above))
    }
}

impl Display for TreeLines<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut written = HashSet::new();
        let tree = || self.tree.things.iter().filter(|branch| is_of_the_tree(branch));
        for top in tree().filter(|branch| self.above(branch).is_none()) {
            self.write_below(f, top, &mut written)?;
        }
        // Makers can go round in a circle, if not in a program that runs.
        for branch in tree() {
            if !written.contains(&branch.key) {
                self.write_below(f, branch, &mut written)?;
            }
        }
        let mut others =
            self.tree.things.iter().filter(|branch| !is_of_the_tree(branch)).peekable();
        if others.peek().is_some() && !written.is_empty() {
            writeln!(f)?;
        }
        others.try_for_each(|branch| self.write_line(f, branch))
    }
}

impl TreeLines<'_> {
    /// A branch and all that is in it. Not by recursion: contexts can be nested as deep as a program likes.
    fn write_below(
        &self,
        f: &mut Formatter<'_>,
        top: &Branch,
        written: &mut HashSet<u32>,
    ) -> fmt::Result {
        written.insert(top.key);
        self.write_line(f, top)?;
        let inner = |branch: &Branch| self.inner.get(&branch.key).map_or(&[][..], Vec::as_slice);
        let mut open = vec![inner(top).iter()];
        while let Some(level) = open.last_mut() {
            let Some(branch) = level.next() else {
                open.pop();
                continue;
            };
            if !written.insert(branch.key) {
                continue;
            }
            let (around, innermost) = open.split_at(open.len() - 1);
            for level in around {
                f.write_str(if level.len() > 0 { "|  " } else { "   " })?;
            }
            let goes_on = innermost.iter().any(|level| level.len() > 0);
            f.write_str(if goes_on { "|- " } else { "`- " })?;
            self.write_line(f, branch)?;
            open.push(inner(branch).iter());
        }
        Ok(())
    }

    fn write_line(&self, f: &mut Formatter<'_>, branch: &Branch) -> fmt::Result {
        write!(f, "{}", Label(branch))?;
        let mut notes = Vec::new();
        match (branch.parent, branch.is_root) {
            (Some(parent), _) if !self.by_key.contains_key(&parent) => {
                notes.push("in what is not shown".to_owned());
            }
            (None, false) if is_of_the_tree(branch) => notes.push("parent unknown".to_owned()),
            _ => {}
        }
        notes.push(self.state(branch));
        if let Some(fiber) = &branch.fiber {
            self.note_fiber(fiber, &mut notes);
        }
        if branch.is_protected == Some(true) {
            notes.push("protected".to_owned());
        }
        if branch.failures > 0 {
            let failure = branch.failure.as_ref().map_or_else(String::new, Text::to_string);
            notes.push(format!("{} {failure}", Counted(branch.failures, "failure")));
        }
        if let Some(creator) = branch.creator {
            let how = if branch.is_root { "its domain was started by" } else { "made by" };
            notes.push(format!("{how} {}", self.label(creator)));
        }
        if !branch.waiters.is_empty() {
            let waiters: Vec<_> = branch.waiters.iter().map(|key| self.label(*key)).collect();
            notes.push(format!("waited for by {}", waiters.join(", ")));
        }
        if let Some(location) = &branch.location {
            notes.push(format!("at {location}"));
        }
        writeln!(f, ": {}", notes.join("; "))
    }

    fn note_fiber(&self, fiber: &FiberBranch, notes: &mut Vec<String>) {
        let least = if fiber.is_incomplete { "at least " } else { "" };
        let runs = Counted(fiber.runs, "run");
        notes.push(format!("{least}{runs} of {} in all", time(fiber.running_ns)));
        if let Some(wanted) = fiber.waits_for {
            notes.push(format!("wants {}", self.label(wanted)));
        }
        if !fiber.operations.is_empty() {
            let operations: Vec<_> = fiber.operations.iter().map(Text::to_string).collect();
            notes.push(format!("in {}", operations.join(", ")));
        }
    }

    fn state(&self, branch: &Branch) -> String {
        let ago = branch.since_ns.map(|since_ns| time(self.now_ns.saturating_sub(since_ns)));
        let state = match (branch.state.as_str(), &branch.fiber) {
            ("suspended", Some(FiberBranch { reason: Some(reason), .. })) if !reason.is_empty() => {
                format!("suspended by {reason}")
            }
            ("suspended", _) => "lets others run".to_owned(),
            ("running", _) => format!("running on ring {}", branch.ring),
            ("unknown", _) => "not known since words were lost".to_owned(),
            (state, _) => state.to_owned(),
        };
        match (branch.state.as_str(), ago) {
            ("ended", Some(ago)) => {
                let told = if branch.is_end_told == Some(true) {
                    ""
                } else {
                    " with its domain or a loss"
                };
                format!("ended {ago} ago{told}")
            }
            (_, Some(ago)) => format!("{state} for {ago}"),
            (_, None) => state,
        }
    }

    fn label(&self, key: u32) -> String {
        match self.by_key.get(&key) {
            Some(branch) => Label(branch).to_string(),
            None => "something that is not shown".to_owned(),
        }
    }
}

/// Fibers and contexts are in one another; objects are in nothing.
fn is_of_the_tree(branch: &Branch) -> bool {
    branch.is(Class::Fiber) || branch.is(Class::Context)
}

/// `fiber 3 "accept"`, `switch 2`, `promise 7`.
struct Label<'b>(&'b Branch);

impl Display for Label<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Branch { class, id, r#type, name, .. } = self.0;
        match r#type {
            Some(kind) if kind.starts_with(|first: char| first.is_ascii_digit()) => {
                write!(f, "{class} of type {kind} {id}")?;
            }
            Some(kind) => write!(f, "{kind} {id}")?,
            None if self.0.is(Class::Unknown) => write!(f, "unknown thing {id}")?,
            None => write!(f, "{class} {id}")?,
        }
        match name {
            Some(name) => write!(f, " {name}"),
            None => Ok(()),
        }
    }
}

impl Text {
    fn is_empty(&self) -> bool {
        matches!(self, Self::Utf8(text) if text.is_empty())
    }
}

/// In quotes, with what cannot be printed escaped, and cut.
impl Display for Text {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utf8(text) => {
                let cut = text.char_indices().nth(SHOWN_CHARS).map_or(text.len(), |(at, _)| at);
                let dots = if cut < text.len() { "..." } else { "" };
                write!(f, "\"{}{dots}\"", text[..cut].escape_debug())
            }
            Self::Bytes { hex } => {
                let cut = hex.len().min(SHOWN_CHARS);
                write!(f, "{}{}", &hex[..cut], if cut < hex.len() { "..." } else { "" })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_on_one_line_and_cut() {
        for (bytes, shown) in [
            (&b""[..], r#""""#),
            (b"say \"hi\"\n", r#""say \"hi\"\n""#),
            (b"a\xff", "61ff"),
            ("é\u{1b}".as_bytes(), r#""é\u{1b}""#),
        ] {
            assert_eq!(Text::from(bytes).to_string(), shown);
        }
        for byte in [b'x', 0xff] {
            let shown = Text::from(&[byte; 1000][..]).to_string();
            assert!(shown.len() < 70 && shown.contains("..."), "{shown}");
        }
    }

    fn branch(key: u32, class: Class, parent: Option<u32>, creator: Option<u32>) -> Branch {
        Branch {
            key,
            id: i64::from(key),
            class: class.name().to_owned(),
            r#type: None,
            name: None,
            location: None,
            is_protected: None,
            state: "alive".to_owned(),
            since_ns: None,
            created_ns: None,
            seen_ns: 0,
            is_end_told: None,
            ring: 0,
            parent,
            is_root: false,
            creator,
            failures: 0,
            failure: None,
            fiber: None,
            waiters: Vec::new(),
            last_put_ns: None,
            last_put_by: None,
        }
    }

    fn lines(things: Vec<Branch>) -> Vec<String> {
        let (first_ns, at_ns, file) = (Some(0), Some(0), String::new());
        let tree = Tree { file, first_ns, at_ns, eio_wire: None, things, ended: 0 };
        let label = |line: &str| line.split(':').next().unwrap().to_owned();
        tree.to_string().lines().skip(4).map(label).collect()
    }

    #[test]
    fn branches_are_below_what_they_are_in_else_below_their_maker() {
        let context = |key, parent| branch(key, Class::Context, parent, None);
        let shown = lines(vec![
            context(0, None),
            context(1, Some(0)),
            branch(2, Class::Fiber, Some(1), None),
            branch(3, Class::Context, None, Some(2)),
            branch(4, Class::Object, None, Some(2)),
            context(5, Some(0)),
            context(6, Some(99)),
        ]);
        let expected = [
            "context 0",
            "|- context 1",
            "|  `- fiber 2",
            "|     `- context 3",
            "`- context 5",
            "context 6",
            "",
            "object 4",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn everything_is_shown_once_even_in_a_circle() {
        let shown = lines(vec![
            branch(0, Class::Fiber, None, Some(1)),
            branch(1, Class::Fiber, None, Some(0)),
        ]);
        assert_eq!(shown, ["fiber 0", "`- fiber 1"]);
    }

    #[test]
    fn contexts_can_be_nested_deeply() {
        let nested = (0..100).map(|key| branch(key, Class::Context, key.checked_sub(1), None));
        assert_eq!(lines(nested.collect()).len(), 100);
    }
}
