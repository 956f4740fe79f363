//! Reading rings while they are written.
//!
//! [`Live`] is a shared view whose file header was judged, as a snapshot is bytes whose file header
//! was judged. A [`Reader`] holds a [`Cursor`] for each ring and goes round. At each ring it takes
//! a batch, and only a batch that was checked is looked at:
//!
//! ```text
//!  S  load tail
//!  T  acquire fence
//!  U  copy words from the cursor on into the buffer of the caller
//!  V  acquire fence
//!  W  load head: what it has passed is dropped and lost, what is left is whole
//! ```
//!
//! Then the private copy is interpreted by the same walk that reads snapshots. So a reader that was
//! lapped finds lost words and never a fault, and every number is exact: the words of delivered
//! events, of padding and lost ones add up to the words that were written.
//!
//! A reader costs its writer something only when it looks at head and tail, which takes their cache
//! line away. So it does not look for each event, but for each batch, and a [`Pace`] can let words
//! gather; how long to rest between polls is up to the caller.
//!
//! Nothing here allocates, locks, panics or loops without bound, and nothing is ever written.
//!
//! ```
//! use core::ops::ControlFlow::Continue;
//! use eventring::live::{Cursor, Found, Live, Pace};
//! use eventring::shared::SharedView;
//!
//! fn follow(memory: SharedView<'_>) -> Result<u64, Box<dyn core::error::Error>> {
//!     let live = Live::new(memory)?; // May be not ready, to be tried again.
//!     let cursors = vec![Cursor::new(); live.geometry().max_domains() as usize];
//!     let mut reader = live.reader(cursors, vec![0; 4096])?;
//!     let mut lost = 0;
//!     let polled = reader.poll(Pace::default(), |_ring, found| {
//!         match found {
//!             Found::Event(event) => println!("{} {:?}", event.timestamp_ns, event.kind),
//!             Found::Lost { words } => lost += words,
//!             Found::Fault(fault) => eprintln!("{fault}"), // This ring is over, others go on.
//!         }
//!         Continue(())
//!     })?;
//!     println!("{polled:?}");
//!     Ok(lost)
//! }
//! assert!(follow(SharedView::new(&[])).is_err());
//! ```

mod cursor;
mod look;
mod poll;

pub use cursor::{Counts, Cursor};
pub use poll::{Found, Pace, Polled, Reader, Rest, Restart};

use core::error::Error;
use core::fmt::{self, Display, Formatter};

use zerocopy::{IntoBytes, transmute};

use crate::error::{NotReady, Refusal};
use crate::geometry::{Geometry, judge};
use crate::layout::NameEntry;
use crate::registry::{ITEM_MAX_WORDS, NAME_ENTRIES, NAME_ENTRY_BYTES};
use crate::shared::SharedView;
use crate::sync::{Step, acquire_fence};
use crate::words::ByteOrder;

/// A shared view, its file header judged.
#[derive(Clone, Copy, Debug)]
pub struct Live<'a> {
    memory: SharedView<'a>,
    /// As it was judged, word for word.
    header: [u64; 8],
    order: ByteOrder,
    geometry: Geometry,
}

impl<'a> Live<'a> {
    /// Judges the file header.
    ///
    /// # Errors
    ///
    /// [`Refusal`], as for a snapshot. While the data offset is not there it is
    /// [`Refusal::NotReady`] (clause live.ready). A header that OCaml is just writing can look
    /// malformed for an instant; whoever comes so early tries again before he gives up.
    pub fn new(memory: SharedView<'a>) -> Result<Self, Refusal> {
        let file_bytes = (memory.len_words() as u64).saturating_mul(8);
        let Some(header) = header(memory) else {
            return Err(judge(&[], file_bytes).err().unwrap_or(Refusal::NotReady(NotReady::Empty)));
        };
        // A header that has other words, but neither version nor data offset, is being written.
        if let [0, others @ .., 0, _] = header
            && others.iter().any(|&word| word != 0)
        {
            return Err(Refusal::NotReady(NotReady::NoDataOffset));
        }
        let (order, geometry) = judge(header.as_bytes(), file_bytes)?;
        Ok(Self { memory, header, order, geometry })
    }

