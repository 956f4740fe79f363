//! Each documented exit code, and what is said with it.

use std::io::Read;
use std::process::Stdio;

use crate::run::{eventring, recording, run, run_with};
use crate::sample::{Ring, UNIT, bytes, file};

/// Both commands, since they promise the same.
const COMMANDS: [&str; 2] = ["info", "dump"];

fn healthy() -> Vec<u8> {
    bytes(&[Ring::new(0, &[&[UNIT, 5]])])
}

#[test]
fn fine_is_0_and_says_nothing() {
    for command in COMMANDS {
        let run = run([command.as_ref(), recording("5.4/eio-basic.events.zst").as_os_str()]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{command}");
        assert!(!run.out.is_empty());
    }
}

#[test]
fn a_file_that_is_refused_is_1_quickly_and_says_where() {
    let mut wrong = healthy();
    wrong[8..16].copy_from_slice(&4097_u64.to_le_bytes());
    for wrong in [wrong, b"no ring file".to_vec(), vec![0xff; 4096]] {
        for command in COMMANDS {
            let run = run_with([command, "-"], &wrong);
            assert_eq!(run.code, Some(1), "{run:?}");
            assert!(run.err.contains("clause header."), "{run:?}");
        }
        let run = run_with(["dump", "-", "--format", "jsonl"], &wrong);
        assert_eq!((run.code, run.kinds()), (Some(1), vec!["refused".to_owned()]));
    }
}

#[test]
fn usage_is_2() {
    for args in
        [&[][..], &["dump"], &["info", "x", "--format", "jsonl"], &["dump", "0"], &["bake", "x"]]
    {
        assert_eq!(run(args).code, Some(2), "{args:?}");
    }
    for release in ["5", "5.6", "5.3.0", ""] {
        assert_eq!(run(["dump", "x", "--release", release]).code, Some(2), "{release}");
    }
}

#[test]
fn a_ring_that_does_not_exist_is_2() {
    let file = file(&bytes(&[Ring::new(0, &[&[UNIT, 5]]), Ring::default()]));
    for (ring, code) in [("0", 0), ("1", 0), ("2", 2), ("4294967295", 2)] {
        let run = run(["dump".as_ref(), file.path().as_os_str(), "--ring".as_ref(), ring.as_ref()]);
        assert_eq!(run.code, Some(code), "{ring}");
        assert_eq!(run.out.is_empty(), code == 2);
        assert_eq!(run.err.contains("its rings are 0 to 1"), code == 2);
    }
}

#[test]
fn what_cannot_be_read_is_3_and_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let missing = folder.join("missing.events");
    let truncated = folder.join("x.events.zst");
    std::fs::write(
        &truncated,
        &std::fs::read(recording("5.4/eio-basic.events.zst")).unwrap()[..100],
    )
    .unwrap();
    for (path, advice) in [
        (missing.as_path(), "OCAML_RUNTIME_EVENTS_PRESERVE"),
        (folder, "name the .events file in it"),
        (&truncated, "zstd -t"),
    ] {
        for command in COMMANDS {
            let run = run([command.as_ref(), path.as_os_str()]);
            assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{run:?}");
            assert!(run.err.contains(advice), "{run:?}");
        }
    }
    let run = run(["info".as_ref(), "--dir".as_ref(), folder.as_os_str(), "2147483647".as_ref()]);
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("2147483647.events"), "{run:?}");
}

#[test]
fn a_limit_that_is_hit_is_3() {
    let healthy = healthy();
    let size = healthy.len().to_string();
    let less = (healthy.len() - 1).to_string();
    let run = |size: &str| run_with(["info", "-", "--max-size", size], &healthy);
    assert_eq!(run(&size).code, Some(0));
    assert_eq!(run(&less).code, Some(3));
    assert!(run(&less).err.contains("--max-size"));
}

#[test]
fn an_output_that_cannot_be_written_is_3() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let path = recording("5.4/eio-basic.events.zst");
    let output = eventring().arg("dump").arg(path).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the output"));
}

#[test]
fn not_ready_is_5_whatever_of_it_is_there() {
    let mut no_data_offset = healthy();
    no_data_offset[48..64].fill(0);
    for unready in [&b""[..], &[0; 64], &[0; 100_000], &no_data_offset] {
        for command in COMMANDS {
            let run = run_with([command, "-"], unready);
            assert_eq!((run.code, run.out.as_str()), (Some(5), ""), "{run:?}");
            assert!(run.err.contains("not ready") && run.err.contains("try again"), "{run:?}");
        }
    }
    let short = run_with(["info", "-"], &[0; 63]);
    assert_eq!(short.code, Some(1), "a header that will not grow: {short:?}");
}

#[test]
fn a_closed_pipe_is_a_quiet_0() {
    let path = recording("5.3/gc-d1.events.zst");
    for args in [["dump", "--format=jsonl"], ["dump", "--order=time"], ["info", "--format=json"]] {
        let mut child = eventring()
            .args(args)
            .arg(&path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""), "{args:?}");
    }
}
