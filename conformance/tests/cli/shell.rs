//! Completions and manual pages.

use std::process::Command;

use crate::run::{eventring, run};

/// What bash offers after these words.
fn offered(words: &str) -> Vec<String> {
    let ask = format!(
        "source <({} completions bash); COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
         _eventring eventring \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; \
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        env!("CARGO_BIN_EXE_eventring")
    );
    let output = Command::new("bash").args(["-c", &ask]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_options_and_values() {
    let commands = offered("eventring ''");
    assert!(commands.iter().any(|offer| offer == "export"), "{commands:?}");
    assert!(!commands.iter().any(|offer| offer == "producer-unit"), "it is a secret: {commands:?}");
    assert!(offered("eventring dump --sch").contains(&"--schema".to_owned()));
    assert_eq!(offered("eventring export x --format p"), ["perfetto"]);
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = run(["completions", shell]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{shell}");
        assert!(run.out.contains("self-test") && run.out.contains("schema"), "{shell}");
    }
}

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man/man1");
    let output = eventring().arg("manual").arg(&pages).output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    let found = std::fs::read_dir(&pages).unwrap().count();
    assert_eq!(said, format!("{found} pages in {}\n", pages.display()));
    for name in ["eventring", "eventring-dump", "eventring-certify-consumer", "eventring-spec-show"]
    {
        let page = std::fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(".SH NAME") && page.contains("Examples:"), "{name}");
    }
    assert!(!pages.join("eventring-mutant.1").exists(), "it is a secret");
}
