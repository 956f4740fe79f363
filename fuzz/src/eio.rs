//! The events of Eio: what is decoded is encoded again.

use arbitrary::{Result, Unstructured};
use eventring::eio::{DataBuffer, EioEvent, Wire};
use eventring::event::Kind;

/// An event of any wire, of any name and payload, that can be read is written so that the same is
/// read; written twice it has the same bytes.
pub fn body(input: &[u8]) {
    // Choices do not fail where they run out.
    let _ = check(&mut Unstructured::new(input));
}

fn check(choices: &mut Unstructured<'_>) -> Result<()> {
    let wire = *choices.choose(&Wire::ALL)?;
    // One that none has, now and then.
    let none = choices.ratio(1, 16)?;
    let name = if none { "eio.label" } else { *choices.choose(wire.event_names())? };
    let index = choices.int_in_range(0..=8191)?;
    let kind = match choices.int_in_range(0..=7)? {
        0 => Kind::Unit { index },
        1 => Kind::SpanBegin { index },
        2 => Kind::SpanEnd { index },
        3 | 4 => Kind::Int { index, value: choices.arbitrary()? },
        _ => {
            let len = choices.int_in_range(0..=1024)?;
            Kind::Custom { index, data: Some(choices.bytes(usize::min(len, choices.len()))?) }
        }
    };
    let Ok(event) = EioEvent::decode(wire, name.as_bytes(), kind) else { return Ok(()) };
    assert_eq!((event.wire(), event.name()), (wire, name));
    let (mut buffer, mut again) = (DataBuffer::default(), DataBuffer::default());
    let encoded = event.encode(index, &mut buffer);
    let decoded = EioEvent::decode(wire, name.as_bytes(), encoded);
    let decoded = decoded.expect("what was encoded can be decoded");
    // Ids that were written in 32 bits are read back as such, so fields are compared as printed.
    assert_eq!(format!("{:?}", event.fields()), format!("{:?}", decoded.fields()));
    assert_eq!(decoded.encode(index, &mut again), encoded);
    Ok(())
}
