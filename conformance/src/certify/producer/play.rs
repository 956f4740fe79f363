//! Plays a script with a producer, and judges what it leaves after each step.

use std::path::PathBuf;

use eventring_spec::registry::Registry;
use tempfile::TempDir;

use super::clock::now_ns;
use super::compare::{self, compare};
use super::evidence::{Broken, Evidence};
use super::folder::{self, left_over};
use super::history::History;
use super::model::{Asked, Model, Payload, Span, Written, kind};
use super::script::{Answer, Ask, Script, Step, Value};
use super::unit::{Ended, Producer};
use crate::certify::Outcome;
use crate::certify::judge::FailureKind;
use crate::certify::options::{GEOMETRY, PAUSE_EVENT, RUNTIME_EVENTS};
use crate::certify::protocol::{self, Done, DoneOutcome};
use crate::certify::unit::{Breach, Declared, Ending, Transcript, Trouble};
use crate::checks::{self, Subject};
use crate::plain::{NotOpen, open};
use crate::source::Bytes;

/// What a script came to.
#[derive(Debug)]
pub struct Played {
    /// What was judged, by clause.
    pub evidence: Evidence,
    /// What it said on standard error.
    pub log: String,
    /// What went to and fro.
    pub transcript: Transcript,
    /// What is left of its files.
    pub folder: TempDir,
}

/// Plays a script.
///
/// # Errors
///
/// The environment failed, so that nothing can be said of the unit.
pub fn play(
    script: &Script,
    unit: Box<dyn Producer>,
    declared: &Declared,
    registry: &Registry,
) -> Result<Played, Trouble> {
    let folder = folder::make()?;
    let release = release(declared, script);
    let has_all =
        declared.options.iter().any(|option| option == RUNTIME_EVENTS) || release == NO_RELEASE;
    let mut play = Play {
        script,
        declared,
        release,
        registry,
        folder,
        unit,
        model: Model { has_all, ..Model::default() },
        history: History::default(),
        evidence: Evidence::default(),
        is_kept: None,
    };
    let mut ending = None;
    for step in &script.steps {
        match play.step(step)? {
            Ok(()) => {}
            Err(Over::Answered) => break,
            Err(Over::Ended(clause, how)) => {
                ending = Some((clause, how));
                break;
            }
        }
    }
    let Play { unit, mut evidence, folder, .. } = play;
    let (clause, ending) = ending.map_or((None, None), |(clause, how)| (Some(clause), Some(how)));
    let Ended { ending, log, transcript } = unit.end(ending)?;
    if let (Some(clause), Some(ending)) = (clause, ending) {
        evidence.unanswered(clause, &ending);
    }
    Ok(Played { evidence, log, transcript, folder })
}

/// The release by whose ids a unit writes a session: `none` where it can and nothing of a runtime is asked for.
fn release<'a>(declared: &'a Declared, script: &Script) -> &'a str {
    let is_runtime = script.needs.contains(&RUNTIME_EVENTS);
    let of_runtime = declared.releases.iter().find(|release| *release != NO_RELEASE);
    match of_runtime {
        Some(release) if is_runtime || !declared.releases.iter().any(|own| own == NO_RELEASE) => {
            release
        }
        _ => NO_RELEASE,
    }
}

const NO_RELEASE: &str = "none";

/// An event index that no script registers.
const UNREGISTERED: u16 = 8000;

/// Why a script is over before its end.
enum Over {
    /// An answer was wrong, so that what comes next cannot be judged.
    Answered,
    /// The unit did not answer; the clause is that of the step.
    Ended(&'static str, Ending),
}

struct Play<'a> {
    script: &'a Script,
    declared: &'a Declared,
    release: &'a str,
    registry: &'a Registry,
    folder: TempDir,
    unit: Box<dyn Producer>,
    model: Model,
    history: History<Bytes>,
    evidence: Evidence,
    /// Whether the file is kept at the end; none before there is one.
    is_kept: Option<bool>,
}

