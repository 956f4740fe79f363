//! Reads a ring file into memory: where its data is, and no more than allowed.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;
use std::path::Path;

use rustix::fs::{SeekFrom, seek};
use rustix::io::Errno;

use super::{Argument, Bytes, Error, attach, copy};

/// The first bytes of a zstd frame. No ring file starts so: it starts with the number 1 in either byte order.
pub(super) const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What is read at once.
const CHUNK_BYTES: usize = 256 * 1024;

/// How much may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most data of one input, in bytes: without the holes of a file, with the zeros of a stream.
    pub max_bytes: u64,
}

impl Default for Limits {
    /// 2 GiB.
    fn default() -> Self {
        Self { max_bytes: 2 << 30 }
    }
}

/// The bytes of one ring file, and where they are from.
#[derive(Debug)]
pub struct Input {
    /// A private copy of the file.
    pub bytes: Bytes,
    /// What was read, for messages.
    pub what: String,
    /// The data read, in bytes, without the holes of a file.
    pub data_bytes: u64,
}

/// Reads what an argument names. A file is unpacked where it ends in `.zst` or starts like a zstd frame.
///
/// # Errors
///
/// The environment failed or a limit was hit; never because of what the bytes mean.
pub fn read(argument: &Argument, folder: Option<&Path>, limits: Limits) -> Result<Input, Error> {
    match argument {
        Argument::StandardInput => {
            let what = argument.to_string();
            let owned = io::stdin().as_fd().try_clone_to_owned();
            let file = File::from(owned.map_err(|error| environment(&what, error))?);
            Reading { file, what, limits }.input(false)
        }
        Argument::File(path) => read_path(path, limits),
        Argument::Process(_) => copy(&attach(argument, folder)?, limits),
    }
}

fn read_path(path: &Path, limits: Limits) -> Result<Input, Error> {
    let what = path.display().to_string();
    let file = File::open(path).map_err(|error| environment(&what, error))?;
    let packed = path.extension().is_some_and(|extension| extension == "zst");
    Reading { file, what, limits }.input(packed)
}

/// One file on its way into memory.
struct Reading {
    file: File,
    what: String,
    limits: Limits,
}

impl Reading {
    fn input(mut self, named_packed: bool) -> Result<Input, Error> {
        let metadata = self.file.metadata().map_err(|error| environment(&self.what, error))?;
        if metadata.is_dir() {
            return Err(Error::Folder { what: self.what });
        }
        // Standard input may be a file that somebody else has begun to read: then it is a stream.
        let whole_file = metadata.is_file() && self.file.stream_position().is_ok_and(|at| at == 0);
        let mut start = Vec::new();
        (&self.file)
            .take(ZSTD_MAGIC.len() as u64)
            .read_to_end(&mut start)
            .map_err(|error| environment(&self.what, error))?;
        let packed = named_packed || start == ZSTD_MAGIC;
        if whole_file && !packed {
            return self.sparse_file(metadata.len());
        }
        let what = self.what.clone();
        let stream = io::Cursor::new(start).chain(&self.file);
        if packed {
            let unpacked = zstd::stream::read::Decoder::new(stream)
                .map_err(|error| Error::Compressed { what: what.clone(), error })?;
            self.stream(unpacked, |error| Error::Compressed { what: what.clone(), error })
        } else {
            self.stream(stream, |error| environment(&what, error))
        }
    }

    /// Reads the data of a sparse file and skips its holes.
    fn sparse_file(&self, size_bytes: u64) -> Result<Input, Error> {
        let mut bytes = self.room(size_bytes)?;
        let mut chunk = vec![0; CHUNK_BYTES];
        let mut data_bytes = 0;
        let mut offset = 0;
        while let Some((start, end)) = self.next_data(offset, size_bytes)? {
            offset = start;
            while offset < end {
                let wanted =
                    usize::try_from(end - offset).map_or(CHUNK_BYTES, |rest| rest.min(CHUNK_BYTES));
                let got = match self.file.read_at(&mut chunk[..wanted], offset) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    got => got.map_err(|error| environment(&self.what, error))?,
                };
                if got == 0 {
                    break;
                }
                data_bytes += got as u64;
                self.check_limit(data_bytes)?;
                bytes.put(to_usize(offset), &chunk[..got]);
                offset += got as u64;
            }
            // The file shrank meanwhile: what is no longer there was not read.
            if offset < end {
                break;
            }
        }
        let now = self.file.metadata().map_err(|error| environment(&self.what, error))?;
        bytes.set_len(to_usize(size_bytes.min(now.len())));
        Ok(Input { bytes, what: self.what.clone(), data_bytes })
    }

    /// The next piece of data at or after `offset`: its start and end; none when only a hole is left.
    fn next_data(&self, offset: u64, size_bytes: u64) -> Result<Option<(u64, u64)>, Error> {
        if offset >= size_bytes {
            return Ok(None);
        }
        let start = match seek(&self.file, SeekFrom::Data(offset)) {
            Ok(start) => start,
            Err(Errno::NXIO) => return Ok(None),
            // A file system that knows no holes: everything is data.
            Err(Errno::INVAL | Errno::OPNOTSUPP) => return Ok(Some((offset, size_bytes))),
            Err(error) => return Err(environment(&self.what, error.into())),
        };
        let end = match seek(&self.file, SeekFrom::Hole(start)) {
            Ok(end) => end.min(size_bytes),
            Err(Errno::NXIO) => return Ok(None),
            Err(error) => return Err(environment(&self.what, error.into())),
        };
        Ok((start < end).then_some((start, end)))
    }

    /// Reads a stream to its end.
    fn stream(
        &self,
        mut stream: impl Read,
        failed: impl Fn(io::Error) -> Error,
    ) -> Result<Input, Error> {
        let mut bytes = self.room(self.limits.max_bytes)?;
        let mut chunk = vec![0; CHUNK_BYTES];
        let mut len = 0;
        loop {
            let got = match stream.read(&mut chunk) {
                Ok(0) => break,
                Ok(got) => got,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(failed(error)),
            };
            self.check_limit(len + got as u64)?;
            bytes.put(to_usize(len), &chunk[..got]);
            len += got as u64;
        }
        bytes.set_len(to_usize(len));
        Ok(Input { bytes, what: self.what.clone(), data_bytes: len })
    }

    fn room(&self, size_bytes: u64) -> Result<Bytes, Error> {
        usize::try_from(size_bytes)
            .map_err(|_| io::ErrorKind::OutOfMemory.into())
            .and_then(Bytes::with_capacity)
            .map_err(|_| Error::TooFar { what: self.what.clone(), size_bytes })
    }

    fn check_limit(&self, data_bytes: u64) -> Result<(), Error> {
        let max_bytes = self.limits.max_bytes;
        if data_bytes > max_bytes {
            return Err(Error::TooLarge { what: self.what.clone(), max_bytes });
        }
        Ok(())
    }
}

