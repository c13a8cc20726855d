//! Lines and points as the data of SVG paths, as short as they can be without looking different.

/// Deviations of a line that nobody sees, in pixels.
const NEAR: f64 = 0.2;
/// Points of a cloud that are drawn.
const CLOUD: usize = 150;

/// The places that a line needs to look the same: the others are nearer to it than `NEAR`.
pub fn simplified(places: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let [first, .., last] = places else { return places.to_vec() };
    let (along, up) = (last.0 - first.0, last.1 - first.1);
    let length = along.hypot(up).max(1e-9);
    let closed = length < 0.1;
    let apart = |(x, y): &(f64, f64)| match closed {
        true => (x - first.0).hypot(y - first.1),
        false => ((x - first.0) * up - (y - first.1) * along).abs() / length,
    };
    let far = (1..places.len() - 1).max_by(|a, b| apart(&places[*a]).total_cmp(&apart(&places[*b])));
    match far.filter(|at| apart(&places[*at]) > NEAR) {
        None => vec![*first, *last],
        Some(at) => {
            let mut all = simplified(&places[..=at]);
            all.pop();
            all.extend(simplified(&places[at..]));
            all
        }
    }
}

/// A line through places, in tenths of a pixel and each relative to the last: half as long as in full.
pub fn line(places: &[(f64, f64)]) -> String {
    let tenths = |value: f64| (value * 10.0).round() as i64;
    let (mut path, mut last) = (String::new(), None);
    for (x, y) in places.iter().map(|(x, y)| (tenths(*x), tenths(*y))) {
        let (by_x, by_y) = last.map_or((x, y), |(last_x, last_y)| (x - last_x, y - last_y));
        path.push_str(if last.is_none() {
            "M"
        } else if path.contains('l') {
            " "
        } else {
            "l"
        });
        // A sign separates numbers as well as a space does.
        let space = if by_y < 0 { "" } else { " " };
        path.push_str(&format!("{}{space}{}", short(by_x), short(by_y)));
        last = Some((x, y));
    }
    path.replace(" -", "-")
}

/// Tenths as a decimal number, without zeros that say nothing.
fn short(tenths: i64) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    match (tenths.abs() / 10, tenths.abs() % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, part) => format!("{sign}.{part}"),
        (whole, part) => format!("{sign}{whole}.{part}"),
    }
}

/// Points by themselves, to the pixel; of a cloud evenly spaced ones.
pub fn dots(places: &[(f64, f64)]) -> String {
    places.iter().step_by(places.len().div_ceil(CLOUD).max(1)).map(|(x, y)| format!("M{x:.0} {y:.0}h0")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_relative_to_the_last_point() {
        assert_eq!(line(&[(10.0, 20.04), (10.54, 19.0), (12.0, 19.0), (11.0, 21.0)]), "M10 20l.5-1 1.5 0-1 2");
        assert_eq!(dots(&[(1.2, 3.9)]), "M1 4h0");
        assert_eq!(dots(&[(0.0, 0.0); 301]).matches("h0").count(), 101);
    }

    #[test]
    fn a_line_keeps_only_the_points_that_shape_it() {
        let bent = [(0.0, 0.0), (1.0, 0.05), (2.0, 0.0), (2.0, 1.0), (2.0, 3.0)];
        assert_eq!(simplified(&bent), [(0.0, 0.0), (2.0, 0.0), (2.0, 3.0)]);
        let loops = [(0.0, 0.0), (5.0, 0.0), (5.0, 5.0), (0.0, 0.0)];
        assert_eq!(simplified(&loops), loops, "a path that ends where it began stays a path");
    }
}
