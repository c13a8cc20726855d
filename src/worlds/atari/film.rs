//! A stretch of recorded play as pictures. The console has no chance in it, so the actions alone bring them back.

use super::{FRAME_SKIP, Play};
use crate::console::{Action, Console};

/// Frames without input after ALE's reset that a play may begin with.
const MOST_IDLE_FRAMES: usize = 600;

/// A picture, and the action that was then taken.
pub type Moment = (Vec<u8>, Action);

/// The pictures of `count` decisions from one on, with `start` as ALE's reset leaves the game. None where the play was
/// not made on this console, or not from a reset.
pub fn film(start: &Console, play: &Play, from: usize, count: usize) -> Option<Vec<Moment>> {
    let mut console = start.clone();
    let first = play.rams.first()?;
    let mut idle = 0;
    while console.ram() != first {
        if idle == MOST_IDLE_FRAMES {
            return None;
        }
        console.frame(Action::NOOP.into());
        idle += 1;
    }
    let mut moments = Vec::with_capacity(count);
    for (at, (ram, action)) in play.rams.iter().zip(&play.actions).enumerate().take(from + count) {
        if console.ram() != ram {
            return None;
        }
        let action = Action::new(*action)?;
        if at >= from {
            moments.push((console.screen().to_vec(), action));
        }
        (0..FRAME_SKIP).for_each(|_| console.frame(action.into()));
    }
    Some(moments)
}
