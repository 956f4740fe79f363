//! What is wrong with a file, by clause.

/// A clause that a file header breaks, for which a consumer refuses the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderFault {
    /// The clause.
    pub clause: &'static str,
    /// The word of the file header that shows it, in bytes from the start of the file.
    pub offset_bytes: u64,
    /// What was found, and what is allowed.
    pub message: String,
}

/// A framing fault: nothing more of its ring can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The ring.
    pub ring: u32,
    /// The position of the item, or head where the window is at fault.
    pub position: u64,
    /// The item header in the file, or the ring header where the window is at fault, in bytes.
    pub offset_bytes: u64,
    /// The clause.
    pub clause: &'static str,
    /// What was found, and what is allowed.
    pub message: String,
}
