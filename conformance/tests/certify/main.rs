//! `eventring certify`: what it makes of units that are right, wrong, silent, dead, slow or mad, and what it reports.

mod built_in;
mod easy;
mod eio;
mod free;
mod full;
mod html;
mod lists;
mod live;
#[path = "../cli/page.rs"]
mod page;
mod producer;
mod recipe;
mod reports;
mod run;
mod self_test;
