//! Converts a line drawn by hand to a path of equal steps, since a drawn line has no speed.

/// `count` points at equal distances along the line; None where its length is zero or not finite.
pub fn resample(xy: &[f32], count: usize) -> Option<Vec<f32>> {
    let points = xy.as_chunks::<2>().0;
    let distance = |pair: &[[f32; 2]]| libm::hypotf(pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]);
    let length: f32 = points.windows(2).map(distance).sum();
    if count < 2 || !length.is_finite() || length <= 0.0 {
        return None;
    }
    let mut path = Vec::with_capacity(2 * count);
    let (mut segments, mut behind) = (points.windows(2), 0.0);
    let mut segment = segments.next()?;
    for step in 0..count {
        let along = length * step as f32 / (count - 1) as f32;
        while behind + distance(segment) < along {
            let Some(next) = segments.next() else { break };
            behind += distance(segment);
            segment = next;
        }
        let share = ((along - behind) / distance(segment).max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        let [from, to] = [segment[0], segment[1]];
        path.extend([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_equal_and_ends_are_kept() {
        let path = resample(&[0.0, 0.0, 3.0, 0.0, 3.0, 0.0, 3.0, 1.0], 5).unwrap();
        assert_eq!(path, [0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 3.0, 1.0]);
    }

    #[test]
    fn what_is_no_line_is_refused() {
        for xy in
            [&[][..], &[1.0, 2.0], &[1.0, 2.0, 1.0, 2.0], &[0.0, 0.0, f32::NAN, 1.0], &[0.0, 0.0, f32::MAX, f32::MAX]]
        {
            assert_eq!(resample(xy, 5), None, "{xy:?}");
        }
    }
}
