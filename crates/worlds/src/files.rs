//! Contents of the files that were loaded for worlds.

use std::sync::Arc;

use crate::atari::{Game, GameFiles, Playthrough, Recording};
use crate::basketball::RealPaths;
use crate::loaded::LoadedTables;
use protocol::drawing::Drawing;

/// Everything that was loaded for the worlds of one worker, lab command or test. Clones share the contents.
#[derive(Clone, Default)]
pub struct Files {
    pub(crate) paths: RealPaths,
    /// A drawing too large for a link.
    pub(crate) drawing: Option<Arc<Drawing>>,
    pub(crate) tables: LoadedTables,
    games: [GameFiles; Game::ALL.len()],
}

impl Files {
    pub(crate) fn game(&self, game: Game) -> &GameFiles {
        &self.games[game as usize]
    }

    pub(crate) fn game_mut(&mut self, game: Game) -> &mut GameFiles {
        &mut self.games[game as usize]
    }

    /// Appends a game that the visitor played to their own recording, and returns that recording.
    pub fn add_own(&mut self, game: Game, playthrough: Playthrough) -> Arc<Recording> {
        let files = self.game_mut(game);
        files.forget_pictures();
        let own = files.own.get_or_insert_with(|| Arc::new(Recording { game, playthroughs: vec![] }));
        Arc::make_mut(own).playthroughs.push(playthrough);
        own.clone()
    }
}
