//! Recordings of games and cartridges.

use std::sync::Arc;

use atari2600::{Cartridge, Console, ConsoleInput, JoystickAction};
use worlds::atari::{DECISIONS, Game, Playthrough, Recording};
use worlds::data::Rng;
use worlds::{Files, all};

use super::engine::try_run;

/// A recording is read by the world of its game, and learnt from.
pub fn recording(input: &[u8]) {
    for game in Game::ALL {
        let (world, mut files) = (worlds::find(game.id()).unwrap(), Files::default());
        if world.load(&mut files, &Recording::file_name(game), input).is_ok() {
            try_run(&format!("world={}&stretches=20&method=bc&hidden=8&batch=16", game.id()), &files);
        }
    }
}

pub fn recording_seeds() -> Vec<Vec<u8>> {
    let playthrough = |number: usize| {
        let mut rng = Rng::stream(number as u64, "fuzz game", 0);
        let mut ram = [40u8; 128];
        let decisions = DECISIONS + 30 * number;
        let rams = (0..decisions).map(|_| {
            let at = rng.below(128);
            ram[at] = ram[at].wrapping_add(rng.below(7) as u8);
            for address in [10, 16, 28, 45] {
                ram[address] = ram[address].wrapping_add(rng.below(3) as u8);
            }
            ram
        });
        Playthrough { rams: rams.collect(), actions: (0..decisions).map(|n| (n % 18) as u8).collect(), score: 7 }
    };
    let of = |game| Recording { game, playthroughs: (0..3).map(playthrough).collect() }.write();
    Game::ALL.map(of).to_vec()
}

/// Any ROM runs: whatever it does, frames end. The first bytes also decide what the player does.
pub fn cartridge(input: &[u8]) {
    for world in all().iter().filter(|world| world.console().is_some()) {
        let _ = world.load(&mut Files::default(), "game.bin", input);
    }
    let size = [0x800, 0x1000, 0x2000, 0x4000].into_iter().find(|size| *size >= input.len()).unwrap_or(0x4000);
    let mut rom = input.to_vec();
    rom.resize(size, 0);
    let cartridge = Arc::new(Cartridge::new(&rom).unwrap());
    let mut console = Console::power_on(cartridge);
    for frame in 0..4 {
        let byte = input.get(frame).copied().unwrap_or_default();
        let action = JoystickAction::new(byte % 18).unwrap_or_default();
        let (reset, select) = (byte & 0x40 != 0, byte & 0x80 != 0);
        console.run_frame(ConsoleInput { action, reset, select, difficulty: [byte & 1 != 0, byte & 2 != 0] });
    }
    let state = *console.state();
    console.restore(&state);
    console.run_frame(ConsoleInput::default());
}

pub fn cartridge_seeds() -> Vec<Vec<u8>> {
    let magpie = include_bytes!("../../../../../datasets/magpie.a26").to_vec();
    vec![magpie.repeat(2), magpie.repeat(4), magpie]
}

pub fn random_roms() -> Vec<Vec<u8>> {
    let rom = |number: u64| {
        let mut rng = Rng::stream(number, "rom", 0);
        (0..0x800).map(|_| rng.below(256) as u8).collect()
    };
    (0..16).map(rom).collect()
}
