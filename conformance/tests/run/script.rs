//! A run that a test writes event by event.

use eventring::eio::{DataBuffer, EioEvent, EioId, Generation2, Wire};
use eventring::event::{Event, Kind};
use eventring::release::ReleaseSet;
use eventring_conformance::run::{Change, Key, Retention, Run, Thing, Typist, View, What};

use crate::promises::Promises;

/// Feeds a run, holds it to its promises, and keeps in words what it told.
pub(crate) struct Script {
    run: Run,
    teller: Teller,
    pub(crate) ring: u32,
    now_ns: u64,
}

/// Checks and remembers.
#[derive(Default)]
struct Teller {
    promises: Promises,
    told: Vec<String>,
}

impl View for Teller {
    fn change(&mut self, run: &Run, change: &Change<'_>) {
        self.promises.change(run, change);
        self.told.push(format!("{}@{} {}", change.ring, change.timestamp_ns, words(run, change)));
    }
}

/// The change in short: its name, ids for keys, and what else matters in a test.
fn words(run: &Run, change: &Change<'_>) -> String {
    let id = |key: Key| run.thing(key).unwrap().id.to_string();
    let of = |key: Option<Key>| key.map_or_else(|| "?".to_owned(), id);
    let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    match change.what {
        What::Created { thing } => format!("created {}", id(thing)),
        What::Appeared { thing } => {
            format!("appeared {} {}", run.thing(thing).unwrap().class.name(), id(thing))
        }
        What::Obscured { thing } => format!("obscured {}", id(thing)),
        What::FiberRuns { fiber, .. } => format!("runs {}", id(fiber)),
        What::FiberStops { fiber, stop, .. } => {
            let stop = format!("{stop:?}");
            format!("stops {} {}", id(fiber), stop.split('(').next().unwrap().to_lowercase())
        }
        What::Ended { thing, end } => format!("ended {} {end:?}", id(thing)).to_lowercase(),
        What::Flawed { flaw } => format!("flaw {}", flaw.name()),
        What::Got { fiber, thing } => format!("{} got {}", of(fiber), id(thing)),
        What::Wanted { fiber, thing } => format!("{} wants {}", of(fiber), id(thing)),
        What::Put { fiber, thing } => format!("{} puts {}", of(fiber), id(thing)),
        What::Log { fiber, text: log } => format!("{} says {}", of(fiber), text(log)),
        What::OperationBegan { fiber, text: name, .. } => {
            format!("{} begins {}", of(fiber), text(name))
        }
        What::OperationEnded { fiber, text: name, end, .. } => {
            format!("{} ends {} {end:?}", of(fiber), text(name.unwrap_or(b"?"))).to_lowercase()
        }
        What::PhaseBegan { phase, depth } => format!("phase {phase} at {depth}"),
        What::PhaseEnded { phase, began_ns, end, .. } => {
            let since = began_ns.map_or_else(|| "?".to_owned(), |ns| ns.to_string());
            format!("phase {phase} since {since} {end:?}").to_lowercase()
        }
        What::Lost { words, since_ns } => {
            format!("lost {words} since {}", since_ns.map_or(-1, u64::cast_signed))
        }
        What::Paused { .. } => "paused".to_owned(),
        What::DomainBegan => format!("domain {}", run.domain(change.ring).unwrap().serial),
        What::DomainEnded { end } => format!("domain ended {end:?}").to_lowercase(),
        What::SpawnedBy { fiber } => format!("spawned by {}", id(fiber)),
        ref other => format!("{other:?}").split([' ', '{']).next().unwrap().to_lowercase(),
    }
}

impl Script {
    /// A run of generation 2, on ring 0 at time 0.
    pub(crate) fn new() -> Self {
        Self::of(Typist::of(Some(Wire::Generation2)))
    }

    pub(crate) fn of(typist: Typist) -> Self {
        let run = Run::new(typist, ReleaseSet::narrowable(), Retention::All);
        Self { run, teller: Teller::default(), ring: 0, now_ns: 0 }
    }

    /// Goes on in this ring.
    pub(crate) fn on(&mut self, ring: u32) -> &mut Self {
        self.ring = ring;
        self
    }

    /// Ten nanoseconds after the event before, in whatever ring.
    pub(crate) fn kind(&mut self, kind: Kind<'_>, name: &str) -> &mut Self {
        self.now_ns += 10;
        self.at(self.now_ns, kind, name)
    }

    pub(crate) fn at(&mut self, timestamp_ns: u64, kind: Kind<'_>, name: &str) -> &mut Self {
        let event = Event { position: 0, timestamp_ns, kind };
        let name = |_| Some(name.as_bytes());
        self.run.event(self.ring, &event, name, &mut self.teller);
        self
    }

    pub(crate) fn eio(&mut self, event: EioEvent<'_>) -> &mut Self {
        let mut buffer = DataBuffer::default();
        // One index for each name.
        let wires = [Generation2::NAMES.as_slice(), &eventring::eio::Generation1::NAMES];
        let place = wires.concat().iter().position(|name| *name == event.name()).unwrap();
        let kind = event.encode(place as u16, &mut buffer);
        self.kind(kind, event.name())
    }

    pub(crate) fn g2(&mut self, event: Generation2<'_>) -> &mut Self {
        self.eio(EioEvent::Generation2(event))
    }

    pub(crate) fn lost(&mut self, words: u64) -> &mut Self {
        self.run.lost(self.ring, words, &mut self.teller);
        self
    }

    /// What was told since it was last asked.
    pub(crate) fn told(&mut self) -> Vec<String> {
        self.teller.told.drain(..).map(|told| told.split_once(' ').unwrap().1.to_owned()).collect()
    }

    /// The same with ring and time.
    pub(crate) fn told_at(&mut self) -> Vec<String> {
        std::mem::take(&mut self.teller.told)
    }

    pub(crate) fn run(&self) -> &Run {
        &self.run
    }

    pub(crate) fn thing(&self, id: i64) -> &Thing {
        self.run.find(EioId::new(id)).unwrap()
    }

    /// Ends the run; all promises are kept.
    pub(crate) fn finish(&mut self) -> &Run {
        self.run.finish(&mut self.teller);
        self.teller.promises.finished(&self.run);
        &self.run
    }
}
