//! Vectors: the texts of `spec/vectors`, as files and what a consumer makes of them.
//!
//! [`load`] reads all texts that eventring-spec carries. Each [`Vector`] has one [`Case`] or several, and the plain
//! writer makes a file of each in each of its byte orders. `spec/vectors/README.md` describes the notation.

mod contents;
mod describe;
mod error;
mod expected;
mod export;
mod expression;
mod lines;
mod show;
mod substitute;
mod token;
mod vector;

pub use error::Error;
pub use expected::Expected;
pub use export::{Entry, ExportError, export};
pub use show::HexView;
pub use vector::{Case, Vector, load};
