//! Magpie, the cartridge that ships: equal to its source, true to its memory map, and 262 lines in every frame.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "cartridge/checks.rs"]
mod checks;
#[path = "cartridge/memory.rs"]
mod memory;
#[path = "cartridge/opcodes.rs"]
mod opcodes;
#[path = "cartridge/player.rs"]
mod player;

use std::collections::HashSet;
use std::process::Command;
use std::sync::Arc;
use std::{env, fs};

use atari2600::{Cartridge, Console, ConsoleInput, JoystickAction, Voice};
use checks::frame;
use memory::{Memory, State};
use player::Maze;

const FILE: &str = "../../datasets/magpie.a26";
const RESET: ConsoleInput =
    ConsoleInput { action: JoystickAction::NOOP, reset: true, select: false, difficulty: [false; 2] };

fn cartridge() -> Arc<Cartridge> {
    Arc::new(Cartridge::new(&fs::read(FILE).unwrap()).unwrap())
}

/// Numbers that are the same in every run (xorshift).
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % limit
    }

    fn action(&mut self) -> JoystickAction {
        JoystickAction::new(self.below(u32::from(JoystickAction::COUNT)) as u8).unwrap()
    }
}

#[test]
fn it_is_what_its_source_gives() {
    let out = env::temp_dir().join(format!("magpie-{}.a26", std::process::id()));
    let built = Command::new("../../cartridge/build.sh").arg(&out).output().unwrap();
    let said = String::from_utf8_lossy(&built.stderr);
    if said.contains("dasm is missing") {
        eprintln!("skipped: {said}");
        return;
    }
    assert!(built.status.success(), "{said}{}", String::from_utf8_lossy(&built.stdout));
    let same = fs::read(&out).unwrap() == fs::read(FILE).unwrap();
    fs::remove_file(&out).unwrap();
    assert!(same, "run cartridge/build.sh, and write the new checksum to datasets/SHA256SUMS");
}

#[test]
fn it_uses_documented_instructions_only() {
    let rom = fs::read(FILE).unwrap();
    let instructions = opcodes::reachable(&rom).unwrap();
    assert!(instructions.len() > 900, "{} instructions", instructions.len());
}

#[test]
fn a_game_begins_with_reset() {
    let mut console = Console::power_on(cartridge());
    (0..3).for_each(|_| console.run_frame(ConsoleInput::default()));
    assert_eq!(frame(&mut console, ConsoleInput::default()).state(), State::Over);
    let memory = frame(&mut console, RESET);
    assert_eq!((memory.state(), memory.lives(), memory.score(), memory.coins()), (State::Play, 3, 0, 99));
    let start = memory.place(0);
    frame(&mut console, JoystickAction::from_direction(1, 0, false).into());
    let moved = frame(&mut console, JoystickAction::from_direction(1, 0, false).into()).place(0);
    assert_eq!(moved, (start.0 + 2, start.1), "it moves a pixel per frame from the first frame on");
}

/// Frames of play until `event` holds between two of them, then the first voice in the frames that follow.
fn voice_after(event: impl Fn(&Memory, &Memory) -> bool, frames: usize) -> Vec<Voice> {
    let mut console = Console::start(cartridge());
    let maze = Maze::seen(&console);
    let mut memory = Memory::of(&console);
    for _ in 0..3000 {
        // It gathers coins, or waits for the cats if it is a catch that is waited for.
        let action = if memory.score() < 9 { maze.choose(&memory, 1) } else { JoystickAction::NOOP };
        let after = frame(&mut console, action.into());
        if event(&memory, &after) {
            let next = |_| {
                frame(&mut console, ConsoleInput::default());
                console.voices()[0]
            };
            return (0..frames).map(next).collect();
        }
        memory = after;
    }
    panic!("it did not happen");
}

