//! What the consumer of the mutants makes of one event.

use std::borrow::Cow;

use eventring_spec::registry::Space;

use super::mutant::Switch;
use super::reader::{AtFault, Reader};
use crate::plain::{Category, HeaderWord, Item, NAME_BYTES, NAME_COUNT};
use crate::record::{Body, Name};

/// Buckets of an alloc event.
const BUCKETS: usize = 20;

/// The body of an event; none where it is not delivered.
pub(super) fn body<'a>(
    reader: &mut Reader<'a>,
    item: &Item<'a>,
) -> Result<Option<Body<'a>>, AtFault> {
    let id = item.header.id();
    let category = item.header.category();
    let mut item_type = item.header.item_type();
    if category == Category::User && reader.is(Switch::TypeOfFirst) {
        item_type = *reader.types.entry(id).or_insert(item_type);
    }
    let known = match category {
        Category::Runtime => item_type <= 5,
        Category::User => item_type <= 4,
    };
    if !known {
        match reader.switch {
            Some(Switch::UnknownIsCustom) => {
                let data = custom_data(reader, item)?;
                return Ok(Some(Body::Custom { id, name: user_name(reader, id), data }));
            }
            Some(Switch::UnknownDropped) => return Ok(None),
            Some(Switch::UnknownIsFault) => return Err(AtFault),
            _ => {
                let payload = Cow::Borrowed(item.payload_bytes());
                let user = category == Category::User;
                return Ok(Some(Body::Unknown { user, kind: item_type, id, payload }));
            }
        }
    }
    let needs = words_needed(category, item_type);
    let has = item.payload_len_words();
    if has < needs && reader.is(Switch::ShortIsFault)
        || has > needs
            && item_type != 4 + u8::from(category == Category::Runtime)
            && reader.is(Switch::ExtraIsFault)
    {
        return Err(AtFault);
    }
    let value = if reader.is(Switch::ValueFromEnd) && has > 0 {
        item.payload_word(has - 1)
    } else {
        item.payload_word(0)
    };
    let value = if reader.is(Switch::ShortIsZero) { Some(value.unwrap_or(0)) } else { value };
    if category == Category::Runtime {
        return Ok(runtime_body(reader, item, item_type, value));
    }
    let name = user_name(reader, id);
    if name.is_none() && reader.is(Switch::NamelessDropped) {
        return Ok(None);
    }
    Ok(Some(match item_type {
        0 => Body::Unit { id, name },
        1 => Body::Int { id, name, value: value.map(|value| int(reader, value)) },
        2 => Body::SpanBegin { id, name },
        3 => Body::SpanEnd { id, name },
        _ => Body::Custom { id, name, data: custom_data(reader, item)? },
    }))
}

/// Payload words that a type needs; a custom event needs those of its count byte.
fn words_needed(category: Category, item_type: u8) -> u64 {
    match (category, item_type) {
        (Category::Runtime, 1 | 4) | (Category::User, 1 | 4) => 1,
        (Category::Runtime, 5) => BUCKETS as u64,
        _ => 0,
    }
}

fn runtime_body<'a>(
    reader: &Reader<'a>,
    item: &Item<'a>,
    item_type: u8,
    value: Option<u64>,
) -> Option<Body<'a>> {
    let id = item.header.id();
    let space = match item_type {
        1 => Space::Lifecycle,
        4 => Space::Counter,
        _ => Space::Phase,
    };
    let name = Name::from(reader.names.name(space, id));
    if name.is_none() && matches!(item_type, 1..=4) && reader.is(Switch::UnknownIdDropped) {
        return None;
    }
    let signed_counter = |value: u64| value.min(i64::MAX as u64);
    Some(match item_type {
        0 => return None,
        1 => Body::Lifecycle { id, name, value: value.map(u64::cast_signed) },
        2 => Body::Begin { id, name },
        3 => Body::End { id, name },
        4 if reader.is(Switch::CounterSigned) => {
            Body::Counter { id, name, value: value.map(signed_counter) }
        }
        4 => Body::Counter { id, name, value },
        _ => Body::Alloc { buckets: item.payload_words().take(BUCKETS).collect() },
    })
}

