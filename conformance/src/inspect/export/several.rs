//! Several programs in one trace.

use std::io;

use super::encoder::Marks;
use super::timeline::{Label, Link, Mark, Track, TrackId, What};

/// Passes on what one of several programs tells, with numbers of its own for tracks and arrows. Its end is not the end of
/// the trace.
#[derive(Debug)]
pub struct OneOfSeveral<'m, M> {
    marks: &'m mut M,
    /// Added to the numbers; 0 for the first program.
    base: u64,
}

/// Numbers of tracks and arrows have fewer bits.
const PROGRAM_SHIFT: u32 = 40;

impl<'m, M: Marks> OneOfSeveral<'m, M> {
    /// The program of this number, from 0. There are fewer than 2^24.
    pub fn new(marks: &'m mut M, program: u32) -> Self {
        Self { marks, base: u64::from(program) << PROGRAM_SHIFT }
    }

    const fn track_id(&self, id: TrackId) -> TrackId {
        TrackId(id.0 | self.base)
    }

    fn label<'a>(&self, label: Label<'a>) -> Label<'a> {
        let number = |number: u64| number | self.base;
        let link = label.link.map(|link| match link {
            Link::Out(arrow) => Link::Out(number(arrow)),
            Link::In(arrow) => Link::In(number(arrow)),
        });
        Label { link, ..label }
    }
}

impl<M: Marks> Marks for OneOfSeveral<'_, M> {
    fn track(&mut self, track: &Track<'_>) -> io::Result<()> {
        let (id, parent) = (self.track_id(track.id), track.parent.map(|id| self.track_id(id)));
        self.marks.track(&Track { id, parent, ..*track })
    }

    #[inline]
    fn mark(&mut self, mark: &Mark<'_>) -> io::Result<()> {
        if self.base == 0 {
            return self.marks.mark(mark);
        }
        let what = match mark.what {
            What::Begin(label) => What::Begin(self.label(label)),
            What::End(label) => What::End(self.label(label)),
            What::Instant(label) => What::Instant(self.label(label)),
            what @ (What::Counter(_) | What::Gap { .. }) => what,
        };
        self.marks.mark(&Mark { track: self.track_id(mark.track), what, ..*mark })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.marks.flush()
    }

    /// Others come after it.
    fn finish(&mut self) -> io::Result<()> {
        self.marks.flush()
    }
}
