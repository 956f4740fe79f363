//! A certification as JUnit XML.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::certify::{CaseResult, Certification, Origin, Verdict};

/// Writes a suite for each origin of cases.
///
/// # Errors
///
/// `out` could not be written.
pub fn junit(out: &mut dyn Write, run: &Certification) -> io::Result<()> {
    let mut report = Report::new(format!("eventring certify: {}", run.declared.name));
    for origin in Origin::ALL {
        let mut suite = TestSuite::new(format!("{}s", origin.name()));
        for result in run.results.iter().filter(|result| result.origin == origin) {
            suite.add_test_case(case(run, result));
        }
        if suite.tests > 0 {
            report.add_test_suite(suite);
        }
    }
    let mut lists = TestSuite::new("lists of deviations");
    let mut protocol = TestSuite::new("protocol");
    let add = |suite: &mut TestSuite, name: &str, message: &str| {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(message);
        suite.add_test_case(TestCase::new(name, status));
    };
    run.unused.iter().for_each(|entry| add(&mut lists, entry, "it covers no failure"));
    run.breaches()
        .iter()
        .for_each(|breach| add(&mut protocol, breach, "the unit is not driven so"));
    for suite in [lists, protocol] {
        if suite.tests > 0 {
            report.add_test_suite(suite);
        }
    }
    let text = report.to_string().map_err(io::Error::other)?;
    out.write_all(text.as_bytes())
}

fn case(run: &Certification, result: &CaseResult) -> TestCase {
    let (status, note) = match &result.verdict {
        Verdict::Passed => (TestCaseStatus::success(), None),
        Verdict::Failed(_) | Verdict::Unexpected(..) => {
            (TestCaseStatus::non_success(NonSuccessKind::Failure), None)
        }
        Verdict::Warned(_) => (TestCaseStatus::skipped(), Some("broken SHOULD".to_owned())),
        Verdict::Deviated(_, deviation) => {
            let note =
                format!("{}: {} ({})", deviation.kind.name(), deviation.reason, deviation.link);
            (TestCaseStatus::skipped(), Some(note))
        }
        Verdict::Observed(why) => (TestCaseStatus::skipped(), Some(format!("observed: {why}"))),
        Verdict::NotApplicable(why) => {
            (TestCaseStatus::skipped(), Some(format!("not applicable: {why}")))
        }
        Verdict::Skipped(why) => (TestCaseStatus::skipped(), Some(why.clone())),
    };
    let mut case = TestCase::new(result.name.as_str(), status);
    if let Some(note) = note {
        case.status.set_message(note);
    } else if let Verdict::Unexpected(None, _) = &result.verdict {
        case.status.set_message("a list expects that it fails, and it passes");
    } else if let Some(failure) = result.failure() {
        case.status.set_message(failure.message.as_str());
        case.status.set_type(failure.clause.as_str());
        case.status.set_description(format!(
            "clause {}\nexpected {}\ngot {}\n{}repeat {}",
            failure.clause,
            failure.expected,
            failure.got,
            result.kept.as_ref().map(|kept| format!("kept {kept}\n")).unwrap_or_default(),
            run.repeat_case(&result.name)
        ));
    }
    if !result.log.is_empty() && result.failure().is_some() {
        case.set_system_err(result.log.as_str());
    }
    case
}