impl Play<'_> {
    fn step(&mut self, step: &Step) -> Result<Result<(), Over>, Trouble> {
        Ok(match step {
            Step::LeftOver => {
                if let Some(process_id) = self.unit.process_id() {
                    let size = (self.script.max_domains, self.script.ring_words);
                    let is_sized = self.declares(GEOMETRY);
                    left_over(self.folder.path(), process_id, is_sized.then_some(size))?;
                }
                Ok(())
            }
            Step::Open(answer) => self.open(*answer, true),
            Step::OpenFleeting => self.open(Answer::DONE, false),
            Step::Register(name, count, answer) => self.register(name, *count, *answer),
            Step::Write(event, answer) => self.write(event, *answer),
            Step::Pause => self.pause(),
            Step::Resume => self.resume(),
            Step::Fork(name) => match self.fork(*name) {
                Ok(child) => {
                    self.look_at_child(child, *name)?;
                    Ok(())
                }
                Err(over) => Err(over),
            },
            Step::Look => self.look()?,
            Step::Stop => self.stop()?,
        })
    }

    fn declares(&self, option: &str) -> bool {
        self.declared.options.iter().any(|declared| declared == option)
    }

    fn ask(
        &mut self,
        ask: protocol::Ask<'_>,
        answer: Answer,
    ) -> Result<(Option<Done>, Span), Over> {
        let from_ns = now_ns();
        let done = self.unit.ask(ask).map_err(|ending| Over::Ended(answer.clause, ending))?;
        let span = Span { from_ns, to_ns: now_ns() };
        let refused = match done.outcome {
            DoneOutcome::Done => false,
            DoneOutcome::Refused => true,
            DoneOutcome::Failed => {
                let how = format!("it says `failed`: {}", done.message.unwrap_or_default());
                return Err(Over::Ended(answer.clause, Ending::Crashed { how }));
            }
        };
        if refused == answer.refused {
            self.evidence.judge(answer.clause, true, || Broken::new("", ""));
            return Ok(((!refused).then_some(done), span));
        }
        let message = done.message.map(|message| format!(": {message}")).unwrap_or_default();
        let (kind, found, allowed) = if refused {
            (Outcome::Rejected, format!("it refuses{message}"), "it is done")
        } else {
            (Outcome::Accepted, "it is done".to_owned(), "it is refused")
        };
        let broken = Broken::new(found, allowed);
        self.evidence.answer(answer.clause, FailureKind::Outcome(kind), broken);
        Err(Over::Answered)
    }

    fn open(&mut self, answer: Answer, preserve: bool) -> Result<(), Over> {
        let folder = self.folder.path().to_string_lossy().into_owned();
        let ask = protocol::Ask::Open {
            dir: &folder,
            release: self.release,
            max_domains: self.script.max_domains,
            ring_words: self.script.ring_words,
            preserve,
        };
        let (done, _) = self.ask(ask, answer)?;
        let Some(done) = done else { return Ok(()) };
        self.is_kept = Some(preserve);
        self.model.process_id = done.pid.ok_or_else(|| missing("pid"))?;
        Ok(())
    }

    fn register(&mut self, name: &[u8], count: u32, answer: Answer) -> Result<(), Over> {
        let name_hex = crate::record::Hex(name).to_string();
        let kind = self.script.kind_of(self.model.names.len());
        let (done, _) = self.ask(protocol::Ask::Register { name_hex, kind, count }, answer)?;
        let Some(done) = done else {
            // Some of them may have been registered before one was refused.
            self.model.loose.push(name.to_vec());
            return Ok(());
        };
        let last = done.index.ok_or_else(|| missing("index"))?;
        for index in (last + 1).saturating_sub(count)..=last {
            let index = u16::try_from(index).unwrap_or(u16::MAX);
            self.evidence.judge("user.index", index < 8192, || {
                Broken::new(format!("event index {index}"), "0 to 8191")
            });
            self.model.names.push((index, name.to_vec()));
        }
        Ok(())
    }

    fn id(&self, event: &Ask) -> u16 {
        let name = self.model.names.get(event.name).map(|(index, _)| *index);
        if event.is_user() { name.unwrap_or(UNREGISTERED) } else { event.name as u16 }
    }

    fn write(&mut self, event: &Ask, answer: Answer) -> Result<(), Over> {
        let id = self.id(event);
        let ask = protocol::Ask::Write(event.message(id));
        let (done, span) = self.ask(ask, answer).map_err(|over| match over {
            // Who hangs over what is not to be refused waits for somebody.
            Over::Ended(_, ending @ Ending::Hung { .. }) if !answer.refused => {
                Over::Ended("producer.no-wait", ending)
            }
            over => over,
        })?;
        self.evidence.judge("producer.no-wait", true, || Broken::new("", ""));
        let is_paused = self.model.is_paused_at(span.from_ns);
        let Some((category, item_type)) = kind(event.kind).filter(|_| done.is_some() && !is_paused)
        else {
            return Ok(());
        };
        let payload = match &event.value {
            Value::None => Payload::None,
            Value::Int(value) => Payload::Word(value.cast_unsigned()),
            Value::Count(value) => Payload::Word(*value),
            Value::Data(data) => Payload::Data(data.clone()),
        };
        let written = Written { category, item_type, id, payload, span };
        for _ in 0..event.count {
            self.model.written(event.ring, written.clone());
        }
        Ok(())
    }

    fn pause(&mut self) -> Result<(), Over> {
        let (_, span) = self.ask(protocol::Ask::Pause, Answer::DONE)?;
        // Pauses do not nest: the second of two is none, nor is its end.
        if !self.model.is_paused() {
            self.model.asked.push((Asked::Pause, span));
            self.model.pauses.push(Span { from_ns: span.to_ns, to_ns: u64::MAX });
        }
        Ok(())
    }

    fn resume(&mut self) -> Result<(), Over> {
        let (_, span) = self.ask(protocol::Ask::Resume, Answer::DONE)?;
        if let Some(pause) = self.model.pauses.last_mut().filter(|pause| pause.to_ns == u64::MAX) {
            pause.to_ns = span.from_ns;
            self.model.asked.push((Asked::Resume, span));
        }
        Ok(())
    }

    fn fork(&mut self, name: usize) -> Result<u32, Over> {
        let id = self.model.names.get(name).map_or(0, |(index, _)| *index);
        let (done, span) = self.ask(protocol::Ask::Fork { id }, Answer::DONE)?;
        let child = done.and_then(|done| done.pid).ok_or_else(|| missing("pid"))?;
        self.model.asked.push((Asked::Fork(child, id), span));
        Ok(child)
    }

    /// The file as it is. Nobody writes: the unit has answered, and waits.
    fn bytes(&self, process_id: u32) -> Result<Option<Bytes>, Trouble> {
        folder::read(&self.path(process_id))
    }

    fn path(&self, process_id: u32) -> PathBuf {
        folder::file(self.folder.path(), process_id)
    }

    fn look(&mut self) -> Result<Result<(), Over>, Trouble> {
        let process_id = self.model.process_id;
        let children: Vec<u32> = self.model.asked.iter().filter_map(child_of).collect();
        folder::judge(self.folder.path(), process_id, &children, &mut self.evidence)?;
        let Some(bytes) = self.bytes(process_id)? else { return Ok(Err(Over::Answered)) };
        Ok(self.judge(bytes))
    }

    fn judge(&mut self, bytes: Bytes) -> Result<(), Over> {
        let judged = self.judge_against(&bytes);
        self.history.keep(bytes);
        judged
    }

    fn judge_against(&mut self, bytes: &[u8]) -> Result<(), Over> {
        let before = self.evidence.broken().count();
        self.history.judge(bytes, &mut self.evidence);
        if self.evidence.broken().count() > before {
            // Where it is not known any more what was written when, the rest means nothing.
            return Err(Over::Answered);
        }
        let subject = Subject::new(bytes, self.registry, Some(self.release));
        self.evidence.checks("the file", checks::run(&subject, checks::all(), 1));
        let opened = open(bytes);
        let is_ready = !matches!(opened, Err(NotOpen::NotReady { .. }));
        self.evidence.judge("producer.events", is_ready, || {
            Broken::new("a file that is not ready", "the file of a session that has begun")
        });
        if let Ok(file) = opened {
            let with_pause_event = self.declares(PAUSE_EVENT);
            compare(&file, &self.model, with_pause_event, &mut self.evidence);
            if self.evidence.is_broken("producer.events") {
                return Err(Over::Answered);
            }
            folder::process(&file, self.model.process_id, true, &mut self.evidence);
        }
        Ok(())
    }

    fn look_at_child(&mut self, child: u32, name: usize) -> Result<(), Trouble> {
        let bytes = self.bytes(child)?;
        let evidence = &mut self.evidence;
        evidence.judge("producer.fork", bytes.is_some(), || {
            Broken::new(format!("no file {child}.events"), "a session of the child's own")
        });
        let Some(bytes) = bytes else { return Ok(()) };
        let subject = Subject::new(&bytes, self.registry, Some(self.release));
        evidence.checks("the child's file", checks::run(&subject, checks::all(), 1));
        if let Ok(file) = open(&bytes) {
            folder::process(&file, child, true, evidence);
            let name = self.model.names.get(name).cloned().unwrap_or_default();
            compare::child(&file, name, evidence);
        }
        Ok(())
    }

    fn stop(&mut self) -> Result<Result<(), Over>, Trouble> {
        if let Err(ending) = self.unit.stop()? {
            return Ok(Err(Over::Ended("producer.end", ending)));
        }
        let Some(is_kept) = self.is_kept else { return Ok(Ok(())) };
        let left = self.bytes(self.model.process_id)?;
        self.evidence.judge("producer.end", left.is_some() == is_kept, || {
            let (found, allowed) = if is_kept { ("removed", "kept") } else { ("kept", "removed") };
            Broken::new(
                format!("the file was {found}"),
                format!("it is {allowed}, as was asked for"),
            )
        });
        let Some(bytes) = left else { return Ok(Ok(())) };
        let stops = open(&bytes).ok().map(|file| compare::has_lifecycle(&file, RING_STOP));
        if let Err(over) = self.judge(bytes) {
            return Ok(Err(over));
        }
        if let Some(stops) = stops {
            self.evidence.judge("producer.end", stops, || {
                Broken::new("no ring_stop at the end of the session", "one")
            });
        }
        Ok(Ok(()))
    }
}

const RING_STOP: u16 = 1;

fn child_of((asked, _): &(Asked, Span)) -> Option<u32> {
    match asked {
        Asked::Fork(child, _) => Some(*child),
        Asked::Pause | Asked::Resume => None,
    }
}

fn missing(member: &str) -> Over {
    let how = format!("its reply has no `{member}`");
    Over::Ended("producer.events", Ending::BrokeProtocol(Breach::new(how)))
}
