//! Numbers as people read them. Widths are steady: digits are tabular and decimals fixed.

use protocol::Value;

/// "1,234".
pub fn thousands(number: u32) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A fixed number of decimals, with a true minus sign; a dash for what is not a number.
pub fn fixed(number: f32, decimals: usize) -> String {
    if !number.is_finite() {
        return "–".into();
    }
    let text = format!("{:.decimals$}", number.abs());
    let zero = text.chars().all(|c| matches!(c, '0' | '.'));
    if number < 0.0 && !zero { format!("−{text}") } else { text }
}

/// "84 %", never broken over two lines.
pub fn percent(share: f32) -> String {
    format!("{}\u{a0}%", fixed(share * 100.0, 0))
}

/// A knob's number: short, and exact enough to be typed again.
pub fn short(number: f64) -> String {
    if number == 0.0 || (1e-3..1e6).contains(&number.abs()) {
        let rounded: f64 = format!("{number:.5}").parse().unwrap_or(number);
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
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(fixed(-0.25, 2), "−0.25");
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!(fixed(f32::NAN, 2), "–");
        assert_eq!(percent(0.937), "94\u{a0}%");
        assert_eq!(short(0.001), "0.001");
        assert_eq!(short(1e-5), "1e-5");
        assert_eq!(short(0.1 + 0.2), "0.3");
        assert_eq!(short(128.0), "128");
    }
}
