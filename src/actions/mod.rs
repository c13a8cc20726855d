//! What a visitor can do, as data. Buttons, keys, lessons and tests all go through [`Model::perform`], which changes the
//! model and returns [`Effect`]s for the page to execute.

mod action;
mod effect;
mod execute;
mod perform;
mod playing;
mod run;
#[cfg(test)]
mod tests;
mod view;

pub use action::{Action, ActionCategory};
pub use effect::Effect;

#[cfg(doc)]
use crate::state::Model;
