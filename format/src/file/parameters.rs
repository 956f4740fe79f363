//! The parameters of the OCaml runtime that bear on its ring file: `e` and `d` of `OCAMLRUNPARAM`.

/// What `OCAMLRUNPARAM` says of ring files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parameters {
    /// `e`: the binary logarithm of the ring size in words.
    pub(super) ring_words_log2: Option<u64>,
    /// `d`: how many rings there are.
    pub(super) max_domains: Option<u64>,
}

impl Parameters {
    /// Reads `text`: parts between commas, each a letter and what follows it. Of several with the
    /// same letter the last one counts. What is not known is passed over.
    pub(super) fn parse(text: &[u8]) -> Self {
        let mut parameters = Self::default();
        for part in text.split(|&byte| byte == b',') {
            match part.split_first() {
                Some((b'e', rest)) => parameters.ring_words_log2 = Some(number(rest)),
                Some((b'd', rest)) => parameters.max_domains = Some(number(rest)),
                _ => {}
            }
        }
        parameters
    }
}

/// `=12`, `=0xc`, `=1k`: a number, times 2^10, 2^20 or 2^30 where `k`, `M` or `G` follows. A letter
/// without a number stands for 1. What is too large for 64 bits is the largest number.
fn number(text: &[u8]) -> u64 {
    let Some(text) = text.strip_prefix(b"=") else { return 1 };
    let (radix, digits) = match text.strip_prefix(b"0x") {
        Some(digits) => (16, digits),
        None => (10, text),
    };
    let is_digit = |byte: &u8| char::from(*byte).is_digit(radix);
    let len = digits.iter().take_while(|byte| is_digit(byte)).count();
    let (digits, rest) = digits.split_at_checked(len).unwrap_or((digits, &[]));
    if digits.is_empty() {
        return 1;
    }
    let value = digits.iter().fold(0_u64, |value, &byte| {
        let digit = char::from(byte).to_digit(radix).unwrap_or(0);
        value.saturating_mul(radix.into()).saturating_add(digit.into())
    });
    value.saturating_mul(match rest.first() {
        Some(b'k') => 1 << 10,
        Some(b'M') => 1 << 20,
        Some(b'G') => 1 << 30,
        _ => 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal_or_hexadecimal_with_a_suffix() {
        for (text, value) in [
            ("", 1),
            ("=", 1),
            ("=x", 1),
            ("=-3", 1),
            ("12", 1),
            ("=0", 0),
            ("=16", 16),
            ("=0x10", 16),
            ("=0xfF", 255),
            ("=0x", 1),
            ("=1k", 1 << 10),
            ("=3M", 3 << 20),
            ("=0x2G", 2 << 30),
            ("=1K", 1),
            ("=18446744073709551615", u64::MAX),
            ("=18446744073709551616", u64::MAX),
            ("=18446744073709551615k", u64::MAX),
        ] {
            assert_eq!(number(text.as_bytes()), value, "{text}");
        }
    }

    #[test]
    fn the_last_of_a_letter_counts_and_others_are_passed_over() {
        let parsed = |text: &str| {
            let parameters = Parameters::parse(text.as_bytes());
            (parameters.ring_words_log2, parameters.max_domains)
        };
        assert_eq!(parsed(""), (None, None));
        assert_eq!(parsed("v=0x400,b"), (None, None));
        assert_eq!(parsed("e=20"), (Some(20), None));
        assert_eq!(parsed("b,e=12,s=4k,d=3,e=0xa"), (Some(10), Some(3)));
        assert_eq!(parsed("e,d"), (Some(1), Some(1)));
        assert_eq!(parsed(",,e=7,"), (Some(7), None));
        assert_eq!(parsed("be=7,xd=2, e=3"), (None, None));
    }
}
