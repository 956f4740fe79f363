//! What a format does, and how what it makes gets out.

use std::io::{self, Write};

use super::timeline::{Mark, Track};

/// Turns tracks and marks into the bytes of a format, piece by piece.
///
/// Bytes are appended to the buffer that is given; none of it is looked at again, so that whoever calls can write it
/// out and clear it at any time.
pub trait Encoder {
    /// What stands before everything.
    fn begin(&mut self, out: &mut Vec<u8>);

    /// A track, before the first mark on it.
    fn track(&mut self, track: &Track<'_>, out: &mut Vec<u8>);

    /// A mark on a track that is known.
    fn mark(&mut self, mark: &Mark<'_>, out: &mut Vec<u8>);

    /// What stands after everything.
    fn end(&mut self, out: &mut Vec<u8>);
}

/// Written once this much is there.
const BUFFER_BYTES: usize = 64 * 1024;

/// Who takes tracks and marks, and can fail.
pub trait Marks {
    /// Adds a track, before the first mark on it.
    ///
    /// # Errors
    ///
    /// The output could not be written.
    fn track(&mut self, track: &Track<'_>) -> io::Result<()>;

    /// Adds a mark.
    ///
    /// # Errors
    ///
    /// The output could not be written.
    fn mark(&mut self, mark: &Mark<'_>) -> io::Result<()>;

    /// Writes what is there by now.
    ///
    /// # Errors
    ///
    /// The output could not be written.
    fn flush(&mut self) -> io::Result<()>;

    /// Ends the format, and writes all.
    ///
    /// # Errors
    ///
    /// The output could not be written.
    fn finish(&mut self) -> io::Result<()>;
}

/// An encoder and where its bytes go.
pub struct Export<W> {
    out: W,
    encoder: Box<dyn Encoder>,
    buffer: Vec<u8>,
}

impl<W: Write> Export<W> {
    /// Begins.
    pub fn new(out: W, mut encoder: Box<dyn Encoder>) -> Self {
        let mut buffer = Vec::with_capacity(BUFFER_BYTES + BUFFER_BYTES / 4);
        encoder.begin(&mut buffer);
        Self { out, encoder, buffer }
    }

    #[inline]
    fn relieve(&mut self) -> io::Result<()> {
        if self.buffer.len() >= BUFFER_BYTES {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

impl<W: Write> Marks for Export<W> {
    fn track(&mut self, track: &Track<'_>) -> io::Result<()> {
        self.encoder.track(track, &mut self.buffer);
        self.relieve()
    }

    #[inline]
    fn mark(&mut self, mark: &Mark<'_>) -> io::Result<()> {
        self.encoder.mark(mark, &mut self.buffer);
        self.relieve()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        self.out.flush()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.encoder.end(&mut self.buffer);
        self.flush()
    }
}
