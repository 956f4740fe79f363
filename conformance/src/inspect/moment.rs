//! Moments of a run, as people name them.

use std::fmt;
use std::str::FromStr;

/// A moment of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A timestamp, in nanoseconds of the producer's clock.
    At(u64),
    /// So many nanoseconds after the first event.
    AfterFirst(u64),
}

/// What is no moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAMoment;

impl Moment {
    /// As a timestamp in nanoseconds, where the first event is at `first_ns`.
    pub fn at_ns(self, first_ns: u64) -> u64 {
        match self {
            Self::At(at_ns) => at_ns,
            Self::AfterFirst(after_ns) => first_ns.saturating_add(after_ns),
        }
    }

    /// Whether it is before another, whenever the first event is.
    pub fn is_before(self, other: Self) -> bool {
        match (self, other) {
            (Self::At(a), Self::At(b)) | (Self::AfterFirst(a), Self::AfterFirst(b)) => a < b,
            _ => false,
        }
    }
}

/// A number alone is a timestamp; one with a unit, `1.5s`, `20ms`, `3us`, `7ns`, a time after the first event.
impl FromStr for Moment {
    type Err = NotAMoment;

    fn from_str(text: &str) -> Result<Self, NotAMoment> {
        let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (number, unit) = text.split_at(unit_at);
        let digits = match unit {
            "" => return number.parse().map(Self::At).map_err(|_| NotAMoment),
            "s" => 9,
            "ms" => 6,
            "us" => 3,
            "ns" => 0,
            _ => return Err(NotAMoment),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || fraction.len() > digits || !is_number(fraction) || !is_number(whole)
        {
            return Err(NotAMoment);
        }
        let nanoseconds = format!("{whole}{fraction:0<digits$}");
        nanoseconds.parse().map(Self::AfterFirst).map_err(|_| NotAMoment)
    }
}

impl fmt::Display for NotAMoment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("neither a timestamp in nanoseconds nor a time after the first event such as 1.5s, 20ms, 3us, 7ns")
    }
}

impl std::error::Error for NotAMoment {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_timestamp_and_a_time_is_after_the_first_event() {
        for (text, moment) in [
            ("0", Moment::At(0)),
            ("18446744073709551615", Moment::At(u64::MAX)),
            ("1s", Moment::AfterFirst(1_000_000_000)),
            ("1.000000001s", Moment::AfterFirst(1_000_000_001)),
            ("0.5ms", Moment::AfterFirst(500_000)),
            ("20us", Moment::AfterFirst(20_000)),
            ("7ns", Moment::AfterFirst(7)),
        ] {
            assert_eq!(text.parse(), Ok(moment), "{text}");
        }
        for text in
            ["", "s", ".5s", "-1", "-1s", "1.5", "1.5ns", "1h", "1 s", "99999999999s", "1e3s"]
        {
            assert_eq!(text.parse::<Moment>(), Err(NotAMoment), "{text}");
        }
        assert_eq!(Moment::AfterFirst(2).at_ns(5), 7);
        assert_eq!(Moment::AfterFirst(2).at_ns(u64::MAX), u64::MAX);
        assert_eq!(Moment::At(2).at_ns(5), 2);
    }
}