#[test]
fn coins_and_catches_are_heard() {
    let mut console = Console::start(cartridge());
    let quiet = (0..30).map(|_| {
        frame(&mut console, ConsoleInput::default());
        console.voices()[0].volume
    });
    assert_eq!(quiet.max(), Some(0), "nothing has happened yet");
    let coin = voice_after(|before, after| after.score() > before.score(), 12);
    assert!(coin[..6].iter().all(|voice| voice.volume > 0 && voice.tone == 4), "{coin:?}");
    assert!(coin[..6].iter().any(|voice| voice.pitch != coin[0].pitch), "two notes: {coin:?}");
    assert_eq!(coin[11].volume, 0, "a coin is short: {coin:?}");
    let caught = voice_after(|before, after| after.lives() < before.lives(), 66);
    assert!(caught[..60].iter().all(|voice| (voice.volume, voice.tone) == (6, 12)), "{caught:?}");
    assert!(caught[..60].is_sorted_by_key(|voice| voice.pitch) && caught[59].pitch > caught[0].pitch, "it falls");
    assert_eq!(caught[65].volume, 0);
}

#[test]
fn the_heart_beats_while_a_cat_is_close() {
    let mut console = Console::start(cartridge());
    let (mut close, mut beats) = (0, 0);
    loop {
        let memory = frame(&mut console, ConsoleInput::default());
        if memory.state() != State::Play {
            break;
        }
        let volume = console.voices()[1].volume;
        match memory.near() {
            81.. => assert_eq!(volume, 0, "near {}", memory.near()),
            0..79 => {
                close += 1;
                beats += u32::from(volume > 0);
            }
            _ => {}
        }
    }
    assert!(beats > 10 && beats < close / 2, "{beats} of {close} frames");
}

#[test]
fn every_frame_of_random_play_has_262_lines() {
    let (mut games, mut pictures) = (0, HashSet::new());
    for seed in 1..=6 {
        let mut numbers = Numbers(0x9E37_79B9 ^ seed);
        let mut console = Console::start(cartridge());
        for _ in 0..400 {
            let (action, frames) = (numbers.action(), 1 + numbers.below(60));
            for _ in 0..frames {
                frame(&mut console, action.into());
            }
            pictures.insert(console.screen().to_vec());
            if Memory::of(&console).state() == State::Over {
                assert_eq!(Memory::of(&console).lives(), 0);
                games += 1;
                (0..12).for_each(|_| _ = frame(&mut console, RESET));
                let memory = frame(&mut console, ConsoleInput::default());
                assert_eq!((memory.state(), memory.lives(), memory.score()), (State::Play, 3, 0));
            }
        }
    }
    assert!(games >= 6, "{games} games were over");
    assert!(pictures.len() > 1000, "{} pictures", pictures.len());
}

#[test]
fn every_frame_with_the_switches_moved_has_262_lines() {
    let mut numbers = Numbers(7);
    let mut console = Console::power_on(cartridge());
    (0..2).for_each(|_| console.run_frame(ConsoleInput::default()));
    for _ in 0..20_000 {
        let switch = |chance: u32| chance == 0;
        let input = ConsoleInput {
            action: numbers.action(),
            reset: switch(numbers.below(200)),
            select: switch(numbers.below(9)),
            difficulty: [switch(numbers.below(2)), switch(numbers.below(2))],
        };
        frame(&mut console, input);
    }
}

#[test]
fn mazes_are_cleared_and_get_harder() {
    let mut console = Console::start(cartridge());
    let mut maze = Maze::seen(&console);
    let (mut memory, mut games, mut highest) = (Memory::of(&console), 0, 0);
    for _ in 0..60_000 {
        let action = if memory.state() == State::Play { maze.choose(&memory, 1) } else { JoystickAction::NOOP };
        let after = frame(&mut console, action.into());
        if after.level() > memory.level() {
            console.run_frame(ConsoleInput::default());
            maze = Maze::seen(&console);
            assert!(maze.is_whole() && !maze.has_dead_ends());
            assert_eq!((after.cats(), after.state()), (3, State::Play));
            highest = highest.max(after.level());
        }
        if highest == 4 {
            return;
        }
        if after.state() == State::Over {
            games += 1;
            (0..12).for_each(|_| _ = frame(&mut console, RESET));
            frame(&mut console, ConsoleInput::default());
            maze = Maze::seen(&console);
        }
        memory = Memory::of(&console);
    }
    panic!("the highest level was {highest} in {games} games");
}
