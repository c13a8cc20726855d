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
    let mut replayer = Replayer::new(start, playthrough)?;
    let mut pictures = Vec::with_capacity(count);
    let decisions = playthrough.rams.iter().zip(&playthrough.actions);
    for (at, (ram, action)) in decisions.enumerate().take(from + count) {
        if !replayer.is_at(ram) {
            return None;
        }
        if at >= from {
            pictures.push(replayer.console.screen().to_vec());
        }
        if !replayer.act(*action, |_| ()) {
            return None;
        }
    }
    Some(pictures)
}

/// A console that plays a recorded game again.
pub struct Replayer {
    pub console: Console,
}

impl Replayer {
    /// At the first decision of a game; None where it was not recorded on this console from a reset.
    pub fn new(start: &Console, playthrough: &Playthrough) -> Option<Self> {
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
        Some(Self { console })
    }

    /// Whether the console is where the recording was.
    pub fn is_at(&self, ram: &[u8; 128]) -> bool {
        self.console.ram() == ram
    }

    /// Runs the frames of one decision, and calls `before` before each of them. False for an action that there is not.
    pub fn act(&mut self, action: u8, mut before: impl FnMut(&Console)) -> bool {
        let Some(action) = JoystickAction::new(action) else { return false };
        for _ in 0..FRAME_SKIP {
            before(&self.console);
            self.console.run_frame(action.into());
        }
        true
    }
}
