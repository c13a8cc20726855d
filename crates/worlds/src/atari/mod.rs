//! The Atari games: what is known of their memory, how they are played, and each as a world.

mod card;
mod episode;
mod files;
mod film;
mod game;
pub mod players;
mod record;
mod sight;
mod stretch;
mod style;
mod trace;
mod window;
mod world;

pub use card::own_file;
pub use episode::Match;
pub use files::add_own;
pub use film::Moment;
pub use game::Game;
pub use record::{FRAME_SKIP, Play, Recording};
pub use sight::{place_of_figure, watch};
pub use stretch::styles_of;
pub use trace::Trace;
pub use window::DECISIONS;
pub use world::Atari;
