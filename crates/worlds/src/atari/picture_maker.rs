//! Makes the pictures of a recording on the console, from the recorded actions: one per decision, numbered through all games.

use std::sync::Arc;

use super::downscale::{Downscaler, STACK};
use super::replay::Replayer;
use super::{Game, GameFiles, Players, Recording};
use crate::Preparation;
use crate::data::Pictures;
use atari2600::Console;
use protocol::{Text, text};

/// Decisions per slice of work: some hundredths of a second.
const SLICE: usize = 400;

/// Why a game's recording cannot be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    #[error("no cartridge of {}", .0.name())]
    NoCartridge(Game),
    #[error("a recording of {} that was not made on this console", .0.name())]
    NotReplayed(Game),
}

impl PictureError {
    pub fn text(self) -> Text {
        match self {
            Self::NoCartridge(game) => text!("error-pictures-no-cartridge", game = game.text()),
            Self::NotReplayed(game) => text!("error-pictures-not-replayed", game = game.text()),
        }
    }
}

pub struct PictureMaker {
    files: GameFiles,
    players: Players,
    start: Console,
    recording: Arc<Recording>,
    /// The game that is being replayed, and its next decision.
    replayed: Option<(Replayer, Downscaler)>,
    game: usize,
    decision: usize,
    pixels: Vec<u8>,
    /// It cannot be replayed.
    failed: bool,
}

impl PictureMaker {
    /// None where there is no such recording.
    pub fn new(game: Game, files: &GameFiles, players: Players) -> Option<Result<Self, PictureError>> {
        let recording = files.recording(players)?.clone();
        let Some(start) = files.reset_console() else { return Some(Err(PictureError::NoCartridge(game))) };
        let pixels = Vec::with_capacity(recording.decisions() * STACK.area());
        let files = files.clone();
        Some(Ok(Self { files, players, start, recording, replayed: None, game: 0, decision: 0, pixels, failed: false }))
    }

    /// Makes all pictures.
    pub fn finish(mut self) -> Result<Arc<Pictures>, PictureError> {
        while self.make(SLICE) {}
        let missing = PictureError::NotReplayed(self.recording.game);
        self.files.pictures(self.players).filter(|_| !self.failed).ok_or(missing)
    }

    /// Makes some of the pictures, and leaves all of them with the game's files when they are complete. True while there
    /// are more to make.
    fn make(&mut self, most: usize) -> bool {
        for _ in 0..most {
            let Some(playthrough) = self.recording.playthroughs.get(self.game).filter(|_| !self.failed) else {
                return false;
            };
            if self.decision == playthrough.decisions() {
                (self.game, self.decision, self.replayed) = (self.game + 1, 0, None);
                if self.game == self.recording.playthroughs.len() {
                    let pictures = Pictures::new(STACK, std::mem::take(&mut self.pixels));
                    self.files.set_pictures(self.players, pictures);
                }
                continue;
            }
            if self.replayed.is_none() {
                let replayer = Replayer::new(&self.start, playthrough);
                self.replayed = replayer.map(|replayer| {
                    let downscaler = Downscaler::new(&replayer.console);
                    (replayer, downscaler)
                });
            }
            let (ram, action) = (&playthrough.rams[self.decision], playthrough.actions[self.decision]);
            let Some((replayer, downscaler)) = self.replayed.as_mut().filter(|(replayer, _)| replayer.is_at(ram))
            else {
                self.failed = true;
                return false;
            };
            downscaler.take(&replayer.console, &mut self.pixels);
            self.failed = !replayer.act(action, |console| downscaler.remember(console));
            self.decision += 1;
        }
        true
    }
}

impl Preparation for PictureMaker {
    fn advance(&mut self) -> Option<(usize, usize)> {
        let all = self.recording.decisions();
        self.make(SLICE).then(|| (self.pixels.len() / STACK.area(), all))
    }
}
