//! Writing beside the work.

use std::io::{self, Write};
use std::mem;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::{Builder, JoinHandle};

/// Hands what is written to a thread, which writes it while more is made.
///
/// A write that fails is told by one of those after it, at the latest by a flush, which waits until everything is
/// written.
#[derive(Debug)]
pub struct Background {
    block: Vec<u8>,
    /// Blocks that the thread has written, to be filled again.
    spare: Vec<Vec<u8>>,
    /// Nothing once a write has failed.
    thread: Option<Thread>,
}

#[derive(Debug)]
struct Thread {
    full: SyncSender<Vec<u8>>,
    written: Receiver<Vec<u8>>,
    handle: JoinHandle<io::Result<()>>,
}

/// Handed over once this much is there.
const BLOCK_BYTES: usize = 1 << 20;
/// So many blocks go round: memory stays bounded where writing is the slower side.
const BLOCKS: usize = 4;

impl Background {
    /// Writes to `out`.
    ///
    /// # Errors
    ///
    /// There can be no more threads.
    pub fn new(out: impl Write + Send + 'static) -> io::Result<Self> {
        let (full, to_write) = sync_channel(BLOCKS);
        let (give_back, written) = channel();
        let handle = Builder::new()
            .name("writer".to_owned())
            .spawn(move || write_blocks(out, &to_write, &give_back))?;
        let thread = Thread { full, written, handle };
        let spare = vec![Vec::new(); BLOCKS - 1];
        Ok(Self { block: Vec::new(), spare, thread: Some(thread) })
    }

    /// Hands the block over, and takes another.
    fn hand_over(&mut self) -> io::Result<()> {
        let next = match self.spare.pop() {
            Some(next) => next,
            None => self.wait()?,
        };
        let full = mem::replace(&mut self.block, next);
        let thread = self.thread.as_ref().ok_or_else(failed_before)?;
        match thread.full.send(full) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.failure()),
        }
    }

    /// Waits for a block that is written.
    fn wait(&mut self) -> io::Result<Vec<u8>> {
        let thread = self.thread.as_ref().ok_or_else(failed_before)?;
        thread.written.recv().map_err(|_| self.failure())
    }

    /// Why the thread has ended.
    fn failure(&mut self) -> io::Error {
        match self.thread.take().map(Thread::join) {
            Some(Err(error)) => error,
            Some(Ok(())) | None => failed_before(),
        }
    }
}

impl Thread {
    /// Waits until the thread has written what it has, and ends.
    fn join(self) -> io::Result<()> {
        drop((self.full, self.written));
        self.handle.join().unwrap_or_else(|_| Err(failed_before()))
    }
}

impl Write for Background {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.block.extend_from_slice(bytes);
        if self.block.len() >= BLOCK_BYTES {
            self.hand_over()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.block.is_empty() {
            self.hand_over()?;
        }
        while self.spare.len() < BLOCKS - 1 {
            let written = self.wait()?;
            self.spare.push(written);
        }
        Ok(())
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            // Who wants to know of errors has flushed.
            let _ = thread.join();
        }
    }
}

fn write_blocks(
    mut out: impl Write,
    to_write: &Receiver<Vec<u8>>,
    give_back: &Sender<Vec<u8>>,
) -> io::Result<()> {
    for mut block in to_write {
        out.write_all(&block)?;
        out.flush()?;
        block.clear();
        // Where nobody wants it back, there are no more.
        let _ = give_back.send(block);
    }
    Ok(())
}

fn failed_before() -> io::Error {
    io::Error::other("an earlier write has failed")
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Takes so many bytes, then fails.
    #[derive(Clone, Default)]
    struct Shared {
        bytes: Arc<Mutex<Vec<u8>>>,
        room: Option<usize>,
    }

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut all = self.bytes.lock().unwrap();
            if self.room.is_some_and(|room| all.len() + bytes.len() > room) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            all.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn all_is_written_in_its_order() {
        for len in [0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCKS * BLOCK_BYTES] {
            let expected: Vec<u8> = (0..len).map(|at| (at / 7) as u8).collect();
            let shared = Shared::default();
            let mut out = Background::new(shared.clone()).unwrap();
            expected.chunks(65_537).for_each(|chunk| out.write_all(chunk).unwrap());
            out.flush().unwrap();
            assert!(*shared.bytes.lock().unwrap() == expected, "{len}");
            // What is not flushed is not lost either, once a block is full.
            out.write_all(&vec![1; BLOCK_BYTES]).unwrap();
            drop(out);
            assert_eq!(shared.bytes.lock().unwrap().len(), len + BLOCK_BYTES);
        }
    }

    #[test]
    fn an_error_is_told_later_and_stays() {
        let mut out = Background::new(Shared { room: Some(10), ..Shared::default() }).unwrap();
        out.write_all(b"0123456789").unwrap();
        out.flush().unwrap();
        out.write_all(b"!").unwrap();
        assert_eq!(out.flush().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        assert!(out.flush().is_err());
        // The error of a full block comes with one of those after it.
        let mut out = Background::new(Shared { room: Some(10), ..Shared::default() }).unwrap();
        let block = vec![0; BLOCK_BYTES];
        let told = (0..2 * BLOCKS).find_map(|_| out.write_all(&block).err());
        assert_eq!(told.map(|error| error.kind()), Some(io::ErrorKind::BrokenPipe));
    }
}
