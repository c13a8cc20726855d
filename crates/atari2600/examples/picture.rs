//! Plays a cartridge and writes its picture as a PPM file.
//!
//! `cargo run -p atari2600 --example picture -- CARTRIDGE OUT.ppm [ACTION:FRAMES ...]`
//!
//! Without actions the picture is that of the console 30 frames after power-on; with any, a game is started first.
//! Actions are ALE's numbers: 0 none, 2 up, 3 right, 4 left, 5 down.

use std::env;
use std::error::Error;
use std::fs;
use std::sync::Arc;

use atari2600::{Cartridge, Console, ConsoleInput, HEIGHT, JoystickAction, WIDTH, rgb};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [cartridge, out, actions @ ..] = arguments.as_slice() else {
        return Err("usage: picture CARTRIDGE OUT.ppm [ACTION:FRAMES ...]".into());
    };
    let cartridge = Arc::new(Cartridge::new(&fs::read(cartridge)?)?);
    let mut console = if actions.is_empty() { Console::power_on(cartridge) } else { Console::start(cartridge) };
    if actions.is_empty() {
        (0..30).for_each(|_| console.run_frame(ConsoleInput::default()));
    }
    for action in actions {
        let (number, frames) = action.split_once(':').ok_or("an action is NUMBER:FRAMES")?;
        let held = JoystickAction::new(number.parse()?).ok_or("actions are 0 to 17")?;
        for _ in 0..frames.parse::<usize>()? {
            console.run_frame(held.into());
        }
    }
    let mut picture = format!("P6 {WIDTH} {HEIGHT} 255\n").into_bytes();
    picture.extend(console.screen().iter().flat_map(|pixel| rgb(*pixel)));
    fs::write(out, picture)?;
    println!("{} scanlines; memory {:02X?}", console.scanlines(), console.ram());
    Ok(())
}
