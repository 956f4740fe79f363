//! A run on the screen, while it goes on.
//!
//! [`Watched`] takes the run in, [`Shown`] is what there is to see at one moment, [`Screen`] draws it and knows the keys.

mod screen;
mod shown;
mod watched;

pub use screen::{Asked, Screen};
pub use shown::Shown;
pub use watched::Watched;
