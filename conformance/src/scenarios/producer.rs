//! A plain live producer: a file, its session, and a writer for each ring.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{Ordering, fence};

use eventring::file::WritableFile;
use eventring::shared::WritableView;

use super::event::{INDICES, name};
use super::ring::put;
use super::{RingWriter, Script, Shape};
use crate::plain::{ByteOrder, HeaderWord, Layout, NAME_BYTES};

/// A session, written by the steps of `SPEC.md` and by nothing of the crate `eventring` but its cells.
#[derive(Debug)]
pub struct Producer {
    file: WritableFile,
    layout: Layout,
    order: ByteOrder,
    /// The writers of its rings.
    pub rings: Vec<RingWriter>,
}

impl Producer {
    /// A file of zeros under this name, in place of what was there: another file.
    ///
    /// # Errors
    ///
    /// The environment failed.
    pub fn create(path: &Path, shape: Shape, script: Script) -> io::Result<Self> {
        if let Err(error) = fs::remove_file(path)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
        let file = WritableFile::create(path, shape.file_bytes())?;
        Ok(Self::over(file, shape, script))
    }

    /// A new session in the file of this one, which has to be large enough (clause producer.reuse).
    #[must_use]
    pub fn again(self, shape: Shape, script: Script) -> Self {
        let old_rings = self.rings.len() as u64;
        let memory = self.file.memory();
        put(memory, self.order, word(HeaderWord::DataOffset), 0);
        fence(Ordering::Release);
        for ring in 0..old_rings {
            let header = self.ring_header(ring);
            put(memory, self.order, header + 1, 0);
            fence(Ordering::Release);
            put(memory, self.order, header, 0);
        }
        fence(Ordering::Release);
        Self::over(self.file, shape, script)
    }

    fn over(file: WritableFile, shape: Shape, script: Script) -> Self {
        let (layout, order) = (shape.layout(), shape.order);
        let rings = 0..shape.rings;
        let rings = rings.map(|ring| RingWriter::new(ring, layout, order, script)).collect();
        Self { file, layout, order, rings }
    }

    /// The whole file header, and names from index 0 on; or neither names nor word 7.
    pub fn begin(&mut self, with_names: bool) {
        self.store_header(with_names);
        self.use_indices(0, with_names);
        self.store_data_offset();
    }

    /// All words of the file header but the data offset, and head and tail of every ring (step A). Word 7 is 0 if it is to
    /// come late.
    pub fn store_header(&self, with_names: bool) {
        let memory = self.file.memory();
        for ring in 0..self.layout.max_domains {
            let header = self.ring_header(ring);
            put(memory, self.order, header, 0);
            put(memory, self.order, header + 1, 0);
        }
        for (header_word, value) in HeaderWord::ALL.into_iter().zip(self.layout.header()) {
            match header_word {
                HeaderWord::DataOffset => {}
                HeaderWord::NamesOffset if !with_names => {}
                _ => put(memory, self.order, word(header_word), value),
            }
        }
    }

    /// The data offset: whoever sees it sees the whole file header (step B).
    pub fn store_data_offset(&self) {
        fence(Ordering::Release);
        put(self.file.memory(), self.order, word(HeaderWord::DataOffset), self.layout.data_offset);
    }

    /// Word 7, where it comes late (clause names.late).
    pub fn store_names_offset(&self) {
        let value = self.layout.names_offset;
        put(self.file.memory(), self.order, word(HeaderWord::NamesOffset), value);
    }

    /// Writes user events by the indices from `first` on, with or without names in the table (clause
    /// names.before-use).
    pub fn use_indices(&mut self, first: u16, with_names: bool) {
        let memory = self.file.memory();
        for index in first..first + if with_names { INDICES } else { 0 } {
            let mut bytes = name(index).into_bytes();
            // At least one 0 behind it, since old bytes may follow.
            bytes.resize((bytes.len() + 1).next_multiple_of(8), 0);
            let entry = (self.layout.names_offset + NAME_BYTES * u64::from(index)) / 8;
            for (place, bytes) in bytes.as_chunks::<8>().0.iter().enumerate() {
                // Bytes of names are not swapped (clause file.byte-order).
                let is_inside = memory.store(entry as usize + place, u64::from_ne_bytes(*bytes));
                debug_assert!(is_inside, "no name table in the file");
            }
        }
        for ring in &mut self.rings {
            ring.indices = (first, with_names);
        }
    }

    /// The memory, and the writers of its rings.
    pub fn parts(&mut self) -> (WritableView<'_>, &mut [RingWriter]) {
        (self.file.memory(), &mut self.rings)
    }

    fn ring_header(&self, ring: u64) -> usize {
        let Layout { headers_offset, ring_header_size_bytes, .. } = self.layout;
        ((headers_offset + ring * ring_header_size_bytes) / 8) as usize
    }
}

fn word(word: HeaderWord) -> usize {
    (word.offset_bytes() / 8) as usize
}
