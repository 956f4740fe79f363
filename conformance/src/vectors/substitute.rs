//! Variables and `$( )` within a line.

use super::expression::evaluate;

/// The values of variables, the innermost last.
pub(super) type Variables = Vec<(String, String)>;

/// The line with the value of each `$name` and `$( )` in its place.
///
/// # Errors
///
/// A name has no value, or a `$( )` is none.
pub(super) fn substitute(line: &str, variables: &Variables) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        if let Some(inside) = after.strip_prefix('(') {
            let close = closing(inside).ok_or_else(|| format!("no end of $( in {line:?}"))?;
            let (inside, after) = inside.split_at(close);
            out.push_str(&call(&substitute(inside, variables)?)?);
            rest = after.strip_prefix(')').unwrap_or(after);
        } else {
            let end = after.find(|next: char| !next.is_ascii_alphanumeric() && next != '_');
            let (name, after) = after.split_at(end.unwrap_or(after.len()));
            let value = variables.iter().rev().find(|(other, _)| other == name);
            let (_, value) = value.ok_or_else(|| format!("no variable ${name}"))?;
            out.push_str(value);
            rest = after;
        }
    }
    out.push_str(rest);
    Ok(out)
}

/// Where the parenthesis that was opened before `text` is closed.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1_usize;
    text.char_indices().find_map(|(index, next)| {
        match next {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        (open == 0).then_some(index)
    })
}

fn call(text: &str) -> Result<String, String> {
    if let Some(value) = text.strip_prefix("byte ") {
        let value = evaluate(value)?;
        let byte = u8::try_from(value).map_err(|_| format!("{value} does not fit into a byte"))?;
        return Ok(format!("{byte:02x}"));
    }
    let counted = |function| {
        let (count, what) = text.strip_prefix(function)?.split_once(" of ")?;
        Some((count, what.trim()))
    };
    if let Some((count, pattern)) = counted("first ") {
        if pattern.is_empty() || !pattern.len().is_multiple_of(2) || !pattern.is_ascii() {
            return Err(format!("{pattern:?} is no hex"));
        }
        return Ok(pattern.chars().cycle().take(2 * times(count)?).collect());
    }
    if let Some((count, value)) = counted("list ") {
        return Ok(vec![value; times(count)?].join(","));
    }
    Ok(evaluate(text)?.to_string())
}

/// A count that makes no line too long.
fn times(text: &str) -> Result<usize, String> {
    let count = usize::try_from(evaluate(text)?).ok().filter(|count| *count <= 1 << 16);
    count.ok_or_else(|| format!("{text} times is too often"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_has_its_value() {
        let variables = vec![
            ("n".to_owned(), "1".to_owned()),
            ("kind".to_owned(), "begin".to_owned()),
            ("n".to_owned(), "3".to_owned()),
        ];
        for (line, value) in [
            ("$kind 5", "begin 5"),
            ("a$n$n.", "a33."),
            ("$(2*($n+1))", "8"),
            ("x $(byte $n*16)$(byte 0)", "x 3000"),
            ("$(first $n of 0a0b)!", "0a0b0a!"),
            ("$(first 0 of 0a)", ""),
            ("[$(list $n-1 of 7)] [$(list 0 of 7)]", "[7,7] []"),
        ] {
            assert_eq!(substitute(line, &variables).as_deref(), Ok(value), "{line}");
        }
        for wrong in ["$m", "$", "$(1", "$(byte 256)", "$(first 1 of a)", "$(first -1 of aa)"] {
            assert!(substitute(wrong, &variables).is_err(), "{wrong}");
        }
    }
}
