//! Which user events are Eio's, found out while they come.

use eventring::eio::{EioEvent, EventType, Tag, Undecoded, Wire, WireNarrowing, WireVerdict};
use eventring::event::Kind;

/// Reads Eio's events as those of one wire.
#[derive(Clone, Debug)]
pub struct Typist {
    verdict: WireVerdict,
    /// Nothing where the wire is given.
    narrowing: Option<WireNarrowing>,
    /// By event index.
    known: Vec<Known>,
}

/// What is known of a user event.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    tag: Option<Tag>,
    /// Its name is none of the wire's, or none at all of Eio's.
    is_other: bool,
    /// The types that the narrowing has looked at, a bit each.
    observed: u8,
}

/// What a user event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading<'a> {
    /// One of Eio's.
    Eio(EioEvent<'a>),
    /// One of Eio's, whose data ends before its last field.
    Short,
    /// Anything else.
    Other,
    /// One that no wire has in common with those before it.
    Mixes,
}

impl Typist {
    /// For a file of which the wire is known, or known to be none.
    pub fn of(wire: Option<Wire>) -> Self {
        let verdict = wire.map_or(WireVerdict::Unused, WireVerdict::Settled);
        Self { verdict, narrowing: None, known: Vec::new() }
    }

    /// For a file that is still written: from the events so far, and each that comes.
    pub fn narrowing() -> Self {
        let narrowing = Some(WireNarrowing::new());
        Self { verdict: WireVerdict::Unused, narrowing, known: Vec::new() }
    }

    /// The wire, as far as it is known.
    pub fn wire(&self) -> Option<Wire> {
        match self.verdict {
            WireVerdict::Settled(wire) => Some(wire),
            WireVerdict::Unused | WireVerdict::Open | WireVerdict::Mixed => None,
        }
    }

    /// Looks at a user event, without reading it.
    pub fn observe(&mut self, event: &Kind<'_>, name: Option<&[u8]>) {
        let (Some(index), Some(kind)) = (event.index(), EventType::of(event)) else { return };
        let place = usize::from(index);
        if self.known.len() <= place {
            self.known.resize(place + 1, Known::default());
        }
        let bit = 1 << kind as u8;
        let known = &mut self.known[place];
        let is_new = self.narrowing.is_some() && known.observed & bit == 0;
        if !is_new && (known.tag.is_some() || known.is_other) {
            return;
        }
        // A name that is not there yet can come later (clause names.late).
        let Some(name) = name else { return };
        known.observed |= bit;
        if let Some(narrowing) = &mut self.narrowing {
            narrowing.observe(name, event);
            let verdict = narrowing.verdict();
            if verdict != self.verdict {
                self.verdict = verdict;
                // What was none of another wire's can be one of this.
                self.known.iter_mut().for_each(|known| {
                    (known.tag, known.is_other) = (None, false);
                });
            }
        }
        let known = &mut self.known[place];
        match self.verdict {
            WireVerdict::Settled(wire) => {
                known.tag = Tag::of_name(wire, name);
                known.is_other = known.tag.is_none();
            }
            WireVerdict::Mixed => known.is_other = true,
            WireVerdict::Unused | WireVerdict::Open => known.is_other = self.narrowing.is_none(),
        }
    }

    /// Reads a user event.
    #[inline]
    pub(super) fn read<'a>(&mut self, event: Kind<'a>, name: Option<&[u8]>) -> Reading<'a> {
        if self.verdict == WireVerdict::Unused && self.narrowing.is_none() {
            return Reading::Other;
        }
        let before = self.verdict;
        self.observe(&event, name);
        if self.verdict == WireVerdict::Mixed && before != WireVerdict::Mixed {
            return Reading::Mixes;
        }
        let tag = event.index().and_then(|index| self.known.get(usize::from(index))?.tag);
        match tag.map(|tag| tag.decode(event)) {
            Some(Ok(event)) => Reading::Eio(event),
            Some(Err(Undecoded::Short)) => Reading::Short,
            Some(Err(Undecoded::OtherName | Undecoded::OtherType)) | None => Reading::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: Kind<'_> = Kind::Int { index: 3, value: Some(1) };
    const LOG: Kind<'_> = Kind::Custom { index: 4, data: Some(b"text") };

    #[test]
    fn the_wire_is_found_while_events_come() {
        let mut typist = Typist::narrowing();
        assert_eq!(typist.read(LOG, Some(b"eio.log")), Reading::Other);
        assert_eq!(typist.wire(), None);
        assert!(matches!(typist.read(GET, Some(b"eio.get")), Reading::Eio(_)));
        assert_eq!(typist.wire(), Some(Wire::Generation2));
        assert!(matches!(typist.read(LOG, Some(b"eio.log")), Reading::Eio(_)));
        assert_eq!(
            typist.read(Kind::Int { index: 3, value: None }, Some(b"eio.get")),
            Reading::Short
        );
        // Of another wire, once.
        let create = Kind::Custom { index: 0, data: Some(&[0; 9]) };
        assert_eq!(typist.read(create, Some(b"eio.create")), Reading::Mixes);
        assert_eq!(typist.read(create, Some(b"eio.create")), Reading::Other);
        assert_eq!(typist.read(GET, Some(b"eio.get")), Reading::Other);
    }

    #[test]
    fn a_name_that_comes_late_is_found() {
        let mut typist = Typist::of(Some(Wire::Generation2));
        let event = Kind::Int { index: 1, value: Some(1) };
        assert_eq!(typist.read(event, None), Reading::Other);
        assert!(matches!(typist.read(event, Some(b"eio.put")), Reading::Eio(_)));
    }

    #[test]
    fn a_file_of_no_wire_has_no_events_of_eio() {
        assert_eq!(Typist::of(None).read(GET, Some(b"eio.get")), Reading::Other);
        let unit = Kind::Unit { index: 3 };
        assert_eq!(
            Typist::of(Some(Wire::Generation2)).read(unit, Some(b"eio.get")),
            Reading::Other
        );
    }
}
