//! Recordings of games: the console's memory and the player's action at every decision.

use super::Game;

/// Bytes of the console's memory.
pub const MEMORY: usize = 128;
/// Frames for which an action is held.
pub const FRAME_SKIP: usize = 4;

/// Recorded games of the same player or kind of player.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    pub game: Game,
    pub playthroughs: Vec<Playthrough>,
}

/// One recorded game: the memory at each decision, and the action that was then held for [`FRAME_SKIP`] frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Playthrough {
    pub rams: Vec<[u8; MEMORY]>,
    /// ALE's numbers, 0 to 17.
    pub actions: Vec<u8>,
    /// Final score.
    pub score: u32,
}

impl Playthrough {
    /// The number of complete decisions, with both memory and action.
    pub fn decisions(&self) -> usize {
        self.rams.len().min(self.actions.len())
    }
}

impl Recording {
    pub fn decisions(&self) -> usize {
        self.playthroughs.iter().map(Playthrough::decisions).sum()
    }

    /// The file name in `datasets`.
    pub fn file_name(game: Game) -> String {
        format!("atari-{}.plays", game.id())
    }
}