fn environment(what: &str, error: io::Error) -> Error {
    Error::Environment { what: what.to_owned(), error }
}

/// Offsets here lie inside memory that was given, or [`Bytes`] drops what lies outside.
fn to_usize(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// A file of `size_bytes` with `pieces` in it, and holes between.
    fn sparse(size_bytes: u64, pieces: &[(u64, &[u8])]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        file.as_file().set_len(size_bytes).unwrap();
        for (offset, piece) in pieces {
            file.as_file().write_all_at(piece, *offset).unwrap();
        }
        file
    }

    fn read_limited(path: &Path, max_bytes: u64) -> Result<Input, Error> {
        read(&Argument::File(path.to_owned()), None, Limits { max_bytes })
    }

    #[test]
    fn a_sparse_file_is_read_where_its_data_is() {
        let size = 3 << 30;
        let file = sparse(size, &[(0, b"start"), (1 << 30, b"middle"), (size - 3, b"end")]);
        let input = read_limited(file.path(), 1 << 20).unwrap();
        assert_eq!(input.bytes.len() as u64, size);
        assert_eq!(&input.bytes[..5], b"start");
        assert_eq!(&input.bytes[1 << 30..][..6], b"middle");
        assert_eq!(&input.bytes[input.bytes.len() - 3..], b"end");
        assert!(input.data_bytes <= 1 << 20);
    }

    #[test]
    fn a_file_that_is_one_hole_is_read_as_zeros() {
        let file = sparse(5000, &[]);
        let input = read_limited(file.path(), 1 << 20).unwrap();
        assert_eq!(*input.bytes, [0; 5000]);
        assert!(read_limited(sparse(0, &[]).path(), 0).unwrap().bytes.is_empty());
    }

    #[test]
    fn the_limit_counts_data_and_is_exact() {
        let file = sparse(4096, &[(0, &[7; 4096])]);
        assert_eq!(*read_limited(file.path(), 4096).unwrap().bytes, [7; 4096]);
        assert!(matches!(
            read_limited(file.path(), 4095),
            Err(Error::TooLarge { max_bytes: 4095, .. })
        ));
    }

    #[test]
    fn a_packed_file_is_known_by_its_name_or_its_first_bytes() {
        let content: Vec<u8> =
            (0..1_000_000_u32).flat_map(|i| (i / 1000 % 7 * 3).to_be_bytes()).collect();
        let packed = zstd::stream::encode_all(&content[..], 3).unwrap();
        for suffix in [".events.zst", ".events"] {
            let mut file = tempfile::Builder::new().suffix(suffix).tempfile().unwrap();
            file.write_all(&packed).unwrap();
            let size = content.len() as u64;
            assert!(*read_limited(file.path(), size).unwrap().bytes == content[..]);
            assert!(matches!(read_limited(file.path(), size - 1), Err(Error::TooLarge { .. })));
            file.as_file().set_len(packed.len() as u64 - 1).unwrap();
            assert!(matches!(read_limited(file.path(), size), Err(Error::Compressed { .. })));
        }
        let mut unpacked = tempfile::Builder::new().suffix(".zst").tempfile().unwrap();
        unpacked.write_all(&content[..100]).unwrap();
        assert!(matches!(read_limited(unpacked.path(), 100), Err(Error::Compressed { .. })));
    }

    #[test]
    fn what_is_no_file_is_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(read_limited(folder.path(), 1), Err(Error::Folder { .. })));
        let missing = read_limited(&folder.path().join("missing"), 1).unwrap_err();
        assert!(matches!(missing, Error::Environment { .. }));
        // A device is a stream, and an endless one ends at the limit.
        let endless = read_limited(Path::new("/dev/zero"), 1 << 20).unwrap_err();
        assert!(matches!(endless, Error::TooLarge { .. }));
        assert!(read_limited(Path::new("/dev/null"), 1 << 20).unwrap().bytes.is_empty());
    }
}
