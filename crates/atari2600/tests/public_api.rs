//! The public API, exercised with the cartridge of the example.
#![allow(clippy::unwrap_used)]

#[path = "../examples/colour_bars/program.rs"]
mod program;

use std::sync::Arc;

use atari2600::{Cartridge, CartridgeError, Console, ConsoleInput, HEIGHT, JoystickAction, WIDTH};

const WHITE: u8 = 0x0E;
const LINES: usize = 192;

fn power_on() -> Console {
    let mut console = Console::power_on(Arc::new(Cartridge::new(&program::rom()).unwrap()));
    // The first frame starts with the vertical blank of no picture.
    (0..2).for_each(|_| console.run_frame(ConsoleInput::default()));
    console
}

fn hold(console: &mut Console, x: i32, y: i32, frames: usize) {
    (0..frames).for_each(|_| console.run_frame(JoystickAction::from_direction(x, y, false).into()));
}

fn row(console: &Console, y: usize) -> &[u8] {
    &console.screen()[y * WIDTH..][..WIDTH]
}

/// The row of the highest line number, whose colour is that of line 192.
fn first_row(console: &Console) -> usize {
    (0..HEIGHT).find(|y| row(console, *y)[80] != 0).unwrap()
}

/// Left, top, right and bottom of the white square; right and bottom are exclusive.
fn square(console: &Console) -> [usize; 4] {
    let bars = first_row(console)..first_row(console) + LINES;
    // The bar of hue 0 has white in it, too: all of its row.
    let inside = |y: &usize| row(console, *y).contains(&WHITE) && row(console, *y).iter().any(|index| *index != WHITE);
    let rows: Vec<usize> = bars.filter(inside).collect();
    let line = row(console, rows[0]);
    let left = line.iter().position(|index| *index == WHITE).unwrap();
    let right = line.iter().rposition(|index| *index == WHITE).unwrap();
    [left, rows[0], right + 1, rows[rows.len() - 1] + 1]
}

#[test]
fn every_scanline_has_its_colour() {
    let console = power_on();
    let top = first_row(&console);
    for line in 0..LINES {
        assert_eq!(row(&console, top + line)[0], (LINES - line) as u8 & 0xFE, "line {line}");
    }
    assert!(row(&console, top + LINES).iter().all(|index| *index == 0));
}

#[test]
fn the_joystick_moves_the_square() {
    let mut console = power_on();
    let [left, top, right, bottom] = square(&console);
    assert_eq!((right - left, bottom - top), (8, 8));
    hold(&mut console, 1, 0, 10);
    assert_eq!(square(&console), [left + 10, top, right + 10, bottom]);
    hold(&mut console, -1, 1, 3);
    assert_eq!(square(&console), [left + 7, top + 3, right + 7, bottom + 3]);
    hold(&mut console, 0, -1, 5);
    assert_eq!(square(&console), [left + 7, top - 2, right + 7, bottom - 2]);
}

#[test]
fn a_save_state_continues_to_the_bit() {
    let mut console = power_on();
    let saved = *console.state();
    hold(&mut console, 1, 1, 7);
    let (ram, screen) = (*console.ram(), *console.screen());
    console.restore(&saved);
    assert_ne!(console.screen(), &screen);
    hold(&mut console, 1, 1, 7);
    assert_eq!((console.ram(), console.screen()), (&ram, &screen));
}

#[test]
fn ram_counts_the_frames() {
    let mut console = power_on();
    let before = console.ram()[1];
    hold(&mut console, 0, 0, 100);
    assert_eq!(console.ram()[1], before + 100);
}

#[test]
fn a_file_of_another_size_is_not_a_cartridge() {
    assert_eq!(Cartridge::new(&[0; 4095]).unwrap_err(), CartridgeError::Size { bytes: 4095 });
}
