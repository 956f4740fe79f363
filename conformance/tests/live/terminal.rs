//! A terminal for a command that draws.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// A command on a terminal of 120 columns and 40 lines.
pub(crate) struct Terminal {
    pub(crate) child: Child,
    keys: File,
    drawn: Receiver<Vec<u8>>,
    screen: vt100::Parser,
}

impl Terminal {
    pub(crate) fn run(command: &mut Command) -> Self {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&ours).expect("ours");
        unlockpt(&ours).expect("open to others");
        let name = ptsname(&ours, Vec::new()).expect("a name");
        let theirs = open(name.as_c_str(), OFlags::RDWR | OFlags::NOCTTY, Mode::empty());
        let theirs = File::from(theirs.expect("the other end"));
        let size = Winsize { ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&theirs, size).expect("a size");
        let child = command
            .env("TERM", "xterm-256color")
            .stdin(theirs.try_clone().expect("a handle"))
            .stdout(theirs.try_clone().expect("a handle"))
            .stderr(theirs)
            .spawn()
            .expect("it starts");
        let keys = File::from(ours);
        let mut pictures = keys.try_clone().expect("a handle");
        let (sender, drawn) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            // The end of a terminal is an error.
            while let Ok(length @ 1..) = pictures.read(&mut buffer) {
                if sender.send(buffer[..length].to_owned()).is_err() {
                    break;
                }
            }
        });
        Self { child, keys, drawn, screen: vt100::Parser::new(40, 120, 0) }
    }

    /// Waits until each of these texts is on the screen at once.
    pub(crate) fn wait_for(&mut self, texts: &[&str]) {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            let shown = self.screen.screen().contents();
            if texts.iter().all(|text| shown.contains(text)) {
                break;
            }
            let rest = until.saturating_duration_since(Instant::now());
            match self.drawn.recv_timeout(rest) {
                Ok(drawn) => self.screen.process(&drawn),
                Err(error) => panic!("{error}, and not all of {texts:?} is in\n{shown}"),
            }
        }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("it listens");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
