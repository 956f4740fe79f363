//! A report of checks as JUnit XML: a suite for each file, a case for each check.

use quick_junit::{NonSuccessKind, Report as Xml, TestCase, TestCaseStatus, TestSuite};

use super::model::{CheckReport, Report, Standing};

/// The report as XML; `strict` says what counts.
///
/// # Errors
///
/// What is in it cannot be written as XML; a message.
pub fn check_junit(report: &Report, strict: bool) -> Result<String, String> {
    let mut xml = Xml::new("eventring check");
    for file in &report.files {
        let mut suite = TestSuite::new(file.file.as_str());
        if let Some(problem) = &file.problem {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(problem.as_str());
            suite.add_test_case(TestCase::new("read", status));
        }
        for check in &file.checks {
            suite.add_test_case(case(check, strict));
        }
        xml.add_test_suite(suite);
    }
    let mut lists = TestSuite::new("lists of deviations");
    for deviation in &report.unused_deviations {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message("nothing was found; strike it from the list");
        lists.add_test_case(TestCase::new(deviation.clause.as_str(), status));
    }
    if lists.tests > 0 {
        xml.add_test_suite(lists);
    }
    xml.to_string().map_err(|error| error.to_string())
}

fn case(check: &CheckReport, strict: bool) -> TestCase {
    let status = match check.standing {
        standing if standing.counts_against(strict) => {
            TestCaseStatus::non_success(NonSuccessKind::Failure)
        }
        Standing::Passed | Standing::Noted => TestCaseStatus::success(),
        _ => TestCaseStatus::skipped(),
    };
    let mut case = TestCase::new(check.clause, status);
    if let Some(why) = check.why() {
        case.status.set_message(why);
    }
    case
}
