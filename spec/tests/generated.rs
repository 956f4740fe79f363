//! The generated files are what the data makes of them.

use std::fs;

use eventring_spec::generate;

#[test]
fn generated_files_are_up_to_date() {
    let files = generate::all().unwrap();
    assert!(!files.is_empty());
    for file in files {
        let there = fs::read_to_string(&file.path)
            .unwrap_or_else(|error| panic!("{}: {error}", file.path.display()));
        let lines = there.lines().zip(file.text.lines());
        let same = lines.take_while(|(there, made)| there == made).count();
        assert!(
            there == file.text,
            "{}, line {}: out of date, run `cargo run -p eventring-spec -- generate`",
            file.path.display(),
            same + 1
        );
    }
}

#[test]
fn generating_twice_gives_the_same() {
    assert_eq!(generate::all().unwrap(), generate::all().unwrap());
}
