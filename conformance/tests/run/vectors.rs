//! Runs that no healthy program writes whole, and what is made of them.

use eventring::eio::codes::{ContextType, Generation1Type, ObjectType};
use eventring::eio::{Edge, EioEvent, EioId, Generation1, Generation2 as G2, Wire};
use eventring::event::Kind;
use eventring::registry::lifecycle;
use eventring_conformance::run::{DomainStart, FiberState, Life, Parent, Typist};

use crate::script::Script;

fn id(value: i64) -> EioId {
    EioId::new(value)
}

/// As an int event has it.
fn cut(value: i64) -> EioId {
    EioId::of_int(value)
}

fn root(value: i64) -> G2<'static> {
    G2::CreateCc { id: id(value), kind: ContextType::ROOT }
}

fn switch(value: i64) -> G2<'static> {
    G2::CreateCc { id: id(value), kind: ContextType::SWITCH }
}

fn fiber(value: i64, context: i64) -> G2<'static> {
    G2::CreateFiber { id: id(value), context: id(context) }
}

fn run(value: i64) -> G2<'static> {
    G2::Fiber { id: cut(value) }
}

/// Root 0 with fiber 1, which runs.
fn started() -> Script {
    let mut script = Script::new();
    script.g2(root(0)).g2(fiber(1, 0)).g2(run(1));
    assert_eq!(script.told(), ["domain 0", "created 0", "created 1", "runs 1"]);
    script
}

#[test]
fn no_events_one_and_two() {
    let mut script = Script::new();
    assert_eq!(script.finish().first_ns(), None);
    let mut script = Script::new();
    script.kind(Kind::Begin { phase: 3 }, "").finish();
    assert_eq!(script.told(), ["domain 0", "phase 3 at 0", "phase 3 since 10 open"]);
    let mut script = Script::new();
    script.kind(Kind::End { phase: 3 }, "").g2(run(7)).finish();
    let told = ["domain 0", "phase 3 since ? told", "appeared fiber 7", "runs 7", "stops 7 open"];
    assert_eq!(script.told(), told);
}

#[test]
fn parents_are_the_innermost_context_and_makers_the_current_fiber() {
    let mut script = started();
    script.g2(switch(2)).g2(fiber(3, 2)).g2(run(3)).g2(switch(4)).g2(G2::ExitCc);
    script.g2(G2::ExitFiber { id: cut(3) }).g2(run(1)).g2(G2::ExitCc).g2(switch(5));
    let told = [
        "created 2",
        "created 3",
        "stops 1 replaced",
        "runs 3",
        "created 4",
        "ended 4 told",
        "stops 3 exited",
        "ended 3 told",
        "runs 1",
        "ended 2 told",
        "created 5",
    ];
    assert_eq!(script.told(), told);
    let key = |id| script.thing(id).key;
    for (id, parent, maker) in [
        (2, Parent::Of(key(0)), Some(1)),
        (3, Parent::Of(key(2)), Some(1)),
        (4, Parent::Of(key(2)), Some(3)),
        (5, Parent::Of(key(0)), Some(1)),
        (0, Parent::Root, None),
    ] {
        let thing = script.thing(id);
        assert_eq!((thing.parent, thing.creator), (parent, maker.map(key)), "{id}");
    }
    script.finish();
}

#[test]
fn exits_with_no_enter_are_told_and_change_nothing() {
    let mut script = started();
    // The context that a fiber was made in is not its own to leave.
    script.g2(G2::ExitCc).g2(G2::ExitSpan).g2(G2::ExitFiber { id: cut(9) });
    let told = ["flaw exit-without-enter", "flaw exit-without-enter", "flaw exit-of-unknown"];
    assert_eq!(script.told(), told);
    assert_eq!(script.thing(0).life, Life::Alive);
    script.g2(G2::SuspendFiber { text: b"" }).g2(G2::ExitCc).g2(G2::SuspendFiber { text: b"" });
    assert_eq!(script.told(), ["stops 1 suspended", "flaw without-fiber", "flaw without-fiber"]);
    // Of the ring, where no fiber is current.
    script.g2(G2::EnterSpan { text: b"poll" }).g2(G2::ExitSpan).g2(G2::ExitSpan);
    assert_eq!(script.told(), ["? begins poll", "? ends poll told", "flaw exit-without-enter"]);
    script.finish();
}

