//! Observations of players that see: the pictures of the last four decisions, grey and scaled down. Demonstrations and
//! episodes share this code.

use crate::data::PictureStack;
use atari2600::{Console, HEIGHT, WIDTH, rgb};

/// Four by three pixels of the screen become one: a figure of a game is then two pixels wide and three high.
pub const STACK: PictureStack = PictureStack { width: WIDTH / COLUMNS, height: HEIGHT / ROWS, depth: 4 };
const COLUMNS: usize = 4;
const ROWS: usize = 3;

/// Makes small grey pictures of the screen.
#[derive(Clone)]
pub struct Downscaler {
    /// The brightness of each colour of the palette.
    grey: [u8; 256],
    /// The screen one frame before a picture is taken. Some games draw figures in every other frame only, so a pixel is the
    /// brighter one of two frames.
    before: Vec<u8>,
}

impl Downscaler {
    pub fn new(console: &Console) -> Self {
        let luma = |[red, green, blue]: [u8; 3]| {
            let thousandths = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
            (thousandths / 1000) as u8
        };
        let before = console.screen().to_vec();
        Self { grey: std::array::from_fn(|index| luma(rgb(index as u8))), before }
    }

    /// To be called before the last frame of a decision, or before every frame.
    pub fn remember(&mut self, console: &Console) {
        self.before.copy_from_slice(console.screen());
    }

    /// Appends the picture of the screen, `[height, width]`: means over blocks of pixels.
    pub fn take(&self, console: &Console, into: &mut Vec<u8>) {
        let lines = console.screen().as_chunks::<WIDTH>().0.iter().zip(self.before.as_chunks::<WIDTH>().0);
        let mut sums = [0u32; STACK.width];
        for (number, (now, before)) in lines.enumerate() {
            let blocks = now.as_chunks::<COLUMNS>().0.iter().zip(before.as_chunks::<COLUMNS>().0);
            for (sum, (now, before)) in sums.iter_mut().zip(blocks) {
                let brighter = |(a, b): (&u8, &u8)| u32::from(self.grey[*a as usize].max(self.grey[*b as usize]));
                *sum += now.iter().zip(before).map(brighter).sum::<u32>();
            }
            if (number + 1).is_multiple_of(ROWS) {
                into.extend(sums.iter().map(|sum| (sum / (COLUMNS * ROWS) as u32) as u8));
                sums = [0; STACK.width];
            }
        }
    }
}

/// The latest pictures of an episode.
#[derive(Clone)]
pub struct PictureHistory {
    downscaler: Downscaler,
    /// The newest first. A game begins as if it had stood still.
    pictures: [Vec<u8>; STACK.depth],
}

impl PictureHistory {
    pub fn new(console: &Console) -> Self {
        let downscaler = Downscaler::new(console);
        let mut first = Vec::with_capacity(STACK.area());
        downscaler.take(console, &mut first);
        Self { downscaler, pictures: std::array::from_fn(|_| first.clone()) }
    }

    /// To be called before every frame.
    pub fn remember(&mut self, console: &Console) {
        self.downscaler.remember(console);
    }

    /// Adds the picture of the screen, after a decision.
    pub fn add(&mut self, console: &Console) {
        self.pictures.rotate_right(1);
        self.pictures[0].clear();
        self.downscaler.take(console, &mut self.pictures[0]);
    }

    /// Writes the pictures as numbers from zero to one, `[height, width, depth]`.
    pub fn observe(&self, into: &mut [f32]) {
        STACK.interleave(self.pictures.iter().map(Vec::as_slice), into);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use atari2600::{Cartridge, JoystickAction};

    #[test]
    fn a_pixel_is_the_mean_of_its_block_over_the_brighter_of_two_frames() {
        let rom = std::fs::read("../../datasets/magpie.a26").unwrap();
        let mut console = Console::start(Arc::new(Cartridge::new(&rom).unwrap()));
        (0..90).for_each(|_| console.run_frame(JoystickAction::NOOP.into()));
        let mut downscaler = Downscaler::new(&console);
        let before = console.screen().to_vec();
        downscaler.remember(&console);
        console.run_frame(JoystickAction::from_direction(1, 0, false).into());
        let mut picture = Vec::new();
        downscaler.take(&console, &mut picture);
        assert_eq!(picture.len(), 40 * 70);
        let grey = |index: u8| {
            let [red, green, blue] = rgb(index).map(f64::from);
            0.299 * red + 0.587 * green + 0.114 * blue
        };
        for (place, found) in picture.iter().enumerate() {
            let (x, y) = (place % 40 * 4, place / 40 * 3);
            let block = (0..3).flat_map(|row| (0..4).map(move |column| (y + row) * 160 + x + column));
            let brightness = block.map(|at| grey(before[at]).max(grey(console.screen()[at])));
            let mean = brightness.sum::<f64>() / 12.0;
            // Brightness and mean are both rounded down; the expected mean itself is only as exact as its sum.
            assert!((-1e-9..2.0).contains(&(mean - f64::from(*found))), "pixel {place}: {found} instead of {mean}");
        }
        assert!(picture.iter().max() > picture.iter().min());
    }
}
