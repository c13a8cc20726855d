//! Networks that see: how they learn, on which device, and runs on Magpie's pictures.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

use engine::nn::Device;
use engine::session::{Session, catalog};
use pollster::block_on;
use protocol::RunConfig;
use worlds::Files;
use worlds::atari::{Game, Recording};

#[path = "pictures/cue.rs"]
mod cue;
#[path = "pictures/learning.rs"]
mod learning;
#[path = "pictures/runs.rs"]
mod runs;
#[path = "pictures/webgpu.rs"]
mod webgpu;

/// Magpie with its cartridge, and a few of the recorded games.
fn magpie(games: usize) -> Files {
    let world = worlds::find("magpie").unwrap();
    let read = |name: &str| std::fs::read(format!("../../datasets/{name}")).unwrap();
    let recording = Recording::read(&read(&Recording::file_name(Game::Magpie))).unwrap();
    let some = recording.playthroughs.into_iter().take(games).collect();
    let mut files = Files::default();
    world.load(&mut files, "magpie.a26", &read("magpie.a26")).unwrap();
    world.load(&mut files, "mine.plays", &Recording { game: Game::Magpie, playthroughs: some }.write()).unwrap();
    files
}

fn run(query: &str) -> RunConfig {
    let small = "stretches=20&epochs=2&critic_epochs=1&critic_folds=2&hidden=16&critic_hidden=16&batch=64&player=own";
    catalog().settle(&RunConfig::from_query(&format!("world=magpie&sees=picture&{small}&{query}")).0).0
}
