//! The bytes of a vector's file beside what they are.

use std::fmt::{self, Display, Formatter};

use crate::plain::{Field, Image};

/// Bytes in a row.
const ROW_BYTES: usize = 8;

/// Every field of a file in hex, in order of offset, with what it is; stretches of zeros that nothing was put into are
/// only counted.
#[derive(Clone, Copy, Debug)]
pub struct HexView<'a>(pub &'a Image);

impl Display for HexView<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(Image { bytes, fields }) = self;
        let mut fields: Vec<&Field> = fields.iter().collect();
        fields.sort_by_key(|field| field.offset_bytes);
        let mut shown = 0;
        for field in fields {
            zeros(f, shown, field.offset_bytes)?;
            rows(f, bytes, field)?;
            shown = shown.max(field.offset_bytes + field.len_bytes);
        }
        zeros(f, shown, bytes.len() as u64)
    }
}

fn zeros(f: &mut Formatter<'_>, from: u64, to: u64) -> fmt::Result {
    match to.checked_sub(from) {
        None | Some(0) => Ok(()),
        Some(count) => writeln!(f, "{from:>10}  {count} bytes of 0"),
    }
}

fn rows(f: &mut Formatter<'_>, bytes: &[u8], field: &Field) -> fmt::Result {
    // Fields lie within the image, which is in memory.
    let from = field.offset_bytes as usize;
    let to = from + field.len_bytes as usize;
    let rows = bytes.get(from..to).unwrap_or_default().chunks(ROW_BYTES);
    for (offset, row) in (from..).step_by(ROW_BYTES).zip(rows) {
        write!(f, "{offset:>10}  ")?;
        for byte in row {
            write!(f, "{byte:02x} ")?;
        }
        let label = if offset == from { field.label.as_str() } else { "" };
        writeln!(f, "{:width$} {label}", "", width = 3 * (ROW_BYTES - row.len()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_gaps_make_up_the_file() {
        let field = |offset_bytes, len_bytes, label: &str| Field {
            offset_bytes,
            len_bytes,
            label: label.to_owned(),
        };
        let mut bytes = vec![0; 40];
        bytes[8..18].fill(0xab);
        let fields = vec![field(8, 10, "ten"), field(0, 8, "first")];
        let shown = HexView(&Image { bytes, fields }).to_string();
        let lines: Vec<&str> = shown.lines().map(str::trim).collect();
        assert_eq!(
            lines,
            [
                "0  00 00 00 00 00 00 00 00  first",
                "8  ab ab ab ab ab ab ab ab  ten",
                "16  ab ab",
                "18  22 bytes of 0",
            ]
        );
    }
}
