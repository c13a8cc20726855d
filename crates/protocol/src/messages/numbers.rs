//! Numbers as a language writes them.

use crate::parse_number;

/// Digits after the decimal point, and whether the number is a share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digits {
    pub minimum: Option<usize>,
    pub maximum: Option<usize>,
    pub percent: bool,
}

/// How a language writes numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numerals {
    decimal: char,
    thousands: char,
    percent: &'static str,
}

/// Digits after the decimal point where a message asks for none in particular, as in `Intl.NumberFormat`.
const MOST_DIGITS: usize = 3;
/// Shown for NaN and infinities.
const NO_NUMBER: &str = "–";

impl Numerals {
    pub fn of(language: &str) -> Self {
        // English has a no-break space before the sign, Chinese has none.
        let percent = if language.starts_with("zh") { "%" } else { "\u{a0}%" };
        Self { decimal: '.', thousands: ',', percent }
    }

    /// "1,234.5".
    pub(super) fn grouped(&self, number: f64, digits: Digits) -> String {
        if digits.percent {
            let digits = Digits { maximum: digits.maximum.or(Some(0)), percent: false, ..digits };
            // Shares are computed in single precision; in double precision 0.015 would be a little less than 1.5 %.
            return self.grouped(f64::from(number as f32 * 100.0), digits) + self.percent;
        }
        let minimum = digits.minimum.unwrap_or(0);
        let maximum = digits.maximum.unwrap_or(MOST_DIGITS).max(minimum);
        let fixed = self.fixed(number, maximum);
        let (whole, fraction) = fixed.split_once(self.decimal).unwrap_or((&fixed, ""));
        let trimmed = fraction.trim_end_matches('0').len().max(minimum);
        let mut out = self.group(whole);
        if trimmed > 0 && !fraction.is_empty() {
            out.push(self.decimal);
            out.push_str(&fraction[..trimmed]);
        }
        out
    }

    fn group(&self, whole: &str) -> String {
        let count = whole.chars().filter(char::is_ascii_digit).count();
        let mut left = count;
        let mut out = String::with_capacity(whole.len() + count / 3);
        for character in whole.chars() {
            if character.is_ascii_digit() {
                if left < count && left.is_multiple_of(3) {
                    out.push(self.thousands);
                }
                left -= 1;
            }
            out.push(character);
        }
        out
    }

    /// "1,234".
    pub fn whole(&self, number: u32) -> String {
        self.group(&number.to_string())
    }

    /// "84 %", without decimals.
    pub fn percent(&self, share: f32) -> String {
        self.grouped(f64::from(share), Digits { percent: true, ..Digits::default() })
    }

    /// A number with this many decimals, a true minus sign and no thousands separators; a dash for NaN and infinities.
    pub fn fixed(&self, number: f64, decimals: usize) -> String {
        if !number.is_finite() {
            return NO_NUMBER.into();
        }
        self.signed(number, format!("{:.decimals$}", number.abs()))
    }

    /// Whole numbers in full, others with at most five decimals or six digits.
    pub(super) fn plain(&self, number: f64) -> String {
        let size = number.abs();
        let short = |digits: String| parse_number(&digits).unwrap_or(size);
        match size {
            _ if !size.is_finite() => NO_NUMBER.into(),
            _ if size.fract() == 0.0 && size < 1e16 => self.signed(number, format!("{size:.0}")),
            _ if (1e-3..1e6).contains(&size) => self.signed(number, short(format!("{size:.5}")).to_string()),
            _ => self.signed(number, format!("{:e}", short(format!("{size:.5e}")))),
        }
    }

    fn signed(&self, number: f64, digits: String) -> String {
        let digits = if self.decimal == '.' { digits } else { digits.replace('.', &self.decimal.to_string()) };
        let zero = !digits.contains(|character: char| ('1'..='9').contains(&character));
        if number < 0.0 && !zero { format!("−{digits}") } else { digits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: Numerals = Numerals { decimal: '.', thousands: ',', percent: "\u{a0}%" };

    #[test]
    fn thousands_are_separated() {
        let written = |number: f64| ENGLISH.grouped(number, Digits::default());
        assert_eq!([0.0, 999.0, 1_234_567.0].map(written), ["0", "999", "1,234,567"]);
        assert_eq!([-1_234.5, 0.125, 0.0625].map(written), ["−1,234.5", "0.125", "0.062"]);
        assert_eq!((ENGLISH.whole(0), ENGLISH.whole(1_000)), ("0".into(), "1,000".into()));
    }

    #[test]
    fn decimals_are_as_many_as_asked_for() {
        let written = |number, minimum, maximum| {
            ENGLISH.grouped(number, Digits { minimum: Some(minimum), maximum: Some(maximum), percent: false })
        };
        assert_eq!(written(0.5, 2, 2), "0.50");
        assert_eq!(written(0.5, 1, 3), "0.5");
        assert_eq!(written(-0.001, 2, 2), "0.00", "a zero has no sign");
        assert_eq!(written(f64::NAN, 2, 2), "–");
        assert_eq!((ENGLISH.fixed(-0.25, 2), ENGLISH.fixed(1234.5, 1)), ("−0.25".into(), "1234.5".into()));
    }

    #[test]
    fn shares_are_percentages() {
        assert_eq!(ENGLISH.percent(0.937), "94\u{a0}%");
        assert_eq!(ENGLISH.percent(f32::NAN), "–\u{a0}%");
        assert_eq!(Numerals::of("zh").percent(0.5), "50%");
    }

    #[test]
    fn chinese_groups_thousands_and_has_no_space_before_the_percent_sign() {
        let chinese = Numerals::of("zh-Hans");
        assert_eq!(chinese.grouped(-1_234_567.5, Digits::default()), "−1,234,567.5");
        assert_eq!((chinese.whole(58_600), chinese.fixed(0.5, 2)), ("58,600".into(), "0.50".into()));
        assert_eq!(chinese.percent(0.937), "94%");
    }

    #[test]
    fn plain_numbers_are_short() {
        let numbers = [4096.0, 9_007_199_254_740_991.0, f64::from(1.3f32), 0.1 + 0.2, f64::from(1e-5f32), -2.0];
        assert_eq!(
            numbers.map(|number| ENGLISH.plain(number)),
            ["4096", "9007199254740991", "1.3", "0.3", "1e-5", "−2"]
        );
    }
}
