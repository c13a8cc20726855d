//! Numbers as people write them, in links and input fields.

/// A decimal number such as `-1.5e-3`; None for anything else, infinities included.
pub fn parse_number(text: &str) -> Option<f64> {
    let decimal = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    let well_formed =
        text.len() <= LONGEST && text.bytes().any(|byte| byte.is_ascii_digit()) && text.bytes().all(decimal);
    well_formed.then(|| read(text)).flatten().filter(|number| number.is_finite())
}

/// Longer texts are not read as numbers, in bytes.
const LONGEST: usize = 64;

/// The browser reads numbers with the same rounding, and without the ten kilobytes of tables that Rust's own reader needs.
#[cfg(target_arch = "wasm32")]
fn read(text: &str) -> Option<f64> {
    let number = wasm_bindgen::JsValue::from_str(text).unchecked_into_f64();
    (!number.is_nan()).then_some(number)
}

#[cfg(not(target_arch = "wasm32"))]
fn read(text: &str) -> Option<f64> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_nothing_else() {
        for (text, number) in [("7", 7.0), ("-1.5e-3", -0.0015), (".5", 0.5), ("5.", 5.0), ("+2", 2.0), ("1E3", 1000.0)]
        {
            assert_eq!(parse_number(text), Some(number), "{text}");
        }
        for text in ["", " 1", "0x10", "inf", "NaN", "1e", "1e999", "--1", "e5", "1,5", "1_000"] {
            assert_eq!(parse_number(text), None, "{text}");
        }
        assert_eq!(parse_number(&"1".repeat(65)), None);
    }
}
