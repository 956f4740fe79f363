//! Fibers that run again and again, under the name that they have then.

use eventring::eio::{DataBuffer, EioEvent, EioId, Generation2, Wire};
use eventring::event::Event;
use eventring::release::ReleaseSet;
use eventring_conformance::inspect::export::{Export, ExportFormat, ExportView};
use eventring_conformance::inspect::{Selected, Selection};
use eventring_conformance::run::{Retention, Run, Typist};
use globset::{Glob, GlobSet};

use crate::lines;
use crate::seen::What;

/// What the slices of the ring's fibers are called, and which event globs are asked for.
fn slices(globs: &[&str]) -> Vec<String> {
    let id = EioId::new(7);
    let context = EioId::new(0);
    let run_again = [Generation2::Fiber { id }, Generation2::SuspendFiber { text: b"" }];
    let name = |text: &'static str| Generation2::Name { id, text: text.as_bytes() };
    let mut events = vec![Generation2::CreateFiber { id, context }];
    for renamed in [None, None, Some("a"), None, Some("b"), Some(""), Some("b")] {
        events.extend(renamed.map(name));
        events.extend(run_again);
    }

    let mut bytes = Vec::new();
    let export = Export::new(&mut bytes, ExportFormat::JsonLines.encoder());
    let mut view = ExportView::new(export, "a program", None).unwrap();
    let globs: Vec<_> = globs.iter().map(|glob| Glob::new(glob).unwrap()).collect();
    let events_chosen = (!globs.is_empty()).then(|| GlobSet::new(&globs).unwrap());
    let selection = Selection { events: events_chosen, ..Selection::default() };
    let mut selected = Selected::new(&mut view, selection);
    let typist = Typist::of(Some(Wire::Generation2));
    let mut run = Run::new(typist, ReleaseSet::narrowable(), Retention::Living);
    for (timestamp_ns, event) in (1..).zip(events) {
        let (event, mut buffer) = (EioEvent::Generation2(event), DataBuffer::default());
        let place = Generation2::NAMES.iter().position(|name| *name == event.name()).unwrap();
        let kind = event.encode(place as u16, &mut buffer);
        let event_name = event.name();
        let event = Event { position: 0, timestamp_ns, kind };
        run.event(0, &event, |_| Some(event_name.as_bytes()), &mut selected);
    }
    run.finish(&mut selected);
    view.finish(&run).unwrap();
    let marks = lines::read(&bytes).marks.into_iter();
    marks
        .filter(|mark| mark.what == What::Begin && mark.name.starts_with("fiber 7"))
        .map(|mark| mark.name)
        .collect()
}

/// Also where the events that give the names are not chosen.
#[test]
fn a_fiber_runs_under_the_name_that_it_has_then() {
    let expected =
        ["fiber 7", "fiber 7", "fiber 7: a", "fiber 7: a", "fiber 7: b", "fiber 7", "fiber 7: b"];
    assert_eq!(slices(&[]), expected);
    assert_eq!(slices(&["eio.fiber", "eio.suspend_fiber"]), expected);
}