#[test]
fn ids_that_nothing_created_are_placeholders() {
    let mut script = Script::new();
    script.g2(run(70)).g2(G2::Get { id: cut(71) }).g2(G2::Name { id: id(72), text: b"a\"\n\xff" });
    script.g2(switch(73)).g2(G2::ExitCc).g2(G2::ExitCc).g2(fiber(74, 75));
    let told = [
        "domain 0",
        "appeared fiber 70",
        "runs 70",
        "appeared unknown 71",
        "70 got 71",
        "appeared unknown 72",
        "named",
        "created 73",
        "ended 73 told",
        "appeared context 75",
        "created 74",
    ];
    assert_eq!(script.told(), told);
    assert_eq!(script.thing(72).name.as_deref(), Some(&b"a\"\n\xff"[..]));
    // Nobody knows what fiber 70 is in, so not what its switch is in either.
    assert_eq!(script.thing(73).parent, Parent::Unknown);
    let fiber = script.thing(70).fiber.as_ref().unwrap();
    assert!(fiber.is_incomplete && fiber.is_bottom_unknown && fiber.contexts().is_empty());
    script.finish();
}

#[test]
fn an_id_that_is_created_twice_is_two_things() {
    let mut script = started();
    let first = script.thing(1).key;
    script.g2(fiber(1, 0));
    let told = ["flaw created-twice", "stops 1 unknown", "ended 1 unknown", "created 1"];
    assert_eq!(script.told(), told);
    let second = script.thing(1).key;
    assert_ne!(first, second);
    script.g2(run(1)).finish();
    let runs = |key| script.run().thing(key).unwrap().fiber.as_ref().unwrap().runs;
    assert_eq!((runs(first), runs(second)), (1, 1));
}

#[test]
fn what_another_ring_creates_later_is_the_same_thing() {
    let mut script = started();
    script.on(1).g2(run(1025)).g2(G2::Put { id: cut(6) });
    script.on(0).g2(fiber(1025, 0)).g2(G2::CreateObj { id: id(6), kind: ObjectType::PROMISE });
    let told = [
        "domain 1",
        "appeared fiber 1025",
        "runs 1025",
        "appeared unknown 6",
        "1025 puts 6",
        "created 1025",
        "created 6",
    ];
    assert_eq!(script.told(), told);
    assert_eq!(script.thing(1025).fiber.as_ref().unwrap().state, FiberState::Running { ring: 1 });
    script.finish();
}

#[test]
fn ids_above_2_31_are_found_by_their_low_half() {
    let mut script = Script::new();
    let large = 1_i64 << 31;
    script.g2(root(large)).g2(fiber(large + 1, large));
    script.g2(G2::Fiber { id: cut(i64::from((large + 1) as i32)) });
    assert_eq!(script.told()[3..], ["runs 2147483649"]);
    script.finish();
}

#[test]
fn a_cut_id_that_can_be_two_things_is_neither() {
    let mut script = Script::new();
    let high = 1_i64 << 32;
    script.g2(root(0)).g2(fiber(5, 0)).g2(fiber(5 + high, 0)).g2(run(5));
    assert_eq!(script.told()[4..], ["appeared fiber 5", "runs 5"]);
    script.finish();
}

#[test]
fn a_loss_makes_unknown_what_it_can_have_changed() {
    let mut script = started();
    script.g2(switch(2)).g2(fiber(3, 2)).g2(run(3)).g2(G2::EnterSpan { text: b"read" });
    script.kind(Kind::Begin { phase: 6 }, "").told();
    script.lost(44);
    let told = [
        "phase 6 since 80 unknown",
        "stops 3 unknown",
        "obscured 2",
        "obscured 1",
        "3 ends read unknown",
        "obscured 3",
    ];
    assert_eq!(script.told(), told);
    script.kind(Kind::End { phase: 6 }, "").g2(G2::ExitCc).g2(G2::Log { text: b"x" });
    let told = [
        "0@90 lost 44 since 80",
        "0@90 phase 6 since ? told",
        "0@100 flaw without-fiber",
        "0@110 ? says x",
    ];
    assert_eq!(script.told_at(), told);
    // Known again, but not what it is in.
    script.g2(run(3)).g2(G2::ExitCc).g2(G2::ExitSpan).g2(switch(4));
    assert_eq!(script.told(), ["runs 3", "3 ends ? told", "created 4"]);
    assert_eq!(script.thing(4).parent, Parent::Unknown);
    assert_eq!(script.thing(3).life, Life::Alive);
    assert!(matches!(script.thing(1).life, Life::Unknown { since_ns: 80 }));
    assert!(script.thing(3).fiber.as_ref().unwrap().is_incomplete);
    script.finish();
}

