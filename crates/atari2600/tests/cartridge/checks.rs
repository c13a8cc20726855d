//! What holds in every frame of the cartridge.

use atari2600::{Console, ConsoleInput, WIDTH};

use super::memory::{COLUMNS, Memory, ROWS, State};
use super::player;

const CAT_COLOURS: [u8; 3] = [0x58, 0x6A, 0xAA];

/// Runs a frame and checks what holds in all of them.
pub fn frame(console: &mut Console, input: ConsoleInput) -> Memory {
    let before = Memory::of(console);
    console.run_frame(input);
    let memory = Memory::of(console);
    assert_eq!(console.scanlines(), 262, "{memory:02X?}");
    check_objects(&memory);
    check_rules(&before, &memory, input);
    check_picture(console, &before);
    memory
}

/// Objects are in the maze, and no two cats in one row.
fn check_objects(memory: &Memory) {
    for object in 0..=memory.cats() {
        let (x, y) = memory.place(object);
        assert!((6..=146).contains(&x) && (7..=160).contains(&y), "{memory:02X?}");
        assert!(COLUMNS.contains(&x) || ROWS.contains(&y), "in a wall: {memory:02X?}");
        let (column, row) = memory.cell(object);
        assert!(x.abs_diff(COLUMNS[column]) <= 16 && y.abs_diff(ROWS[row]) <= 17, "{memory:02X?}");
    }
    for (cat, other) in [(1, 2), (1, 3), (2, 3)] {
        if other <= memory.cats() {
            assert!(memory.place(cat).1.abs_diff(memory.place(other).1) >= 17, "{memory:02X?}");
        }
    }
}

fn check_rules(before: &Memory, memory: &Memory, input: ConsoleInput) {
    assert_eq!(memory.coins(), usize::from(memory.coins_left()), "{memory:02X?}");
    if input.reset || before.state() == State::Over {
        return;
    }
    let gained = memory.score() - before.score();
    assert!([0, 1, 2, 5].contains(&gained), "{gained} points in a frame");
    let touched = (1..=memory.cats()).any(|cat| {
        let (across, down) = memory.distance(cat);
        across < 6 && down < 8
    });
    if memory.lives() < before.lives() {
        assert!(touched && before.lives() - memory.lives() == 1 && memory.state() == State::Caught, "{memory:02X?}");
    }
    if memory.state() == State::Play {
        let near = (1..=memory.cats()).map(|cat| memory.distance(cat)).map(|(x, y)| x.saturating_add(y)).min();
        assert!(!touched);
        if before.state() == State::Play {
            assert_eq!(Some(memory.near()), near);
        }
        assert_eq!(
            memory.worth(),
            [(28, 5), (48, 2), (255, 1)].iter().find(|(to, _)| memory.near() < *to).map_or(1, |it| it.1)
        );
    }
    assert_eq!(memory.state() == State::Over, memory.lives() == 0 && memory.state() != State::Caught);
}

/// Cats are drawn whole in every frame, none of them flickers. The picture shows where they were `before` it.
fn check_picture(console: &Console, before: &Memory) {
    let top = player::top(console);
    for cat in 1..=before.cats() {
        let (x, y) = before.place(cat);
        let rows = console.screen().chunks(WIDTH).skip(top + usize::from(y)).take(10);
        let seen =
            rows.flat_map(|row| &row[usize::from(x)..][..8]).filter(|pixel| **pixel == CAT_COLOURS[cat - 1]).count();
        let (across, down) = before.distance(cat);
        assert!(seen > 50 || across < 12 && down < 12, "{seen} pixels of cat {cat}: {before:02X?}");
    }
}
