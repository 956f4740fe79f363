//! A producer in a process of its own: this test binary, started again for one test that is none.
//!
//! It does what it is told on standard input and answers on standard error, so that nobody has to guess how far it is.

use std::io::{BufRead, BufReader, Lines, Write, stdin};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use eventring::eio::{EioEvent, EioEvents, EioId, Generation2, Wire};
use eventring::file::{EventsFile, MonotonicClock, Settings};
use eventring::writer::{EventIndex, Session, Writer};

/// Set in the process that is the producer.
pub(crate) const IS_PRODUCER: &str = "EVENTRING_TEST_PRODUCER";

/// This test binary as a producer, where the variable is set.
pub(crate) fn command() -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this binary"));
    command.args([
        "producer::what_the_producer_does",
        "--exact",
        "--nocapture",
        "--test-threads=1",
    ]);
    command
}

/// A producer that runs until it is told to end, or dropped.
#[derive(Debug)]
pub(crate) struct Producer {
    child: Child,
    commands: ChildStdin,
    answers: Lines<BufReader<ChildStderr>>,
    pub(crate) path: PathBuf,
}

impl Producer {
    /// With two rings of 2^`log2` words, its file in `folder`.
    pub(crate) fn start(folder: &Path, log2: u32) -> Self {
        let mut command = command();
        command
            .env(IS_PRODUCER, "1")
            .env("OCAML_RUNTIME_EVENTS_DIR", folder)
            .env("OCAMLRUNPARAM", format!("b,e={log2},d=2"))
            .env_remove("OCAML_RUNTIME_EVENTS_PRESERVE")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the producer starts");
        let commands = child.stdin.take().expect("a pipe");
        let answers = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let mut producer = Self { child, commands, answers, path: PathBuf::new() };
        producer.path = PathBuf::from(producer.answer("ready "));
        producer
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Tells it to do something, and waits until it is done.
    pub(crate) fn tell(&mut self, command: &str) -> String {
        writeln!(self.commands, "{command}").expect("it listens");
        self.answer("done ")
    }

    /// Tells it to do something.
    pub(crate) fn order(&mut self, command: &str) {
        writeln!(self.commands, "{command}").expect("it listens");
    }

    /// Ends it as a program ends.
    pub(crate) fn end(mut self) {
        self.order("end");
        self.child.wait().expect("it ends");
    }

    /// Ends it in the middle of whatever it does.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    pub(crate) fn answer(&mut self, start: &str) -> String {
        loop {
            let line = self.answers.next().expect("it answers").expect("text");
            if let Some(rest) = line.strip_prefix(start) {
                return rest.to_owned();
            }
        }
    }
}

impl Drop for Producer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // What was killed leaves its file.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[test]
fn what_the_producer_does() {
    if std::env::var_os(IS_PRODUCER).is_none() {
        return; // This is not the process for it.
    }
    let settings = Settings::from_environment();
    let mut file = EventsFile::create(&settings, &settings.config()).expect("a file");
    let path = file.path().to_owned();
    let mut answer = format!("ready {}", path.display());
    // Each turn is a session.
    loop {
        let (mut session, writer) = file.start(MonotonicClock).expect("a session");
        eprintln!("{answer}");
        match serve(&mut session, writer) {
            Next::End => return,
            Next::Restart => answer = "done restart".to_owned(),
        }
    }
}

enum Next {
    End,
    Restart,
}

fn serve(session: &mut Session<'_>, mut writer: Writer<'_, MonotonicClock>) -> Next {
    let count = session.register(b"test.count").expect("a name");
    let (mut written, mut fibers, mut lost) = (0, 0, None);
    let mut line = String::new();
    // Not `lines`, which would keep the input from the other thread of a flood.
    while stdin().read_line(&mut line).expect("a line") > 0 {
        let told = std::mem::take(&mut line);
        let mut words = told.trim_end().split(' ');
        match (words.next(), words.next()) {
            (Some("write"), Some(number)) => {
                for _ in 0..number.parse::<i64>().expect("a number") {
                    writer.int(count, written);
                    written += 1;
                }
                eprintln!("done {}", writer.tail());
            }
            (Some("name"), Some(name)) => {
                let event = session.register(name.as_bytes()).expect("a name");
                writer.unit(event);
                eprintln!("done {}", writer.tail());
            }
            (Some("lose"), Some(words)) => {
                // As a session has it that somebody wrote of what a reader found.
                let lost = *lost
                    .get_or_insert_with(|| session.register(b"eventring.lost").expect("a name"));
                writer.int(lost, words.parse().expect("a number"));
                eprintln!("done {}", writer.tail());
            }
            (Some("fiber"), Some(name)) => {
                let eio = EioEvents::register(session, Wire::Generation2).expect("names");
                fibers += 1;
                let (context, id) = (EioId::new(0), EioId::new(fibers));
                let events = [
                    Generation2::CreateFiber { id, context },
                    Generation2::Fiber { id },
                    Generation2::Name { id, text: name.as_bytes() },
                    Generation2::Log { text: b"it runs" },
                ];
                for event in events {
                    eio.write(&mut writer, EioEvent::Generation2(event)).expect("room");
                }
                eprintln!("done {}", writer.tail());
            }
            (Some("flood"), None) => {
                eprintln!("done flood");
                flood(&mut writer, count, &mut written);
                eprintln!("done {}", writer.tail());
            }
            (Some("start"), Some("another")) => {
                // It finds nothing on its input, and ends.
                let mut child = command()
                    .env(IS_PRODUCER, "1")
                    .stdin(Stdio::null())
                    .spawn()
                    .expect("it starts");
                writer.fork_parent(child.id().try_into().expect("a process id"));
                child.wait().expect("it ends");
                eprintln!("done {}", writer.tail());
            }
            (Some("exit"), Some(code)) => std::process::exit(code.parse().expect("a code")),
            (Some("abort"), None) => std::process::abort(),
            (Some("restart"), None) => return Next::Restart,
            (Some("end"), None) => break,
            other => panic!("{other:?}"),
        }
    }
    writer.ring_stop();
    Next::End
}

/// Writes as fast as it can until there is another line, of which only the end matters.
fn flood(writer: &mut Writer<'_, MonotonicClock>, count: EventIndex, written: &mut i64) {
    let calm = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut line = String::new();
            stdin().read_line(&mut line).expect("a line");
            calm.store(true, Ordering::Relaxed);
        });
        while !calm.load(Ordering::Relaxed) {
            writer.int(count, *written);
            *written += 1;
        }
    });
}
