//! Files from small inputs.
//!
//! A whole name table is 1 MiB, more than a fuzz engine likes to change. So an input is not a file
//! but says how to make one: a size, then patches over zeros.
//!
//! ```text
//! byte 0..2   size of the file in words (little-endian)
//! byte 3      bits 2..0: bytes more than that; bit 7: whether a right file header comes first
//! then, again and again:
//! byte 0..2   where to patch (little-endian), modulo the size
//! byte 3      n, how many bytes
//! byte 4..    n bytes, or what is left
//! ```

/// The largest file that an input gets: a name table and some rings. More would take too long to
/// clear for each input.
const MOST_BYTES: usize = (1 << 20) + (64 << 10);

/// The right header: two rings of 64 words, little-endian, with a name table.
const HEADER: [u64; 8] = [1, 2, 80, 512, 64, 64, 64 + 160, 64 + 160 + 1024];

/// The file that `input` describes.
#[must_use]
pub fn make(input: &[u8]) -> Vec<u8> {
    let Some((&[a, b, c, low], mut patches)) = input.split_first_chunk() else {
        return input.to_vec();
    };
    let size = usize::from(low & 7)
        + 8 * usize::from(u16::from_le_bytes([a, b]))
        + 8 * (usize::from(c) << 16);
    let mut file = vec![0; size.min(MOST_BYTES)];
    if low & 0x80 != 0 {
        patch(&mut file, 0, &HEADER.map(u64::to_le_bytes).concat());
    }
    while let Some((&[a, b, c, len], rest)) = patches.split_first_chunk() {
        let (bytes, rest) = rest.split_at(usize::from(len).min(rest.len()));
        let at = u32::from_le_bytes([a, b, c, 0]) as usize;
        patch(&mut file, at, bytes);
        patches = rest;
    }
    file
}

fn patch(file: &mut [u8], at: usize, bytes: &[u8]) {
    let Some(at) = at.checked_rem(file.len()) else { return };
    for (to, from) in file.iter_mut().skip(at).zip(bytes) {
        *to = *from;
    }
}

/// An input that [`make`]s `file`, as far as its bytes that are not zero can be said.
#[must_use]
pub fn describe(file: &[u8]) -> Vec<u8> {
    let [a, b, c, ..] = ((file.len() / 8) as u32).to_le_bytes();
    let mut input = vec![a, b, c, (file.len() % 8) as u8];
    let mut at = 0;
    while let Some(skip) = file[at..].iter().position(|&byte| byte != 0) {
        at += skip;
        // Up to the next eight zeros, which cost more to say than a new patch.
        let rest = &file[at..];
        let len = rest.windows(8).position(|eight| eight == [0; 8]).unwrap_or(rest.len());
        let len = len.min(255);
        let [a, b, c, _] = (at as u32).to_le_bytes();
        input.extend([a, b, c, len as u8]);
        input.extend(&rest[..len]);
        at += len;
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_described_is_made() {
        let mut file = vec![0; 12_345];
        file[..8].copy_from_slice(&1u64.to_le_bytes());
        file[300..900].fill(7);
        file[12_344] = 9;
        assert_eq!(make(&describe(&file)), file);
        assert!(make(&describe(&[])).is_empty());
    }
}
