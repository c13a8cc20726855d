//! Ready-made drawings to begin from. Each has a path for up to six styles, and all its paths have one start, so that an
//! agent of any style can begin there.

use super::{Drawing, DrawnPath, MOST_STYLES};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadySet {
    /// L, S, V, C, Z and U, written from one start.
    Letters,
    /// Paths along one lane that swerve to the left or to the right to overtake, by different distances.
    Overtaking,
    /// Four gates, each passed above or below.
    Slalom,
}

type Corners = &'static [[f32; 2]];

const LETTERS: [(Corners, bool); MOST_STYLES] = [
    (&[[11.0, 14.0], [11.0, 3.0], [19.0, 3.0]], false),
    (
        &[
            [11.0, 14.0],
            [8.0, 15.0],
            [5.0, 14.0],
            [4.0, 11.5],
            [6.0, 9.0],
            [9.0, 7.0],
            [10.0, 4.5],
            [8.0, 2.0],
            [4.0, 2.0],
        ],
        true,
    ),
    (&[[11.0, 14.0], [16.0, 3.0], [21.0, 14.0]], false),
    (&[[11.0, 14.0], [7.0, 15.0], [3.0, 13.0], [1.5, 8.0], [3.0, 3.0], [7.0, 1.0], [12.0, 2.0]], true),
    (&[[11.0, 14.0], [21.0, 14.0], [12.0, 2.5], [22.0, 2.5]], false),
    (&[[11.0, 14.0], [11.0, 6.0], [12.5, 3.0], [15.5, 2.0], [18.5, 3.0], [20.0, 6.0], [20.0, 14.0]], true),
];
/// How far each style swerves while it overtakes, in units of the plane.
const SWERVES: [f32; MOST_STYLES] = [3.0, -3.0, 6.0, -6.0, 1.5, -1.5];
/// Whether each style passes each gate above (1) or below (-1).
const GATES: [[f32; 4]; MOST_STYLES] = [
    [1.0, -1.0, 1.0, -1.0],
    [-1.0, 1.0, -1.0, 1.0],
    [1.0, 1.0, -1.0, -1.0],
    [-1.0, -1.0, 1.0, 1.0],
    [1.0, -1.0, -1.0, 1.0],
    [-1.0, 1.0, 1.0, -1.0],
];
/// Points between two corners of a curve.
const BETWEEN: usize = 12;

impl ReadySet {
    pub const ALL: [Self; 3] = [Self::Letters, Self::Overtaking, Self::Slalom];

    /// The id of the set, as links have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letters => "letters",
            Self::Overtaking => "overtaking",
            Self::Slalom => "slalom",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }

    /// The paths of the first `styles` styles.
    pub fn drawing(self, styles: usize) -> Drawing {
        let path = |style: usize| DrawnPath::new(style as u8, &self.line(style));
        Drawing { paths: (0..styles.min(MOST_STYLES)).filter_map(path).collect() }
    }

    fn line(self, style: usize) -> Vec<f32> {
        match self {
            Self::Letters => match LETTERS[style] {
                (corners, true) => curve(corners),
                (corners, false) => corners.concat(),
            },
            Self::Overtaking => {
                let point = |step: usize| {
                    let x = 1.0 + 0.25 * step as f32;
                    [x, 8.0 + SWERVES[style] * (smooth_step((x - 7.0) / 4.0) - smooth_step((x - 13.0) / 4.0))]
                };
                (0..=88).flat_map(point).collect()
            }
            Self::Slalom => {
                let gate = |(number, side): (usize, &f32)| [5.0 + 4.5 * number as f32, 8.0 + 3.0 * side];
                let gates: Vec<[f32; 2]> = GATES[style].iter().enumerate().map(gate).collect();
                curve(&[&[[1.0, 8.0]][..], &gates, &[[23.0, 8.0]]].concat())
            }
        }
    }
}

/// 3x² - 2x³, which rises from 0 to 1 with slope zero at both ends.
fn smooth_step(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// A Catmull-Rom curve through all points.
fn curve(through: &[[f32; 2]]) -> Vec<f32> {
    let at = |index: usize| through[index.min(through.len() - 1)];
    let mut line = through[0].to_vec();
    for from in 0..through.len() - 1 {
        let [a, b, c, d] = [at(from.saturating_sub(1)), at(from), at(from + 1), at(from + 2)];
        for step in 1..=BETWEEN {
            let t = step as f32 / BETWEEN as f32;
            line.extend([0, 1].map(|axis| {
                let [a, b, c, d] = [a[axis], b[axis], c[axis], d[axis]];
                let (linear, square) = (c - a, 2.0 * a - 5.0 * b + 4.0 * c - d);
                0.5 * (2.0 * b + t * (linear + t * (square + t * (3.0 * (b - c) + d - a))))
            }));
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::PLANE;

    #[test]
    fn paths_of_a_set_begin_together_stay_inside_and_differ() {
        for set in ReadySet::ALL {
            let paths = set.drawing(MOST_STYLES).paths;
            assert_eq!(paths.len(), MOST_STYLES);
            for (style, path) in paths.iter().enumerate() {
                assert_eq!((usize::from(path.style), path.xy()[..2] == paths[0].xy()[..2]), (style, true), "{set:?}");
                let line = set.line(style);
                let inside = |[x, y]: &[f32; 2]| (0.0..=PLANE[0]).contains(x) && (0.0..=PLANE[1]).contains(y);
                assert!(line.as_chunks::<2>().0.iter().all(inside), "{set:?} {style}");
                assert!(paths[..style].iter().all(|other| other.cells != path.cells), "{set:?} {style}");
            }
        }
    }

    #[test]
    fn overtaking_shares_its_lane() {
        let paths = ReadySet::Overtaking.drawing(2).paths;
        let [left, right] = [0, 1].map(|style: usize| paths[style].xy());
        let apart = |step: usize| (left[2 * step + 1] - right[2 * step + 1]).abs();
        assert!((0..15).chain(46..=60).all(|step| apart(step) < 0.3), "before and after");
        assert!(apart(30) > 5.5, "while overtaking: {}", apart(30));
    }
}
