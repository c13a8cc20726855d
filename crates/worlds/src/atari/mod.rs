//! The Atari games: the meaning of their memory, recordings, scripted players, and each game as a world.

mod ale;
mod card;
mod downscale;
mod episode;
mod features;
mod files;
mod game;
mod geometry;
mod magpie;
mod picture_maker;
mod pictures;
pub mod players;
mod recording;
mod recording_file;
mod replay;
mod surroundings;
mod unseen;
mod windows;
mod world;

pub use ale::AleStepper;
pub use card::{COUNT, PLAYERS, Players, cartridge_file, own_file};
pub use downscale::STACK;
pub use episode::ConsoleEpisode;
pub use features::{DECISIONS, WindowFeatures};
pub use files::{GameFileError, GameFiles, MissingRecording};
pub use game::Game;
pub use picture_maker::PictureError;
pub use pictures::{position_of_sprite, recording_from_pictures};
pub use recording::{FRAME_SKIP, Playthrough, Recording};
pub use recording_file::RecordingError;
pub use replay::Decision;
pub use windows::{count_styles, style_scores};
pub use world::{Atari, ConsoleWorld};
