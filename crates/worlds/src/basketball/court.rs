//! The half court, in feet from its corner, as the rule book draws it.

use std::f32::consts::{FRAC_PI_2, TAU};

use protocol::{Mark, View};

/// Length and width of the whole court.
pub const LENGTHS: [f32; 2] = [94.0, 50.0];
pub const HALF: [f32; 2] = [LENGTHS[0] / 2.0, LENGTHS[1]];
pub const BASKET: [f32; 2] = [5.25, 25.0];
pub const THREE_POINTS: f32 = 23.75;
/// Distance of the straight part of the three-point line from the middle of the court.
pub const CORNER: f32 = 22.0;

pub const VIEW: View = View { left: -3.0, bottom: -3.0, right: HALF[0] + 3.0, top: HALF[1] + 3.0 };

/// Lines of the half court.
pub fn marks() -> Vec<Mark> {
    let line = |from, to| Mark::Line { from, to };
    let arc = |centre, radius, from, to| Mark::Arc { centre: Some(centre), radii: [radius; 2], from, to };
    let [length, width] = HALF;
    // The angle at which the three-point arc meets its straight ends.
    let bend = libm::asinf(CORNER / THREE_POINTS);
    let reach = BASKET[0] + THREE_POINTS * libm::cosf(bend);
    let mut marks = vec![
        arc([length, width / 2.0], 6.0, FRAC_PI_2, 3.0 * FRAC_PI_2),
        arc([19.0, 25.0], 6.0, 0.0, TAU),
        arc(BASKET, 0.75, 0.0, TAU),
        arc(BASKET, 4.0, -FRAC_PI_2, FRAC_PI_2),
        arc(BASKET, THREE_POINTS, -bend, bend),
        line([4.0, 22.0], [4.0, 28.0]),
        line([0.0, 25.0 - CORNER], [reach, 25.0 - CORNER]),
        line([0.0, 25.0 + CORNER], [reach, 25.0 + CORNER]),
    ];
    marks.extend(frame([0.0, 0.0], HALF));
    marks.extend(frame([0.0, 17.0], [19.0, 33.0]));
    marks
}

fn frame([left, bottom]: [f32; 2], [right, top]: [f32; 2]) -> [Mark; 4] {
    let corners = [[left, bottom], [right, bottom], [right, top], [left, top]];
    [0, 1, 2, 3].map(|side| Mark::Line { from: corners[side], to: corners[(side + 1) % 4] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_lies_on_the_court() {
        let inside = |[x, y]: [f32; 2]| (0.0..=HALF[0] + 0.01).contains(&x) && (0.0..=HALF[1]).contains(&y);
        for mark in marks() {
            match mark {
                Mark::Line { from, to } => assert!(inside(from) && inside(to), "{mark:?}"),
                Mark::Arc { centre, radii, from, to } => {
                    let [x, y] = centre.unwrap();
                    assert!(from < to && to - from <= TAU);
                    for angle in [from, (from + to) / 2.0, to] {
                        let point = [x + radii[0] * libm::cosf(angle), y + radii[1] * libm::sinf(angle)];
                        assert!(inside(point), "{mark:?} {point:?}");
                    }
                }
            }
        }
    }
}
