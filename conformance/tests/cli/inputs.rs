//! Every way to hand over a file gives the same.

use std::fs::File;
use std::process::Stdio;

use crate::run::{eventring, recording, run, run_with, unpacked};
use crate::sample::file;

const RECORDING: &str = "5.3/domains-small.events.zst";

#[test]
fn packed_unpacked_sparse_file_and_pipe_are_the_same() {
    let packed = recording(RECORDING);
    let expected = run(["dump".as_ref(), packed.as_os_str()]);
    assert_eq!(expected.code, Some(0));
    assert!(expected.out.lines().count() > 300);

    let bytes = unpacked(RECORDING);
    let plain = file(&bytes);
    assert_eq!(run(["dump".as_ref(), plain.path().as_os_str()]).out, expected.out);
    assert_eq!(run_with(["dump", "-"], &bytes).out, expected.out);
    assert_eq!(run_with(["dump", "-"], &std::fs::read(&packed).unwrap()).out, expected.out);

    let sparse = file(b"");
    sparse.as_file().set_len(bytes.len() as u64).unwrap();
    for (page, content) in
        bytes.chunks(4096).enumerate().filter(|(_, page)| page.iter().any(|byte| *byte != 0))
    {
        std::os::unix::fs::FileExt::write_all_at(sparse.as_file(), content, page as u64 * 4096)
            .unwrap();
    }
    assert_eq!(run(["dump".as_ref(), sparse.path().as_os_str()]).out, expected.out);
    let redirected = File::open(sparse.path()).unwrap();
    let output = eventring().args(["dump", "-"]).stdin(Stdio::from(redirected)).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected.out);
}

#[test]
fn holes_are_not_read_and_do_not_count() {
    let bytes = unpacked(RECORDING);
    let sparse = file(&bytes[..64 * 1024]);
    sparse.as_file().set_len(1 << 40).unwrap();
    let run = run([
        "info".as_ref(),
        sparse.path().as_os_str(),
        "--max-size=1M".as_ref(),
        "--format=json".as_ref(),
    ]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let info = run.json();
    assert_eq!(info["file"]["bytes"], 1_u64 << 40);
    assert!(info["file"]["data_bytes"].as_u64().unwrap() <= 1 << 20);
}

#[test]
fn digits_are_a_process_and_a_path_of_digits_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("123"), unpacked(RECORDING)).unwrap();
    let code = |argument| {
        eventring().current_dir(&folder).args(["info", argument]).output().unwrap().status.code()
    };
    assert_eq!(code("./123"), Some(0));
    assert_eq!(code("2147483647"), Some(3));
}

#[test]
fn a_process_is_found_by_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let me = std::process::id().to_string();
    std::fs::write(folder.path().join(format!("{me}.events")), unpacked(RECORDING)).unwrap();
    let run = run(["dump".as_ref(), me.as_ref(), "--dir".as_ref(), folder.path().as_os_str()]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.lines().count() > 300);
}

#[test]
fn a_big_endian_file_is_read_as_it_is() {
    let run = run([
        "info".as_ref(),
        recording("5.4/s390x-wrap-8.events.zst").as_os_str(),
        "--format=json".as_ref(),
    ]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.json()["header"]["byte_order"], "big");
    assert_eq!(run.json()["names"]["registered"], 4);
}

#[test]
fn a_file_that_was_cut_is_told_to_be_so() {
    let bytes = unpacked(RECORDING);
    for cut in [bytes.len() - 1, bytes.len() / 2] {
        let file = file(&bytes[..cut]);
        for command in ["info", "dump", "stats", "tree"] {
            let run = run([command.as_ref(), file.path().as_os_str()]);
            let told = format!("it has {cut} bytes, and its file header describes {}", bytes.len());
            assert!(run.err.contains(&told), "{command}: {run:?}");
        }
    }
    let whole = file(&bytes);
    assert!(!run(["info".as_ref(), whole.path().as_os_str()]).err.contains("was it cut"));
}
