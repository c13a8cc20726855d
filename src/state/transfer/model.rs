//! The part of the model in file transfers: which world gets a file, and what follows once it is accepted.

use super::{Accepted, FileEvent, FileProgress, FileSource, Outcome};
use crate::actions::Effect;
use crate::state::Model;
use protocol::{LARGEST_FILE, Role, Text, text};

const MEGABYTE: u64 = 1 << 20;

impl Model {
    /// Sends the open run to a worker, its files first.
    pub fn send_run(&mut self, role: Role) -> Vec<Effect> {
        let (world, cards) = self.world().map(|card| (card.id.clone(), card.files.clone())).unwrap_or_default();
        self.on_file(FileEvent::RunDue { role, world, cards })
    }

    pub fn on_file(&mut self, event: FileEvent) -> Vec<Effect> {
        let mut effects = Vec::new();
        for outcome in self.files.handle(event) {
            match outcome {
                Outcome::Request(request) => effects.push(Effect::File(request)),
                Outcome::OpenRun(role) => effects.push(Effect::OpenRun(role)),
                Outcome::TryRun(role) if self.files.run_waits(role) => effects.extend(self.send_run(role)),
                Outcome::TryRun(_) => {}
                Outcome::Accepted(accepted) => effects.extend(self.accepted(accepted)),
                Outcome::RestartIfDue if self.files.take_restart() => effects.extend(self.restart()),
                Outcome::RestartIfDue => {}
                Outcome::Error(text) => self.notices.error(text),
                Outcome::Failure(failure) => self.notices.failure(failure),
            }
        }
        effects
    }

    fn accepted(&mut self, file: Accepted) -> Vec<Effect> {
        // Files of the site and of earlier visits are no news to the visitor.
        let new = file.source == FileSource::Visitor;
        if new && file.last {
            self.notices.info(text!("page-file-accepted", name = file.name.clone(), found = file.found.said));
        }
        let open = self.requested.world == file.world;
        let mut effects = Vec::new();
        if new {
            let worlds = [vec![file.world.clone()], file.found.also_for.clone()].concat();
            effects.push(Effect::KeepFile { worlds, name: file.name, file: file.file });
        }
        if self.unlock(&file.world, &file.found.counts_as, file.source) {
            self.files.request_restart();
        } else if new && open {
            // A cartridge changes no data, but now there are consoles to play on.
            effects.push(Effect::Play);
        }
        effects
    }

    /// Checks a file of the visitor before its bytes are read: the world that gets it, or None with a notice.
    pub fn admit_file(&mut self, name: &str, bytes: u64) -> Option<String> {
        let world = self.world()?;
        let refusal = match world.files.is_empty() {
            true => text!("page-file-not-for-world", world = world.name.clone(), name = name),
            false if bytes > LARGEST_FILE => {
                text!("page-file-too-large", name = name, size = bytes / MEGABYTE, largest = LARGEST_FILE / MEGABYTE)
            }
            false => return Some(world.id.clone()),
        };
        self.notices.error(refusal);
        None
    }
}

impl FileProgress {
    pub fn text(&self) -> Text {
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let (name, bytes, total) = (self.name.as_str(), megabytes(self.bytes), megabytes(self.total));
        match self.total {
            0 => text!("page-file-loading", name = name, here = bytes),
            _ if self.bytes >= self.total => text!("page-file-reading", name = name),
            _ => text!("page-file-loading-of", name = name, here = bytes, all = total),
        }
    }
}
