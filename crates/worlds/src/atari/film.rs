//! A stretch of recorded play, decision by decision: what its memory says, and pictures where there is a console. It has
//! no chance in it, so the actions alone bring them back.

use super::{FRAME_SKIP, Game, Play};
use atari2600::{Console, JoystickAction};

/// Frames without input after ALE's reset that a play may begin with.
const MOST_IDLE_FRAMES: usize = 600;

/// A decision: what was there, and the action that was then taken.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// Empty without a console.
    pub pixels: Vec<u8>,
    pub action: JoystickAction,
    pub score: u32,
    /// Where the others were.
    pub others: Vec<[f32; 2]>,
}

/// `count` decisions from one on.
pub fn film(start: Option<&Console>, game: Game, play: &Play, from: usize, count: usize) -> Vec<Moment> {
    let pictures = start.and_then(|start| pictures(start, play, from, count)).unwrap_or_default();
    let mut pictures = pictures.into_iter();
    let view = game.view();
    let seen = |[x, y]: &[f32; 2]| (view.left..=view.right).contains(x) && (view.bottom..=view.top).contains(y);
    let moment = |(ram, action): (&[u8; 128], &u8)| Moment {
        pixels: pictures.next().unwrap_or_default(),
        action: JoystickAction::new(*action).unwrap_or_default(),
        score: game.score(ram),
        others: game.others(ram).into_iter().flatten().filter(seen).collect(),
    };
    play.rams.iter().zip(&play.actions).skip(from).take(count).map(moment).collect()
}

/// The pictures of `count` decisions from one on, with `start` as ALE's reset leaves the game. None where the play was
/// not made on this console, or not from a reset.
fn pictures(start: &Console, play: &Play, from: usize, count: usize) -> Option<Vec<Vec<u8>>> {
    let mut console = start.clone();
    let first = play.rams.first()?;
    let mut idle = 0;
    while console.ram() != first {
        if idle == MOST_IDLE_FRAMES {
            return None;
        }
        console.run_frame(JoystickAction::NOOP.into());
        idle += 1;
    }
    let mut pictures = Vec::with_capacity(count);
    for (at, (ram, action)) in play.rams.iter().zip(&play.actions).enumerate().take(from + count) {
        if console.ram() != ram {
            return None;
        }
        let action = JoystickAction::new(*action)?;
        if at >= from {
            pictures.push(console.screen().to_vec());
        }
        (0..FRAME_SKIP).for_each(|_| console.run_frame(action.into()));
    }
    Some(pictures)
}
