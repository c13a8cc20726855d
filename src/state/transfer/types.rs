//! Events that a transfer takes, and what follows from them.

use protocol::{Failure, FileCard, Found, Role, Text};

/// Names the bytes of a file that the caller keeps.
pub type FileId = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileSource {
    Site,
    /// Given on this visit.
    Visitor,
    /// Given on an earlier visit, and kept by the browser since.
    Kept,
}

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
    /// A file that the browser kept is in memory.
    Restored {
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
    /// Another worker takes the role; nothing was wrong with this one.
    WorkerReplaced {
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
pub(in crate::state) enum Outcome {
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
pub(in crate::state) struct Accepted {
    pub world: String,
    pub name: String,
    pub found: Found,
    pub file: FileId,
    pub source: FileSource,
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