fn int(reader: &Reader<'_>, value: u64) -> i64 {
    let value = value.cast_signed();
    match reader.switch {
        Some(Switch::Int32Bits) => i64::from(value as i32),
        Some(Switch::IntAsFloat) => value as f64 as i64,
        _ => value,
    }
}

fn custom_data<'a>(reader: &Reader<'a>, item: &Item<'a>) -> Result<Option<Cow<'a, [u8]>>, AtFault> {
    let payload = item.payload_bytes();
    let Some(count) = item.count_byte() else { return Ok(None) };
    let before_count = payload.len() - 1;
    let filler = match reader.switch {
        Some(Switch::CountMasked) => usize::from(count & 7),
        Some(Switch::CountSigned) if count > 127 => 0,
        Some(Switch::FillerIsData) => 0,
        Some(Switch::Above7IsNull) if count > 7 => usize::MAX,
        _ => usize::from(count),
    };
    let Some(len) = before_count.checked_sub(filler) else {
        return if reader.is(Switch::OutsideIsFault) { Err(AtFault) } else { Ok(None) };
    };
    let len = if reader.is(Switch::CountIsData) { payload.len() } else { len };
    let data = payload.get(..len).unwrap_or_default();
    if reader.is(Switch::SwapsData) && reader.header.order == crate::plain::ByteOrder::Big {
        let swapped: Vec<u8> =
            payload.chunks(8).flat_map(|word| word.iter().rev()).copied().collect();
        return Ok(Some(Cow::Owned(swapped.get(..len).unwrap_or_default().to_vec())));
    }
    Ok(Some(Cow::Borrowed(data)))
}

fn user_name<'a>(reader: &Reader<'a>, id: u16) -> Name<'a> {
    let stale = reader.header.word(HeaderWord::NamesOffset);
    let area = reader.header.names_area(reader.bytes.len() as u64);
    let start = match area {
        Some(area) => area.start as u64,
        // A wrong reader looks for names after the rings, wherever there are none.
        None if reader.is(Switch::NamesAtZero) => stale,
        None => return Name::None,
    };
    let index = match reader.switch {
        Some(Switch::NameOfNext) => u64::from(id) + 1,
        Some(Switch::NamesOf4096) => u64::from(id) % 4096,
        _ => u64::from(id),
    };
    if index >= u64::from(NAME_COUNT) {
        return Name::None;
    }
    let from = usize::try_from(start.wrapping_add(NAME_BYTES * index)).unwrap_or(usize::MAX);
    let entry = from.checked_add(NAME_BYTES as usize).and_then(|to| reader.bytes.get(from..to));
    let rest = reader.bytes.get(from..).unwrap_or_default();
    let entry = match entry {
        None if reader.is(Switch::CutNames) => rest,
        None => return Name::None,
        Some(_) if reader.is(Switch::NamesWithoutEnd) => rest,
        Some(entry) => entry,
    };
    let most = match reader.switch {
        Some(Switch::NamesOf128) => 128,
        Some(Switch::NamesWithoutEnd) => entry.len(),
        _ => 127,
    };
    let name = entry.get(..most.min(entry.len())).unwrap_or_default();
    let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
    match Name::from_bytes(name) {
        Name::Text(text) if reader.is(Switch::NamesTrimmed) => {
            Name::Text(text.trim().to_owned().into())
        }
        Name::None if reader.is(Switch::EmptyName) => Name::Text("".into()),
        Name::Bytes(_) if reader.is(Switch::NamesUtf8Only) => Name::None,
        Name::Bytes(_) if reader.is(Switch::NamesLossy) => {
            Name::Text(String::from_utf8_lossy(name).into_owned().into())
        }
        name => name,
    }
}
