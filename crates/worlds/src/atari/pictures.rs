//! Reconstructs memory from pictures, since recordings of people consist of pictures and actions. Only what a picture
//! shows can be reconstructed.

use super::{FRAME_SKIP, Game, Playthrough, Recording};
use crate::data::import::atari_head::{AtariHeadError, LabelRow};
use crate::data::import::png::Picture;
use atari2600::{HEIGHT, WIDTH};

/// A figure of one colour, and the addresses of its position in memory.
struct Sprite {
    colour: [u8; 3],
    x: usize,
    y: usize,
}

/// Ms. Pac-Man and the ghosts, in the colours of ALE.
const SPRITES: [Sprite; 5] = [
    Sprite { colour: [210, 164, 74], x: 10, y: 16 },
    Sprite { colour: [180, 122, 48], x: 6, y: 12 },
    Sprite { colour: [84, 184, 153], x: 7, y: 13 },
    Sprite { colour: [198, 89, 179], x: 8, y: 14 },
    Sprite { colour: [200, 72, 72], x: 9, y: 15 },
];
/// Rows of the maze; below it the remaining lives have the same colours.
const MAZE_ROWS: usize = 171;
/// Offset from the centre of a sprite on the screen to its position in memory.
const OFFSET: [f32; 2] = [8.2, -5.4];
/// Plausible numbers of pixels of a sprite; more pixels are a flash of the whole maze.
const SPRITE_PIXELS: std::ops::RangeInclusive<usize> = 8..=120;

/// The position ([`Game::position`]) of a player whose sprite has this centre on the screen.
pub fn position_of_sprite(centre: [f32; 2]) -> [f32; 2] {
    let mut ram = [0; 128];
    (ram[SPRITES[0].x], ram[SPRITES[0].y]) = in_memory(centre);
    Game::MsPacman.position(&ram, false)
}

fn in_memory(centre: [f32; 2]) -> (u8, u8) {
    let coordinate = |axis: usize| (centre[axis] + OFFSET[axis]).round() as u8;
    (coordinate(0), coordinate(1))
}

/// Writes the positions of the visible sprites to memory. Others (ghosts flicker) keep their positions.
fn update_positions(picture: &Picture, ram: &mut [u8; 128]) {
    for sprite in &SPRITES {
        let (mut count, mut sum) = (0, [0.0; 2]);
        for (row, line) in picture.pixels.as_chunks::<WIDTH>().0.iter().take(MAZE_ROWS).enumerate() {
            for (column, _) in line.iter().enumerate().filter(|(_, colour)| **colour == sprite.colour) {
                count += 1;
                sum = [sum[0] + column as f32, sum[1] + row as f32];
            }
        }
        if SPRITE_PIXELS.contains(&count) {
            (ram[sprite.x], ram[sprite.y]) = in_memory(sum.map(|sum| sum / count as f32));
        }
    }
}

/// A person's game as a recording. The memory contains the positions of the player and the ghosts and the score, and is
/// zero elsewhere. `picture` finds a picture by its name. Every fourth frame is a decision, with the frame's action.
pub fn recording_from_pictures(
    game: Game,
    rows: &[LabelRow],
    mut picture: impl FnMut(&str) -> Result<Option<Picture>, AtariHeadError>,
) -> Result<Recording, AtariHeadError> {
    if game != Game::MsPacman {
        return Err(AtariHeadError::Game);
    }
    let mut playthrough = Playthrough::default();
    let mut ram = [0; 128];
    for row in rows.iter().step_by(FRAME_SKIP) {
        let Some(picture) = picture(&row.id)? else { continue };
        if (picture.width, picture.height) != (WIDTH, HEIGHT) {
            return Err(AtariHeadError::Picture("it is not 160 pixels wide and 210 high"));
        }
        update_positions(&picture, &mut ram);
        game.write_score(row.score, &mut ram);
        // Pictures do not show pauses, so every frame counts as in play.
        ram[0x27] = 0xFF;
        playthrough.rams.push(ram);
        playthrough.actions.push(row.action);
        playthrough.score = row.score;
    }
    match playthrough.decisions() {
        0 => Err(AtariHeadError::NoPictures),
        _ => Ok(Recording { game, playthroughs: vec![playthrough] }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture with a square of 6 x 6 pixels per sprite, given by its upper left corner.
    fn picture(corners: &[(usize, [usize; 2])]) -> Picture {
        let mut pixels = vec![[0; 3]; WIDTH * HEIGHT];
        for (sprite, [x, y]) in corners {
            for (row, column) in (0..6).flat_map(|row| (0..6).map(move |column| (row, column))) {
                pixels[(y + row) * WIDTH + x + column] = SPRITES[*sprite].colour;
            }
        }
        Picture { width: WIDTH, height: HEIGHT, pixels }
    }

    fn rows(count: usize) -> Vec<LabelRow> {
        (0..count).map(|n| LabelRow { id: n.to_string(), score: 10 * n as u32, action: (n % 18) as u8 }).collect()
    }

    #[test]
    fn every_fourth_frame_is_a_decision_with_what_its_picture_shows() {
        // Lives below the maze have the player's colour; the red ghost is gone in the second picture.
        let show = |id: &str| {
            let ghost = if id == "0" { vec![(4, [30, 40])] } else { vec![] };
            Ok(Some(picture(&[vec![(0, [77, 100]), (0, [20, 180])], ghost].concat())))
        };
        let recording = recording_from_pictures(Game::MsPacman, &rows(8), show).unwrap();
        let playthrough = &recording.playthroughs[0];
        let actions = playthrough.actions.as_slice();
        assert_eq!((playthrough.decisions(), actions, playthrough.score), (2, &[0, 4][..], 40));
        for ram in &playthrough.rams {
            // The centre of the square is 2.5 pixels from its corner.
            assert_eq!(Game::MsPacman.ram_position(ram), [88.0, 97.0]);
            assert_eq!([ram[9], ram[15]], [41, 37], "a ghost that flickers stays where it was");
        }
        assert_eq!(Game::MsPacman.score(&playthrough.rams[1]), 40);
    }

    #[test]
    fn unusable_pictures_get_a_message() {
        assert!(recording_from_pictures(Game::Alien, &rows(4), |_| Ok(None)).is_err());
        assert!(recording_from_pictures(Game::MsPacman, &rows(4), |_| Ok(None)).is_err());
        let small = |_: &str| Ok(Some(Picture { width: 1, height: 1, pixels: vec![[0; 3]] }));
        assert!(recording_from_pictures(Game::MsPacman, &rows(4), small).unwrap_err().to_string().contains("160"));
    }
}
