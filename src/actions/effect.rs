//! What the page has to do after the model has changed.

use std::sync::Arc;

use crate::state::{FileId, FileRequest, Language, StoredRun, Theme};
use protocol::{Role, StageCommand, TrainerCommand};

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Trainer(TrainerCommand),
    Stage(StageCommand),
    /// Send the open run to a worker that has all its files.
    OpenRun(Role),
    /// Send the stage the policies that the page has.
    Play,
    /// Remove the last frame of agents from the stage.
    ClearFrame,
    RestartWorker(Role),
    File(FileRequest),
    /// Keep the bytes of a file of the visitor, and send them to both workers.
    StoreFile {
        world: String,
        name: String,
        bytes: Arc<Vec<u8>>,
    },
    /// Have the browser store the run of a lane.
    KeepRun {
        lane: usize,
        run: StoredRun,
    },
    /// Have the browser store a file that the visitor gave and a world accepted, for that world and others.
    KeepFile {
        worlds: Vec<String>,
        name: String,
        file: FileId,
    },
    /// Have the browser store what the visitor played.
    KeepPlays,
    Download {
        name: String,
        bytes: Arc<Vec<u8>>,
    },
    WriteAddress,
    /// Keep the current address in the history; the next one written is a new entry.
    NewHistoryEntry,
    CopyLink,
    ApplyTheme(Theme),
    /// Fetch the messages of a language, show them and remember the choice.
    ApplyLanguage(Language),
    /// Fetch the code of the panels, unless it is there.
    StartPanels,
    /// Read the gamepad with every frame for as long as the visitor plays.
    PollGamepad,
    /// Update views at once instead of with the next regular update.
    Show,
}
