//! Where agents of each style end, counted in hexagonal bins.

use std::collections::BTreeMap;

use web_sys::CanvasRenderingContext2d;

use super::canvas::Palette;
use super::style_markers::STYLES;
use super::viewports::ViewTransform;
use protocol::AgentView;

/// At this many ends of a style all its counts are halved, so that the density follows the current policy.
const MOST_ENDS: f32 = 400.0;
/// Hexagons from one side of the view to the other.
pub const ACROSS: f32 = 26.0;
const ROOT3: f32 = 1.732_050_8;

/// Number and summed coordinates of one style's ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EndSum {
    pub count: f32,
    pub x: f32,
    pub y: f32,
}

#[derive(Clone, Debug, Default)]
pub struct EpisodeEnds {
    cells: BTreeMap<(u8, i32, i32), f32>,
    pub sums: BTreeMap<u8, EndSum>,
}

impl EpisodeEnds {
    /// Counts the agents whose episode ends with this frame; `wide` is a hexagon's width.
    pub fn follow(&mut self, agents: &[AgentView], wide: f32) {
        for agent in agents.iter().filter(|agent| agent.done) {
            let (column, row) = hexagon(agent.x, agent.y, wide);
            *self.cells.entry((agent.style, column, row)).or_default() += 1.0;
            let sum = self.sums.entry(agent.style).or_default();
            (sum.count, sum.x, sum.y) = (sum.count + 1.0, sum.x + agent.x, sum.y + agent.y);
            if sum.count >= MOST_ENDS {
                (sum.count, sum.x, sum.y) = (sum.count / 2.0, sum.x / 2.0, sum.y / 2.0);
                self.cells.iter_mut().filter(|(cell, _)| cell.0 == agent.style).for_each(|(_, count)| *count /= 2.0);
            }
        }
    }

    pub fn paint(&self, context: &CanvasRenderingContext2d, transform: &ViewTransform, palette: &Palette, wide: f32) {
        let most = self.cells.values().copied().fold(1.0, f32::max);
        let radius = f64::from(wide / ROOT3 * transform.scale);
        for (&(style, column, row), count) in &self.cells {
            let (x, y) = centre(column, row, wide);
            let (x, y) = transform.to_pixels(x, y);
            context.set_fill_style_str(palette.style(style % STYLES as u8));
            context.set_global_alpha(f64::from(0.12 + 0.6 * (count / most).sqrt()));
            context.begin_path();
            for corner in 0..6 {
                let angle = f64::from(corner) * std::f64::consts::FRAC_PI_3 + std::f64::consts::FRAC_PI_6;
                context.line_to(
                    x + radius * f64::from(libm::cosf(angle as f32)),
                    y + radius * f64::from(libm::sinf(angle as f32)),
                );
            }
            context.fill();
        }
        context.set_global_alpha(1.0);
    }
}

/// Rows of hexagons overlap by a quarter, and every other one is shifted by half a width.
fn centre(column: i32, row: i32, wide: f32) -> (f32, f32) {
    let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
    ((column as f32 + shift) * wide, row as f32 * wide * ROOT3 / 2.0)
}

/// The hexagon around a point: the nearest centre of the two rows it lies between.
fn hexagon(x: f32, y: f32, wide: f32) -> (i32, i32) {
    let below = (y / (wide * ROOT3 / 2.0)).floor() as i32;
    let nearest = |row: i32| {
        let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
        let column = (x / wide - shift).round() as i32;
        let (cx, cy) = centre(column, row, wide);
        (libm::hypotf(x - cx, y - cy), (column, row))
    };
    let (low, high) = (nearest(below), nearest(below + 1));
    if low.0 <= high.0 { low.1 } else { high.1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_falls_into_the_hexagon_around_it() {
        for step in 0..400 {
            let (x, y) = ((step % 20) as f32 * 0.37 - 3.0, (step / 20) as f32 * 0.31 - 3.0);
            let (column, row) = hexagon(x, y, 1.0);
            let (cx, cy) = centre(column, row, 1.0);
            assert!(libm::hypotf(x - cx, y - cy) <= 1.0 / ROOT3 + 1e-4, "{x} {y}");
        }
        assert_eq!(hexagon(0.1, -0.1, 1.0), (0, 0));
    }

    #[test]
    fn only_ends_count_and_old_ones_fade() {
        let mut ends = EpisodeEnds::default();
        let agent = |done| AgentView { x: 2.0, y: 3.0, style: 1, fresh: false, done };
        ends.follow(&[agent(false), agent(true)], 1.0);
        assert_eq!(ends.sums[&1], EndSum { count: 1.0, x: 2.0, y: 3.0 });
        (0..1000).for_each(|_| ends.follow(&[agent(true)], 1.0));
        let sum = ends.sums[&1];
        assert!(sum.count < MOST_ENDS && (sum.x / sum.count - 2.0).abs() < 1e-3);
        assert!(ends.cells.values().sum::<f32>() < MOST_ENDS);
    }
}
