//! From pictures back to memory, as far as pictures show it: people's games come as pictures and actions.

use super::record::{FRAME_SKIP, Play};
use super::{Game, Recording};
use crate::data::import::ImportError;
use crate::data::import::atari_head::Frame;
use crate::data::import::png::Picture;
use atari2600::{HEIGHT, WIDTH};

/// Something of one colour, whose place the memory has at two bytes.
struct Thing {
    colour: [u8; 3],
    x: usize,
    y: usize,
}

/// Ms. Pac-Man and the ghosts, as ALE colours them.
const THINGS: [Thing; 5] = [
    Thing { colour: [210, 164, 74], x: 10, y: 16 },
    Thing { colour: [180, 122, 48], x: 6, y: 12 },
    Thing { colour: [84, 184, 153], x: 7, y: 13 },
    Thing { colour: [198, 89, 179], x: 8, y: 14 },
    Thing { colour: [200, 72, 72], x: 9, y: 15 },
];
/// Where the maze ends; below it lives are shown in the same colours.
const MAZE_ROWS: usize = 171;
/// From the middle of a figure on the screen to its place in memory.
const OFFSET: [f32; 2] = [8.2, -5.4];
/// Fewer pixels of a colour are no figure, more are a flash of the whole maze.
const FIGURE: std::ops::RangeInclusive<usize> = 8..=120;

/// Where a player is whose figure has its middle there on the screen, in the plane of `Game::place`.
pub fn place_of_figure(middle: [f32; 2]) -> [f32; 2] {
    let mut ram = [0; 128];
    (ram[THINGS[0].x], ram[THINGS[0].y]) = in_memory(middle);
    Game::MsPacman.place(&ram, false)
}

fn in_memory(middle: [f32; 2]) -> (u8, u8) {
    let place = |axis: usize| (middle[axis] + OFFSET[axis]).round() as u8;
    (place(0), place(1))
}

/// Writes what a picture shows into the memory. What it does not show (ghosts flicker) stays as it was.
fn look(picture: &Picture, ram: &mut [u8; 128]) {
    for thing in &THINGS {
        let (mut count, mut sum) = (0, [0.0; 2]);
        for (row, line) in picture.pixels.as_chunks::<WIDTH>().0.iter().take(MAZE_ROWS).enumerate() {
            for (column, _) in line.iter().enumerate().filter(|(_, colour)| **colour == thing.colour) {
                count += 1;
                sum = [sum[0] + column as f32, sum[1] + row as f32];
            }
        }
        if FIGURE.contains(&count) {
            (ram[thing.x], ram[thing.y]) = in_memory(sum.map(|sum| sum / count as f32));
        }
    }
}

/// A person's game as a recording: the memory holds where the player and the ghosts are and the score, and is zero
/// elsewhere. `picture` finds a frame's picture by its name. Every fourth frame is a decision, with its action.
pub fn watch(
    game: Game,
    frames: &[Frame],
    mut picture: impl FnMut(&str) -> Result<Option<Picture>, ImportError>,
) -> Result<Recording, ImportError> {
    if game != Game::MsPacman {
        return Err(ImportError::Foreign("Ms. Pac-Man, the one game whose pictures can be read back,"));
    }
    let mut play = Play::default();
    let mut ram = [0; 128];
    for frame in frames.iter().step_by(FRAME_SKIP) {
        let Some(picture) = picture(&frame.id)? else { continue };
        if (picture.width, picture.height) != (WIDTH, HEIGHT) {
            return Err(ImportError::Picture("it is not 160 pixels wide and 210 high"));
        }
        look(&picture, &mut ram);
        game.write_score(frame.score, &mut ram);
        // In play, as far as anybody can see.
        ram[0x27] = 0xFF;
        play.rams.push(ram);
        play.actions.push(frame.action);
        play.score = frame.score;
    }
    match play.decisions() {
        0 => Err(ImportError::Foreign("a picture for at least one line of the label file")),
        _ => Ok(Recording { game, plays: vec![play] }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture with a square of six pixels a side for each thing, its upper left corner at the place given.
    fn picture(places: &[(usize, [usize; 2])]) -> Picture {
        let mut pixels = vec![[0; 3]; WIDTH * HEIGHT];
        for (thing, [x, y]) in places {
            for (row, column) in (0..6).flat_map(|row| (0..6).map(move |column| (row, column))) {
                pixels[(y + row) * WIDTH + x + column] = THINGS[*thing].colour;
            }
        }
        Picture { width: WIDTH, height: HEIGHT, pixels }
    }

    fn frames(count: usize) -> Vec<Frame> {
        (0..count).map(|n| Frame { id: n.to_string(), score: 10 * n as u32, action: (n % 18) as u8 }).collect()
    }

    #[test]
    fn every_fourth_frame_is_a_decision_with_what_its_picture_shows() {
        // Lives below the maze have the player's colour; the red ghost is gone in the second picture.
        let show = |id: &str| {
            let ghost = if id == "0" { vec![(4, [30, 40])] } else { vec![] };
            Ok(Some(picture(&[vec![(0, [77, 100]), (0, [20, 180])], ghost].concat())))
        };
        let recording = watch(Game::MsPacman, &frames(8), show).unwrap();
        let play = &recording.plays[0];
        assert_eq!((play.decisions(), play.actions.as_slice(), play.score), (2, &[0, 4][..], 40));
        for ram in &play.rams {
            // The middle of the square is 2.5 pixels from its corner.
            assert_eq!(Game::MsPacman.position(ram), [88.0, 97.0]);
            assert_eq!([ram[9], ram[15]], [41, 37], "a ghost that flickers stays where it was");
        }
        assert_eq!(Game::MsPacman.score(&play.rams[1]), 40);
    }

    #[test]
    fn what_cannot_be_read_gets_a_sentence() {
        assert!(watch(Game::Alien, &frames(4), |_| Ok(None)).is_err());
        assert!(watch(Game::MsPacman, &frames(4), |_| Ok(None)).is_err());
        let small = |_: &str| Ok(Some(Picture { width: 1, height: 1, pixels: vec![[0; 3]] }));
        assert!(watch(Game::MsPacman, &frames(4), small).unwrap_err().to_string().contains("160"));
    }
}
