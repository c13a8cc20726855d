//! A link as a QR code, drawn as SVG.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};

/// Width of the white border that readers need, in modules.
const BORDER: i32 = 4;

/// Modules along one side, border included, and the black modules as SVG path data; None if the text is too long.
pub fn code(text: &str) -> Option<(i32, String)> {
    let code =
        QrCode::encode_text(text, QrCodeEcc::Medium).or_else(|_| QrCode::encode_text(text, QrCodeEcc::Low)).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size()).take_while(|x| code.get_module(*x, y)).count() as i32;
            if run > 0 {
                // Writing to a string does not fail.
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", x + BORDER, y + BORDER);
            }
            x += run.max(1);
        }
    }
    Some((code.size() + 2 * BORDER, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_and_all_its_black_modules() {
        let (side, path) = code("https://host/?world=circle2d").unwrap();
        // Each corner has a row of seven black modules at its top.
        let far = side - BORDER - 7;
        for (x, y) in [(BORDER, BORDER), (far, BORDER), (BORDER, far)] {
            assert!(path.contains(&format!("M{x} {y}h7v1h-7z")), "no corner at {x}, {y}");
        }
        let longer = code(&"a".repeat(600)).unwrap();
        assert!(longer.0 > side && code(&"a".repeat(9000)).is_none(), "what does not fit has no code");
    }
}
