//! Which formats there are.

use super::chrome::Chrome;
use super::encoder::Encoder;
use super::fxt::Fxt;
use super::lines::Lines;
use super::perfetto::Perfetto;
use super::svg::Svg;

/// A format to export to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Perfetto's protobuf.
    Perfetto,
    /// Chrome's JSON.
    Chrome,
    /// Lines of JSON.
    JsonLines,
    /// Fuchsia's trace format.
    Fxt,
    /// A picture.
    Svg,
}

impl ExportFormat {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Perfetto, Self::Chrome, Self::JsonLines, Self::Fxt, Self::Svg];

    /// Whether people can read it.
    pub const fn is_text(self) -> bool {
        match self {
            Self::Chrome | Self::JsonLines | Self::Svg => true,
            Self::Perfetto | Self::Fxt => false,
        }
    }

    /// Whether it can hold several programs.
    pub const fn holds_several(self) -> bool {
        match self {
            Self::Perfetto | Self::JsonLines => true,
            Self::Chrome | Self::Fxt | Self::Svg => false,
        }
    }

    /// What makes it.
    pub fn encoder(self) -> Box<dyn Encoder> {
        match self {
            Self::Perfetto => Box::<Perfetto>::default(),
            Self::Chrome => Box::<Chrome>::default(),
            Self::JsonLines => Box::<Lines>::default(),
            Self::Fxt => Box::<Fxt>::default(),
            Self::Svg => Box::<Svg>::default(),
        }
    }
}
