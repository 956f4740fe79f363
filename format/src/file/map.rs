//! Mapped files as views of cells. The unsafe part of this folder, and all of it.
#![expect(unsafe_code, reason = "a mapping comes as a pointer")]

extern crate std;

use std::fs::File;
use std::io;

use memmap2::{MmapOptions, MmapRaw};

use crate::shared::{SharedView, WritableView};

/// A file mapped to be read. Whole words; the bytes after the last whole one are left out.
#[derive(Debug)]
pub(super) struct ReadMap {
    /// Nothing where there is no byte, since nothing cannot be mapped.
    map: Option<MmapRaw>,
    len_bytes: usize,
}

impl ReadMap {
    /// Maps the first `len_bytes` of `file`, which it has now.
    pub(super) fn new(file: &File, len_bytes: usize) -> io::Result<Self> {
        let mut options = MmapOptions::new();
        options.len(len_bytes);
        let map = if len_bytes == 0 {
            None
        } else if CAN_BE_READ_ONLY {
            Some(options.map_raw_read_only(file)?)
        } else {
            Some(options.map_raw(file)?)
        };
        Ok(Self { map, len_bytes })
    }

    /// How much was mapped.
    pub(super) const fn len_bytes(&self) -> usize {
        self.len_bytes
    }

    pub(super) fn view(&self) -> SharedView<'_> {
        let Some(map) = &self.map else { return SharedView::new(&[]) };
        // SAFETY: `map` is a mapping of `len_bytes` bytes, not 0 and no more than `isize::MAX`
        // (what `MmapOptions::len` allows). It begins at a page, so at a multiple of 8, does not
        // move, and is unmapped when `self` is dropped, which the lifetime of the view rules out.
        // Nothing in this program accesses it but through views: `map` is private to this struct,
        // which gives out nothing else. Where the file was cut short meanwhile, the addresses stay
        // those of the mapping and a load from them raises SIGBUS, so that no load gives a value
        // of other memory; see the documentation of `file` and of `MmapRaw::as_ptr`.
        unsafe { SharedView::from_ptr(map.as_ptr().cast(), self.len_bytes / 8) }
    }
}

/// A file mapped to be written.
#[derive(Debug)]
pub(super) struct WriteMap {
    map: MmapRaw,
    len_bytes: usize,
}

impl WriteMap {
    /// Maps the first `len_bytes` of `file`, which it has now; they are not 0.
    pub(super) fn new(file: &File, len_bytes: usize) -> io::Result<Self> {
        let map = MmapOptions::new().len(len_bytes).map_raw(file)?;
        Ok(Self { map, len_bytes })
    }

    /// The memory.
    pub(super) fn view(&self) -> WritableView<'_> {
        // SAFETY: as in `ReadMap::view`, what it says of a file that was cut short included, and
        // `map_raw` maps the memory writable.
        unsafe { WritableView::from_ptr(self.map.as_mut_ptr().cast(), self.len_bytes / 8) }
    }
}

/// Where pointers have 64 bits, loads of 8 bytes are defined on memory that is mapped read-only.
/// Elsewhere they may need a write (see [`SharedView::from_ptr`]).
pub(super) const CAN_BE_READ_ONLY: bool = cfg!(target_pointer_width = "64");
