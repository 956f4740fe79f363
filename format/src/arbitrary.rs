//! Values from choices: what a fuzz engine or a property test asks for.
//!
//! Every value that these give can be used: a [`Config`] is workable, a release is one of the
//! registry's. They are written out, because a derived one would not keep to that.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::eio::EioId;
use crate::item::ItemHeader;
use crate::registry::Release;
use crate::release::{ReleaseSet, Stamp};
use crate::words::ByteOrder;
use crate::writer::Config;

impl<'a> Arbitrary<'a> for ByteOrder {
    fn arbitrary(choices: &mut Unstructured<'a>) -> Result<Self> {
        Ok(if bool::arbitrary(choices)? { Self::Big } else { Self::Little })
    }
}

/// Any word is one.
impl<'a> Arbitrary<'a> for ItemHeader {
    fn arbitrary(choices: &mut Unstructured<'a>) -> Result<Self> {
        u64::arbitrary(choices).map(Self::from_bits)
    }
}

impl<'a> Arbitrary<'a> for Release {
    fn arbitrary(choices: &mut Unstructured<'a>) -> Result<Self> {
        choices.choose(&Self::ALL).copied()
    }
}

impl<'a> Arbitrary<'a> for Stamp {
    fn arbitrary(choices: &mut Unstructured<'a>) -> Result<Self> {
        Ok(match choices.int_in_range(0..=3)? {
            0 => Self::NotOcaml,
            1 => Self::Unknown,
            _ => Self::Release(choices.arbitrary()?),
        })
    }
}

/// Any of those that evidence chooses from, and perhaps none of them.
impl<'a> Arbitrary<'a> for ReleaseSet {
    fn arbitrary(choices: &mut Unstructured<'a>) -> Result<Self> {
        let bits: u8 = choices.arbitrary()?;
        let of = Release::NARROWABLE.into_iter().enumerate();
        Ok(of.filter(|(place, _)| bits & 1 << place != 0).map(|(_, release)| release).collect())
    }
}

impl<'a> Arbitrary<'a> for EioId {
    fn arbitrary(choices: &mut Unstructured<'a>) -> Result<Self> {
        i64::arbitrary(choices).map(Self::new)
    }
}

/// A small session: up to 8 rings of up to 4096 words, so that one can be made for every input.
impl<'a> Arbitrary<'a> for Config {
    fn arbitrary(choices: &mut Unstructured<'a>) -> Result<Self> {
        let ring_words = 1_u64 << choices.int_in_range(3..=12)?;
        Ok(Self {
            max_domains: choices.int_in_range(1..=8)?,
            ring_words,
            longest_event_words: choices.int_in_range(1..=ring_words / 2)?.min(1023),
            release: choices.arbitrary()?,
            stamp: choices.arbitrary()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_configuration_can_be_used() {
        for byte in 0..=u8::MAX {
            let bytes = [byte; 64];
            let config = Config::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
            assert!(config.geometry().is_ok(), "{config:?}");
        }
    }
}
