//! Pointer gestures on the stage: drawing a path, and dragging an agent to a new start.

use web_sys::CanvasRenderingContext2d;

use super::canvas::{self, Palette};
use super::viewports::ViewTransform;
use protocol::{AgentStarts, AgentView, View};

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Gesture {
    #[default]
    Idle,
    /// The path so far: x, y, x, y, ...
    Draw(Vec<f32>),
    Drag {
        agent: u32,
        style: u8,
        from: [f32; 2],
        at: [f32; 2],
    },
    /// A gesture has just ended; the click event that follows it is ignored.
    Finished,
}

/// Most points of a drawn path.
const MOST: usize = 4000;

impl Gesture {
    /// Starts drawing, or drags the nearest agent within `reach` of the pointer or of its chosen start.
    pub fn press(drawing: bool, agents: &[AgentView], starts: &AgentStarts, [x, y]: [f32; 2], reach: f32) -> Self {
        if drawing {
            return Self::Draw(vec![x, y]);
        }
        let far = |[ax, ay]: [f32; 2]| libm::hypotf(ax - x, ay - y);
        let mut nearest = (reach, Self::Idle);
        for (agent, style, [ax, ay]) in (0..).zip(agents).map(|(index, a)| (index, a.style, [a.x, a.y])) {
            let far = far([ax, ay]).min(starts.get(&agent).map_or(f32::INFINITY, |start| far(*start)));
            if far <= nearest.0 {
                nearest = (far, Self::Drag { agent, style, from: [x, y], at: [x, y] });
            }
        }
        nearest.1
    }

    pub fn holds(&self) -> bool {
        matches!(self, Self::Draw(_) | Self::Drag { .. })
    }

    /// True when the stage has to be painted again.
    pub fn moved(&mut self, [x, y]: [f32; 2], reach: f32) -> bool {
        match self {
            Self::Draw(xy) => {
                let near =
                    xy.last_chunk::<2>().is_some_and(|last| libm::hypotf(last[0] - x, last[1] - y) < reach / 8.0);
                if near || xy.len() >= 2 * MOST {
                    return false;
                }
                xy.extend([x, y]);
            }
            Self::Drag { at, .. } => *at = [x, y],
            Self::Idle | Self::Finished => return false,
        }
        true
    }

    /// Extends the drawn path by an arrow key, from the middle of the view.
    pub fn arrow(&mut self, key: &str, view: &View) -> bool {
        let step = (view.right - view.left) / 40.0;
        let (dx, dy) = match key {
            "ArrowLeft" => (-step, 0.0),
            "ArrowRight" => (step, 0.0),
            "ArrowUp" => (0.0, step),
            "ArrowDown" => (0.0, -step),
            _ => return false,
        };
        let middle = [(view.left + view.right) / 2.0, (view.bottom + view.top) / 2.0];
        if !matches!(self, Self::Draw(_)) {
            *self = Self::Draw(middle.to_vec());
        }
        let Self::Draw(xy) = self else { return false };
        let [x, y] = *xy.last_chunk().unwrap_or(&middle);
        if xy.len() < 2 * MOST {
            xy.extend([(x + dx).clamp(view.left, view.right), (y + dy).clamp(view.bottom, view.top)]);
        }
        true
    }

    pub fn paint(&self, context: &CanvasRenderingContext2d, transform: &ViewTransform, palette: &Palette) {
        context.set_line_width(2.5);
        context.set_stroke_style_str(&palette.text);
        match self {
            Self::Draw(xy) => {
                context.begin_path();
                canvas::add_polyline(context, transform, xy);
                context.stroke();
                if let Some([x, y]) = xy.last_chunk() {
                    canvas::stroke_circle(context, transform, [*x, *y], 4.0);
                }
            }
            Self::Drag { style, at, .. } => {
                let (x, y) = transform.to_pixels(at[0], at[1]);
                context.begin_path();
                canvas::add_marker(context, *style, x, y, 7.0);
                context.set_fill_style_str(palette.style(*style));
                context.fill();
                context.stroke();
            }
            Self::Idle | Self::Finished => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: View = View { left: 0.0, bottom: 0.0, right: 40.0, top: 20.0 };

    #[test]
    fn a_press_takes_the_nearest_agent_or_the_pen() {
        let agent = |x| AgentView { x, y: 0.0, style: 2, fresh: false, done: false };
        let agents = [agent(0.0), agent(5.0)];
        let starts = AgentStarts::from([(0, [9.0, 9.0])]);
        let press = |at| Gesture::press(false, &agents, &starts, at, 1.0);
        assert_eq!(press([4.5, 0.0]), Gesture::Drag { agent: 1, style: 2, from: [4.5, 0.0], at: [4.5, 0.0] });
        assert!(matches!(press([9.0, 8.5]), Gesture::Drag { agent: 0, .. }));
        assert_eq!(press([2.5, 0.0]), Gesture::Idle);
        assert!(press([4.5, 0.0]).holds() && !press([2.5, 0.0]).holds());
        let mut pen = Gesture::press(true, &agents, &starts, [1.0, 1.0], 1.0);
        assert!(!pen.moved([1.05, 1.0], 1.0) && pen.moved([3.0, 1.0], 1.0));
        assert_eq!(pen, Gesture::Draw(vec![1.0, 1.0, 3.0, 1.0]));
    }

    #[test]
    fn arrows_draw_from_the_middle_and_stay_inside() {
        let mut hand = Gesture::Idle;
        assert!(!hand.arrow("Enter", &VIEW));
        (0..100).for_each(|_| assert!(hand.arrow("ArrowRight", &VIEW)));
        let Gesture::Draw(xy) = hand else { panic!() };
        assert_eq!((&xy[..4], xy.last_chunk()), (&[20.0, 10.0, 21.0, 10.0][..], Some(&[40.0, 10.0])));
    }
}
