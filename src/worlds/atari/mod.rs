//! The Atari games: what is known of their memory, and how they are played frame by frame.

mod game;
pub mod players;
mod record;
mod trace;

pub use game::Game;
pub use record::{FRAME_SKIP, Play, Recording};
pub use trace::Trace;
