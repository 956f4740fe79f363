//! What an event of Eio does, said alike for all three wires.

use eventring::eio::codes::{ContextType, Generation1Type, ProposalProtection, ProposalType};
use eventring::eio::{Code, Edge, EioEvent, EioId, Generation1, Generation2, Proposal};

/// Who does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// The current fiber of the ring.
    Current,
    /// The fiber of this id.
    Id(EioId),
}

/// What it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act<'a> {
    /// A fiber is made, in a context if its wire tells.
    CreateFiber {
        id: EioId,
        context: Option<EioId>,
    },
    /// A context is made by the current fiber and becomes its innermost.
    EnterContext {
        id: EioId,
        code: Code,
    },
    /// A context is made; where it belongs is told otherwise, or not at all.
    CreateContext {
        id: EioId,
        code: Option<Code>,
        is_protected: Option<bool>,
    },
    CreateObject {
        id: EioId,
        code: Code,
    },
    CreateSystemThread {
        id: EioId,
    },
    ExitContext,
    ExitFiber {
        id: EioId,
    },
    /// A promise has its value, or a fiber or context has ended.
    Resolve {
        id: EioId,
    },
    /// A fiber has ended by an exception, or something else failed.
    ResolveError {
        id: EioId,
        text: &'a [u8],
    },
    /// A fiber is in this context now, or a context in another.
    Move {
        id: EioId,
        context: EioId,
    },
    /// `who` is what is got where the roles are reversed.
    Get {
        who: Who,
        id: EioId,
    },
    Want {
        who: Who,
        id: EioId,
    },
    Put {
        who: Who,
        id: EioId,
    },
    Fail {
        id: EioId,
        text: &'a [u8],
    },
    Name {
        id: EioId,
        text: &'a [u8],
    },
    Locate {
        id: EioId,
        text: &'a [u8],
    },
    Log {
        who: Who,
        text: &'a [u8],
    },
    EnterOperation {
        text: &'a [u8],
    },
    ExitOperation,
    Run {
        id: EioId,
    },
    Suspend {
        text: &'a [u8],
    },
    Idle {
        edge: Edge,
    },
    /// The domain goes idle; that it goes on is told by what runs next.
    IdleUntilRun,
    Spawned {
        parent: EioId,
    },
}

impl<'a> From<EioEvent<'a>> for Act<'a> {
    #[inline]
    fn from(event: EioEvent<'a>) -> Self {
        match event {
            EioEvent::Generation2(event) => generation_2(event),
            EioEvent::Generation1(event) => generation_1(event),
            EioEvent::Proposal(event) => proposal(event),
        }
    }
}

#[inline]
fn generation_2(event: Generation2<'_>) -> Act<'_> {
    let who = Who::Current;
    match event {
        Generation2::CreateObj { id, kind } => Act::CreateObject { id, code: kind.into() },
        Generation2::CreateCc { id, kind } => Act::EnterContext { id, code: kind.into() },
        Generation2::CreateFiber { id, context } => Act::CreateFiber { id, context: Some(context) },
        Generation2::Get { id } => Act::Get { who, id },
        Generation2::TryGet { id } => Act::Want { who, id },
        Generation2::Put { id } => Act::Put { who, id },
        Generation2::ExitCc => Act::ExitContext,
        Generation2::ExitFiber { id } => Act::ExitFiber { id },
        Generation2::Error { id, text } => Act::Fail { id, text },
        Generation2::Name { id, text } => Act::Name { id, text },
        Generation2::Log { text } => Act::Log { who, text },
        Generation2::EnterSpan { text } => Act::EnterOperation { text },
        Generation2::ExitSpan => Act::ExitOperation,
        Generation2::Fiber { id } => Act::Run { id },
        Generation2::SuspendFiber { text } => Act::Suspend { text },
        Generation2::SuspendDomain { edge } => Act::Idle { edge },
        Generation2::DomainSpawn { parent } => Act::Spawned { parent },
    }
}

fn generation_1(event: Generation1<'_>) -> Act<'_> {
    let who = Who::Current;
    match event {
        Generation1::Create { id, kind: Generation1Type::FIBER } => {
            Act::CreateFiber { id, context: None }
        }
        Generation1::Create { id, kind: kind @ Generation1Type::SWITCH } => {
            Act::CreateContext { id, code: Some(kind.into()), is_protected: None }
        }
        Generation1::Create { id, kind } => Act::CreateObject { id, code: kind.into() },
        Generation1::Read { id } => Act::Get { who, id },
        Generation1::TryRead { id } => Act::Want { who, id },
        Generation1::Resolve { id } => Act::Resolve { id },
        Generation1::ResolveError { id, text } => Act::ResolveError { id, text },
        Generation1::Name { id, text } => Act::Name { id, text },
        Generation1::Log { text } => Act::Log { who, text },
        Generation1::Fiber { id } => Act::Run { id },
        Generation1::Signal { id } => Act::Put { who, id },
        Generation1::Suspend { edge } => Act::Idle { edge },
    }
}

fn proposal(event: Proposal<'_>) -> Act<'_> {
    match event {
        Proposal::Created { id, kind: ProposalType::TASK, .. } => {
            Act::CreateFiber { id, context: None }
        }
        Proposal::Created { id, kind: ProposalType::CANCELLATION_CONTEXT, purpose, protection } => {
            let is_protected = match protection {
                Some(ProposalProtection::UNPROTECTED) => Some(false),
                Some(ProposalProtection::PROTECTED) => Some(true),
                _ => None,
            };
            Act::CreateContext { id, code: purpose.map(Code::from), is_protected }
        }
        Proposal::Created { id, kind: ProposalType::SYSTEM_THREAD, .. } => {
            Act::CreateSystemThread { id }
        }
        Proposal::Created { id, kind, .. } => Act::CreateObject { id, code: kind.into() },
        Proposal::Read { reader, id } => Act::Get { who: Who::Id(reader), id },
        Proposal::TryRead { reader, id } => Act::Want { who: Who::Id(reader), id },
        Proposal::Parent { id, parent } => Act::Move { id, context: parent },
        Proposal::Fail { id, text } => Act::ResolveError { id, text },
        Proposal::Resolved { id } => Act::Resolve { id },
        Proposal::Name { id, text } => Act::Name { id, text },
        Proposal::Loc { id, text } => Act::Locate { id, text },
        Proposal::Log { id, text } => Act::Log { who: Who::Id(id), text },
        Proposal::Switch { id } => Act::Run { id },
        Proposal::Signal { source, id } => Act::Put { who: Who::Id(source), id },
        Proposal::Suspend => Act::IdleUntilRun,
    }
}

/// Whether a context is a root by its type. The purpose of the proposal has the same number and name.
pub(super) fn is_root(code: Option<Code>) -> bool {
    code.is_some_and(|code| code == ContextType::ROOT.into())
}
