//! Magpie, the game of our own: its memory, its mazes, and where its ways lead. `cartridge/README.md` has its rules.

mod maze;
mod memory;
mod senses;
mod ways;

pub use maze::{CELLS, Field, MAZES, MagpieMaze, cell_at, middle};
pub use memory::Memory;
pub use senses::{SENSES, observe};
pub use ways::{Way, Ways};
