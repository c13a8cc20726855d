//! Paths drawn by hand on a plane, several per style. A drawing travels in a link as text ([`Drawing::to_text`]); the page
//! and the worlds read the same text, so a run on drawn demonstrations is still its configuration.

mod sets;
mod text;

pub use sets::ReadySet;
pub use text::DrawingError;

/// Size of the plane that is drawn on, in its own units.
pub const PLANE: [f32; 2] = [24.0, 16.0];
/// A drawn path is resampled to this many steps of equal length, so it has one point more.
pub const DRAWN_STEPS: usize = 60;
/// Most styles of a drawing.
pub const MOST_STYLES: usize = 6;
/// Most paths of a drawing, in a link or in a file.
pub const MOST_PATHS: usize = 240;
/// Longest text of a drawing that fits into a link with all other settings (`LONGEST_QUERY`), in bytes.
pub const LONGEST_DRAWING: usize = 6000;

/// Cells of the grid per unit. Points lie on this grid, so that reading the text of a drawing gives the same drawing.
const CELLS: f32 = 40.0;
/// Shorter lines are taken for clicks, in units of the plane.
const SHORTEST: f32 = 1.0;

/// Paths in the order in which they were drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    pub paths: Vec<DrawnPath>,
}

/// One path: `DRAWN_STEPS + 1` points on the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnPath {
    pub style: u8,
    cells: Vec<[i16; 2]>,
}

impl DrawnPath {
    /// A line x, y, x, y, ... as a path of equal steps; None where it is too short or has numbers that are not finite.
    pub fn new(style: u8, line: &[f32]) -> Option<Self> {
        let even = resample(line, DRAWN_STEPS + 1, SHORTEST)?;
        let cell = |value: &f32, axis: usize| (value.clamp(0.0, PLANE[axis]) * CELLS + 0.5) as i16;
        let cells = even.as_chunks::<2>().0.iter().map(|[x, y]| [cell(x, 0), cell(y, 1)]).collect();
        (usize::from(style) < MOST_STYLES).then_some(Self { style, cells })
    }

    /// Whether it is a path of a ready-made set.
    pub fn is_ready(&self) -> bool {
        ReadySet::ALL.into_iter().any(|set| set.drawing(MOST_STYLES).paths.contains(self))
    }

    /// x, y, x, y, ... in units of the plane.
    pub fn xy(&self) -> Vec<f32> {
        self.cells.iter().flatten().map(|cell| f32::from(*cell) / CELLS).collect()
    }
}

impl Drawing {
    /// Adds a path. The first own path of a style takes the place of the ready-made ones; false where there is no room.
    pub fn add(&mut self, path: DrawnPath) -> bool {
        self.paths.retain(|known| known.style != path.style || !known.is_ready());
        if self.paths.len() >= MOST_PATHS {
            return false;
        }
        self.paths.push(path);
        true
    }

    /// As a file that the worlds read: `{"drawing": 1, "paths": [{"style": 0, "xy": [...]}, ...]}`.
    pub fn to_json(&self) -> String {
        let path = |path: &DrawnPath| {
            let xy: Vec<String> = path.xy().iter().map(|value| format!("{value:.3}")).collect();
            format!("{{\"style\":{},\"xy\":[{}]}}", path.style, xy.join(","))
        };
        format!("{{\"drawing\":1,\"paths\":[{}]}}", self.paths.iter().map(path).collect::<Vec<_>>().join(","))
    }

    /// Paths of one style.
    pub fn of_style(&self, style: usize) -> impl Iterator<Item = &DrawnPath> {
        self.paths.iter().filter(move |path| usize::from(path.style) == style)
    }
}

/// `count` points at equal distances along a line; None where the line is shorter than `shortest` or not finite.
fn resample(line: &[f32], count: usize, shortest: f32) -> Option<Vec<f32>> {
    let points = line.as_chunks::<2>().0;
    let distance = |[from, to]: [[f32; 2]; 2]| {
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        (dx * dx + dy * dy).sqrt()
    };
    let length: f32 = points.array_windows().map(|pair| distance(*pair)).sum();
    if !length.is_finite() || length < shortest {
        return None;
    }
    let mut path = Vec::with_capacity(2 * count);
    let (mut segments, mut behind) = (points.array_windows::<2>(), 0.0);
    let mut segment = *segments.next()?;
    for step in 0..count {
        let along = length * step as f32 / (count - 1) as f32;
        while behind + distance(segment) < along {
            let Some(next) = segments.next() else { break };
            behind += distance(segment);
            segment = *next;
        }
        let share = ((along - behind) / distance(segment).max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        let [from, to] = segment;
        path.extend([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_becomes_a_path_of_equal_steps() {
        let path = DrawnPath::new(1, &[0.0, 8.0, 3.0, 8.0, 12.0, 8.0]).unwrap().xy();
        assert_eq!(path.len(), 2 * (DRAWN_STEPS + 1));
        for pair in path.as_chunks::<2>().0.windows(2) {
            assert!((pair[1][0] - pair[0][0] - 0.2).abs() < 0.03, "{pair:?}");
        }
        assert_eq!((path[0], path[1], path[120]), (0.0, 8.0, 12.0));
    }

    #[test]
    fn clicks_and_lines_that_are_not_finite_are_refused() {
        for line in
            [&[][..], &[1.0, 2.0], &[1.0, 2.0, 1.5, 2.0], &[0.0, 0.0, f32::NAN, 9.0], &[0.0, 0.0, f32::MAX, 0.0]]
        {
            assert_eq!(DrawnPath::new(0, line), None, "{line:?}");
        }
        assert_eq!(DrawnPath::new(MOST_STYLES as u8, &[0.0, 0.0, 9.0, 9.0]), None);
    }

    #[test]
    fn the_first_own_path_replaces_the_ready_made_one() {
        let mut drawing = ReadySet::Overtaking.drawing(2);
        let own = |y| DrawnPath::new(1, &[1.0, y, 20.0, y]).unwrap();
        assert!(drawing.add(own(3.0)) && drawing.add(own(4.0)));
        let styles: Vec<u8> = drawing.paths.iter().map(|path| path.style).collect();
        assert_eq!(styles, [0, 1, 1]);
        assert!(drawing.paths[0].is_ready() && !drawing.paths[1].is_ready());
        let mut full = Drawing { paths: vec![own(3.0); MOST_PATHS] };
        assert!(!full.add(own(5.0)));
    }

    #[test]
    fn what_leaves_the_plane_is_kept_at_its_border() {
        let path = DrawnPath::new(0, &[-5.0, 8.0, 40.0, 20.0]).unwrap().xy();
        assert!(path.as_chunks::<2>().0.iter().all(|[x, y]| (0.0..=24.0).contains(x) && (0.0..=16.0).contains(y)));
    }
}
