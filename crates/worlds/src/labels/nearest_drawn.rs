//! Which drawn path a path follows: the nearest one by dynamic time warping, if it is within `reach`.
//!
//! DTW(p, q) = min over warpings w of Σ_t |p_t - q_w(t)|, here per point of p and with |w(t) - t| at most a sixth of the
//! path: an agent may be early or late, but not follow the same line backwards.

use super::Labeler;
use protocol::{LabelCard, Text, text};

pub struct NearestDrawn {
    pub id: &'static str,
    pub styles: Vec<Text>,
    /// Style and points of each drawn path: x, y, x, y, ...
    pub drawn: Vec<(usize, Vec<f32>)>,
    /// A path that is further than this from every drawn one, per point, follows none.
    pub reach: f32,
}

impl NearestDrawn {
    /// The style of the nearest drawn path, and the distance per point.
    pub fn nearest(&self, xy: &[f32]) -> Option<(usize, f32)> {
        let path = xy.as_chunks::<2>().0;
        if path.is_empty() {
            return None;
        }
        let mut nearest: Option<(usize, f32)> = None;
        for (style, drawn) in &self.drawn {
            let distance = warped_distance(path, drawn.as_chunks::<2>().0);
            if distance.is_finite() && nearest.is_none_or(|(_, least)| distance < least) {
                nearest = Some((*style, distance));
            }
        }
        nearest
    }
}

impl Labeler for NearestDrawn {
    fn id(&self) -> &'static str {
        self.id
    }

    fn card(&self) -> LabelCard {
        let name = text!("label-drawn", styles = self.styles.len());
        LabelCard { about: name.about(), name, ..LabelCard::new(self.id, self.styles.clone()) }
    }

    fn label(&self, xy: &[f32]) -> Option<usize> {
        self.nearest(xy).filter(|(_, distance)| *distance < self.reach).map(|(style, _)| style)
    }
}

/// DTW of two paths within a band, divided by the number of points of the longer one.
fn warped_distance(path: &[[f32; 2]], drawn: &[[f32; 2]]) -> f32 {
    let (rows, columns) = (path.len(), drawn.len());
    if rows == 0 || columns == 0 {
        return f32::INFINITY;
    }
    let band = rows.max(columns) / 6 + rows.abs_diff(columns);
    // Smallest sums of the row before, with one more column on the left: zero before the first row, where every warping
    // begins, and infinite after it.
    let mut last = vec![f32::INFINITY; columns + 1];
    last[0] = 0.0;
    let mut row = last.clone();
    for (index, [x, y]) in path.iter().enumerate() {
        row.fill(f32::INFINITY);
        let from = index.saturating_sub(band);
        for column in from..columns.min(index + band + 1) {
            let (dx, dy) = (drawn[column][0] - x, drawn[column][1] - y);
            let before = last[column].min(last[column + 1]).min(row[column]);
            row[column + 1] = before + (dx * dx + dy * dy).sqrt();
        }
        std::mem::swap(&mut last, &mut row);
    }
    last[columns] / rows.max(columns) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(y: f32, points: usize) -> Vec<f32> {
        (0..points).flat_map(|step| [step as f32, y]).collect()
    }

    fn labeler() -> NearestDrawn {
        let styles = ["one", "two"].map(Text::new).to_vec();
        NearestDrawn { id: "drawn-2", styles, drawn: vec![(0, line(0.0, 30)), (1, line(4.0, 30))], reach: 1.5 }
    }

    #[test]
    fn the_nearest_drawn_path_decides() {
        let labeler = labeler();
        assert_eq!(labeler.label(&line(0.5, 30)), Some(0));
        assert_eq!(labeler.label(&line(3.0, 30)), Some(1));
        assert_eq!(labeler.label(&line(2.0, 30)), None, "near none");
        assert_eq!(labeler.label(&line(9.0, 30)), None);
    }

    #[test]
    fn an_agent_may_be_late_but_not_walk_backwards() {
        let labeler = labeler();
        let late: Vec<f32> = (0..30).flat_map(|step: i32| [(step - 3).max(0) as f32, 0.0]).collect();
        assert_eq!(labeler.label(&late), Some(0));
        let backwards: Vec<f32> = (0..30).flat_map(|step| [(29 - step) as f32, 0.0]).collect();
        assert_eq!(labeler.label(&backwards), None);
    }

    #[test]
    fn paths_without_points_or_numbers_show_nothing() {
        let labeler = labeler();
        assert_eq!(labeler.label(&[]), None);
        assert_eq!(labeler.label(&[f32::NAN; 60]), None);
        assert_eq!(labeler.label(&[1e30; 60]), None);
    }
}
