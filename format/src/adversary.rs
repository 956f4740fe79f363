//! What happens between two loads from shared memory, for tests of readers.
//!
//! A reader of a shared view has to be right whatever others store while it looks. A test says here
//! what they do before each load of this thread. Nothing of this is in a build without the feature
//! `adversary`, and nobody but a test should ask for it.

extern crate alloc;
extern crate std;

use alloc::boxed::Box;
use core::cell::RefCell;

type Act = Box<dyn FnMut()>;

std::thread_local! {
    static BEFORE_LOAD: RefCell<Option<Act>> = const { RefCell::new(None) };
}

/// From now on, `act` is called before each load of this thread; `None` ends that. Loads of `act`
/// itself are left alone.
pub fn before_each_load(act: Option<Act>) {
    BEFORE_LOAD.with(|before| *before.borrow_mut() = act);
}

/// Does what is to happen before a load.
pub(crate) fn act() {
    BEFORE_LOAD.with(|before| {
        // Taken out meanwhile, so that it is not called for its own loads.
        let taken = before.borrow_mut().take();
        if let Some(mut act) = taken {
            act();
            *before.borrow_mut() = Some(act);
        }
    });
}
