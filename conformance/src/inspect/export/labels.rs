//! What ids are called, as text, found out once for each id.

use super::text::text_of;
use crate::run::Origin;

/// The texts of ids that were learnt.
#[derive(Debug, Default)]
pub(super) struct Labels {
    phases: Texts,
    counters: Texts,
    lifecycles: Texts,
    users: Texts,
}

/// By id; shorter than the largest one that was learnt never.
#[derive(Debug, Default)]
struct Texts(Vec<Option<Text>>);

#[derive(Debug)]
struct Text {
    text: Box<str>,
    /// Whether it is a name, and not the number.
    is_name: bool,
}

impl Labels {
    /// Finds out what an event is called, before it is shown. What has no name is asked for again each time, since names
    /// can come late (clause names.late), and so can what tells the release.
    #[inline]
    pub(super) fn learn<'n>(&mut self, origin: Origin, name: impl FnOnce() -> Option<&'n [u8]>) {
        match origin {
            Origin::Phase(id) => self.phases.learn(id, "phase", name),
            Origin::Counter(id) => self.counters.learn(id, "counter", name),
            Origin::Lifecycle(id) => self.lifecycles.learn(id, "lifecycle", name),
            Origin::User(id) => self.users.learn(id, "event", name),
            Origin::Alloc | Origin::Unknown | Origin::Nothing => {}
        }
    }

    pub(super) fn phase(&self, id: u16) -> &str {
        self.phases.text(id)
    }

    pub(super) fn counter(&self, id: u16) -> &str {
        self.counters.text(id)
    }

    pub(super) fn lifecycle(&self, id: u16) -> &str {
        self.lifecycles.text(id)
    }

    pub(super) fn user(&self, index: u16) -> &str {
        self.users.text(index)
    }
}

impl Texts {
    #[inline]
    fn learn<'n>(&mut self, id: u16, what: &str, name: impl FnOnce() -> Option<&'n [u8]>) {
        match self.0.get(usize::from(id)) {
            Some(Some(Text { is_name: true, .. })) => {}
            _ => self.learn_name(id, what, name()),
        }
    }

    #[cold]
    fn learn_name(&mut self, id: u16, what: &str, name: Option<&[u8]>) {
        let place = usize::from(id);
        if self.0.len() <= place {
            self.0.resize_with(place + 1, || None);
        }
        let text = match name {
            Some(name) => text_of(name).into(),
            None if self.0[place].is_some() => return,
            None => format!("{what} {id}").into(),
        };
        self.0[place] = Some(Text { text, is_name: name.is_some() });
    }

    /// Nothing is shown that was not learnt.
    fn text(&self, id: u16) -> &str {
        let text = self.0.get(usize::from(id)).and_then(Option::as_ref);
        text.map_or("", |text| &text.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_for_a_name_until_there_is_one() {
        let mut labels = Labels::default();
        labels.learn(Origin::Phase(48), || None);
        assert_eq!(labels.phase(48), "phase 48");
        labels.learn(Origin::Phase(48), || Some(b"minor"));
        labels.learn(Origin::Phase(48), || unreachable!("it is known"));
        assert_eq!(labels.phase(48), "minor");
        labels.learn(Origin::User(3), || Some(b"\xff\""));
        assert_eq!((labels.user(3), labels.user(2)), ("\\xff\"", ""));
    }
}
