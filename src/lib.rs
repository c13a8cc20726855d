//! The page: draws what the workers tell, and tells them what the visitor wants. It computes nothing itself.

mod actions;
mod app;
mod bridge;
mod charts;
mod controls;
mod events;
mod files;
mod page;
mod permalink;
mod play;
mod reactive;
mod scenes;
mod state;
mod text;

pub use app::run;
