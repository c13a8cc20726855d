//! Numbers outside of sentences. Widths are steady: digits are tabular and decimals fixed.

use leptos::prelude::*;
use protocol::{Numerals, Value, parse_number};

use super::CURRENT;

fn numerals() -> Numerals {
    CURRENT.with(|messages| messages.numerals())
}

/// "1,234".
pub fn thousands(number: u32) -> String {
    numerals().whole(number)
}

/// So many decimals, with a true minus sign; a dash for what is not a number.
pub fn fixed(number: f32, decimals: usize) -> String {
    numerals().fixed(f64::from(number), decimals)
}

/// "84 %".
pub fn percent(share: f32) -> String {
    numerals().percent(share)
}

/// A knob's number as input fields hold it in every language: short, and exact enough to be typed again.
pub fn short(number: f64) -> String {
    if number == 0.0 || (1e-3..1e6).contains(&number.abs()) {
        let rounded: f64 = parse_number(&format!("{number:.5}")).unwrap_or(number);
        return rounded.to_string();
    }
    format!("{number:e}")
}

pub fn value(value: &Value) -> String {
    match value {
        Value::Number(number) => short(*number),
        Value::Word(word) => word.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(fixed(-0.25, 2), "−0.25");
        assert_eq!(percent(0.937), "94\u{a0}%");
        assert_eq!(short(0.001), "0.001");
        assert_eq!(short(1e-5), "1e-5");
        assert_eq!(short(0.1 + 0.2), "0.3");
        assert_eq!(short(128.0), "128");
    }
}
