//! What is done with an input. What is accepted is opened, trained for three steps, saved and restored.

pub mod data;
pub mod engine;
pub mod files;
pub mod games;
pub mod page;
