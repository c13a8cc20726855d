//! Runs a cartridge for ten seconds of console time, prints statistics and writes the last picture.
//!
//! `cargo run --release -p atari2600 --example colour_bars [ROM]`
//!
//! Without a ROM it runs the cartridge of `program.rs`.

mod program;

use std::error::Error;
use std::fs;
use std::sync::Arc;
use std::time::Instant;

use atari2600::{Cartridge, Console, ConsoleInput, HEIGHT, JoystickAction, WIDTH, rgb};

const FRAMES: u32 = 600;

fn main() -> Result<(), Box<dyn Error>> {
    let rom = match std::env::args_os().nth(1) {
        Some(path) => fs::read(path)?,
        None => program::rom(),
    };
    let mut console = Console::start(Arc::new(Cartridge::new(&rom)?));

    let start = Instant::now();
    for frame in 0..FRAMES {
        console.run_frame(input(frame));
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{FRAMES} frames in {:.1} ms: {:.0} frames per second", 1000.0 * seconds, f64::from(FRAMES) / seconds);

    let mut used = [false; 256];
    console.screen().iter().for_each(|index| used[usize::from(*index)] = true);
    println!("{} colours in the last picture", used.iter().filter(|used| **used).count());
    println!("RAM: {:02x?}", console.ram());

    let path = std::env::temp_dir().join("atari2600.ppm");
    fs::write(&path, ppm(console.screen()))?;
    println!("picture: {}", path.display());
    Ok(())
}

/// A second of each action in turn.
fn input(frame: u32) -> ConsoleInput {
    let number = frame / 60 % u32::from(JoystickAction::COUNT);
    JoystickAction::new(number as u8).unwrap_or_default().into()
}

/// A picture in the PPM format. Pixels of the console are wide, so each is repeated once.
fn ppm(screen: &[u8; WIDTH * HEIGHT]) -> Vec<u8> {
    let mut file = format!("P6 {} {HEIGHT} 255\n", 2 * WIDTH).into_bytes();
    file.extend(screen.iter().flat_map(|index| [rgb(*index); 2]).flatten());
    file
}
