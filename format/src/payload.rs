//! What follows an event's header and timestamp.
//!
//! A payload that is too short gives `None`, and words beyond what a type needs are not looked at
//! (clauses payload.short and payload.extra). Nothing here panics.

/// The bytes of a custom payload: without the filler and the count byte.
///
/// `words` is the whole payload as bytes, a multiple of 8. Its very last byte is the count of
/// those that follow the data: itself not among them (clause custom.count). `None` where there is
/// no word, or where the count points outside (clause custom.count.outside). A count above 7 is
/// read as it says (clause custom.count.above-7).
#[must_use]
pub fn custom_data(words: &[u8]) -> Option<&[u8]> {
    let (&count, rest) = words.split_last()?;
    let len = rest.len().checked_sub(usize::from(count))?;
    rest.get(..len)
}

/// How many payload words a custom event of `len_bytes` bytes has (clause custom.words).
#[must_use]
pub const fn custom_words(len_bytes: usize) -> usize {
    (len_bytes / 8).wrapping_add(1) // Does not wrap after the division.
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_table_in_the_spec() {
        for (len_bytes, words) in
            [(0, 1), (1, 1), (7, 1), (8, 2), (15, 2), (16, 3), (1023, 128), (1024, 129)]
        {
            assert_eq!(custom_words(len_bytes), words);
        }
    }

    #[test]
    fn count_bytes_from_0_to_255() {
        for words in [1usize, 2, 31, 32, 33, 129] {
            let mut bytes = [0xa5; 8 * 129];
            let bytes = &mut bytes[..8 * words];
            for count in 0..=255u8 {
                *bytes.last_mut().unwrap() = count;
                let len = custom_data(bytes).map(<[u8]>::len);
                assert_eq!(len, (8 * words - 1).checked_sub(count.into()));
            }
        }
        assert_eq!(custom_data(&[]), None);
    }
}
