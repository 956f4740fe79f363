//! Ids of Eio: of fibers, contexts and objects, all in one space.

use core::fmt;

/// What identifies a fiber, a context or an object.
///
/// A payload of the released wires holds whole ids. An int event and the payloads of the proposal
/// hold the low 32 bits, so ids of both kinds are compared with [`same_as`](Self::same_as), not
/// with `==`, which looks at how they are written too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EioId {
    value: i64,
    is_whole: bool,
}

impl EioId {
    /// An id of which all 64 bits are known.
    #[must_use]
    pub const fn new(value: i64) -> Self {
        Self { value, is_whole: true }
    }

    /// The id that the value of an int event stands for (clause eio.id.low-32).
    ///
    /// OCaml's runtime cuts such a value to 32 bits and extends the sign; what does not fit in 32
    /// bits was not cut.
    #[must_use]
    pub const fn of_int(value: i64) -> Self {
        let is_whole = value < i32::MIN as i64 || value > i32::MAX as i64;
        Self { value, is_whole }
    }

    /// The id of which only the low 32 bits were written.
    #[must_use]
    pub const fn of_low_32(low: i32) -> Self {
        Self { value: low as i64, is_whole: false }
    }

    /// The number as it was written, sign extended where it was cut.
    #[must_use]
    pub const fn value(self) -> i64 {
        self.value
    }

    /// Whether all 64 bits are known.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.is_whole
    }

    /// The low 32 bits: what all ways of writing the same id agree on.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the low half is what is asked for")]
    pub const fn low_32(self) -> u32 {
        self.value.cast_unsigned() as u32
    }

    /// Whether both can be the same id: equal, or equal in their low 32 bits where one of them is
    /// cut (clause eio.id.low-32).
    ///
    /// This is no equivalence: two whole ids that are 2^32 apart are both the same as one cut id.
    #[must_use]
    pub const fn same_as(self, other: Self) -> bool {
        if self.is_whole && other.is_whole {
            self.value == other.value
        } else {
            self.low_32() == other.low_32()
        }
    }
}

/// The number as it was written.
impl fmt::Display for EioId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_shown_as_it_was_written() {
        let mut text = heapless::String::<32>::new();
        fmt::write(&mut text, format_args!("{:5}", EioId::new(-7))).unwrap();
        assert_eq!(text, "   -7");
    }

    #[test]
    fn a_cut_id_is_the_whole_one_up_to_64_bits() {
        for whole in [0, 1, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 40) + 5, -1] {
            let id = EioId::new(whole);
            // What OCaml makes of the value of an int event.
            let cut = EioId::of_int(i64::from(whole as i32));
            assert!(!cut.is_whole() && id.same_as(cut) && cut.same_as(id), "{whole}");
            assert!(id.same_as(EioId::of_low_32(whole as i32)), "{whole}");
            // Without the cut.
            assert!(id.same_as(EioId::of_int(whole)), "{whole}");
            for other in [whole ^ 1, whole ^ (1 << 31)] {
                assert!(!EioId::new(other).same_as(cut), "{whole} {other}");
            }
            assert!(!EioId::new(whole ^ (1 << 32)).same_as(id));
            assert!(EioId::new(whole ^ (1 << 32)).same_as(cut));
        }
    }

    #[test]
    fn an_int_that_needs_more_than_32_bits_was_not_cut() {
        for (value, is_whole) in [
            (i64::from(i32::MAX), false),
            (i64::from(i32::MAX) + 1, true),
            (i64::from(i32::MIN), false),
            (i64::from(i32::MIN) - 1, true),
            (i64::MAX, true),
            (i64::MIN, true),
        ] {
            let id = EioId::of_int(value);
            assert_eq!((id.value(), id.is_whole()), (value, is_whole));
        }
        assert_eq!(EioId::of_int(-2_147_483_648).low_32(), 0x8000_0000);
    }
}
