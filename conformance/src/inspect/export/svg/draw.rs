//! The picture itself.

use std::fmt::Write;

use quick_xml::escape::escape;

use super::intervals::Intervals;
use super::layout::{Placed, place};
use super::scale::{Scale, shown};
use super::{Picture, Row};

const WIDTH: f64 = 1600.0;
const MARGIN: f64 = 20.0;
const ROW: f64 = 20.0;
const BAR: f64 = 12.0;
const RING_ROW: f64 = 16.0;
const TOP: f64 = 56.0;
/// A label that begins further right ends there instead.
const LONGEST_LABEL: f64 = 160.0;
/// A bar is never thinner, or it would not be seen.
const THINNEST: f64 = 0.4;

const STYLE: &str = "\
text{font:10px sans-serif;fill:#222;paint-order:stroke;stroke:#fff;stroke-width:2px}\
.title{font-size:14px}.axis{stroke:#ddd}.time{fill:#666}\
.gc{fill:#f3c26b;opacity:.35}.phase{fill:#d98e04}.gap{fill:#c00;opacity:.55}\
.life{stroke:#999}.run{fill:#2a7f46}.wait{fill:#a9c6e8}.ready{fill:#d9d9d9}\
.context{fill:none;stroke:#557}.cancelled{stroke:#c00;stroke-width:2;fill:none}\
.birth{stroke:#444;fill:none}.wake{stroke:#888;stroke-dasharray:2 2;fill:none}";

/// Draws all of it.
pub(super) fn draw(picture: &Picture, out: &mut Vec<u8>) {
    let placed = place(&picture.rows);
    let rings: Vec<_> = (0..).zip(&picture.rings).filter(|(_, ring)| ring.is_used).collect();
    let rows_top = TOP + RING_ROW * rings.len() as f64 + 12.0;
    let height = rows_top + ROW * placed.len() as f64 + MARGIN;
    let first_ns = picture.first_ns.unwrap_or(0);
    let scale = Scale {
        first_ns,
        last_ns: picture.last_ns.max(first_ns),
        left: MARGIN,
        width: WIDTH - 2.0 * MARGIN,
    };
    let mut paper = Paper { text: String::new(), scale, rows_top };
    paper.head(picture, height);
    for (line, (ring, state)) in rings.iter().enumerate() {
        let top = TOP + RING_ROW * line as f64;
        paper.intervals(&state.phases, "phase", top + 2.0, RING_ROW - 4.0);
        paper.behind(*ring, &state.phases);
        for gap in &state.gaps {
            paper.bar("gap", (gap.from_ns, gap.to_ns), (top, RING_ROW), &gap.text);
        }
        paper.label(MARGIN, top + 11.0, &format!("ring {ring}"));
    }
    for (line, placed) in placed.iter().enumerate() {
        let row = &picture.rows[placed.row];
        if row.is_context {
            paper.context(row, line, *placed);
        } else {
            paper.fiber(row, line);
        }
    }
    paper.arrows(picture, &placed);
    paper.text.push_str("</svg>\n");
    out.extend_from_slice(paper.text.as_bytes());
}

/// The picture so far. What is written to a text cannot fail.
struct Paper {
    text: String,
    scale: Scale,
    rows_top: f64,
}

