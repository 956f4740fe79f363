//! What a user is told who got something wrong: each line that begins with `$` is run, and what is told is compared.
//!
//! A case is added by its line in `expected/errors.txt`; what it says is written there by
//! `EVENTRING_UPDATE=1 cargo test -p eventring-conformance --test cli errors`, and then read by whoever adds it.

use std::fs;
use std::path::Path;

use crate::expected::{assert_expected, expected};
use crate::run::{eventring, recording};
use crate::sample::{Ring, UNIT, bytes};

const EXPECTED: &str = "cli/expected/errors.txt";

/// The files that the cases are about.
fn prepare(folder: &Path) {
    let write = |name: &str, content: &[u8]| fs::write(folder.join(name), content).unwrap();
    let good = bytes(&[Ring::new(0, &[&[UNIT, 5]]), Ring::default()]);
    let packed = fs::read(recording("5.4/eio-basic.events.zst")).unwrap();
    write("good.events", &good);
    write("eio.events.zst", &packed);
    write(
        "text.events",
        b"This is no ring file, though it is long enough to be one, as far as that goes.",
    );
    write("short.events", &good[..40]);
    write("corrupt.events", &bytes(&[Ring::new(0, &[&[UNIT, 5], &[0, 0]])]));
    write("empty.events", b"");
    write("zeros.events", &[0; 64]);
    write("cut.events.zst", &packed[..100]);
    fs::create_dir(folder.join("folder")).unwrap();
    write("folder/file", b"");
    write("broken.toml", b"[[deviation\n");
    write("empty.toml", b"");
    write("no-reason.toml", b"implementation = \"x\"\n[[deviation]]\nclause = \"item.padding.id\"\nfailure = \"finding\"\nkind = \"not-yet\"\nlink = \"https://example.org\"\n");
    write("schema.toml", b"[[event]]\nname = \"a\"\nfields = [{ name = \"b\", type = \"string\" }, { name = \"c\", type = \"u8\" }]\n");
    write("no-command.toml", b"mode = \"easy\"\n");
    write("no-file.toml", b"command = [\"cat\"]\n");
    write("no-program.toml", b"command = [\"./no-such-program\", \"{file}\"]\n");
    write("wrong.vector", b"no vector\n");
}

/// The words of a line, quoted with `'` where need be.
fn words(line: &str) -> Vec<String> {
    let pieces = line.split('\'').enumerate();
    let mut words = vec![String::new()];
    for (place, piece) in pieces {
        if place % 2 == 1 {
            words.last_mut().unwrap().push_str(piece);
        } else {
            let mut parts = piece.split(' ');
            words.last_mut().unwrap().push_str(parts.next().unwrap_or_default());
            words.extend(parts.map(str::to_owned));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Runs a case, and says what a user sees of it.
fn told(line: &str, folder: &Path) -> String {
    let output = eventring()
        .current_dir(folder)
        .env("COLUMNS", "100")
        .env_remove("OCAML_RUNTIME_EVENTS_DIR")
        .args(words(line.trim_start_matches("$ eventring")))
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, error) = (text(output.stdout), text(output.stderr));
    // Where the report itself tells it, its begin is enough.
    let shown: Vec<&str> = if error.is_empty() {
        out.lines().take(3).collect()
    } else {
        error.trim_end().lines().collect()
    };
    let shown = shown.join("\n").replace(&folder.display().to_string(), "FOLDER");
    let code = output.status.code().unwrap();
    assert!(code != 0 && !shown.is_empty(), "no error: {line}");
    assert!(!error.contains("panicked"), "{line}: {error}");
    format!("{line}\n{shown}\nexit {code}\n\n")
}

#[test]
fn every_error_is_told_as_expected() {
    let file = expected(Path::new(EXPECTED));
    let lines: Vec<&str> =
        file.lines().filter(|line| line.starts_with("# ") || line.starts_with("$ ")).collect();
    let piece = |lines: &[&str]| -> String {
        let folder = tempfile::tempdir().unwrap();
        prepare(folder.path());
        let case = |line: &&str| match line.strip_prefix('#') {
            Some(_) => format!("{line}\n\n"),
            None => told(line, folder.path()),
        };
        lines.iter().map(case).collect()
    };
    let found: String = std::thread::scope(|scope| {
        let pieces: Vec<_> =
            lines.chunks(16).map(|lines| scope.spawn(move || piece(lines))).collect();
        pieces.into_iter().map(|piece| piece.join().unwrap()).collect()
    });
    assert_expected(Path::new(EXPECTED), &found);
}
