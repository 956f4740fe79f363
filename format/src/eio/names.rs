// Generated from spec/registry/eio.toml by `cargo run -p eventring-spec -- generate`.
// Do not edit: change the data there and generate again.

//! The names of all wires (generated).

use super::{EventType, Wire, WireSet};

const PROPOSAL: WireSet = WireSet::only(Wire::Proposal);
const GENERATION_1: WireSet = WireSet::only(Wire::Generation1);
const GENERATION_2: WireSet = WireSet::only(Wire::Generation2);

/// The wires that have an event of that name and type; none where it is not Eio's
/// (clause eio.by-name).
pub(super) fn wires_of(name: &[u8], event_type: EventType) -> WireSet {
    match (event_type, name) {
        (EventType::Unit, b"eio.exit_cc") => GENERATION_2,
        (EventType::Unit, b"eio.exit_span") => GENERATION_2,
        (EventType::Unit, b"eio.suspend") => PROPOSAL,
        (EventType::Int, b"eio.domain_spawn") => GENERATION_2,
        (EventType::Int, b"eio.exit_fiber") => GENERATION_2,
        (EventType::Int, b"eio.fiber") => GENERATION_1.or(GENERATION_2),
        (EventType::Int, b"eio.get") => GENERATION_2,
        (EventType::Int, b"eio.put") => GENERATION_2,
        (EventType::Int, b"eio.read") => GENERATION_1,
        (EventType::Int, b"eio.resolve") => GENERATION_1,
        (EventType::Int, b"eio.resolved") => PROPOSAL,
        (EventType::Int, b"eio.signal") => GENERATION_1,
        (EventType::Int, b"eio.switch") => PROPOSAL,
        (EventType::Int, b"eio.try_get") => GENERATION_2,
        (EventType::Int, b"eio.try_read") => GENERATION_1,
        (EventType::Span, b"eio.suspend") => GENERATION_1,
        (EventType::Span, b"eio.suspend_domain") => GENERATION_2,
        (EventType::Custom, b"eio.create") => GENERATION_1,
        (EventType::Custom, b"eio.create_cc") => GENERATION_2,
        (EventType::Custom, b"eio.create_fiber") => GENERATION_2,
        (EventType::Custom, b"eio.create_obj") => GENERATION_2,
        (EventType::Custom, b"eio.created") => PROPOSAL,
        (EventType::Custom, b"eio.enter_span") => GENERATION_2,
        (EventType::Custom, b"eio.error") => GENERATION_2,
        (EventType::Custom, b"eio.fail") => PROPOSAL,
        (EventType::Custom, b"eio.loc") => PROPOSAL,
        (EventType::Custom, b"eio.log") => PROPOSAL.or(GENERATION_1).or(GENERATION_2),
        (EventType::Custom, b"eio.name") => PROPOSAL.or(GENERATION_1).or(GENERATION_2),
        (EventType::Custom, b"eio.parent") => PROPOSAL,
        (EventType::Custom, b"eio.read") => PROPOSAL,
        (EventType::Custom, b"eio.resolve_error") => GENERATION_1,
        (EventType::Custom, b"eio.signal") => PROPOSAL,
        (EventType::Custom, b"eio.suspend_fiber") => GENERATION_2,
        (EventType::Custom, b"eio.try_read") => PROPOSAL,
        _ => WireSet::EMPTY,
    }
}
