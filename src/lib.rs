//! PMI Playground: train and steer style-controlled policies in a browser.
//!
//! Rooms stand in dependency order: each imports only from those above it
//! (`tests/architecture.rs` holds this). Page and workers meet in `protocol` alone.

/// What page and workers say to each other: plain serde types, nothing of ours imported.
pub mod protocol;
