//! By which release the consumer of the mutants names runtime events.

use std::collections::BTreeSet;

use eventring_spec::registry::Registry;

use super::mutant::Switch;
use crate::plain::{Category, RuntimeNames, open};
use crate::vectors::{Case, Vector};

const NEWEST: &str = "5.5";
const OLDEST: &str = "5.0";
const STAMP_PREFIX: &[u8] = b"eventring.release:";

/// The names of runtime events that a consumer uses: those of the release that was given, or those on which the
/// releases agree that remain, as the vector says. The consumer of the mutants does not narrow by itself; it goes wrong
/// from there.
pub(super) fn runtime_names(
    vector: &Vector,
    case: &Case,
    registry: &Registry,
    bytes: &[u8],
    switch: Option<Switch>,
) -> RuntimeNames {
    let of = |names: &[&str]| {
        let releases: Vec<_> = names.iter().filter_map(|name| registry.release(name)).collect();
        RuntimeNames::agreed(registry, &releases)
    };
    if let Some(given) = vector.given_release() {
        return given_names(registry, Some(given), switch);
    }
    let remaining = case.remaining.iter().flatten().map(String::as_str);
    let remaining: Vec<&str> = remaining.filter(|name| *name != "none").collect();
    match (switch, remaining.last()) {
        (Some(Switch::VersionIsRelease), _) => of(&[OLDEST]),
        (Some(Switch::NewestRelease), Some(newest)) => of(&[newest]),
        (Some(Switch::NoneIsNewest), None) => of(&[NEWEST]),
        (Some(Switch::StampIgnored), _) if !Stamps::of(bytes).emitted.is_empty() => {
            let all = registry.releases.iter().map(|release| release.name.as_str());
            of(&all.filter(|name| name.starts_with('5')).collect::<Vec<_>>())
        }
        (Some(Switch::RegisteredDecides), _) => match Stamps::of(bytes).only_registered.first() {
            Some(stamp) => of(&[stamp]),
            None => of(&remaining),
        },
        (Some(Switch::LastStampDecides), _) => match Stamps::of(bytes).emitted.as_slice() {
            [_, .., last] => of(&[last]),
            _ => of(&remaining),
        },
        _ => of(&remaining),
    }
}

/// The names that a consumer uses where a release is given; none where it is not.
pub(super) fn given_names(
    registry: &Registry,
    given: Option<&str>,
    switch: Option<Switch>,
) -> RuntimeNames {
    let ignores = switch == Some(Switch::IgnoresRelease);
    let release = given.map(|given| if ignores { NEWEST } else { given });
    release.and_then(|release| RuntimeNames::given(registry, release)).unwrap_or_default()
}

/// The releases that stamps name, by event index.
#[derive(Default)]
struct Stamps {
    emitted: Vec<String>,
    only_registered: Vec<String>,
}

impl Stamps {
    fn of(bytes: &[u8]) -> Self {
        let mut stamps = Self::default();
        let Ok(file) = open(bytes) else { return stamps };
        let items = file.rings().flat_map(|ring| ring.items().map_while(Result::ok));
        let users = items.filter(|item| item.header.category() == Category::User);
        let used: BTreeSet<u16> = users.map(|item| item.header.id()).collect();
        for entry in file.name_table().iter().flat_map(|table| table.entries()) {
            if let Some(release) = entry.name().strip_prefix(STAMP_PREFIX) {
                let release = String::from_utf8_lossy(release).into_owned();
                let is_emitted = used.contains(&entry.index);
                let list =
                    if is_emitted { &mut stamps.emitted } else { &mut stamps.only_registered };
                list.push(release);
            }
        }
        stamps
    }
}