#[test]
fn a_loss_leaves_other_rings_as_they_are() {
    let mut script = started();
    script.on(1).g2(root(1024)).g2(fiber(1025, 1024)).g2(run(1025)).told();
    script.on(0).lost(2);
    assert_eq!(script.told(), ["stops 1 unknown", "obscured 1"]);
    script.on(1).g2(G2::SuspendFiber { text: b"Stream.take" });
    assert_eq!(script.told(), ["stops 1025 suspended"]);
    script.finish();
    // A loss that no event follows is told at the end.
    assert_eq!(script.told(), ["lost 2 since 30"]);
}

#[test]
fn a_late_begin_knows_nobody() {
    let mut script = Script::new();
    script.lost(1000).g2(G2::Log { text: b"x" }).g2(switch(9)).g2(G2::SuspendFiber { text: b"" });
    let told = ["lost 1000 since -1", "domain 0", "? says x", "created 9", "flaw without-fiber"];
    assert_eq!(script.told(), told);
    assert_eq!(script.thing(9).parent, Parent::Unknown);
    script.g2(run(3)).finish();
}

#[test]
fn a_slot_that_is_used_again_starts_anew() {
    let mut script = started();
    let life = |lifecycle| Kind::Lifecycle { lifecycle, value: Some(1) };
    script.on(1).kind(life(lifecycle::DOMAIN_SPAWN), "").g2(G2::DomainSpawn { parent: cut(1) });
    script.g2(root(1024)).g2(fiber(1025, 1024)).g2(run(1025)).g2(G2::EnterSpan { text: b"op" });
    assert_eq!(script.run().domain(1).unwrap().start, DomainStart::Spawned);
    assert_eq!(script.thing(1024).creator, Some(script.thing(1).key));
    script.kind(Kind::Begin { phase: 30 }, "").told();
    script.kind(life(lifecycle::DOMAIN_TERMINATE), "");
    let told = [
        "lifecycle",
        "ended 1024 unknown",
        "stops 1025 unknown",
        "1025 ends op unknown",
        "obscured 1025",
        "domain ended told",
    ];
    assert_eq!(script.told(), told);
    // What comes before the next spawn is of no domain that is known; after it nobody is current.
    script.kind(Kind::Begin { phase: 31 }, "").kind(life(lifecycle::DOMAIN_SPAWN), "");
    script.g2(G2::Log { text: b"x" });
    let told = ["phase 31 at 1", "phase 30 since 100 unknown", "domain 2", "lifecycle", "? says x"];
    assert_eq!(script.told(), told);
    script.finish();
}

#[test]
fn a_spawn_without_an_end_before_it_is_another_domain_all_the_same() {
    let mut script = Script::new();
    let spawn = Kind::Lifecycle { lifecycle: lifecycle::DOMAIN_SPAWN, value: Some(1) };
    script.kind(spawn, "").kind(spawn, "");
    let told = ["domain 0", "lifecycle", "domain ended unknown", "domain 1", "lifecycle"];
    assert_eq!(script.told(), told);
    script.finish();
}

#[test]
fn a_pause_is_a_loss_in_every_ring() {
    let mut script = started();
    script.on(1).kind(Kind::Begin { phase: 6 }, "").told();
    script.on(0).kind(Kind::Lifecycle { lifecycle: lifecycle::RING_RESUME, value: Some(0) }, "");
    let told = [
        "0@30 stops 1 unknown",
        "0@30 obscured 1",
        "0@50 paused",
        "1@40 phase 6 since 40 unknown",
        "1@40 paused",
        "0@50 lifecycle",
    ];
    assert_eq!(script.told_at(), told);
    script.finish();
}

#[test]
fn a_fiber_runs_in_one_ring_at_a_time() {
    let mut script = started();
    script.on(1).g2(run(1));
    assert_eq!(script.told_at(), ["1@40 domain 1", "0@30 stops 1 unknown", "1@40 runs 1"]);
    assert_eq!(script.run().current(0), None);
    script.finish();
}

#[test]
fn times_never_go_back() {
    let mut script = started();
    script.at(5, Kind::Begin { phase: 1 }, "").at(u64::MAX, Kind::End { phase: 1 }, "");
    script.at(7, Kind::Begin { phase: 1 }, "");
    let top = u64::MAX;
    let told = [
        "0@30 phase 1 at 0".to_owned(),
        format!("0@{top} phase 1 since 30 told"),
        format!("0@{top} phase 1 at 0"),
    ];
    assert_eq!(script.told_at(), told);
    script.finish();
}

