//! `eventring check`: its checks over vectors and recordings, and the command as its users meet it.

mod command;
mod document;
#[path = "../cli/expected.rs"]
mod expected;
mod findings;
mod html;
#[path = "../cli/page.rs"]
mod page;
mod recordings;
#[expect(dead_code, reason = "shared with the tests of the other commands")]
#[path = "../cli/run.rs"]
mod run;
mod schema;
mod spec;
mod vectors;
