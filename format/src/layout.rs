//! The fixed structures of the file, byte for byte.
//!
//! Sizes and offsets are asserted when this is compiled. The structs have no alignment, so that
//! they can be laid over bytes at any address; what their fields may hold is not judged here but
//! in [`geometry`](crate::geometry).

use core::mem::offset_of;

use zerocopy::byteorder::ByteOrder;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::registry::{FILE_HEADER_BYTES, NAME_ENTRIES, NAME_ENTRY_BYTES, RING_HEADER_BYTES};
use crate::words::Word;

/// The file header: the 8 words at offset 0 (section "File header" of SPEC.md).
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct FileHeader<O: ByteOrder> {
    /// 1 in every release, and not a key to the id tables (clause header.version).
    pub version: Word<O>,
    /// How many rings there are (clause header.max-domains).
    pub max_domains: Word<O>,
    /// Bytes from one ring header to the next (clause header.ring-header-size).
    pub ring_header_size_bytes: Word<O>,
    /// Bytes of one ring's data (clause header.ring-size).
    pub ring_size_bytes: Word<O>,
    /// Words of one ring's data, a power of two (clause header.ring-elements).
    pub ring_size_elements: Word<O>,
    /// Offset in bytes of the first ring header (clause header.headers-offset).
    pub headers_offset: Word<O>,
    /// Offset in bytes of the first ring's data (clause header.data-offset).
    pub data_offset: Word<O>,
    /// Offset in bytes of the name table; 0 where there is none (clause header.names-offset).
    pub names_offset: Word<O>,
}

/// Where a ring's oldest and newest items are: the part of a ring header that has a meaning.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct Window<O: ByteOrder> {
    /// Position of the oldest item still whole.
    pub head: Word<O>,
    /// Position after the newest item.
    pub tail: Word<O>,
}

/// One ring header, as producers write it.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct RingHeader<O: ByteOrder> {
    /// All that a reader needs, and all that a smaller ring header has room for.
    pub window: Window<O>,
    /// Never written by OCaml, and without meaning (clause ring.reserved).
    pub reserved: [Word<O>; 8],
}

/// One entry of the name table (clause names.entry).
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct NameEntry {
    /// The name up to its first NUL, at most 127 bytes.
    pub name: [u8; NAME_ENTRY_BYTES - 1],
    /// Without meaning (clause names.last-byte).
    pub last: u8,
}

/// Bytes of the whole name table.
pub const NAME_TABLE_BYTES: u64 = (NAME_ENTRIES * NAME_ENTRY_BYTES) as u64;

type Le = zerocopy::byteorder::LittleEndian;

const _: () = {
    assert!(size_of::<FileHeader<Le>>() == FILE_HEADER_BYTES);
    assert!(offset_of!(FileHeader<Le>, version) == 0);
    assert!(offset_of!(FileHeader<Le>, max_domains) == 8);
    assert!(offset_of!(FileHeader<Le>, ring_header_size_bytes) == 16);
    assert!(offset_of!(FileHeader<Le>, ring_size_bytes) == 24);
    assert!(offset_of!(FileHeader<Le>, ring_size_elements) == 32);
    assert!(offset_of!(FileHeader<Le>, headers_offset) == 40);
    assert!(offset_of!(FileHeader<Le>, data_offset) == 48);
    assert!(offset_of!(FileHeader<Le>, names_offset) == 56);
    assert!(size_of::<RingHeader<Le>>() == RING_HEADER_BYTES);
    assert!(offset_of!(RingHeader<Le>, window) == 0);
    assert!(offset_of!(Window<Le>, head) == 0);
    assert!(offset_of!(Window<Le>, tail) == 8);
    assert!(offset_of!(RingHeader<Le>, reserved) == 16);
    assert!(size_of::<NameEntry>() == NAME_ENTRY_BYTES);
    assert!(NAME_TABLE_BYTES == 1 << 20);
    assert!(align_of::<FileHeader<Le>>() == 1);
    assert!(align_of::<RingHeader<Le>>() == 1);
};
