//! Each lint of the registry, failed by one change to the real file.

use eventring_spec::registry::Registry;

const RUNTIME: &str = include_str!("../registry/runtime.toml");

/// Makes one change, and wants the only problem to be at `entry` and to say `message`.
#[track_caller]
fn refuses(from: &str, to: &str, entry: &str, message: &str) {
    assert!(RUNTIME.contains(from), "the file has no {from:?}");
    let Err(errors) = Registry::parse("changed.toml", &RUNTIME.replacen(from, to, 1)) else {
        panic!("nothing is said of {to:?} for {from:?}");
    };
    let text = errors.to_string();
    let start = format!("changed.toml: {entry}: ");
    assert!(
        text.lines().any(|line| line.starts_with(&start) && line.contains(message)),
        "wanted {start}.. {message}, found:\n{text}"
    );
}

/// As [`refuses`], of text that cannot be read so far that its entries are known.
#[track_caller]
fn refuses_line(from: &str, to: &str, message: &str) {
    let before = RUNTIME.split(from).next().unwrap_or("");
    let line = before.matches('\n').count() + 1;
    refuses(from, to, &format!("line {line}"), message);
}

#[test]
fn text_that_is_not_of_the_schema_is_refused_with_its_line() {
    refuses_line("schema = 1", "schema = one", "");
    refuses_line("checked = ", "verified = ", "unknown field `verified`, expected one of");
    refuses_line("unit = \"bytes\"", "unit = \"octets\"", "expected one of `bytes`");
    refuses_line("explicit_gc_stat = ", "explicit_gc_set = ", "duplicate key");
    refuses_line("high = 63", "high = -1", "expected u32");
}

#[test]
fn schema() {
    refuses("schema = 1", "schema = 2", "schema", "allowed is 1");
}

#[test]
fn words() {
    refuses(
        "\"max_domains\", \"ring_h",
        "\"ring_h",
        "words.file_header",
        "7 words, allowed are 64",
    );
    refuses("[\"head\", \"tail\"]", "[\"head\", \"head\"]", "words.ring_header", "there twice");
    refuses("[\"head\", \"tail\"]", "[\"head\", \"Tail\"]", "words.ring_header", "not snake_case");
}

#[test]
fn releases() {
    refuses("name = \"5.1\"", "name = \"5.0\"", "release.5.0", "names are unique");
    refuses("name = \"5.1\"", "name = \"5.9\"", "release.5.2", "oldest first");
    refuses("name = \"5.1\"", "name = \"next\"", "release.next", "named by two numbers");
    refuses("[\"5.0.0\"]", "[]", "release.5.0", "versions 5.0.N");
    refuses("[\"5.0.0\"]", "[\"5.1.0\"]", "release.5.0", "versions 5.0.N");
    refuses("max_domains = { one_of = [16, 128] }\n", "", "release.5.0", "says its max_domains");
    refuses("[16, 128]", "[128, 16]", "release.5.0", "ascend within 1 to 4096");
    refuses("{ from = 1, to = 4096 }", "{ from = 0, to = 4096 }", "release.5.3", "1 to 4096");
    refuses("{ from = 1, to = 4096 }", "{ from = 1, to = 4097 }", "release.5.3", "1 to 4096");
    refuses("header_sha256 = \"c", "header_sha256 = \"C", "release.5.0", "hexadecimal digits");
    refuses("phase = \"5.3\"", "phase = \"5.9\"", "release.oxcaml", "allowed are 5.0, 5.1, 5.2");
    refuses("phase = \"5.3\"", "phase = \"trunk\"", "release.oxcaml", "for phase");
    refuses("checked = \"not", "checked = \"\"#", "release.trunk", "may not be empty");
}

#[test]
fn a_registry_without_a_complete_release() {
    let text = RUNTIME.replace("complete = true", "complete = false");
    let errors = Registry::parse("changed.toml", &text).unwrap_err();
    assert!(errors.to_string().contains("release: none is complete"), "{errors}");
}

#[test]
fn item_header_and_sizes() {
    refuses("high = 63, low = 54", "high = 63, low = 55", "item_header.user", "bit 54 is the next");
    refuses("high = 63, low = 54", "high = 64, low = 54", "item_header.length", "63 >= high");
    refuses("high = 35, low = 0", "high = 35, low = 1", "item_header", "bits 0 to 0");
    refuses("high = 53, low = 53", "high = 53, low = 50", "item_header.user", "one bit");
    refuses("word_bytes = 8", "word_bytes = 4", "sizes.word_bytes", "allowed is 8");
    refuses("header_bytes = 64", "header_bytes = 72", "sizes.file_header_bytes", "8 words");
    refuses("ring_header_bytes = 80", "ring_header_bytes = 84", "sizes.ring_header_bytes", "of 8");
    refuses("max_domains = 4096", "max_domains = 0", "sizes.max_domains", "at least 1");
    refuses("ring_words = 65536", "ring_words = 65535", "sizes.default_ring_words", "power of two");
    refuses("name_entries = 8192", "name_entries = 8193", "sizes.name_entries", "as many as");
    refuses("name_max_bytes = 127", "name_max_bytes = 128", "sizes.name_max_bytes", "less than");
    refuses("custom_max_bytes = 1024", "custom_max_bytes = 8168", "sizes.custom_max_bytes", "hold");
    refuses("ring_header_bytes = 16", "ring_header_bytes = 8", "sizes.least_ring_header_bytes", "");
    refuses("[0, 1, 2,", "[0, 2, 1,", "alloc.bucket_least_words", "ascend");
    refuses("90, 100]", "90]", "runtime_type.alloc", "19 buckets");
}

