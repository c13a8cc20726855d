//! The page: draws what the workers report, and sends them what the visitor does. It computes nothing itself.

mod actions;
mod app;
mod bridge;
mod browser;
mod charts;
mod controls;
mod events;
mod files;
mod kept;
mod markup;
mod page;
pub mod panels;
mod permalink;
mod port;
mod pretrained;
mod reactive;
mod scenes;
mod state;
mod text;

pub use actions::{Action, ActionCategory, Effect};
pub use app::run;
pub use state::{Condition, Dialog, JoystickInput, Model, Quantity, Theme};
