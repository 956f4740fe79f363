//! What Eio's events change.

use eventring::eio::{Code, Edge, EioEvent, EioId};

use super::act::{Act, Who, is_root};
use super::change::{End, Flaw, Origin, View, What};
use super::ring::{Current, Previous};
use super::spans::Closed;
use super::step::Step;
use super::thing::{Class, Key, Life, Parent};

impl<V: View> Step<'_, V> {
    #[inline]
    pub(super) fn eio(&mut self, origin: Origin, event: EioEvent<'_>) {
        self.origin = origin;
        let previous = std::mem::replace(&mut self.state().previous, Previous::Other);
        match Act::from(event) {
            Act::CreateFiber { id, context } => self.create_fiber(id, context),
            Act::EnterContext { id, code } => self.enter_context(id, code),
            Act::CreateContext { id, code, is_protected } => {
                self.create_context(id, code, is_protected);
            }
            Act::CreateObject { id, code } => {
                let key = self.create(id, Class::Object);
                self.made_by_current(key, Some(code));
                self.tell(What::Created { thing: key });
            }
            Act::CreateSystemThread { id } => self.create_system_thread(id),
            Act::ExitContext => self.exit_context(),
            Act::ExitFiber { id } => self.exit_fiber(id),
            Act::Resolve { id } => self.resolve(id, None),
            Act::ResolveError { id, text } => self.resolve(id, Some(text)),
            Act::Move { id, context } => self.move_to(id, context),
            Act::Get { who, id } => self.get(who, id),
            Act::Want { who, id } => self.want(who, id, previous),
            Act::Put { who, id } => self.put(who, id),
            Act::Fail { id, text } => {
                let thing = self.mentioned(id, Class::Context);
                self.fail(thing, text);
            }
            Act::Name { id, text } => {
                let key = self.mentioned(id, Class::Unknown);
                if let Some(thing) = self.thing_mut(key) {
                    thing.name = Some(text.into());
                }
                self.tell(What::Named { thing: key });
            }
            Act::Locate { id, text } => {
                let key = self.mentioned(id, Class::Unknown);
                if let Some(thing) = self.thing_mut(key) {
                    thing.location = Some(text.into());
                }
                self.tell(What::Located { thing: key });
            }
            Act::Log { who, text } => {
                let fiber = self.fiber(who);
                self.tell(What::Log { fiber, text });
            }
            Act::EnterOperation { text } => self.enter_operation(text),
            Act::ExitOperation => self.exit_operation(),
            Act::Run { id } => self.run_fiber(id),
            Act::Suspend { text } => self.suspend(text, previous),
            Act::Idle { edge: Edge::Begin } | Act::IdleUntilRun => {
                self.state().wakes = matches!(Act::from(event), Act::IdleUntilRun);
                self.begin_idle();
            }
            Act::Idle { edge: Edge::End } => {
                let began_ns = self.state().idle_ns.take();
                self.tell(What::IdleEnded { began_ns, end: End::Told });
            }
            Act::Spawned { parent } => {
                let fiber = self.mentioned(parent, Class::Fiber);
                let state = self.state();
                state.spawner = Some(fiber);
                if let Some(domain) = &mut state.domain {
                    domain.spawner = Some(fiber);
                }
                self.tell(What::SpawnedBy { fiber });
            }
        }
    }

    fn create_fiber(&mut self, id: EioId, context: Option<EioId>) {
        let context = context.map(|id| self.mentioned(id, Class::Context));
        let key = self.create(id, Class::Fiber);
        self.made_by_current(key, None);
        let now_ns = self.now_ns;
        self.set_parent(key, context.map_or(Parent::Unknown, Parent::Of));
        if let Some(fiber) = self.fiber_mut(key) {
            fiber.is_bottom_unknown = context.is_none();
            fiber.contexts = context.into_iter().collect();
            // What ran before, in another ring, was told before it.
            if fiber.runs == 0 {
                (fiber.since_ns, fiber.is_incomplete) = (Some(now_ns), false);
            }
        }
        self.tell(What::Created { thing: key });
    }

    fn enter_context(&mut self, id: EioId, code: Code) {
        let key = self.create(id, Class::Context);
        let current = self.state().current;
        let mut creator = None;
        let parent = match current {
            Current::Fiber(fiber) => {
                creator = Some(fiber);
                match self.fiber_mut(fiber) {
                    Some(fiber) => {
                        let innermost = fiber.contexts.last().copied();
                        fiber.contexts.push(key);
                        innermost.map_or(Parent::Unknown, Parent::Of)
                    }
                    None => Parent::Unknown,
                }
            }
            _ if is_root(Some(code)) => {
                let state = self.state();
                state.roots.push(key);
                creator = state.spawner.take();
                Parent::Root
            }
            Current::Nobody | Current::Unknown => Parent::Unknown,
        };
        self.set_parent(key, parent);
        if let Some(thing) = self.thing_mut(key) {
            (thing.creator, thing.code) = (creator, Some(code));
        }
        self.tell(What::Created { thing: key });
    }

    fn create_context(&mut self, id: EioId, code: Option<Code>, is_protected: Option<bool>) {
        let key = self.create(id, Class::Context);
        self.made_by_current(key, code);
        let is_root = is_root(code);
        if let Some(thing) = self.thing_mut(key) {
            thing.is_protected = is_protected;
            if is_root {
                thing.parent = Parent::Root;
            }
        }
        if is_root {
            self.state().roots.push(key);
        }
        self.tell(What::Created { thing: key });
    }

    /// The system thread is created once for each event loop and is one thing (clause eio.id.unique).
    fn create_system_thread(&mut self, id: EioId) {
        let known = self.run.things.find(id);
        let class = |key| self.run.thing(key).map(|thing| thing.class);
        if known.and_then(class) != Some(Class::SystemThread) {
            let key = self.create(id, Class::SystemThread);
            self.tell(What::Created { thing: key });
        }
    }

    fn exit_context(&mut self) {
        let now_ns = self.now_ns;
        let Current::Fiber(key) = self.state().current else {
            return self.flaw(Flaw::WithoutFiber);
        };
        let Some(fiber) = self.fiber_mut(key) else { return };
        // The outermost is that which it was made in, and ends elsewhere.
        let is_own = fiber.contexts.len() > usize::from(!fiber.is_bottom_unknown);
        match fiber.contexts.pop_if(|_| is_own) {
            Some(context) => self.end_thing(context, End::Told, now_ns),
            // It was made before the fiber was seen, or in what was lost.
            None if fiber.is_bottom_unknown => {}
            None => self.flaw(Flaw::ExitWithoutEnter),
        }
    }

    fn exit_fiber(&mut self, id: EioId) {
        match self.run.things.find(id) {
            Some(key) => self.end_fiber(key),
            None => self.flaw(Flaw::ExitOfUnknown),
        }
    }

    /// In the older wires one event tells that a promise, a fiber or a context is done.
    fn resolve(&mut self, id: EioId, error: Option<&[u8]>) {
        let (key, now_ns) = (self.mentioned(id, Class::Unknown), self.now_ns);
        let class = self.run.thing(key).map_or(Class::Unknown, |thing| thing.class);
        if let Some(text) = error {
            self.fail(key, text);
        }
        match class {
            Class::Fiber => self.end_fiber(key),
            Class::Context if error.is_none() => self.end_thing(key, End::Told, now_ns),
            Class::Object | Class::Unknown if error.is_none() => self.put(Who::Current, id),
            _ => {}
        }
    }

    fn move_to(&mut self, id: EioId, context: EioId) {
        let context = self.mentioned(context, Class::Context);
        let key = self.mentioned(id, Class::Unknown);
        let Some(thing) = self.thing_mut(key) else { return };
        if let Some(fiber) = &mut thing.fiber {
            // A context that it was in before is one that it comes back to.
            match fiber.contexts.iter().rposition(|other| *other == context) {
                Some(place) => fiber.contexts.truncate(place + 1),
                None => fiber.contexts.push(context),
            }
        }
        if thing.fiber.is_none() || thing.parent == Parent::Unknown {
            self.set_parent(key, Parent::Of(context));
        }
        self.tell(What::Moved { thing: key });
    }

    fn get(&mut self, who: Who, id: EioId) {
        let (mut fiber, mut thing) = (self.fiber(who), self.mentioned(id, Class::Unknown));
        // The roles are reversed where a waiting fiber is woken (the proposal).
        let is_fiber = |key| self.run.thing(key).is_some_and(|thing| thing.class == Class::Fiber);
        if let (Who::Id(_), Some(who)) = (who, fiber)
            && is_fiber(thing)
            && !is_fiber(who)
        {
            (fiber, thing) = (Some(thing), who);
        }
        if let Some(fiber) = fiber.and_then(|fiber| self.fiber_mut(fiber)) {
            fiber.waits_for = None;
        }
        self.tell(What::Got { fiber, thing });
        // A switch of generation 1 is read as it is left; once more where that had to wait.
        let is_switch =
            |code: Option<Code>| code.is_some_and(|code| code.number == GENERATION_1_SWITCH);
        let now_ns = self.now_ns;
        if self.run.thing(thing).is_some_and(|thing| {
            thing.class == Class::Context && is_switch(thing.code) && thing.life == Life::Alive
        }) {
            self.end_thing(thing, End::Told, now_ns);
        }
    }

    fn want(&mut self, who: Who, id: EioId, previous: Previous) {
        let fiber = match (self.fiber(who), previous) {
            // For a promise or a semaphore it comes behind the suspend_fiber.
            (None, Previous::Suspended(fiber)) => Some(fiber),
            (fiber, _) => fiber,
        };
        let thing = self.mentioned(id, Class::Unknown);
        if let Some(fiber) = fiber.and_then(|fiber| self.fiber_mut(fiber)) {
            fiber.waits_for = Some(thing);
        }
        self.state().previous = Previous::Wanted;
        self.tell(What::Wanted { fiber, thing });
    }

    fn put(&mut self, who: Who, id: EioId) {
        let (fiber, key) = (self.fiber(who), self.mentioned(id, Class::Unknown));
        let now_ns = self.now_ns;
        if let Some(thing) = self.thing_mut(key) {
            thing.last_put = Some((fiber, now_ns));
        }
        self.tell(What::Put { fiber, thing: key });
    }

    fn fail(&mut self, key: Key, text: &[u8]) {
        if let Some(thing) = self.thing_mut(key) {
            thing.failures += 1;
            thing.failure = Some(text.into());
        }
        self.tell(What::Failed { thing: key, text });
    }

    fn enter_operation(&mut self, text: &[u8]) {
        let now_ns = self.now_ns;
        let fiber = match self.state().current {
            Current::Unknown => return self.flaw(Flaw::WithoutFiber),
            Current::Nobody => None,
            Current::Fiber(fiber) => Some(fiber),
        };
        let operations = match fiber {
            Some(key) => self.fiber_mut(key).map(|fiber| &mut fiber.operations),
            None => Some(&mut self.state().operations),
        };
        let Some(operations) = operations else { return };
        let depth = operations.begin(text.into(), now_ns);
        self.tell(What::OperationBegan { fiber, text, depth });
    }

    fn exit_operation(&mut self) {
        let (fiber, is_unknown) = match self.state().current {
            Current::Unknown => return self.flaw(Flaw::WithoutFiber),
            Current::Nobody => (None, false),
            Current::Fiber(key) => {
                (Some(key), self.run.things.fiber(key).is_some_and(|fiber| fiber.is_bottom_unknown))
            }
        };
        let operations = match fiber {
            Some(key) => self.fiber_mut(key).map(|fiber| &mut fiber.operations),
            None => Some(&mut self.state().operations),
        };
        let Some(operations) = operations else { return };
        let innermost = operations.len().saturating_sub(1);
        match operations.close(innermost) {
            Some(Closed { began, depth, .. }) => {
                let (text, began_ns) = (Some(&*began.name), Some(began.began_ns));
                self.tell(What::OperationEnded { fiber, text, depth, began_ns, end: End::Told });
            }
            None if is_unknown => {
                let (text, began_ns, depth) = (None, None, 0);
                self.tell(What::OperationEnded { fiber, text, depth, began_ns, end: End::Told });
            }
            None => self.flaw(Flaw::ExitWithoutEnter),
        }
    }

    fn made_by_current(&mut self, key: Key, code: Option<Code>) {
        let creator = self.run.current(self.ring);
        if let Some(thing) = self.thing_mut(key) {
            thing.creator = creator.filter(|creator| *creator != key);
            thing.code = code;
        }
    }
}

/// The code of a switch in generation 1. No context of another wire has it.
const GENERATION_1_SWITCH: u8 = eventring::eio::codes::Generation1Type::SWITCH.0;
