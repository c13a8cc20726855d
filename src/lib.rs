//! PMI Playground: train and steer style-controlled policies in a browser.
//!
//! Rooms stand in dependency order: each imports only from those above it
//! (`tests/architecture.rs` holds this). Page and workers meet in `protocol` alone.

/// What page and workers say to each other: plain serde types, nothing of ours imported.
pub mod protocol;

/// Trajectories, how they are split, and the one source of randomness.
pub mod data;

/// Labelling functions: from a path to the style it shows.
pub mod labels;

/// Where demonstrations come from and where agents live.
pub mod worlds;
