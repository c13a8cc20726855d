//! Markers of the styles: one shape per style, the same on the stage and in charts.

use std::f32::consts::{FRAC_PI_2, TAU};

/// Colours are the variables `--style-0` ... ; shapes go round with them.
pub const STYLES: usize = 8;

/// The outline of a style's marker around the origin, of about the same area for all.
pub fn outline(style: usize) -> Vec<(f32, f32)> {
    match style % STYLES {
        0 => ring(20, 1.0, 0.0),
        1 => ring(4, 1.2, FRAC_PI_2 / 2.0),
        2 => ring(3, 1.35, -FRAC_PI_2),
        3 => ring(4, 1.3, 0.0),
        4 => ring(3, 1.35, FRAC_PI_2),
        5 => star(5),
        6 => ring(6, 1.1, 0.0),
        _ => star(4),
    }
}

fn ring(corners: usize, radius: f32, turn: f32) -> Vec<(f32, f32)> {
    let corner = |n: usize| turn + n as f32 / corners as f32 * TAU;
    (0..corners).map(corner).map(|angle| (radius * libm::cosf(angle), radius * libm::sinf(angle))).collect()
}

fn star(points: usize) -> Vec<(f32, f32)> {
    let outer = ring(points, 1.5, -FRAC_PI_2);
    let inner = ring(points, 0.6, -FRAC_PI_2 + TAU / (2 * points) as f32);
    outer.into_iter().zip(inner).flat_map(|(tip, dent)| [tip, dent]).collect()
}

/// As an SVG path.
pub fn path(style: usize, x: f32, y: f32, size: f32) -> String {
    let mut d = String::new();
    for (index, (dx, dy)) in outline(style).into_iter().enumerate() {
        d.push(if index == 0 { 'M' } else { 'L' });
        d.push_str(&format!("{:.2} {:.2}", x + dx * size, y + dy * size));
    }
    d.push('Z');
    d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_has_its_own_shape() {
        let shapes: Vec<_> = (0..STYLES).map(|style| path(style, 0.0, 0.0, 4.0)).collect();
        for (index, shape) in shapes.iter().enumerate() {
            assert!(!shapes[..index].contains(shape), "style {index}");
        }
    }
}
