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
mod types;

pub use types::{FileEvent, FileId, FileProgress, FileRequest, FileSource};

use super::ShortMap;
use fetch::Listing;
use protocol::Role;
use types::{Accepted, Outcome};

const ROLES: [Role; 2] = [Role::Trainer, Role::Stage];

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
    source: FileSource,
    /// The trainer has accepted it.
    accepted: bool,
    /// By role, as `ROLES`.
    delivery: [Delivery; 2],
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileStore {
    files: Vec<StoredFile>,
    listings: ShortMap<String, Listing>,
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
                self.store(&world, &name, file, FileSource::Site);
                self.fetch_next(&world)
            }
            FileEvent::FetchFailed { world, name, why } => self.fetch_failed(&world, &name, &why),
            FileEvent::Reading { name, bytes } => self.show_progress(name, bytes, bytes.max(1)),
            FileEvent::ReadFailed { name } => self.read_failed(&name),
            FileEvent::Given { world, name, file } => {
                self.store(&world, &name, file, FileSource::Visitor);
                ROLES.iter().flat_map(|role| self.send_unsent(*role, &world)).collect()
            }
            // A run of this world waits for the list of files, and then for this one too.
            FileEvent::Restored { world, name, file } => {
                self.store(&world, &name, file, FileSource::Kept);
                Vec::new()
            }
            FileEvent::WorkerReady { role, generation } => {
                self.workers[index(role)].generation = Some(generation);
                Vec::new()
            }
            FileEvent::WorkerLost { role } => self.worker_lost(role),
            FileEvent::WorkerReplaced { role } => {
                self.workers[index(role)].generation = None;
                Vec::new()
            }
            FileEvent::Answered { role, generation, world, name, found } => {
                self.answered((role, generation), &world, &name, found)
            }
        }
    }

    fn show_progress(&mut self, name: String, bytes: u64, total: u64) -> Vec<Outcome> {
        self.progress = Some(FileProgress { name, bytes, total });
        Vec::new()
    }

    fn store(&mut self, world: &str, name: &str, id: FileId, source: FileSource) {
        let (world, name) = (world.to_string(), name.to_string());
        let file = StoredFile { id, world, name, source, accepted: false, delivery: Default::default() };
        self.files.push(file);
    }
}