#[test]
fn a_program_killed_in_mid_run_leaves_everything_open() {
    let mut script = started();
    script.g2(G2::EnterSpan { text: b"read" }).kind(Kind::Begin { phase: 6 }, "").told();
    script.on(1).g2(G2::SuspendDomain { edge: Edge::Begin }).told();
    script.finish();
    let told = ["phase 6 since 50 open", "stops 1 open", "1 ends read open", "idleended"];
    assert_eq!(script.told(), told);
    let fiber = script.thing(1).fiber.as_ref().unwrap();
    assert_eq!(fiber.state, FiberState::Running { ring: 0 });
    assert_eq!((script.thing(1).running_ns(60), fiber.operations().len()), (Some(30), 1));
}

#[test]
fn a_wait_is_for_what_was_wanted() {
    let mut script = started();
    script.g2(G2::SuspendFiber { text: b"Promise.await" }).g2(G2::TryGet { id: cut(8) });
    assert_eq!(script.told()[2..], ["1 wants 8"]);
    let promise = script.thing(8).key;
    assert_eq!(script.thing(1).fiber.as_ref().unwrap().waits_for, Some(promise));
    script.g2(run(1)).g2(G2::TryGet { id: cut(9) }).g2(G2::SuspendFiber { text: b"Mutex.lock" });
    let mutex = script.thing(9).key;
    assert_eq!(script.thing(1).fiber.as_ref().unwrap().waits_for, Some(mutex));
    // A mutex that was only tried is not what the next wait is for.
    script.g2(run(1)).g2(G2::TryGet { id: cut(9) }).g2(G2::Log { text: b"busy" });
    script.g2(G2::SuspendFiber { text: b"Time.sleep" });
    let waiting = script.thing(1).fiber.as_ref().unwrap();
    assert_eq!((waiting.waits_for, waiting.reason.as_deref()), (None, Some(&b"Time.sleep"[..])));
    script.finish();
}

#[test]
fn a_context_that_would_be_in_itself_has_no_parent() {
    let mut script = Script::new();
    // Fiber 1 is in context 2, which it makes itself: two things under one id, or lies.
    script.g2(fiber(1, 2)).g2(run(1)).g2(switch(2));
    assert_eq!(script.thing(2).parent, Parent::Unknown);
    script.finish();
}

#[test]
fn events_of_two_wires_are_not_read_from_there_on() {
    let mut script = Script::of(Typist::narrowing());
    script.g2(root(0)).g2(fiber(1, 0)).g2(run(1)).told();
    let create = Generation1::Create { id: id(5), kind: Generation1Type::PROMISE };
    script.eio(EioEvent::Generation1(create)).g2(G2::ExitFiber { id: cut(1) });
    let told = ["stops 1 unknown", "obscured 1", "flaw mixed-wires", "custom", "int"];
    assert_eq!(script.told(), told);
    assert_eq!(script.run().wire(), None);
    script.finish();
}

#[test]
fn a_fiber_of_generation_1_ends_when_it_is_resolved() {
    let mut script = Script::of(Typist::of(Some(Wire::Generation1)));
    let g1 = EioEvent::Generation1;
    script.eio(g1(Generation1::Create { id: id(0), kind: Generation1Type::FIBER }));
    script.eio(g1(Generation1::Fiber { id: cut(0) }));
    script.eio(g1(Generation1::Create { id: id(1), kind: Generation1Type::SWITCH }));
    script.eio(g1(Generation1::Create { id: id(2), kind: Generation1Type::FIBER }));
    script.eio(g1(Generation1::Fiber { id: cut(2) }));
    script.eio(g1(Generation1::ResolveError { id: id(2), text: b"Exit" }));
    script.eio(g1(Generation1::Fiber { id: cut(0) }));
    script.eio(g1(Generation1::Read { id: cut(1) })).eio(g1(Generation1::Read { id: cut(1) }));
    let told = [
        "domain 0",
        "created 0",
        "runs 0",
        "created 1",
        "created 2",
        "stops 0 replaced",
        "runs 2",
        "failed",
        "stops 2 exited",
        "ended 2 told",
        "runs 0",
        "0 got 1",
        "ended 1 told",
        "0 got 1",
    ];
    assert_eq!(script.told(), told);
    assert_eq!(script.thing(2).creator, Some(script.thing(0).key));
    assert_eq!(script.thing(1).parent, Parent::Unknown);
    script.finish();
}