#[test]
fn entities() {
    refuses("\nminor = {", "\nMinor = {", "phase.Minor", "snake_case");
    refuses("\nminor = {", "\nminor__x = {", "phase.minor__x", "snake_case");
    refuses("\"EV_MINOR\"", "\"MINOR\"", "phase.minor", "allowed is EV_NAME");
    refuses("\"EV_C_MINOR_PROMOTED\"", "\"EV_MINOR_P\"", "counter.minor_promoted", "EV_C_NAME");
    refuses("\"EV_MINOR\"", "\"EV_MAJOR\"", "phase.minor", "is phase.major's already");
    refuses(", oxcaml = 49", "", "phase.minor_dependent", "no id");
    refuses(
        "id = 10, since = \"5.0\", until = \"5.2\"",
        "id = 10, since = \"5.0\", until = \"5.6\"",
        "phase.minor",
        "allowed are 5.0, 5.1, 5.2, 5.3, 5.4, 5.5",
    );
    refuses(
        "since = \"5.0\", until = \"5.2\"",
        "since = \"5.2\", until = \"5.1\"",
        "phase.major_mark",
        "later",
    );
    refuses(
        "since = \"5.0\", until = \"5.2\"",
        "since = \"5.0\"",
        "phase.major_mark",
        "an id already",
    );
    refuses("oxcaml = 49", "oxcaml = 8192", "phase.minor_dependent", "allowed is 0 to 8191");
    refuses("id = 6, since", "id = 16, since", "runtime_type.flush", "allowed is 0 to 15");
    refuses(
        "\"EV_RING_START\", ids = [{ id = 0, since = \"5.0\" }]",
        "\"EV_RING_START\", ids = [{ id = 0, since = \"5.0\", until = \"5.0\" }, { id = 0, since = \"5.1\" }]",
        "lifecycle.ring_start",
        "one for ever",
    );
    refuses(
        "not_emitted = [\"5.0\"]",
        "not_emitted = [\"6.0\"]",
        "phase.minor_finalized",
        "\"6.0\"",
    );
    refuses(
        "no_constructor = [\"5.4\"]",
        "no_constructor = [\"5.3\"]",
        "phase.minor_ephe_clean",
        "\"5.3\"",
    );
    refuses("len_words = 2", "len_words = 1024", "runtime_type.begin", "2 to 1023");
}

#[test]
fn fields_belong_to_their_space() {
    refuses("unit = \"bytes\", ", "", "counter.minor_promoted", "if only \"unknown\"");
    refuses(
        "unit = \"bytes\"",
        "unit = \"unknown\"",
        "counter.minor_promoted",
        "only where it is known",
    );
    refuses(
        "unit = \"bytes\", unit_from = \"producer\"",
        "unit = \"bytes\"",
        "counter.minor_promoted",
        "what tells",
    );
    refuses(
        "oxcaml = 49",
        "oxcaml = 49, unit = \"bytes\"",
        "phase.minor_dependent",
        "unit means nothing in phase",
    );
    refuses(
        "oxcaml = 49",
        "oxcaml = 49, len_words = 2",
        "phase.minor_dependent",
        "len_words means nothing",
    );
    refuses(
        "unit = \"bytes\"",
        "no_constructor = [\"5.0\"], unit = \"bytes\"",
        "counter.minor_promoted",
        "no_constructor means nothing",
    );
}

#[test]
fn tables() {
    let one = "\"EV_EXPLICIT_GC_STAT\", ids = [{ id = 1,";
    refuses(one, &one.replace("id = 1", "id = 2"), "release.5.0", "the next is 1");
    refuses(one, &one.replace("id = 1", "id = 0"), "release.oxcaml", "the next is 1");
    refuses("oxcaml = 49", "oxcaml = 47", "release.oxcaml", "dense and unique, the next is 48");
    refuses("name_table = false", "name_table = true", "release.5.0", "has no id: user_type");
    refuses("name_table = true", "name_table = false", "release.5.1", "cannot have: user_type");
}

#[test]
fn every_problem_is_told_at_once() {
    let text =
        RUNTIME.replace("EV_C_", "EV_").replace("name_entries = 8192", "name_entries = 9999");
    let errors = Registry::parse("changed.toml", &text).unwrap_err();
    assert!(errors.problems.len() > 30, "{errors}");
    assert_eq!(errors.to_string().lines().count(), errors.problems.len());
}
