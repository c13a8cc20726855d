//! Learning: networks, estimators, methods, metrics, training sessions and the worker that runs them.
//!
//! Modules stand in dependency order: each imports only from those above it (`tests/architecture.rs` checks this).

/// Networks and what trains them; the only way from demonstrations to tensors.
pub mod nn;

/// How much a state-action pair tells about a style: critics, their bound, weights from them.
pub mod estimators;

/// Agents in a world's episodes, moved by any actor.
pub mod rollout;

/// How a policy is learnt from demonstrations, and how a learnt one acts.
pub mod methods;

/// How good a policy is.
pub mod metrics;

/// Training steps on random data, timed and compared between devices.
pub mod probe;

/// A run as a state machine: open, advance, observe, snapshot, restore.
pub mod session;

/// A run as files for other programs.
pub mod exports;

/// Answers to the questions that lessons ask about given numbers and about the open run.
pub mod questions;

/// Command in, Event out, yield: the two roles of the worker binary.
pub mod worker;
