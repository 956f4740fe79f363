//! What a registry file has to be besides well typed.

use std::collections::BTreeMap;

use super::error::Problem;
use super::model::{Entity, Field, MaxDomains, Registry, Release, SCHEMA, Space, Unit};

impl Registry {
    /// Every problem of the file, in the order of its sections.
    pub(super) fn lint(&self) -> Vec<Problem> {
        let mut found = Found::default();
        if self.schema != SCHEMA {
            found.add("schema", format!("{}, allowed is {SCHEMA}", self.schema));
        }
        self.lint_releases(&mut found);
        self.lint_item_header(&mut found);
        self.lint_words(&mut found);
        self.lint_sizes(&mut found);
        self.lint_alloc(&mut found);
        for space in Space::ALL {
            for (key, entity) in self.entities(space) {
                self.lint_entity(space, key, entity, &mut found);
            }
        }
        self.lint_constants(&mut found);
        // Tables make sense only of entities that do.
        if found.0.is_empty() {
            for release in &self.releases {
                for space in Space::ALL {
                    self.lint_table(release, space, &mut found);
                }
            }
        }
        found.0
    }

    fn lint_releases(&self, found: &mut Found) {
        if self.complete().next().is_none() {
            found.add("release", "none is complete, at least one has to be");
        }
        for (index, release) in self.releases.iter().enumerate() {
            let entry = format!("release.{}", release.name);
            if self.releases.iter().take(index).any(|other| other.name == release.name) {
                found.add(&entry, "twice, names are unique");
            }
            if release.source.is_empty() || release.checked.is_empty() {
                found.add(&entry, "source and checked may not be empty");
            }
            let is_hash = |text: &String| text.len() == 64 && text.bytes().all(is_lower_hex);
            if !release.header_sha256.as_ref().is_none_or(is_hash) {
                found.add(&entry, "header_sha256 is not 64 lower-case hexadecimal digits");
            }
            self.lint_max_domains(&entry, release, found);
            if release.complete {
                self.lint_complete(&entry, index, release, found);
            }
            for (space, followed) in &release.follows {
                if release.complete || self.place(followed).is_none() {
                    let message = format!(
                        "follows {followed:?} for {}, only incomplete releases follow, and {}",
                        space.name(),
                        self.allowed()
                    );
                    found.add(&entry, message);
                }
            }
        }
    }

