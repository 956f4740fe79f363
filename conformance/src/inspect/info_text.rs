//! The text form of [`Info`].

use std::fmt::{self, Display, Formatter};

use super::info::{Header, NamesInfo, RingInfo, TimeInfo};
use super::{Info, Releases};
use crate::counted::Counted;

impl Display for Info<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let file = &self.file;
        writeln!(f, "file      {}", file.what)?;
        writeln!(f, "size      {} bytes, {} of data", file.bytes, file.data_bytes)?;
        write_header(f, &self.header)?;
        write_release(f, &self.release)?;
        if let Some(time) = self.time {
            writeln!(f, "time      {time}")?;
        }
        write_rings(f, &self.rings, &self.header)?;
        write_names(f, &self.names)
    }
}

fn write_header(f: &mut Formatter<'_>, header: &Header) -> fmt::Result {
    let Header { byte_order, version, max_domains, ring_size_bytes, ring_size_elements, .. } =
        header;
    writeln!(f, "header    version {version}, {byte_order}-endian")?;
    writeln!(
        f,
        "geometry  {} of {} ({ring_size_bytes} bytes); ring headers of {} bytes at {}, rings at {}, names {}",
        Counted((*max_domains).into(), "ring"),
        Counted(*ring_size_elements, "word"),
        header.ring_header_size_bytes,
        header.headers_offset,
        header.data_offset,
        header.names_offset.map_or_else(|| "none".to_owned(), |offset| format!("at {offset}"))
    )
}

fn write_release(f: &mut Formatter<'_>, release: &Releases) -> fmt::Result {
    writeln!(f, "release   {release}")?;
    for (evidence, place) in release.evidence() {
        writeln!(f, "evidence  {}: {evidence} ({place})", evidence.allows())?;
    }
    Ok(())
}

fn write_rings(f: &mut Formatter<'_>, rings: &[RingInfo], header: &Header) -> fmt::Result {
    writeln!(f, "rings     {} of {} used", rings.len(), header.max_domains)?;
    if rings.is_empty() {
        return Ok(());
    }
    writeln!(
        f,
        "\n{:>4} {:>14} {:>14} {:>10} {:>5} {:>12} {:>9}  time, s",
        "ring", "head", "tail", "words", "full", "lost words", "events"
    )?;
    for ring in rings {
        let RingInfo { ring: index, head, tail, lost_words, .. } = ring;
        write!(f, "{index:>4} {head:>14} {tail:>14} ")?;
        match ring.occupied_words {
            Some(words) => {
                let percent = words as f64 * 100.0 / header.ring_size_elements as f64;
                write!(f, "{words:>10} {percent:>4.0}%")?;
            }
            None => write!(f, "{:>10} {:>5}", "-", "-")?,
        }
        write!(f, " {lost_words:>12} {:>9}", ring.event_count())?;
        match ring.time {
            Some(time) => writeln!(f, "  {time}")?,
            None => writeln!(f)?,
        }
        if let Some(corrupt) = &ring.corrupt {
            let super::info::CorruptInfo { position, offset, clause, message } = corrupt;
            writeln!(
                f,
                "     corrupt at position {position}, byte {offset}: {message} ({clause})"
            )?;
        }
    }
    write_kinds(f, rings)
}

fn write_kinds(f: &mut Formatter<'_>, rings: &[RingInfo]) -> fmt::Result {
    let mut kinds = std::collections::BTreeMap::<_, u64>::new();
    for (kind, count) in rings.iter().flat_map(|ring| &ring.events) {
        *kinds.entry(*kind).or_default() += count;
    }
    let total: u64 = kinds.values().sum();
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    write!(f, "\nevents    {total}")?;
    if total > 0 {
        write!(f, ": {}", kinds.join(", "))?;
    }
    writeln!(f)
}

fn write_names(f: &mut Formatter<'_>, names: &NamesInfo<'_>) -> fmt::Result {
    if !names.table {
        return writeln!(f, "names     no name table");
    }
    writeln!(f, "names     {} registered, {} used", names.registered, names.used.len())?;
    if names.used.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{:>5} {:>9}  name", "index", "events")?;
    for used in &names.used {
        let name = if used.name.is_none() { "(no name)".to_owned() } else { used.name.to_string() };
        writeln!(f, "{:>5} {:>9}  {name}", used.id, used.events)?;
    }
    Ok(())
}

impl Display for TimeInfo {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { first_ns, last_ns, duration_ns } = *self;
        write!(f, "{} to {} ({})", Seconds(first_ns), Seconds(last_ns), Seconds(duration_ns))
    }
}

/// Nanoseconds as seconds, exactly.
pub(super) struct Seconds(pub(super) u64);

impl Display for Seconds {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:09}", self.0 / 1_000_000_000, self.0 % 1_000_000_000)
    }
}
