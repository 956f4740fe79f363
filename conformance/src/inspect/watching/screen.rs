//! The screen and its keys.

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph};

use super::Shown;

/// Where the user is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// The first line of the tree that is shown.
    top: usize,
    /// How many lines of the log are below the last one that is shown.
    above_last: usize,
    /// Whether the picture stands still.
    is_held: bool,
    /// Whether what has ended is in the tree.
    with_ended: bool,
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To leave. The program that is watched goes on.
    Quit,
    /// To draw again.
    Draw,
    /// Nothing.
    Nothing,
}

/// All of them, always to be seen.
const KEYS: &str =
    " q quit   up/down tree   left/right log   home start   a ended too   space hold ";
const PAGE: usize = 20;

impl Screen {
    /// Whether the picture stands still.
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// Whether what has ended is in the tree.
    pub fn with_ended(&self) -> bool {
        self.with_ended
    }

    /// Takes a key in.
    pub fn event(&mut self, event: &Event) -> Asked {
        let key = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => key,
            Event::Resize(..) => return Asked::Draw,
            _ => return Asked::Nothing,
        };
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Asked::Quit,
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Asked::Quit;
            }
            KeyCode::Up => self.top = self.top.saturating_sub(1),
            KeyCode::Down => self.top = self.top.saturating_add(1),
            KeyCode::PageUp => self.top = self.top.saturating_sub(PAGE),
            KeyCode::PageDown => self.top = self.top.saturating_add(PAGE),
            KeyCode::Left => self.above_last = self.above_last.saturating_add(1),
            KeyCode::Right => self.above_last = self.above_last.saturating_sub(1),
            KeyCode::Home => (self.top, self.above_last) = (0, 0),
            KeyCode::Char('a') => self.with_ended = !self.with_ended,
            KeyCode::Char(' ') => self.is_held = !self.is_held,
            _ => return Asked::Nothing,
        }
        Asked::Draw
    }

    /// Draws what there is, as far as there is room.
    pub fn draw(&mut self, shown: &Shown, frame: &mut Frame<'_>) {
        let rows = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(3),
            Constraint::Length(8),
            Constraint::Length(1),
        ]);
        let [head, middle, log, keys] = rows.areas(frame.area());
        let pauses_height = shown.pauses.len().min(12) as u16 + 2;
        let columns = Layout::horizontal([Constraint::Min(20), Constraint::Length(56)]);
        let [tree, right] = columns.areas(middle);
        let right_rows = [Constraint::Length(pauses_height), Constraint::Min(3)];
        let [pauses, losses] = Layout::vertical(right_rows).areas(right);

        let held = if self.is_held { " (held)" } else { "" };
        frame.render_widget(Line::from(format!("{}{held}", shown.head)).bold(), head);
        self.top = self.top.min(shown.tree.len().saturating_sub(1));
        part("Fibers and contexts", &shown.tree[self.top..], tree, frame);
        part("Pauses by the collector", &shown.pauses, pauses, frame);
        part("Losses", &shown.losses, losses, frame);
        let room = usize::from(log.height.saturating_sub(2));
        self.above_last = self.above_last.min(shown.log.len().saturating_sub(room));
        let end = shown.log.len() - self.above_last;
        part("Log", &shown.log[end.saturating_sub(room)..end], log, frame);
        frame.render_widget(Line::from(KEYS).reversed(), keys);
    }
}

fn part(title: &'static str, lines: &[String], area: Rect, frame: &mut Frame<'_>) {
    let room = usize::from(area.height);
    let lines: Vec<Line<'_>> = lines.iter().take(room).map(|line| line.as_str().into()).collect();
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), area);
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::KeyEvent;

    use super::*;

    fn shown(lines: usize) -> Shown {
        let numbered = |what: &str| (0..lines).map(|line| format!("{what} {line}.")).collect();
        Shown {
            head: "process 4711".to_owned(),
            tree: numbered("fiber"),
            pauses: numbered("ring"),
            losses: vec!["ring 0: 17 words".to_owned()],
            log: numbered("said"),
        }
    }

    fn drawn(screen: &mut Screen, shown: &Shown, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| screen.draw(shown, frame)).unwrap();
        terminal.backend().to_string()
    }

    fn press(screen: &mut Screen, code: KeyCode) -> Asked {
        screen.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    #[test]
    fn everything_is_there_and_so_are_the_keys() {
        let text = drawn(&mut Screen::default(), &shown(100), 120, 40);
        for part in ["process 4711", "fiber 0.", "ring 0.", "17 words", "said 99.", "q quit"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("said 0."));
    }

    #[test]
    fn keys_move_within_what_there_is() {
        let (mut screen, shown) = (Screen::default(), shown(30));
        for (code, part) in [
            (KeyCode::Down, "fiber 1."),
            (KeyCode::PageDown, "fiber 21."),
            (KeyCode::PageDown, "fiber 29."),
            (KeyCode::Up, "fiber 28."),
            (KeyCode::Left, "said 28."),
            (KeyCode::Home, "fiber 0."),
            (KeyCode::Char(' '), "(held)"),
        ] {
            assert_eq!(press(&mut screen, code), Asked::Draw);
            let text = drawn(&mut screen, &shown, 120, 40);
            assert!(text.contains(part), "{code:?} {part}: {text}");
        }
        for _ in 0..100 {
            press(&mut screen, KeyCode::Left);
        }
        assert!(drawn(&mut screen, &shown, 120, 40).contains("said 0."));
        assert_eq!(press(&mut screen, KeyCode::Char('x')), Asked::Nothing);
        assert_eq!(press(&mut screen, KeyCode::Char('q')), Asked::Quit);
        let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(screen.event(&Event::Key(interrupt)), Asked::Quit);
    }

    #[test]
    fn a_screen_of_any_size_is_drawn() {
        for lines in [0, 1, 1000] {
            for (width, height) in [(1, 1), (2, 2), (10, 3), (80, 24), (300, 100)] {
                drawn(&mut Screen::default(), &shown(lines), width, height);
            }
        }
    }
}
