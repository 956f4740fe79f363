//! A guide: reading a file, writing one, both at once, and without an operating system. It holds
//! no code.
//!
//! All of it is on one road. A file is a header, some rings, and a table of names; a ring is a run
//! of 64-bit words with a head and a tail; between these lie items, and an item that is not padding
//! is an event. `SPEC.md` says so clause by clause, and the names of clauses in these pages are
//! those of `SPEC.md`.
//!
//! # Writing
//!
//! A [`Session`](crate::writer::Session) is the life of one file, in memory of yours: it gives out
//! names and rings. A [`Writer`](crate::writer::Writer) has one ring, for one thread at a time. The
//! clock is any function that gives nanoseconds and does not go back.
//!
//! ```
//! use core::num::NonZeroU32;
//! use eventring::reader::Snapshot;
//! use eventring::shared::{Cell, WritableView};
//! use eventring::writer::{Config, Session};
//!
//! let config = Config::new(2, 64).longest_custom(32); // two rings of 64 words
//! let words = config.geometry()?.file_bytes().div_ceil(8);
//! let memory: Vec<Cell> = (0..words).map(|_| Cell::new(0)).collect();
//! let mut ticks = 0;
//! let clock = move || {
//!     ticks += 1000;
//!     ticks
//! };
//! let process_id = NonZeroU32::new(4711).unwrap();
//! let (mut session, mut writer) =
//!     Session::create(WritableView::new(&memory), &config, process_id, clock)?;
//!
//! // A name has to be registered before its first event; an index means nothing elsewhere.
//! let orders = session.register(b"shop.orders")?;
//! let note = session.register(b"shop.note")?;
//! writer.int(orders, 42);
//! writer.custom(note, b"gift")?;
//! # drop(writer);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A full ring drops its oldest events to make room. Nobody who reads can make a writer wait.
//!
//! # Reading a file at rest
//!
//! A [`Snapshot`](crate::reader::Snapshot) borrows bytes that nobody writes, of either byte order.
//! Whatever they are, it comes to an end and does not panic: a file header that cannot be right
//! refuses the file, an item that cannot be right ends its ring and no other.
//!
//! ```
//! use eventring::event::Kind;
//! use eventring::reader::Snapshot;
//!
//! fn orders(file: &[u8]) -> Result<i64, eventring::error::Refusal> {
//!     let snapshot = Snapshot::new(file)?;
//!     let names = snapshot.names();
//!     let mut sum = 0;
//!     for event in snapshot.rings().flat_map(|ring| ring.events()).flatten() {
//!         if let Kind::Int { index, value: Some(value) } = event.kind
//!             && names.name(index).is_some_and(|name| name.as_bytes() == b"shop.orders")
//!         {
//!             sum += value;
//!         }
//!     }
//!     Ok(sum)
//! }
//! # use core::num::NonZeroU32;
//! # use eventring::shared::{Cell, WritableView};
//! # use eventring::writer::{Config, Session};
//! # let config = Config::new(2, 64);
//! # let words = config.geometry()?.file_bytes().div_ceil(8);
//! # let memory: Vec<Cell> = (0..words).map(|_| Cell::new(0)).collect();
//! # let (mut session, mut writer) =
//! #     Session::create(WritableView::new(&memory), &config, NonZeroU32::MIN, || 0)?;
//! # let index = session.register(b"shop.orders")?;
//! # writer.int(index, 40);
//! # writer.int(index, 2);
//! # let order = core::sync::atomic::Ordering::Relaxed;
//! # let file: Vec<u8> = memory.iter().flat_map(|cell| cell.load(order).to_ne_bytes()).collect();
//! assert_eq!(orders(&file)?, 42);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value is `None` where the item has too few words for it; names are bytes, and no encoding is
//! promised. What a phase or a counter is called depends on the release of OCaml that wrote the
//! file, which the file does not tell: [`release`](crate::release) narrows it by evidence, and
//! [`registry`](crate::registry) has the names of each.
//!
//! # Reading while somebody writes
//!
//! A [`Live`](crate::live::Live) looks at shared memory. Each poll copies a batch of words, looks at
//! head again, and drops what the writer has passed meanwhile; only then are the words interpreted.
//! What was lost is told in words, exactly, and is no fault. The
//! [`Pace`](crate::live::Pace) says how many words may gather before a ring is looked at, since
//! each look slows the writer a little.
//!
//! ```
//! use core::num::NonZeroU32;
//! use core::ops::ControlFlow::Continue;
//! use eventring::live::{Cursor, Found, Live, Pace};
//! use eventring::shared::{Cell, WritableView};
//! use eventring::writer::{Config, Session};
//!
//! let config = Config::new(1, 64);
//! # let words = config.geometry()?.file_bytes().div_ceil(8);
//! # let memory: Vec<Cell> = (0..words).map(|_| Cell::new(0)).collect();
//! let view = WritableView::new(&memory);
//! let (mut session, mut writer) = Session::create(view, &config, NonZeroU32::MIN, || 0)?;
//! let index = session.register(b"shop.orders")?;
//! for order in 0..1000 {
//!     writer.int(index, order); // far more than the ring has room for
//! }
//!
//! let live = Live::new(view.as_shared())?;
//! let mut reader = live.reader([Cursor::new()], [0; 64])?;
//! let (mut events, mut lost_words) = (0, 0);
//! while reader
//!     .poll(Pace::default(), |_ring, found| {
//!         match found {
//!             Found::Event(_) => events += 1,
//!             Found::Lost { words } => lost_words += words,
//!             Found::Fault(fault) => panic!("{fault}"), // this ring ends here
//!         }
//!         Continue(())
//!     })?
//!     .calls
//!     > 0
//! {}
//! // What is left fits the ring, and nothing is unaccounted for: three words an event.
//! assert!(events > 10 && lost_words > 2900);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Files and processes
//!
//! With the feature `std`, the module `file` makes `<pid>.events` by the variables of the OCaml
//! runtime, so that OCaml's own tools find it, and attaches to the files of others.
//!
#![cfg_attr(feature = "std", doc = "```")]
#![cfg_attr(not(feature = "std"), doc = "```ignore")]
//! use eventring::file::{Attached, EventsFile, MonotonicClock, Settings};
//! use eventring::live::Live;
//!
//! # let folder = tempfile::tempdir()?;
//! let settings = Settings::from_environment(); // OCAML_RUNTIME_EVENTS_DIR, OCAMLRUNPARAM, ..
//! # let settings = Settings { folder: folder.path().to_owned(), ..settings };
//! let mut file = EventsFile::create(&settings, &settings.config())?;
//! let path = file.path().to_owned();
//! let (mut session, mut writer) = file.start(MonotonicClock)?;
//! let index = session.register(b"shop.opened")?;
//! writer.unit(index);
//!
//! // Another process, or this one:
//! let attached = Attached::to_file(&path)?;
//! let live = Live::new(attached.memory())?;
//! assert_eq!(live.geometry(), session.geometry());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Without an operating system
//!
//! Nothing here needs an allocator or an operating system; [`live`](crate::live) and
//! [`writer`](crate::writer) need atomics of 64 bits. The memory can be a `static`, as in the example
//! `static_ring`: an embedded program writes, and whoever can read its memory, over a debug probe or
//! a bus, has a ring file.
//!
//! # Fibers of another runtime
//!
//! [`eio`](crate::eio) reads and writes the events of OCaml's Eio, so that another runtime's fibers
//! show up in the tools for it. The example `tracing_layer` writes the spans of the crate `tracing`:
//! recorded beside a program in OCaml, both are in one trace.
