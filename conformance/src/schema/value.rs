//! The value of a field.

use eventring::words::ByteOrder;

use super::{Codes, Scalar};

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// An unsigned number.
    Unsigned(u64),
    /// A signed number.
    Signed(i64),
    /// A number with a fraction.
    Float(f64),
    /// Yes or no.
    Bool(bool),
    /// A number that stands for this.
    Code(&'a str),
    /// Text, as its bytes: they need not be UTF-8.
    Text(&'a [u8]),
    /// Bytes.
    Bytes(&'a [u8]),
    /// Several numbers.
    List(List<'a>),
}

/// Numbers of one kind, one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct List<'a> {
    pub(super) scalar: Scalar,
    pub(super) codes: Option<&'a Codes>,
    pub(super) order: ByteOrder,
    pub(super) bytes: &'a [u8],
}

impl<'a> List<'a> {
    /// Each of them.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Value<'a>> {
        let Self { scalar, codes, order, bytes } = self;
        bytes
            .chunks_exact(scalar.size_bytes())
            .map(move |bytes| number(scalar, codes, order, bytes))
    }
}

/// One number, from as many bytes as it has.
pub(super) fn number<'a>(
    scalar: Scalar,
    codes: Option<&'a Codes>,
    order: ByteOrder,
    bytes: &[u8],
) -> Value<'a> {
    let bits = unsigned(order, bytes);
    // Shifted up and down again, so that the sign comes along.
    let spare = 64 - 8 * u32::try_from(bytes.len().clamp(1, 8)).unwrap_or(8); // At most 8.
    let signed = (bits << spare).cast_signed() >> spare;
    let code = |number: i128| codes?.get(&number).map(|name| Value::Code(name));
    match scalar {
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => {
            code(bits.into()).unwrap_or(Value::Unsigned(bits))
        }
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
            code(signed.into()).unwrap_or(Value::Signed(signed))
        }
        // Of four bytes, so the upper half is empty.
        Scalar::F32 => Value::Float(f32::from_bits((bits & 0xffff_ffff) as u32).into()),
        Scalar::F64 => Value::Float(f64::from_bits(bits)),
        Scalar::Bool => match bits {
            0 => Value::Bool(false),
            1 => Value::Bool(true),
            other => Value::Unsigned(other),
        },
    }
}

/// A number of at most 8 bytes.
pub(super) fn unsigned(order: ByteOrder, bytes: &[u8]) -> u64 {
    let shift_in = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
    match order {
        ByteOrder::Little => bytes.iter().rev().fold(0, shift_in),
        ByteOrder::Big => bytes.iter().fold(0, shift_in),
    }
}
