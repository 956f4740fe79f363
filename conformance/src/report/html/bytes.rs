//! The bytes that a failure is about, each with what it is.

use std::sync::{Arc, LazyLock};

use eventring_spec::registry::Registry;
use serde::Serialize;

use crate::certify::{Case, recordings};
use crate::plain::{ByteOrder, RuntimeNames, open, write_part};
use crate::vectors::{HexView, Vector, load};

/// So many lines of a file are shown, around the byte in question.
const MOST_LINES: usize = 48;

/// Part of a line.
#[derive(Serialize)]
pub(super) struct LineView {
    text: String,
    /// Whether it is the one in question.
    marked: bool,
}

/// The files of the suite, which are had when the first of them is asked for. What cannot be had is not shown.
pub(super) struct Files {
    vectors: LazyLock<Vec<Vector>>,
    recordings: LazyLock<Option<Recordings>>,
}

/// With what names them.
type Recordings = (Registry, Vec<Arc<dyn Case>>);

impl Default for Files {
    fn default() -> Self {
        Self {
            vectors: LazyLock::new(|| load().unwrap_or_default()),
            recordings: LazyLock::new(|| {
                let registry = Registry::load().ok()?;
                let cases = recordings(&registry).ok()?;
                Some((registry, cases))
            }),
        }
    }
}

impl Files {
    /// Lines of the file of a vector around a byte, or from its start.
    pub(super) fn of_vector(&self, name: &str, offset_bytes: Option<u64>) -> Option<Vec<LineView>> {
        let (name, order) = name.strip_prefix("vectors/")?.rsplit_once('/')?;
        let order = ByteOrder::ALL.into_iter().find(|known| known.name() == order)?;
        let mut cases = self.vectors.iter().flat_map(|vector| &vector.cases);
        let image = cases.find(|case| case.name == name)?.encode(order).ok()?;
        Some(around(&HexView(&image).to_string(), offset_bytes, 10))
    }

    /// Lines of a recording around a byte. From its start there would be nothing to see.
    pub(super) fn of_recording(
        &self,
        name: &str,
        offset_bytes: Option<u64>,
    ) -> Option<Vec<LineView>> {
        let offset_bytes = offset_bytes?;
        let (registry, cases) = self.recordings.as_ref()?;
        let case = cases.iter().find(|case| case.name() == name)?;
        let bytes = case.bytes().ok()?;
        let names = RuntimeNames::given(registry, case.release()?)?;
        let mut text = Vec::new();
        write_part(&mut text, &open(&bytes).ok()?, &names, offset_bytes).ok()?;
        Some(around(&String::from_utf8_lossy(&text), Some(offset_bytes), 16))
    }
}

/// Of lines that begin with an offset, those around one.
fn around(text: &str, offset_bytes: Option<u64>, radix: u32) -> Vec<LineView> {
    let offset_of = |line: &str| {
        let word = line.trim_start().split(' ').next()?;
        u64::from_str_radix(word, radix).ok()
    };
    let lines: Vec<&str> = text.lines().collect();
    let place = offset_bytes.and_then(|offset| {
        lines.iter().rposition(|line| offset_of(line).is_some_and(|at| at <= offset))
    });
    let first = place.unwrap_or(0).saturating_sub(MOST_LINES / 2);
    let shown = lines.iter().enumerate().skip(first).take(MOST_LINES);
    let line = |(at, text): (usize, &&str)| LineView {
        text: (*text).to_owned(),
        marked: Some(at) == place,
    };
    shown.map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_in_question_is_marked_with_those_around_it() {
        let text: String = (0..100).map(|word| format!("{:6x}  word\n", 8 * word)).collect();
        for (offset, first, marked) in [(0, 0, 0), (7, 0, 0), (8 * 30 + 3, 6, 24), (8 * 99, 75, 24)]
        {
            let lines = around(&text, Some(offset), 16);
            assert_eq!(lines[0].text.trim_start(), format!("{:x}  word", 8 * first), "{offset}");
            let is_marked: Vec<_> = lines.iter().map(|line| line.marked).collect();
            assert_eq!(is_marked.iter().position(|is| *is), Some(marked), "{offset}");
            assert_eq!(lines.len(), MOST_LINES.min(100 - first), "{offset}");
        }
        let lines = around(&text, None, 16);
        assert!(lines.len() == MOST_LINES && lines.iter().all(|line| !line.marked));
    }

    #[test]
    fn a_recording_shows_the_item_with_the_names_of_its_release() {
        let files = Files::default();
        let name = "recordings/5.3/domains-small";
        // The first ring of that file begins there.
        let lines = files.of_recording(name, Some(10304)).unwrap();
        let marked = lines.iter().find(|line| line.marked).unwrap();
        assert!(marked.text.trim_start().starts_with("2840  "), "{}", marked.text);
        assert!(lines.iter().any(|line| line.text.contains("timestamp ")));
        assert!(
            lines.iter().any(|line| line.text.contains(" of phase ") && line.text.contains('('))
        );
        assert!(files.of_recording(name, None).is_none());
        assert!(files.of_recording("recordings/none", Some(0)).is_none());
    }
}
