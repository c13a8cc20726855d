//! Replays a window of a recorded game decision by decision. Score and figures come from the recorded memory; the
//! pictures are computed again on a console, which is deterministic, from the actions alone.

use super::{FRAME_SKIP, Game, Playthrough};
use atari2600::{Console, JoystickAction};

/// Largest number of idle frames between ALE's reset and the first decision of a game.
const MAX_IDLE_FRAMES: usize = 600;

/// The state of a game at a decision, and the action taken.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// Palette indices, row by row; empty without a console.
    pub pixels: Vec<u8>,
    pub action: JoystickAction,
    pub score: u32,
    /// Positions of the other figures.
    pub others: Vec<[f32; 2]>,
}

/// The decisions `from..from + count` of a game. `start` is a console as ALE's reset leaves it.
pub fn replay(
    start: Option<&Console>,
    game: Game,
    playthrough: &Playthrough,
    from: usize,
    count: usize,
) -> Vec<Decision> {
    let pictures = start.and_then(|start| pictures(start, playthrough, from, count)).unwrap_or_default();
    let mut pictures = pictures.into_iter();
    let decision = |(ram, action): (&[u8; 128], &u8)| Decision {
        pixels: pictures.next().unwrap_or_default(),
        action: JoystickAction::new(*action).unwrap_or_default(),
        score: game.score(ram),
        others: game.visible_others(ram),
    };
    playthrough.rams.iter().zip(&playthrough.actions).skip(from).take(count).map(decision).collect()
}

/// The pictures of these decisions; None where the game was not recorded on this console from a reset.
fn pictures(start: &Console, playthrough: &Playthrough, from: usize, count: usize) -> Option<Vec<Vec<u8>>> {
    let mut console = start.clone();
    let first = playthrough.rams.first()?;
    let mut idle = 0;
    while console.ram() != first {
        if idle == MAX_IDLE_FRAMES {
            return None;
        }
        console.run_frame(JoystickAction::NOOP.into());
        idle += 1;
    }
    let mut pictures = Vec::with_capacity(count);
    let decisions = playthrough.rams.iter().zip(&playthrough.actions);
    for (at, (ram, action)) in decisions.enumerate().take(from + count) {
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
