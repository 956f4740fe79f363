//! Names that are near one that there is not.

use strsim::jaro_winkler;

/// How many are told.
const MOST: usize = 3;

/// From here on one is near; 1 is the same.
const NEAR: f64 = 0.85;

/// The names that are most like what was asked for, the best first.
pub(super) fn near<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    // What stands for any text is no part of a name.
    let wanted: String = wanted.chars().filter(|char| !"*?[]{}\\".contains(*char)).collect();
    let wanted = wanted.trim_matches('/');
    let mut found: Vec<(f64, &str)> = names
        .map(|name| {
            let short = name.split_once('/').map_or(name, |(_, rest)| rest);
            let last = name.rsplit('/').next().unwrap_or(name);
            let is_part = !wanted.is_empty() && name.contains(wanted);
            let like = [name, short, last].map(|part| jaro_winkler(part, wanted));
            (like.into_iter().fold(f64::from(u8::from(is_part)), f64::max), name)
        })
        .filter(|(likeness, _)| *likeness >= NEAR)
        .collect();
    found.sort_by(|(one, name), (other, other_name)| {
        other.total_cmp(one).then_with(|| name.cmp(other_name))
    });
    found.into_iter().take(MOST).map(|(_, name)| name.to_owned()).collect()
}

/// That as a question, to stand at the end of a sentence.
pub(super) fn did_you_mean(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spelled_wrong_is_found_and_what_is_like_nothing_is_not() {
        let names =
            ["vectors/ring/boundary/little", "vectors/ring/window/full/big", "sessions/pause"];
        let near = |wanted: &str| near(wanted, names.into_iter());
        for (wanted, found) in [
            ("ring/bundary", "vectors/ring/boundary/little"),
            ("vectors/ring/boundry/little", "vectors/ring/boundary/little"),
            ("*window/ful", "vectors/ring/window/full/big"),
            ("sesions/pause", "sessions/pause"),
            ("pase", "sessions/pause"),
        ] {
            assert_eq!(near(wanted).first().map(String::as_str), Some(found), "{wanted}");
        }
        for wanted in ["", "*", "qqqq"] {
            assert_eq!(near(wanted), Vec::<String>::new(), "{wanted}");
        }
        assert_eq!(did_you_mean(&[]), "");
        assert_eq!(did_you_mean(&["a".into(), "b".into()]), "; did you mean a, b?");
    }
}
