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

/// An Atari 2600, exact against ALE; knows nothing of learning.
pub mod console;

/// Where demonstrations come from and where agents live.
pub mod worlds;

/// Networks and what trains them; the only way from demonstrations to tensors.
#[cfg(feature = "engine")]
pub mod nn;

/// How much a state-action pair tells about a style: critics, their bound, weights from them.
#[cfg(feature = "engine")]
pub mod estimators;

/// How a policy is learnt from demonstrations, and how a learnt one acts.
#[cfg(feature = "engine")]
pub mod methods;

/// How good a policy is.
#[cfg(feature = "engine")]
pub mod metrics;

/// A run as a state machine: open, advance, observe, snapshot, restore.
#[cfg(feature = "engine")]
pub mod session;

/// Command in, Event out, yield: the two roles of the worker binary.
#[cfg(feature = "engine")]
pub mod worker;

/// The page: draws what the workers tell and sends them what the visitor wants.
#[cfg(feature = "ui")]
pub mod ui;
