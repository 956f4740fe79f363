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
    let name = *choices.choose(NAMES)?;
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

/// Names of all wires, of events of each type, and one that none has.
const NAMES: &[&str] = &[
    "eio.create",
    "eio.create_cc",
    "eio.create_fiber",
    "eio.create_obj",
    "eio.fiber",
    "eio.exit_cc",
    "eio.exit_fiber",
    "eio.exit_span",
    "eio.enter_span",
    "eio.error",
    "eio.get",
    "eio.log",
    "eio.name",
    "eio.none",
    "eio.put",
    "eio.read",
    "eio.resolve",
    "eio.resolve_error",
    "eio.signal",
    "eio.suspend_domain",
    "eio.suspend_fiber",
    "eio.switch",
    "eio.try_get",
    "eio.try_read",
    "eio.label",
];
