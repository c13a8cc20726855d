//! The Atari games: what is known of their memory, and how they are played frame by frame.

mod game;
mod trace;

pub use game::Game;
pub use trace::Trace;
