//! Agents and the trails they leave.

use std::collections::VecDeque;

use web_sys::CanvasRenderingContext2d;

use super::canvas::{self, Palette};
use super::style_markers::STYLES;
use super::viewports::ViewTransform;
use protocol::AgentView;

/// Frames in a trail.
const TRAIL: usize = 45;
/// Segments of a fading trail. Each is one stroke per style for all agents together.
const FADES: usize = 5;

/// Opacity of agents that were trained with other settings than those on the page.
pub const STALE_ALPHA: f64 = 0.35;

/// The last positions of every agent of a lane, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Trails(Vec<VecDeque<(f32, f32)>>);

impl Trails {
    pub fn follow(&mut self, agents: &[AgentView]) {
        self.0.resize(agents.len(), VecDeque::new());
        for (trail, agent) in self.0.iter_mut().zip(agents) {
            if agent.fresh {
                trail.clear();
            }
            if trail.len() >= TRAIL {
                trail.pop_front();
            }
            trail.push_back((agent.x, agent.y));
        }
    }

    pub fn paint(
        &self,
        context: &CanvasRenderingContext2d,
        transform: &ViewTransform,
        agents: &[AgentView],
        palette: &Palette,
        alpha: f64,
    ) {
        context.set_line_width(1.8);
        for fade in 0..FADES {
            context.set_global_alpha(alpha * 0.75 * (fade + 1) as f64 / FADES as f64);
            for style in 0..STYLES as u8 {
                let mut drawn = false;
                for (trail, _) in self.0.iter().zip(agents).filter(|(_, agent)| agent.style % STYLES as u8 == style) {
                    if !drawn {
                        context.begin_path();
                        drawn = true;
                    }
                    stretch(context, transform, trail, fade);
                }
                if drawn {
                    context.set_stroke_style_str(palette.style(style));
                    context.stroke();
                }
            }
        }
        context.set_global_alpha(1.0);
    }
}

fn stretch(context: &CanvasRenderingContext2d, transform: &ViewTransform, trail: &VecDeque<(f32, f32)>, fade: usize) {
    let (from, to) = (trail.len() * fade / FADES, (trail.len() * (fade + 1) / FADES + 1).min(trail.len()));
    for (index, (x, y)) in trail.range(from..to).enumerate() {
        let (x, y) = transform.to_pixels(*x, *y);
        if index == 0 { context.move_to(x, y) } else { context.line_to(x, y) }
    }
}

/// Every agent as its style's marker, with a rim that sets it off from the paths.
pub fn paint(
    context: &CanvasRenderingContext2d,
    transform: &ViewTransform,
    agents: &[AgentView],
    palette: &Palette,
    (size, alpha): (f64, f64),
) {
    context.set_global_alpha(alpha);
    context.set_line_width(1.2);
    context.set_stroke_style_str(&palette.paper);
    for style in 0..STYLES as u8 {
        let mut drawn = false;
        for agent in agents.iter().filter(|agent| agent.style % STYLES as u8 == style) {
            if !drawn {
                context.begin_path();
                drawn = true;
            }
            let (x, y) = transform.to_pixels(agent.x, agent.y);
            canvas::add_marker(context, style, x, y, size);
        }
        if drawn {
            context.set_fill_style_str(palette.style(style));
            context.fill();
            context.stroke();
        }
    }
    context.set_global_alpha(1.0);
}

/// Others in the scene, who have no style: discs with a rim.
pub fn paint_others(
    context: &CanvasRenderingContext2d,
    transform: &ViewTransform,
    others: &[[f32; 2]],
    palette: &Palette,
) {
    context.set_line_width(2.0);
    context.set_stroke_style_str(&palette.text);
    context.set_fill_style_str(&palette.paper);
    for other in others {
        canvas::stroke_circle(context, transform, *other, 4.0);
        context.fill();
    }
}

/// "x,y,style;x,y,style": the agents, for browser tests.
pub fn describe(agents: &[AgentView]) -> String {
    let one = |agent: &AgentView| format!("{:.3},{:.3},{}", agent.x, agent.y, agent.style);
    agents.iter().map(one).collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(x: f32, fresh: bool) -> AgentView {
        AgentView { x, y: 0.5, style: 1, fresh, done: false }
    }

    #[test]
    fn tails_stay_short_and_start_anew() {
        let mut trails = Trails::default();
        for step in 0..200 {
            trails.follow(&[agent(step as f32, false), agent(0.0, false)]);
        }
        assert_eq!(trails.0[0].len(), TRAIL);
        trails.follow(&[agent(3.0, true)]);
        assert_eq!((trails.0.len(), trails.0[0].len()), (1, 1));
        assert_eq!(describe(&[agent(0.25, false)]), "0.250,0.500,1");
    }
}
