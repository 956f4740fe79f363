//! Any bytes as a file header, of a file of any size.

use eventring::reader::Snapshot;

/// The file is this long at most; the header can claim anything.
const MOST_BYTES: usize = 4 << 10;

/// An accepted geometry holds by a second statement of the rules, in wider numbers; every ring and
/// name can be asked for.
pub fn body(input: &[u8]) {
    let file = file(input);
    let Ok(snapshot) = Snapshot::new(&file) else { return };
    let geometry = snapshot.geometry();
    let count = u128::from(geometry.max_domains());
    let mut areas = vec![
        (0, 64),
        (u128::from(geometry.headers_offset()), count * u128::from(geometry.ring_header_bytes())),
        (u128::from(geometry.data_offset()), count * 8 * u128::from(geometry.ring_words())),
    ];
    areas.extend(geometry.names_offset().map(|offset| (u128::from(offset), 128 * 8192)));
    areas.sort_unstable();
    assert!(areas.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0), "{areas:?}");
    assert!(areas.iter().all(|(offset, len)| offset % 8 == 0 && offset + len < 1 << 64));
    assert!((1..=4096).contains(&geometry.max_domains()));
    assert!(geometry.ring_words().is_power_of_two());
    let headers_end = geometry.headers_offset()
        + u64::from(geometry.max_domains()) * geometry.ring_header_bytes();
    assert!(headers_end <= file.len() as u64);
    assert_eq!(u128::try_from(snapshot.rings().len()), Ok(count));
    for index in [0, geometry.max_domains() - 1] {
        assert!(snapshot.ring(index).is_some());
    }
    assert!(snapshot.ring(geometry.max_domains()).is_none());
    assert_eq!(snapshot.names().name(8192), None);
}

/// The file that an input stands for: its last two bytes say the size.
#[must_use]
pub fn file(input: &[u8]) -> Vec<u8> {
    let Some((header, &[low, high])) = input.split_last_chunk() else { return input.to_vec() };
    let mut file = header.to_vec();
    file.resize(usize::from(u16::from_le_bytes([low, high])) % MOST_BYTES, 0);
    file
}
