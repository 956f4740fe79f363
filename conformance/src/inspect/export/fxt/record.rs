//! Records of 64-bit words, as Fuchsia's trace format lays them out.

/// Where a string is: in the table, or in the record itself.
#[derive(Clone, Copy, Debug)]
pub(super) enum StringPlace<'a> {
    Table(u64),
    Inline(&'a str),
}

/// Where a thread is: in the table, or in the record itself.
#[derive(Clone, Copy, Debug)]
pub(super) enum ThreadPlace {
    Table(u64),
    Inline(Thread),
}

/// The kernel's numbers of a thread and its process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Thread {
    pub(super) process: u64,
    pub(super) thread: u64,
}

/// Strings above this are cut, so that no record outgrows the 4095 words that its header can tell.
pub(super) const MOST_STRING_BYTES: usize = 20_000;
/// The table of strings has numbers of 15 bits, 0 being the empty string.
pub(super) const MOST_STRINGS: usize = 0x7fff;
/// The table of threads has numbers of 8 bits, 0 being a thread in the record itself.
pub(super) const MOST_THREADS: usize = 0xff;
/// The number of arguments has 4 bits.
pub(super) const MOST_ARGUMENTS: usize = 0xf;
/// Words that the header of a record can tell.
const MOST_RECORD_WORDS: usize = 0xfff;

/// The bit of a string's number that says that it stands in the record, the other bits being its length.
const IS_INLINE: u64 = 0x8000;

/// The number with which a record's header refers to a string.
pub(super) fn string_ref(place: StringPlace<'_>) -> u64 {
    match place {
        StringPlace::Table(number) => number,
        StringPlace::Inline("") => 0,
        StringPlace::Inline(text) => IS_INLINE | cut(text).len() as u64,
    }
}

/// The number with which a record's header refers to a thread.
pub(super) fn thread_ref(place: ThreadPlace) -> u64 {
    match place {
        ThreadPlace::Table(number) => number,
        ThreadPlace::Inline(_) => 0,
    }
}

/// A record that is being written: its header, into which its length comes last.
#[derive(Debug)]
pub(super) struct Record<'o> {
    out: &'o mut Vec<u8>,
    start: usize,
    header: u64,
}

impl<'o> Record<'o> {
    /// Begins with a header that tells all but the length.
    pub(super) fn new(kind: u64, header: u64, out: &'o mut Vec<u8>) -> Self {
        let start = out.len();
        out.extend_from_slice(&[0; 8]);
        Self { out, start, header: header | kind }
    }

    /// One word.
    pub(super) fn word(&mut self, word: u64) -> &mut Self {
        self.out.extend_from_slice(&word.to_le_bytes());
        self
    }

    /// A thread, where the header says that it stands here.
    pub(super) fn thread(&mut self, place: ThreadPlace) -> &mut Self {
        if let ThreadPlace::Inline(Thread { process, thread }) = place {
            self.word(process).word(thread);
        }
        self
    }

    /// A string, where the header says that it stands here.
    pub(super) fn string(&mut self, place: StringPlace<'_>) -> &mut Self {
        if let StringPlace::Inline(text) = place {
            self.bytes(cut(text));
        }
        self
    }

    /// A string, filled up to whole words.
    pub(super) fn bytes(&mut self, text: &str) -> &mut Self {
        self.out.extend_from_slice(text.as_bytes());
        let words = text.len().div_ceil(8);
        self.out.resize(self.out.len() + 8 * words - text.len(), 0);
        self
    }

    /// An argument; what it holds is written by `fill`. Returns whether it fits: if not, it is left out.
    pub(super) fn argument(
        &mut self,
        kind: u64,
        header: u64,
        fill: impl FnOnce(&mut Record<'_>),
    ) -> bool {
        let start = self.out.len();
        let mut argument = Record::new(kind, header, self.out);
        fill(&mut argument);
        argument.close();
        // A word is kept for what comes after the arguments.
        let fits = (self.out.len() - self.start) / 8 < MOST_RECORD_WORDS;
        if !fits {
            self.out.truncate(start);
        }
        fits
    }

    /// Adds to the header what became known later.
    pub(super) fn add_to_header(&mut self, bits: u64) {
        self.header |= bits;
    }

    /// Writes the header: it ends here.
    pub(super) fn close(self) {
        let words = (self.out.len() - self.start) as u64 / 8;
        let header = self.header | words << 4;
        self.out[self.start..self.start + 8].copy_from_slice(&header.to_le_bytes());
    }
}

/// As much of a text as fits, in whole characters.
pub(super) fn cut(text: &str) -> &str {
    let mut end = text.len().min(MOST_STRING_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