    fn lint_complete(&self, entry: &str, index: usize, release: &Release, found: &mut Found) {
        let number = |name: &str| {
            let (major, minor) = name.split_once('.')?;
            Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?))
        };
        let Some(own) = number(&release.name) else {
            found.add(entry, "a complete release is named by two numbers, as 5.3");
            return;
        };
        let earlier = self.releases.iter().take(index);
        if earlier.into_iter().any(|other| !other.complete || number(&other.name) > Some(own)) {
            found.add(entry, "out of order: complete releases come first, oldest first");
        }
        let prefix = format!("{}.", release.name);
        let versions = &release.ocaml_versions;
        if versions.is_empty() || !versions.iter().all(|version| version.starts_with(&prefix)) {
            found.add(entry, format!("ocaml_versions has to list versions {prefix}N"));
        }
        if release.max_domains.is_none() {
            found.add(entry, "a complete release says its max_domains");
        }
    }

    fn lint_max_domains(&self, entry: &str, release: &Release, found: &mut Found) {
        let most = self.sizes.max_domains;
        let sound = match &release.max_domains {
            None => true,
            Some(MaxDomains::Fixed { one_of }) => {
                is_ascending(one_of) && one_of.iter().all(|count| (1..=most).contains(count))
            }
            Some(MaxDomains::Parameter { from, to }) => 1 <= *from && from <= to && *to <= most,
        };
        if !sound {
            found.add(entry, format!("max_domains has to ascend within 1 to {most}"));
        }
    }

    fn lint_item_header(&self, found: &mut Found) {
        let header = &self.item_header;
        let mut next = Some(63);
        for (name, Field { high, low }) in [
            ("length", header.length),
            ("user", header.user),
            ("type", header.kind),
            ("id", header.id),
            ("reserved", header.reserved),
        ] {
            let entry = format!("item_header.{name}");
            if low > high || high > 63 {
                found.add(&entry, format!("bits {high} to {low}, allowed is 63 >= high >= low"));
                return;
            }
            if next != Some(high) {
                let wanted = next.map_or("no bit".to_owned(), |bit: u32| format!("bit {bit}"));
                found.add(&entry, format!("starts at bit {high}, {wanted} is the next free one"));
            }
            next = low.checked_sub(1);
        }
        if let Some(bit) = next {
            found.add("item_header", format!("bits {bit} to 0 belong to no field"));
        }
        if header.user.high != header.user.low {
            found.add("item_header.user", "more than one bit, the category is one");
        }
    }

    fn lint_words(&self, found: &mut Found) {
        let (words, sizes) = (&self.words, &self.sizes);
        for (name, list, bytes) in [
            ("file_header", &words.file_header, sizes.file_header_bytes),
            ("ring_header", &words.ring_header, sizes.least_ring_header_bytes),
        ] {
            let entry = format!("words.{name}");
            if list.len() * sizes.word_bytes != bytes {
                found.add(&entry, format!("{} words, allowed are {bytes} bytes", list.len()));
            }
            for (index, word) in list.iter().enumerate() {
                if !is_snake_case(word) || list.iter().take(index).any(|other| other == word) {
                    found.add(&entry, format!("{word:?} is not snake_case, or there twice"));
                }
            }
        }
    }

    fn lint_sizes(&self, found: &mut Found) {
        let sizes = &self.sizes;
        let ids = self.item_header.id.most_or_zero() + 1;
        let words = self.item_header.length.most_or_zero();
        // The header, the timestamp, and the data with its count byte.
        let custom_words = 2 + (sizes.custom_max_bytes / 8 + 1) as u64;
        for (entry, sound, allowed) in [
            ("word_bytes", sizes.word_bytes == 8, "8"),
            ("file_header_bytes", sizes.file_header_bytes == 64, "8 words of 8 bytes"),
            ("ring_header_bytes", sizes.ring_header_bytes.is_multiple_of(8), "a multiple of 8"),
            (
                "least_ring_header_bytes",
                (16..=sizes.ring_header_bytes).contains(&sizes.least_ring_header_bytes),
                "head and tail, 16 bytes, up to ring_header_bytes",
            ),
            ("max_domains", sizes.max_domains > 0, "at least 1"),
            ("name_entries", sizes.name_entries as u64 <= ids, "as many as there are ids"),
            (
                "name_max_bytes",
                sizes.name_max_bytes + 1 == sizes.name_entry_bytes,
                "one byte less than name_entry_bytes",
            ),
            ("custom_max_bytes", custom_words <= words, "what the length field can hold"),
            ("default_ring_words", sizes.default_ring_words.is_power_of_two(), "a power of two"),
        ] {
            if !sound {
                found.add(&format!("sizes.{entry}"), format!("not sound, allowed is {allowed}"));
            }
        }
    }

    fn lint_alloc(&self, found: &mut Found) {
        let least = &self.alloc.bucket_least_words;
        if least.first() != Some(&0) || !is_ascending(least) {
            found.add("alloc.bucket_least_words", "has to start at 0 and ascend");
        }
        let len_words = self.runtime_type.get("alloc").and_then(|alloc| alloc.len_words);
        if len_words != Some(2 + least.len() as u64) {
            let message = format!("len_words is not 2 and one for each of {} buckets", least.len());
            found.add("runtime_type.alloc", message);
        }
    }

    fn lint_entity(&self, space: Space, key: &str, entity: &Entity, found: &mut Found) {
        let entry = format!("{}.{key}", space.name());
        if !is_snake_case(key) {
            found
                .add(&entry, "not snake_case: lower-case words of letters and digits, joined by _");
        }
        let prefix = if space == Space::Counter { "EV_C_" } else { "EV_" };
        let stem = entity.constant.strip_prefix(prefix).unwrap_or("");
        if !is_snake_case(&stem.to_lowercase()) || stem != stem.to_uppercase() {
            let message = format!("constant {:?}, allowed is {prefix}NAME", entity.constant);
            found.add(&entry, message);
        }
        if entity.ids.is_empty() && entity.oxcaml.is_none() {
            found.add(&entry, "no id in any release");
        }
        self.lint_ids(space, &entry, entity, found);
        self.lint_release_lists(space, &entry, entity, found);

        let is_phase = space == Space::Phase;
        let is_counter = space == Space::Counter;
        for (field, there, allowed) in [
            ("no_constructor", !entity.no_constructor.is_empty(), is_phase),
            ("begun_without_end", !entity.begun_without_end.is_empty(), is_phase),
            ("len_words", entity.len_words.is_some(), !is_phase && !is_counter),
            ("unit", entity.unit.is_some(), is_counter),
            ("unit_from", entity.unit_from.is_some(), is_counter),
        ] {
            if there && !allowed {
                found.add(&entry, format!("{field} means nothing in {}", space.name()));
            }
        }
        if is_counter && entity.unit.is_none() {
            found.add(&entry, "no unit, every counter has one, if only \"unknown\"");
        }
        let is_known = entity.unit.is_some_and(|unit| unit != Unit::Unknown);
        if is_counter && entity.unit_from.is_some() != is_known {
            found.add(
                &entry,
                "unit_from has to say what tells the unit, and only where it is known",
            );
        }
        let longest = self.item_header.length.most_or_zero();
        if entity.len_words.is_some_and(|words| !(2..=longest).contains(&words)) {
            found.add(&entry, format!("len_words out of range, allowed is 2 to {longest}"));
        }
    }

    fn lint_ids(&self, space: Space, entry: &str, entity: &Entity, found: &mut Found) {
        let most = match space {
            Space::RuntimeType | Space::UserType => self.item_header.kind.most_or_zero(),
            Space::Lifecycle | Space::Phase | Space::Counter => self.item_header.id.most_or_zero(),
        };
        let own = entity.ids.iter().map(|range| range.id).chain(entity.oxcaml);
        for id in own.filter(|id| u64::from(*id) > most) {
            found.add(entry, format!("id {id} does not fit its field, allowed is 0 to {most}"));
        }
        let mut free_from = 0;
        for range in &entity.ids {
            let until = range.until.as_ref();
            let newest = self.complete().count().checked_sub(1);
            let (Some(since), Some(until)) =
                (self.place(&range.since), until.map_or(newest, |until| self.place(until)))
            else {
                let message =
                    format!("id {}: since or until unknown, {}", range.id, self.allowed());
                found.add(entry, message);
                continue;
            };
            if since > until {
                found.add(entry, format!("id {}: since is later than until", range.id));
            }
            if since < free_from {
                found.add(entry, format!("id {}: a release has an id already", range.id));
            }
            free_from = until + 1;
        }
        // Code knows these by name, so one number has to do for every release.
        let is_const = matches!(space, Space::RuntimeType | Space::UserType | Space::Lifecycle);
        if is_const && (entity.ids.len() > 1 || entity.oxcaml.is_some()) {
            found.add(entry, format!("more than one id, a {} has one for ever", space.name()));
        }
    }

    fn lint_release_lists(&self, space: Space, entry: &str, entity: &Entity, found: &mut Found) {
        for (field, names) in [
            ("not_emitted", &entity.not_emitted),
            ("no_constructor", &entity.no_constructor),
            ("begun_without_end", &entity.begun_without_end),
        ] {
            for name in names {
                let has_id = |release| {
                    self.table(release, space).iter().any(|row| std::ptr::eq(row.entity, entity))
                };
                if !self.release(name).is_some_and(has_id) {
                    let message =
                        format!("{field} names {name:?}, allowed are releases with an id");
                    found.add(entry, message);
                }
            }
        }
    }

    fn lint_constants(&self, found: &mut Found) {
        let mut keys: BTreeMap<&str, String> = BTreeMap::new();
        for space in Space::ALL {
            for (key, entity) in self.entities(space) {
                let entry = format!("{}.{key}", space.name());
                if let Some(other) = keys.insert(&entity.constant, entry.clone()) {
                    let message = format!("constant {} is {other}'s already", entity.constant);
                    found.add(&entry, message);
                }
            }
        }
    }

    fn lint_table(&self, release: &Release, space: Space, found: &mut Found) {
        let entry = format!("release.{}", release.name);
        let rows = self.table(release, space);
        for (expected, row) in (0..).zip(&rows) {
            if row.id != expected {
                let message = format!(
                    "{} {}, id {}: ids have to be dense and unique, the next is {expected}",
                    space.name(),
                    row.key,
                    row.id
                );
                found.add(&entry, message);
                return;
            }
        }
        let has_user_events = space != Space::UserType || release.name_table;
        let is_known = release.complete || release.follows.contains_key(&space);
        if rows.is_empty() == (has_user_events && is_known) {
            let message = if rows.is_empty() { "has no id" } else { "has ids it cannot have" };
            found.add(&entry, format!("{message}: {}", space.name()));
        }
    }

    fn allowed(&self) -> String {
        let names: Vec<_> = self.complete().map(|release| release.name.as_str()).collect();
        format!("allowed are {}", names.join(", "))
    }
}

/// The problems found so far.
#[derive(Default)]
pub(super) struct Found(pub(super) Vec<Problem>);

impl Found {
    pub(super) fn add(&mut self, entry: &str, message: impl Into<String>) {
        self.0.push(Problem { entry: entry.to_owned(), message: message.into() });
    }
}

impl Field {
    /// As [`Field::most`], of a field that may not be sound.
    fn most_or_zero(self) -> u64 {
        if self.low <= self.high && self.high < 64 { self.most() } else { 0 }
    }
}

fn is_lower_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)
}

fn is_ascending<T: Ord>(values: &[T]) -> bool {
    values.iter().is_sorted_by(|left, right| left < right) && !values.is_empty()
}

pub(super) fn is_snake_case(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    text.starts_with(|first: char| first.is_ascii_lowercase()) && text.split('_').all(is_word)
}
