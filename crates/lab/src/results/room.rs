//! How wide a name is drawn, in whichever language it is wider: a drawing is there once for both.

use super::chinese::chinese;

/// Pixels of a Latin letter or digit at the size of the drawings, and of a Chinese character.
pub const LETTER: f64 = 6.6;
const CHARACTER: f64 = 12.0;

pub fn room(name: &str) -> f64 {
    chinese(name).map_or(0.0, |chinese| width(&chinese)).max(width(name))
}

fn width(text: &str) -> f64 {
    // Chinese characters and full-width signs.
    text.chars().map(|letter| if letter >= '\u{3000}' { CHARACTER } else { LETTER }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_room_in_both_languages() {
        let is = |name: &str, width: f64| assert!((room(name) - width).abs() < 1e-9, "{name}: {}", room(name));
        is("BC-PMI", 6.0 * LETTER);
        // CBC（一个网络） is shorter, BC-PMI，四处走动 is longer.
        is("CBC, one network", 16.0 * LETTER);
        is("BC-PMI, roams", 6.0 * LETTER + 5.0 * CHARACTER);
    }
}
