//! From stored files to workers that have read them.

use super::{Accepted, Delivery, FileRequest, FileSource, FileStore, Outcome, StoredFile, index};
use protocol::{Failure, Found, Role, text};

impl FileStore {
    /// Sends the files of a world that this worker does not have yet. A worker that is not ready gets them later.
    pub(super) fn send_unsent(&mut self, role: Role, world: &str) -> Vec<Outcome> {
        let Some(generation) = self.workers[index(role)].generation else { return Vec::new() };
        let mut outcomes = Vec::new();
        for file in self.files.iter_mut().filter(|file| file.world == world) {
            let delivery = &mut file.delivery[index(role)];
            if !matches!(*delivery, Delivery::Sent(to) | Delivery::Read(to) if to == generation) {
                *delivery = Delivery::Sent(generation);
                outcomes.push(Outcome::Request(FileRequest::Send { role, file: file.id }));
            }
        }
        outcomes
    }

    pub(super) fn has_read_all(&self, role: Role, world: &str) -> bool {
        let read = |file: &StoredFile| matches!(file.delivery[index(role)], Delivery::Read(_));
        self.files.iter().filter(|file| file.world == world).all(read)
    }

    pub(super) fn run_waits(&self, role: Role) -> bool {
        self.workers[index(role)].run_waits
    }

    /// The answer belongs to the oldest file of that name which this worker has not answered yet.
    pub(super) fn answered(
        &mut self,
        (role, generation): (Role, u32),
        world: &str,
        name: &str,
        found: Result<Found, Failure>,
    ) -> Vec<Outcome> {
        let waits = |file: &StoredFile| {
            file.world == world && file.name == name && file.delivery[index(role)] == Delivery::Sent(generation)
        };
        let at = self.files.iter().position(waits);
        let mut outcomes = match (found, at) {
            _ if self.workers[index(role)].generation != Some(generation) => return Vec::new(),
            (Err(failure), at) => self.refused(at, failure),
            (Ok(found), Some(at)) => {
                self.files[at].delivery[index(role)] = Delivery::Read(generation);
                // Both workers read a file, but the trainer makes the data of a run.
                if role == Role::Trainer { self.accept(at, found) } else { Vec::new() }
            }
            (Ok(_), None) => Vec::new(),
        };
        outcomes.extend([Outcome::RestartIfDue, Outcome::TryRun(role)]);
        outcomes
    }

    fn refused(&mut self, at: Option<usize>, failure: Failure) -> Vec<Outcome> {
        self.progress = None;
        let removed = at.map(|at| self.files.remove(at));
        let discard = removed.map(|file| Outcome::Request(FileRequest::Discard { file: file.id }));
        discard.into_iter().chain([Outcome::Failure(failure)]).collect()
    }

    /// A new file replaces the older ones of its name. A file that another worker has reread is not new.
    fn accept(&mut self, at: usize, found: Found) -> Vec<Outcome> {
        if std::mem::replace(&mut self.files[at].accepted, true) {
            return Vec::new();
        }
        self.progress = None;
        let StoredFile { id, world, name, source, .. } = self.files[at].clone();
        let older = |index: usize, file: &StoredFile| index < at && file.world == world && file.name == name;
        let (mut index, mut outcomes) = (0, Vec::new());
        self.files.retain(|file| {
            let replaced = older(index, file);
            index += 1;
            if replaced {
                outcomes.push(Outcome::Request(FileRequest::Discard { file: file.id }));
            }
            !replaced
        });
        let last = !self.more_to_come();
        outcomes.push(Outcome::Accepted(Accepted { world, name, found, file: id, source, last }));
        outcomes
    }

    /// Whether the trainer has yet to read files of the visitor.
    fn more_to_come(&self) -> bool {
        self.files.iter().any(|file| file.source == FileSource::Visitor && !file.accepted)
    }

    pub(super) fn request_restart(&mut self) {
        self.restart_due = true;
    }

    /// A dozen files that were given together restart the run once.
    pub(super) fn take_restart(&mut self) -> bool {
        !self.more_to_come() && std::mem::take(&mut self.restart_due)
    }

    /// Files that the worker was reading are suspected of having stopped it, so its successor does not get them.
    pub(super) fn worker_lost(&mut self, role: Role) -> Vec<Outcome> {
        self.workers[index(role)].generation = None;
        let suspect = |file: &StoredFile| matches!(file.delivery[index(role)], Delivery::Sent(_));
        let (suspects, kept): (Vec<_>, Vec<_>) = self.files.drain(..).partition(suspect);
        self.files = kept;
        let Some(names) = suspects.iter().map(|file| file.name.clone()).reduce(|all, name| format!("{all}, {name}"))
        else {
            return Vec::new();
        };
        self.progress = None;
        let discard = suspects.iter().map(|file| Outcome::Request(FileRequest::Discard { file: file.id }));
        let error = Outcome::Error(text!("page-file-stopped-worker", names = names));
        discard.chain([Outcome::RestartIfDue, error]).collect()
    }

    pub(super) fn read_failed(&mut self, name: &str) -> Vec<Outcome> {
        self.progress = None;
        vec![Outcome::Error(text!("page-file-not-read", name = name))]
    }
}
