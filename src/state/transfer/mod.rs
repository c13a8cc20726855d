//! Files on their way to the two workers, as a state machine without input or output: [`FileStore::handle`] takes an
//! event and returns what is to be done. The bytes stay with the caller (`src/files.rs`), under a [`FileId`].
//!
//! ```text
//! site:     run due → list → fetch each file → store ─┐
//! visitor:  choose → read ─────────────────────→ store ┴→ send to both workers → accepted → run opens or restarts
//! ```

mod deliver;
mod fetch;
mod model;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use fetch::Listing;
use protocol::{Failure, FileCard, Found, Role, Text};

const ROLES: [Role; 2] = [Role::Trainer, Role::Stage];

/// Names the bytes of a file that the caller keeps.
pub type FileId = u32;

#[derive(Clone, Debug, PartialEq)]
pub enum FileEvent {
    /// A run in this world is to be opened by a worker.
    RunDue {
        role: Role,
        world: String,
        cards: Vec<FileCard>,
    },
    /// The names of all files that the site has; empty where the list could not be loaded.
    Listed {
        world: String,
        names: Vec<String>,
    },
    /// Bytes received so far, and in all (0 where the server does not say).
    Received {
        name: String,
        bytes: u64,
        total: u64,
    },
    Fetched {
        world: String,
        name: String,
        file: FileId,
    },
    FetchFailed {
        world: String,
        name: String,
        why: String,
    },
    /// The browser begins to read a file of the visitor.
    Reading {
        name: String,
        bytes: u64,
    },
    ReadFailed {
        name: String,
    },
    /// A file of the visitor is in memory.
    Given {
        world: String,
        name: String,
        file: FileId,
    },
    /// `generation` tells a worker from the ones that had its role before.
    WorkerReady {
        role: Role,
        generation: u32,
    },
    WorkerLost {
        role: Role,
    },
    /// A worker has read a file.
    Answered {
        role: Role,
        generation: u32,
        world: String,
        name: String,
        found: Result<Found, Failure>,
    },
}

/// Input and output that the caller performs.
#[derive(Clone, Debug, PartialEq)]
pub enum FileRequest {
    List {
        world: String,
    },
    Fetch {
        world: String,
        name: String,
    },
    Send {
        role: Role,
        file: FileId,
    },
    /// No worker needs these bytes any more.
    Discard {
        file: FileId,
    },
}

/// What follows from an event.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    Request(FileRequest),
    /// The worker has every file of the run's world.
    OpenRun(Role),
    /// Files arrived that the worker's run may have waited for.
    TryRun(Role),
    Accepted(Accepted),
    /// Restart the run if an accepted file asks for it and no further file is on its way.
    RestartIfDue,
    Error(Text),
    Failure(Failure),
}

/// The trainer has read a new file and can use it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Accepted {
    pub world: String,
    pub name: String,
    pub found: Found,
    pub from_visitor: bool,
    /// The last of the visitor's files that were given together; only this one is announced.
    pub last: bool,
}

/// The progress of one file, for the visitor.
#[derive(Clone, Debug, PartialEq)]
pub struct FileProgress {
    pub name: String,
    pub bytes: u64,
    /// 0 where it is unknown.
    pub total: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Delivery {
    #[default]
    NotSent,
    /// To the worker of this generation, which has not answered yet.
    Sent(u32),
    Read(u32),
}

#[derive(Clone, Debug, PartialEq)]
struct StoredFile {
    id: FileId,
    world: String,
    name: String,
    /// Given by the visitor, not fetched from the site.
    from_visitor: bool,
    /// The trainer has accepted it.
    accepted: bool,
    /// By role, as `ROLES`.
    delivery: [Delivery; 2],
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileStore {
    files: Vec<StoredFile>,
    listings: BTreeMap<String, Listing>,
    /// By role, as `ROLES`.
    workers: [Worker; 2],
    restart_due: bool,
    pub progress: Option<FileProgress>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Worker {
    /// None until the worker is ready.
    generation: Option<u32>,
    /// Its run waits for files.
    run_waits: bool,
}

fn index(role: Role) -> usize {
    match role {
        Role::Trainer => 0,
        Role::Stage => 1,
    }
}

impl FileStore {
    pub(super) fn handle(&mut self, event: FileEvent) -> Vec<Outcome> {
        match event {
            FileEvent::RunDue { role, world, cards } => self.run_due(role, &world, &cards),
            FileEvent::Listed { world, names } => self.listed(&world, &names),
            FileEvent::Received { name, bytes, total } => self.show_progress(name, bytes, total),
            FileEvent::Fetched { world, name, file } => {
                self.store(&world, &name, file, false);
                self.fetch_next(&world)
            }
            FileEvent::FetchFailed { world, name, why } => self.fetch_failed(&world, &name, &why),
            FileEvent::Reading { name, bytes } => self.show_progress(name, bytes, bytes.max(1)),
            FileEvent::ReadFailed { name } => self.read_failed(&name),
            FileEvent::Given { world, name, file } => {
                self.store(&world, &name, file, true);
                ROLES.iter().flat_map(|role| self.send_unsent(*role, &world)).collect()
            }
            FileEvent::WorkerReady { role, generation } => {
                self.workers[index(role)].generation = Some(generation);
                Vec::new()
            }
            FileEvent::WorkerLost { role } => self.worker_lost(role),
            FileEvent::Answered { role, generation, world, name, found } => {
                self.answered((role, generation), &world, &name, found)
            }
        }
    }

    fn show_progress(&mut self, name: String, bytes: u64, total: u64) -> Vec<Outcome> {
        self.progress = Some(FileProgress { name, bytes, total });
        Vec::new()
    }

    fn store(&mut self, world: &str, name: &str, id: FileId, from_visitor: bool) {
        let (world, name) = (world.to_string(), name.to_string());
        let file = StoredFile { id, world, name, from_visitor, accepted: false, delivery: Default::default() };
        self.files.push(file);
    }
}
