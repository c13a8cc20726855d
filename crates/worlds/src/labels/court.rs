//! Shared code of the basketball labels. As in the literature, they are measured in court lengths and widths,
//! s = (xy - 25 ft) / (94 ft, 50 ft), not in feet.

use protocol::Mark;

pub const SCALE: [f32; 2] = [94.0, 50.0];
const SHIFT: f32 = 25.0;

/// A point in feet in the scaled coordinates of the labels.
pub fn scaled(point: &[f32; 2]) -> [f32; 2] {
    [(point[0] - SHIFT) / SCALE[0], (point[1] - SHIFT) / SCALE[1]]
}

/// Inverse of [`scaled`].
pub fn feet(point: [f32; 2]) -> [f32; 2] {
    [point[0] * SCALE[0] + SHIFT, point[1] * SCALE[1] + SHIFT]
}

/// First and last point of a path, scaled; None if it has fewer than two points.
pub fn ends(xy: &[f32]) -> Option<([f32; 2], [f32; 2])> {
    match xy.as_chunks().0 {
        [first, .., last] => Some((scaled(first), scaled(last))),
        _ => None,
    }
}

/// The scaled displacement of each step.
pub fn actions(xy: &[f32]) -> impl Iterator<Item = [f32; 2]> + Clone {
    xy.as_chunks::<2>().0.windows(2).map(|pair| {
        let (from, to) = (scaled(&pair[0]), scaled(&pair[1]));
        [to[0] - from[0], to[1] - from[1]]
    })
}

pub fn length([x, y]: [f32; 2]) -> f32 {
    libm::hypotf(x, y)
}

/// The angle between two steps, 0 to π. A step of length zero has no direction and counts as straight.
pub fn angle(a: [f32; 2], b: [f32; 2]) -> f32 {
    libm::atan2f((a[0] * b[1] - a[1] * b[0]).abs(), a[0] * b[0] + a[1] * b[1])
}

/// A circle in scaled coordinates, which is an ellipse in feet.
pub fn ring(centre: Option<[f32; 2]>, radius: f32) -> Mark {
    Mark::Arc { centre, radii: SCALE.map(|scale| radius * scale), from: 0.0, to: std::f32::consts::TAU }
}
