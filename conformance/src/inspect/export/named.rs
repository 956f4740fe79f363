//! A view that finds out what is shown to it.

use std::io::Write;

use super::ExportView;
use crate::inspect::Naming;
use crate::run::{Change, Origin, Run, View};

/// Teaches the names of a snapshot to what shows them.
pub struct Named<'v, 'n, W> {
    view: &'v mut ExportView<W>,
    naming: &'v Naming<'n>,
}

impl<'v, 'n, W: Write> Named<'v, 'n, W> {
    /// With names from `naming`.
    pub fn new(view: &'v mut ExportView<W>, naming: &'v Naming<'n>) -> Self {
        Self { view, naming }
    }
}

impl<W: Write> View for Named<'_, '_, W> {
    #[inline]
    fn change(&mut self, run: &Run, change: &Change<'_>) {
        self.view.labels().learn(change.origin, || match change.origin {
            Origin::Phase(phase) => self.naming.phase(phase),
            Origin::Counter(counter) => self.naming.counter(counter),
            Origin::Lifecycle(lifecycle) => self.naming.lifecycle(lifecycle),
            Origin::User(index) => self.naming.user(index),
            Origin::Alloc | Origin::Unknown | Origin::Nothing => Default::default(),
        });
        self.view.change(run, change);
    }

    fn is_full(&self) -> bool {
        self.view.is_full()
    }
}
