//! Area: argmax_k #{t : s_t in area k}, the part of the screen a path visits most.

use super::Labeler;
use protocol::{LabelCard, Mark, Text};

/// A screen divided by vertical lines at `columns` and horizontal lines at `rows`, each ascending. Areas are numbered row
/// by row from the corner with the smallest x and y.
#[derive(Clone)]
pub struct Area {
    pub columns: Vec<f32>,
    pub rows: Vec<f32>,
    /// One name per area.
    pub names: Vec<Text>,
    /// Opposite corners of the screen, for drawing the lines.
    pub corners: [[f32; 2]; 2],
}

impl Area {
    fn of(&self, [x, y]: &[f32; 2]) -> usize {
        let passed = |lines: &[f32], value: f32| lines.iter().filter(|line| **line <= value).count();
        passed(&self.rows, *y) * (self.columns.len() + 1) + passed(&self.columns, *x)
    }
}

impl Labeler for Area {
    fn id(&self) -> &'static str {
        "area"
    }

    fn card(&self) -> LabelCard {
        let [[left, top], [right, bottom]] = self.corners;
        let down = self.columns.iter().map(|x| Mark::Line { from: [*x, top], to: [*x, bottom] });
        let across = self.rows.iter().map(|y| Mark::Line { from: [left, *y], to: [right, *y] });
        LabelCard { marks: down.chain(across).collect(), ..LabelCard::new(self.id(), self.names.clone()) }
    }

    fn label(&self, xy: &[f32]) -> Option<usize> {
        let mut visits = vec![0_usize; (self.columns.len() + 1) * (self.rows.len() + 1)];
        for point in xy.as_chunks().0 {
            visits[self.of(point)] += 1;
        }
        // The first of several areas with equal counts.
        let most = visits.iter().copied().max().filter(|most| *most > 0)?;
        visits.iter().position(|count| *count == most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quadrants() -> Area {
        let names = ["a", "b", "c", "d"].map(Text::new).to_vec();
        Area { columns: vec![80.0], rows: vec![100.0], names, corners: [[0.0, 0.0], [160.0, 200.0]] }
    }

    #[test]
    fn by_hand() {
        assert_eq!(quadrants().label(&[10.0, 10.0]), Some(0));
        assert_eq!(quadrants().label(&[80.0, 10.0]), Some(1));
        // Two of three steps lower left, then a tie of the lower two.
        assert_eq!(quadrants().label(&[10.0, 150.0, 20.0, 150.0, 90.0, 150.0]), Some(2));
        assert_eq!(quadrants().label(&[90.0, 150.0, 20.0, 150.0]), Some(2));
        assert_eq!(quadrants().label(&[]), None);
        assert_eq!(quadrants().card().marks.len(), 2);
    }

    #[test]
    fn bands_have_no_rows() {
        let bands = Area { columns: vec![50.0, 100.0], rows: vec![], ..quadrants() };
        assert_eq!([10.0, 60.0, 150.0].map(|x| bands.label(&[x, 0.0])), [Some(0), Some(1), Some(2)]);
    }
}
