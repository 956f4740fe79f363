//! How fast the events of a file are decoded: `bench_read FILE [PASSES]`.
//!
//! A line each for three ways, with the number of events, then the median and the best rate of the
//! passes in millions of events a second. `decode` is a loop over the events of bytes in memory,
//! `fold` the same with the iterator's own loop, and `read` reads the file in first. Every kind is
//! counted and every timestamp and value summed, so that nothing can be left out.
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;
use std::{env, fs};

use eventring::event::{Event, Kind};
use eventring::reader::Snapshot;

fn main() -> Result<(), String> {
    let mut arguments = env::args_os().skip(1);
    let file = arguments.next().ok_or("usage: bench_read FILE [PASSES]")?;
    let file = Path::new(&file);
    let passes = arguments.next().and_then(|text| text.to_str()?.parse().ok()).unwrap_or(9);
    let read = || fs::read(file).map_err(|error| error.to_string());

    let bytes = read()?;
    report("decode", passes, || Ok(decode(black_box(&bytes))?.events()))?;
    report("fold", passes, || Ok(fold(black_box(&bytes))?.events()))?;
    report("read", passes, || Ok(decode(&read()?)?.events()))
}

fn report(
    what: &str,
    passes: usize,
    mut pass: impl FnMut() -> Result<u64, String>,
) -> Result<(), String> {
    let mut rates = Vec::new();
    // The first pass only warms up.
    let mut events = pass()?;
    for _ in 0..passes {
        let start = Instant::now();
        events = pass()?;
        rates.push(events as f64 / start.elapsed().as_secs_f64() / 1e6);
    }
    rates.sort_by(f64::total_cmp);
    let (Some(median), Some(best)) = (rates.get(passes / 2), rates.last()) else {
        return Err("no passes".to_owned());
    };
    println!("{what} {events} {median:.2} {best:.2}");
    Ok(())
}

/// What is found in a file: events of each kind, and sums of what they say.
#[derive(Default)]
struct Found {
    counts: [u64; 11],
    timestamps: u64,
    values: u64,
}

impl Found {
    #[inline]
    fn add(&mut self, event: Event<'_>) {
        self.timestamps = self.timestamps.wrapping_add(event.timestamp_ns);
        let (kind, value) = match event.kind {
            Kind::Begin { phase } => (0, u64::from(phase)),
            Kind::End { phase } => (1, u64::from(phase)),
            Kind::Counter { value, .. } => (2, value.unwrap_or(0)),
            Kind::Alloc { buckets } => (3, buckets.iter().sum()),
            Kind::Lifecycle { value, .. } => (4, value.unwrap_or(0).cast_unsigned()),
            Kind::Unit { index } => (5, u64::from(index)),
            Kind::SpanBegin { index } => (6, u64::from(index)),
            Kind::SpanEnd { index } => (7, u64::from(index)),
            Kind::Int { value, .. } => (8, value.unwrap_or(0).cast_unsigned()),
            Kind::Custom { data, .. } => (9, data.map_or(0, |data| data.len() as u64)),
            _ => (10, 0),
        };
        self.counts[kind] += 1;
        self.values = self.values.wrapping_add(value);
    }

    fn events(&self) -> u64 {
        black_box((self.timestamps, self.values));
        self.counts.iter().sum()
    }
}

fn decode(bytes: &[u8]) -> Result<Found, String> {
    let mut found = Found::default();
    let snapshot = Snapshot::new(bytes).map_err(|refusal| refusal.to_string())?;
    for ring in snapshot.rings() {
        for event in ring.events() {
            found.add(event.map_err(|fault| fault.to_string())?);
        }
    }
    Ok(found)
}

fn fold(bytes: &[u8]) -> Result<Found, String> {
    let mut found = Found::default();
    let mut fault = None;
    let snapshot = Snapshot::new(bytes).map_err(|refusal| refusal.to_string())?;
    for ring in snapshot.rings() {
        ring.events().for_each(|event| match event {
            Ok(event) => found.add(event),
            Err(error) => fault = Some(error),
        });
    }
    fault.map_or(Ok(found), |fault| Err(fault.to_string()))
}
