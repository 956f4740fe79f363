//! Numbers as vectors write them: decimal, `0x` and sums of them, exact over 128 bits.

use std::iter::Peekable;
use std::str::Chars;

/// The value of an expression with `+ - * / % ^` and parentheses.
///
/// # Errors
///
/// It is none, or a step leaves 128 bits.
pub(super) fn evaluate(text: &str) -> Result<i128, String> {
    let mut reader = Reader { chars: text.chars().peekable(), depth: 0 };
    reader
        .sum()
        .filter(|_| reader.next_char().is_none())
        .ok_or_else(|| format!("{text:?} is no number or expression"))
}

/// The value as a word: unsigned, or negative in two's complement.
///
/// # Errors
///
/// It is no expression, or does not fit.
pub(super) fn word(text: &str) -> Result<u64, String> {
    let value = evaluate(text)?;
    let signed = i64::try_from(value).map(i64::cast_unsigned);
    u64::try_from(value).or(signed).map_err(|_| format!("{text} does not fit into a word"))
}

struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    depth: usize,
}

impl Reader<'_> {
    fn next_char(&mut self) -> Option<char> {
        while self.chars.next_if(|next| next.is_whitespace()).is_some() {}
        self.chars.peek().copied()
    }

    fn sum(&mut self) -> Option<i128> {
        let mut value = self.product()?;
        while let Some(sign @ ('+' | '-')) = self.next_char() {
            self.chars.next();
            let next = self.product()?;
            value = if sign == '+' { value.checked_add(next) } else { value.checked_sub(next) }?;
        }
        Some(value)
    }

    fn product(&mut self) -> Option<i128> {
        let mut value = self.power()?;
        while let Some(sign @ ('*' | '/' | '%')) = self.next_char() {
            self.chars.next();
            let next = self.power()?;
            value = match sign {
                '*' => value.checked_mul(next),
                '/' => value.checked_div_euclid(next),
                _ => value.checked_rem_euclid(next),
            }?;
        }
        Some(value)
    }

    fn power(&mut self) -> Option<i128> {
        let base = self.operand()?;
        if self.next_char() != Some('^') {
            return Some(base);
        }
        self.chars.next();
        base.checked_pow(u32::try_from(self.operand()?).ok()?)
    }

    fn operand(&mut self) -> Option<i128> {
        match self.next_char()? {
            '-' => {
                self.chars.next();
                self.deeper(Self::power)?.checked_neg()
            }
            '(' => {
                self.chars.next();
                let value = self.deeper(Self::sum)?;
                (self.next_char() == Some(')')).then(|| self.chars.next())?;
                Some(value)
            }
            _ => self.number(),
        }
    }

    fn deeper(&mut self, read: fn(&mut Self) -> Option<i128>) -> Option<i128> {
        self.depth += 1;
        let value = if self.depth > 32 { None } else { read(self) };
        self.depth -= 1;
        value
    }

    fn number(&mut self) -> Option<i128> {
        let mut digits = String::new();
        while let Some(digit) =
            self.chars.next_if(|next| next.is_ascii_alphanumeric() || *next == '_')
        {
            digits.push(digit);
        }
        let digits = digits.replace('_', "");
        match digits.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(hex, 16).ok(),
            None => digits.parse().ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_exact() {
        for (text, value) in [
            ("0", 0),
            ("1_000", 1000),
            ("0x00ff_ff", 0xffff),
            ("2^64-1", u64::MAX.into()),
            ("-2^63", i64::MIN.into()),
            ("64 + 80*2", 224),
            ("(1+2)*-3", -9),
            ("17%8", 1),
            ("(23+8)/8*8", 24),
        ] {
            assert_eq!(evaluate(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn what_is_none_is_told() {
        for text in ["", "x", "1 2", "1+", "(1", "2^-1", "1/0", "0x", "2^127", "--1-", "1)"] {
            assert!(evaluate(text).is_err(), "{text}");
        }
        assert!(evaluate(&"(".repeat(100_000)).is_err());
    }

    #[test]
    fn words_have_64_bits() {
        assert_eq!(word("-1"), Ok(u64::MAX));
        assert_eq!(word("2^64-1"), Ok(u64::MAX));
        assert!(word("2^64").is_err());
        assert!(word("-2^63-1").is_err());
    }
}