    /// The order of every word (clause file.byte-order).
    #[must_use]
    pub const fn byte_order(&self) -> ByteOrder {
        self.order
    }

    /// Sizes and offsets.
    #[must_use]
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The memory.
    #[must_use]
    pub const fn memory(&self) -> SharedView<'a> {
        self.memory
    }

    /// A copy of the name entry of the user event `index`; `None` where there is no such entry.
    ///
    /// It is whole once an event of that index has been delivered (clause names.before-use). Until
    /// then it can be empty, or a name that is just being written.
    #[must_use]
    pub fn name(&self, index: u16) -> Option<NameEntry> {
        let table = usize::try_from(self.geometry.names_offset()? / 8).ok()?;
        let index = usize::from(index);
        if index >= NAME_ENTRIES {
            return None;
        }
        let mut words = [0; NAME_ENTRY_BYTES / 8];
        // Below the end of the name table, which was checked when the geometry was made.
        let start = table.wrapping_add(index.wrapping_mul(words.len()));
        self.memory.copy(start, &mut words).then(|| {
            let bytes: [u8; NAME_ENTRY_BYTES] = transmute!(words);
            transmute!(bytes)
        })
    }

    /// The fewest words of a buffer: those of the longest item that fits a ring.
    #[must_use]
    pub fn least_buffer_words(&self) -> usize {
        let words = self.geometry.ring_words().min(ITEM_MAX_WORDS);
        usize::try_from(words).unwrap_or(usize::MAX) // At most 1023.
    }

    /// A reader of all rings, from the oldest item of each on.
    ///
    /// It needs a cursor for each ring, and goes on from where these are; and a buffer, which is as
    /// large as a batch can be: 4096 words are good, more make it look at head and tail less often.
    /// Both are the caller's, as arrays, slices, or vectors of std or heapless.
    ///
    /// # Errors
    ///
    /// [`TooSmall`] where there are fewer cursors than rings, or the buffer has less than
    /// [`least_buffer_words`](Self::least_buffer_words).
    pub fn reader<C, B>(self, cursors: C, mut buffer: B) -> Result<Reader<'a, C, B>, TooSmall>
    where
        C: AsRef<[Cursor]> + AsMut<[Cursor]>,
        B: AsMut<[u64]>,
    {
        let cursors_needed = self.geometry.max_domains() as usize;
        let buffer_words_needed = self.least_buffer_words();
        if cursors.as_ref().len() < cursors_needed || buffer.as_mut().len() < buffer_words_needed {
            return Err(TooSmall { cursors_needed, buffer_words_needed });
        }
        Ok(Reader::new(self, cursors, buffer))
    }

    /// The same memory with the file header that it has now, if that is of the same session: only
    /// word 7 may come after the others (clause names.late).
    fn refresh(self) -> Option<Self> {
        let now = header(self.memory)?;
        if now == self.header {
            return Some(self);
        }
        let [was @ .., no_names_yet] = self.header;
        let [is @ .., _] = now;
        if was != is || no_names_yet != 0 {
            return None;
        }
        Self::new(self.memory).ok()
    }

    /// The value of a word as it was loaded.
    const fn value(&self, loaded: u64) -> u64 {
        self.order.value(loaded.to_ne_bytes())
    }
}

/// The words of the file header: the data offset first, the rest after it (clause live.ready,
/// steps P to R).
fn header(memory: SharedView<'_>) -> Option<[u64; 8]> {
    let data_offset = memory.load(6)?;
    acquire_fence(Step::Q);
    let mut words = [0; 8];
    if !memory.copy(0, &mut words) {
        return None;
    }
    words[6] = data_offset;
    Some(words)
}

/// What a reader was given was too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooSmall {
    /// How many cursors are needed: one a ring.
    pub cursors_needed: usize,
    /// How many words of a buffer are needed.
    pub buffer_words_needed: usize,
}

impl Display for TooSmall {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { cursors_needed, buffer_words_needed } = self;
        write!(f, "needs {cursors_needed} cursors and a buffer of {buffer_words_needed} words")
    }
}

impl Error for TooSmall {}

#[cfg(all(test, not(loom)))]
mod tests;
