//! A label by a rule of the visitor's: the style of a path is the number of thresholds below a quantity of it.

use super::Labeler;
use protocol::{LabelCard, PathQuantity, Rule};

/// The style names of a label, with styles decided by a rule.
pub struct RuleLabel {
    pub base: Box<dyn Labeler>,
    pub rule: Rule,
}

impl Labeler for RuleLabel {
    fn id(&self) -> &'static str {
        self.base.id()
    }

    fn card(&self) -> LabelCard {
        self.base.card()
    }

    fn label(&self, xy: &[f32]) -> Option<usize> {
        measure(&self.rule.quantity, xy).map(|value| self.rule.style(value))
    }

    fn score(&self, xy: &[f32]) -> Option<f32> {
        measure(&self.rule.quantity, xy)
    }
}

/// A quantity of a path (x, y, x, y, ...); None where the path is too short for it or not finite, and for columns, which a
/// path does not have ([`World::column`](crate::World::column)).
pub fn measure(quantity: &PathQuantity, xy: &[f32]) -> Option<f32> {
    let points = xy.as_chunks::<2>().0;
    let (first, last) = (points.first()?, points.last()?);
    let step = |[from, to]: &[[f32; 2]; 2]| [to[0] - from[0], to[1] - from[1]];
    let steps: Vec<[f32; 2]> = points.array_windows().map(step).collect();
    let value = match quantity {
        PathQuantity::EndX => last[0],
        PathQuantity::EndY => last[1],
        PathQuantity::Displacement => libm::hypotf(last[0] - first[0], last[1] - first[1]),
        PathQuantity::Speed => mean(steps.iter().map(|step| libm::hypotf(step[0], step[1])))?,
        PathQuantity::Turn => mean(steps.array_windows().map(|[a, b]| angle(*a, *b)))?,
        PathQuantity::Range => {
            let centre = [0, 1].map(|axis| mean(points.iter().map(|point| point[axis])).unwrap_or_default());
            let squares = points.iter().map(|[x, y]| {
                let (dx, dy) = (x - centre[0], y - centre[1]);
                dx * dx + dy * dy
            });
            libm::sqrtf(mean(squares)?)
        }
        PathQuantity::MeanX => mean(points.iter().map(|point| point[0]))?,
        PathQuantity::MeanY => mean(points.iter().map(|point| point[1]))?,
        PathQuantity::Inside(corners) => {
            if points.iter().flatten().any(|number| !number.is_finite()) {
                return None;
            }
            mean(points.iter().map(|point| f32::from(u8::from(is_inside(corners, *point)))))?
        }
        PathQuantity::ColumnMean(_) | PathQuantity::ColumnLast(_) => return None,
    };
    value.is_finite().then_some(value)
}

/// Whether a line from the point to the right crosses the polygon's border an odd number of times.
fn is_inside(corners: &[[f32; 2]], [x, y]: [f32; 2]) -> bool {
    let next = corners.iter().cycle().skip(1);
    let crosses = |(a, b): &(&[f32; 2], &[f32; 2])| {
        (a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]
    };
    corners.iter().zip(next).filter(crosses).count() % 2 == 1
}

fn mean(values: impl Iterator<Item = f32>) -> Option<f32> {
    let (sum, count) = values.fold((0.0f32, 0usize), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / count as f32)
}

/// The angle between two steps, from 0 to π; zero where one of them has no length.
fn angle(a: [f32; 2], b: [f32; 2]) -> f32 {
    let (cross, dot) = (a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
    libm::atan2f(cross, dot).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_by_hand() {
        let path = [0.0, 0.0, 3.0, 0.0, 3.0, 4.0];
        let measured = |quantity| measure(&quantity, &path).unwrap();
        assert_eq!(measured(PathQuantity::Speed), 3.5);
        assert_eq!((measured(PathQuantity::EndX), measured(PathQuantity::EndY)), (3.0, 4.0));
        assert_eq!(measured(PathQuantity::Displacement), 5.0);
        assert!((measured(PathQuantity::Turn) - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
        // Squared distances to (2, 4/3): 52/9, 25/9 and 73/9.
        assert!((measured(PathQuantity::Range) - (150.0f32 / 27.0).sqrt()).abs() < 1e-5);
        assert_eq!((measured(PathQuantity::MeanX), measured(PathQuantity::MeanY)), (2.0, 4.0 / 3.0));
        // A triangle around two of the three points, and a shape with a dent that leaves one of them out.
        assert_eq!(measured(PathQuantity::Inside(vec![[-1.0, -1.0], [5.0, -1.0], [1.0, 3.0]])), 2.0 / 3.0);
        let dented = vec![[-1.0, -1.0], [4.0, -1.0], [4.0, 5.0], [2.5, 5.0], [2.5, 0.5], [-1.0, 0.5]];
        assert_eq!(measured(PathQuantity::Inside(dented.clone())), 1.0);
        let cut = [&dented[..1], &[[2.0, -1.0], [2.0, 0.5]], &dented[5..]].concat();
        assert_eq!(measured(PathQuantity::Inside(cut)), 1.0 / 3.0);
    }

    #[test]
    fn paths_that_are_too_short_or_not_finite_have_no_quantity() {
        let inside = PathQuantity::Inside(vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
        for quantity in PathQuantity::PLAIN.into_iter().chain([inside]) {
            assert_eq!(measure(&quantity, &[]), None);
            assert_eq!(measure(&quantity, &[f32::NAN; 6]), None, "{quantity:?}");
        }
        assert_eq!(measure(&PathQuantity::Turn, &[0.0, 0.0, 1.0, 1.0]), None);
    }
}
