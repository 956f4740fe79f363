//! Sizes on the command line, as in `512M`.

/// Bytes: digits, then K, M, G or T for powers of 1024.
pub(super) fn parse_size(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 10),
        Some((at, 'M' | 'm')) => (&text[..at], 20),
        Some((at, 'G' | 'g')) => (&text[..at], 30),
        Some((at, 'T' | 't')) => (&text[..at], 40),
        _ => (text, 0),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("a size is digits, then K, M, G or T if any".to_owned());
    }
    let count: Option<u64> = digits.parse().ok();
    count
        .and_then(|count| count.checked_mul(1 << shift))
        .ok_or_else(|| "a size is below 2^64 bytes".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_bytes_or_powers_of_1024() {
        for (text, bytes) in
            [("0", 0), ("17", 17), ("1K", 1 << 10), ("3m", 3 << 20), ("2G", 2 << 30)]
        {
            assert_eq!(parse_size(text), Ok(bytes));
        }
        assert_eq!(parse_size("16777215T"), Ok(16_777_215 << 40));
        assert_eq!(parse_size("18446744073709551615"), Ok(u64::MAX));
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in
            ["", "K", "-1", "+1", "1.5G", "1GB", " 1", "16777216T", "18446744073709551616", "é"]
        {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