impl Paper {
    fn head(&mut self, picture: &Picture, height: f64) {
        let _ = write!(
            self.text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\">\n<style>{STYLE}</style>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        );
        let all_ns = self.scale.last_ns - self.scale.first_ns;
        let left_out = match picture.rows_left_out {
            0 => String::new(),
            count => format!("; {count} more fibers and contexts are not shown"),
        };
        let title = format!("{}: {}{left_out}", picture.name, shown(all_ns));
        let _ = writeln!(
            self.text,
            "<text class=\"title\" x=\"{MARGIN}\" y=\"22\">{}</text>",
            xml(&title)
        );
        for (at_ns, text) in self.scale.ticks() {
            let x = self.scale.x(at_ns);
            let bottom = height - MARGIN;
            let _ = writeln!(
                self.text,
                "<path class=\"axis\" d=\"M{x:.2} 48V{bottom:.2}\"/>\
                 <text class=\"time\" x=\"{x:.2}\" y=\"44\">{}</text>",
                xml(&text)
            );
        }
    }

    fn intervals(&mut self, intervals: &Intervals, class: &str, top: f64, height: f64) {
        for interval in intervals.iter() {
            let text = match interval.count {
                1 => interval.name.clone(),
                count => format!("{} and {} more", interval.name, count - 1),
            };
            let (from_ns, to_ns) = (interval.from_ns, interval.to_ns);
            let text = format!("{text}: {}", shown(to_ns.saturating_sub(from_ns)));
            self.bar(class, (from_ns, to_ns), (top, height), &text);
        }
    }

    /// The same intervals as one shape, to be used behind each fiber of the ring.
    fn behind(&mut self, ring: u32, intervals: &Intervals) {
        let _ = write!(self.text, "<defs><path id=\"gc{ring}\" class=\"gc\" d=\"");
        for interval in intervals.iter() {
            let (x, width) = self.extent(interval.from_ns, interval.to_ns);
            let _ = write!(self.text, "M{x:.2} 0h{width:.2}v{ROW}h-{width:.2}z");
        }
        self.text.push_str("\"/></defs>\n");
    }

    fn bar(
        &mut self,
        class: &str,
        (from_ns, to_ns): (u64, u64),
        (top, height): (f64, f64),
        text: &str,
    ) {
        let (x, width) = self.extent(from_ns, to_ns);
        let _ = writeln!(
            self.text,
            "<rect class=\"{class}\" x=\"{x:.2}\" y=\"{top:.2}\" width=\"{width:.2}\" \
             height=\"{height:.2}\"><title>{}</title></rect>",
            xml(text)
        );
    }

    fn fiber(&mut self, row: &Row, line: usize) {
        if row.from_ns > row.to_ns {
            return;
        }
        let (top, x) = (self.top(line), self.scale.x(row.from_ns));
        let (middle, end) = (top + ROW / 2.0, self.scale.x(row.to_ns));
        let (ring, width) = (row.ring, end - x);
        let _ = writeln!(
            self.text,
            "<clipPath id=\"life{line}\"><rect x=\"{x:.2}\" y=\"{top:.2}\" width=\"{width:.2}\" \
             height=\"{ROW}\"/></clipPath>\
             <g clip-path=\"url(#life{line})\"><use href=\"#gc{ring}\" y=\"{top:.2}\"/></g>"
        );
        let _ = writeln!(self.text, "<path class=\"life\" d=\"M{x:.2} {middle:.2}H{end:.2}\"/>");
        let bar = (top + (ROW - BAR) / 2.0, BAR);
        self.intervals(&row.waiting, "wait", bar.0 + 3.0, bar.1 - 6.0);
        self.intervals(&row.ready, "ready", bar.0 + 3.0, bar.1 - 6.0);
        self.intervals(&row.running, "run", bar.0, bar.1);
        self.errors(row, middle);
        self.label(x + 2.0, middle + 3.0, &row.name);
    }

    /// A bracket around what is in it, as long as it lasts; open to the right where its end is not known.
    fn context(&mut self, row: &Row, line: usize, placed: Placed) {
        if row.from_ns > row.to_ns {
            return;
        }
        let (top, bottom) = (self.top(line) + 3.0, self.top(line + placed.inside) + ROW - 1.0);
        let (x, end) = (self.scale.x(row.from_ns), self.scale.x(row.to_ns));
        let right =
            if row.is_open { format!("M{end:.2} {bottom:.2}") } else { format!("V{bottom:.2}") };
        let _ = writeln!(
            self.text,
            "<path class=\"context\" d=\"M{x:.2} {top:.2}H{end:.2}{right}H{x:.2}z\"><title>{}</title></path>",
            xml(&row.name)
        );
        if let Some((at_ns, text)) = row.errors.first() {
            let from = self.scale.x(*at_ns);
            let _ = writeln!(
                self.text,
                "<path class=\"cancelled\" d=\"M{from:.2} {top:.2}H{end:.2}\"><title>{}</title></path>",
                xml(text)
            );
        }
        self.errors(row, top);
        self.label(x + 2.0, top + 9.0, &row.name);
    }

    /// A cross where something failed or was cancelled.
    fn errors(&mut self, row: &Row, y: f64) {
        for (at_ns, text) in &row.errors {
            let x = self.scale.x(*at_ns);
            let _ = writeln!(
                self.text,
                "<path class=\"cancelled\" d=\"M{:.2} {:.2}l8 8m0 -8l-8 8\"><title>{}</title></path>",
                x - 4.0,
                y - 4.0,
                xml(text)
            );
        }
    }

    fn arrows(&mut self, picture: &Picture, placed: &[Placed]) {
        let mut lines = vec![0; picture.rows.len()];
        for (line, placed) in placed.iter().enumerate() {
            lines[placed.row] = line;
        }
        for arrow in &picture.arrows {
            let class = if arrow.is_birth { "birth" } else { "wake" };
            let (from, to) = (&arrow.from, &arrow.to);
            let [y, to_y] = [from, to].map(|point| self.top(lines[point.row]) + ROW / 2.0);
            let [x, to_x] = [from, to].map(|point| self.scale.x(point.at_ns));
            let _ = writeln!(
                self.text,
                "<path class=\"{class}\" d=\"M{x:.2} {y:.2}L{to_x:.2} {to_y:.2}\"/>\
                 <circle cx=\"{to_x:.2}\" cy=\"{to_y:.2}\" r=\"1.5\"/>"
            );
        }
    }

    fn label(&mut self, x: f64, y: f64, text: &str) {
        let anchor = if x > WIDTH - LONGEST_LABEL { " text-anchor=\"end\"" } else { "" };
        let text = xml(text);
        let _ = writeln!(self.text, "<text x=\"{x:.2}\" y=\"{y:.2}\"{anchor}>{text}</text>");
    }

    fn extent(&self, from_ns: u64, to_ns: u64) -> (f64, f64) {
        let x = self.scale.x(from_ns);
        (x, (self.scale.x(to_ns) - x).max(THINNEST))
    }

    fn top(&self, line: usize) -> f64 {
        self.rows_top + ROW * line as f64
    }
}

/// As the text of an element. XML has no way to write control characters.
fn xml(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_control() || matches!(char, '\u{fffe}' | '\u{ffff}') {
            let _ = write!(shown, "{}", char.escape_default());
        } else {
            shown.push(char);
        }
    }
    escape(&shown).into_owned()
}
