//! From a world's cards to the files that the site has of them, one after another.

use std::collections::VecDeque;

use super::{FileRequest, FileStore, Outcome, ROLES};
use protocol::{FileCard, Role, text};

/// How far the site's files of a world are.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Listing {
    Requested(Vec<FileCard>),
    /// Names still to fetch, after the one under way.
    Fetching(VecDeque<String>),
    Complete,
}

impl FileStore {
    /// Requests what the run needs. It opens at once where the worker has every file of its world, and otherwise when
    /// the last one has been read.
    pub(super) fn run_due(&mut self, role: Role, world: &str, cards: &[FileCard]) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        let listing = self.listings.get(world);
        let complete = cards.is_empty() || listing == Some(&Listing::Complete);
        if !complete && listing.is_none() {
            self.listings.insert(world.to_string(), Listing::Requested(cards.to_vec()));
            outcomes.push(Outcome::Request(FileRequest::List { world: world.to_string() }));
        }
        outcomes.extend(self.send_unsent(role, world));
        let ready = complete && self.has_read_all(role, world);
        self.workers[super::index(role)].run_waits = !ready;
        if ready {
            outcomes.push(Outcome::OpenRun(role));
        }
        outcomes
    }

    pub(super) fn listed(&mut self, world: &str, names: &[String]) -> Vec<Outcome> {
        let Some(Listing::Requested(cards)) = self.listings.get(world) else { return Vec::new() };
        let available = cards.iter().filter(|card| card.needed || names.contains(&card.name));
        let queue = available.map(|card| card.name.clone()).collect();
        self.listings.insert(world.to_string(), Listing::Fetching(queue));
        self.fetch_next(world)
    }

    /// Fetches the next file of a world. After the last one, runs that waited are tried again.
    pub(super) fn fetch_next(&mut self, world: &str) -> Vec<Outcome> {
        let Some(Listing::Fetching(queue)) = self.listings.get_mut(world) else { return Vec::new() };
        if let Some(name) = queue.pop_front() {
            return vec![Outcome::Request(FileRequest::Fetch { world: world.to_string(), name })];
        }
        self.listings.insert(world.to_string(), Listing::Complete);
        // Progress stays while a worker reads.
        if self.files.iter().all(|file| file.accepted) {
            self.progress = None;
        }
        ROLES.map(Outcome::TryRun).to_vec()
    }

    pub(super) fn fetch_failed(&mut self, world: &str, name: &str, why: &str) -> Vec<Outcome> {
        let mut outcomes = vec![Outcome::Error(text!("page-file-not-fetched", name = name, why = why))];
        outcomes.extend(self.fetch_next(world));
        outcomes
    }
}
