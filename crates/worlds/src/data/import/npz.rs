//! NumPy archives of two kinds. `xy_ft` `[N, 25, 2]`: finished paths, optionally with `player_id` and `scene` (or
//! `game`) `[N]`. `data` `[N, T, 22]`: possessions of eight seconds in T frames; x and y of the ball, of five attackers
//! and of five defenders, on the left half court.

use std::collections::HashMap;

use super::npy::{self, Array};
use super::{ArrayFault, ImportError, zip};
use crate::data::tracks::{MAX_PATHS, POINTS, STEP_SECONDS, Track, Tracks};

/// Duration of a possession of T frames.
const SECONDS: f32 = POINTS as f32 * STEP_SECONDS;
/// Feet outside the court that are still plausible; larger numbers are in other units.
const MARGIN: f64 = 15.0;

pub fn read(stem: &str, archive: &[u8]) -> Result<Tracks, ImportError> {
    let array = |name: &str| -> Result<Option<Array>, ImportError> {
        let member = zip::member(archive, &format!("{name}.npy"))?;
        member.map(|bytes| npy::read(name, bytes)).transpose()
    };
    if let Some(paths) = array("xy_ft")? {
        let games = match array("game")? {
            Some(games) => Some(games),
            None => array("scene")?,
        };
        return finished_paths(stem, &paths, array("player_id")?, games);
    }
    match array("data")? {
        Some(possessions) => cut_possessions(stem, &possessions),
        None => Err(ImportError::NoArrays),
    }
}

fn misfit(name: &str, fault: ArrayFault) -> ImportError {
    ImportError::Array { name: name.into(), fault }
}

fn in_feet(name: &str, array: &Array) -> Result<(), ImportError> {
    let x = |at: usize| if at.is_multiple_of(2) { 94.0 } else { 50.0 };
    let on_court = |(at, n): (usize, f64)| n >= -MARGIN && n <= x(at) + MARGIN;
    match array.numbers().enumerate().all(on_court) {
        true => Ok(()),
        false => Err(misfit(name, ArrayFault::Units)),
    }
}

fn finished_paths(
    stem: &str,
    paths: &Array,
    players: Option<Array>,
    games: Option<Array>,
) -> Result<Tracks, ImportError> {
    let [count, POINTS, 2] = paths.shape[..] else {
        return Err(misfit("xy_ft", ArrayFault::Shape { found: paths.shape.clone(), expected: "(N, 25, 2)" }));
    };
    if count > MAX_PATHS {
        return Err(misfit("xy_ft", ArrayFault::TooLarge));
    }
    in_feet("xy_ft", paths)?;
    for (name, column) in [("player_id", &players), ("scene", &games)] {
        if column.as_ref().is_some_and(|column| column.len() != count) {
            return Err(misfit(name, ArrayFault::Count { paths: count }));
        }
    }
    let mut tracks = Tracks::default();
    let mut known = HashMap::new();
    for row in 0..count {
        // Without such a column the whole file counts as one game.
        let name = games.as_ref().map_or_else(|| stem.to_owned(), |games| games.number(row).to_string());
        let game = *known.entry(name).or_insert_with_key(|name| {
            tracks.games.push(name.clone());
            tracks.games.len() as u32 - 1
        });
        let player = players.as_ref().map_or(0, |players| players.number(row) as u32);
        let numbers = row * 2 * POINTS..(row + 1) * 2 * POINTS;
        tracks.tracks.push(Track { game, player, xy: numbers.map(|at| paths.number(at) as f32).collect() });
    }
    Ok(tracks)
}

fn cut_possessions(stem: &str, data: &Array) -> Result<Tracks, ImportError> {
    let [count, frames, 22] = data.shape[..] else {
        return Err(misfit("data", ArrayFault::Shape { found: data.shape.clone(), expected: "(N, T, 22)" }));
    };
    if frames < POINTS {
        return Err(misfit("data", ArrayFault::Frames { found: frames, needed: POINTS }));
    }
    if count > MAX_PATHS / 5 {
        return Err(misfit("data", ArrayFault::TooLarge));
    }
    in_feet("data", data)?;
    let frame_seconds = SECONDS / frames as f32;
    let mut tracks = Tracks::default();
    for number in 0..count {
        // The source does not name the game of a possession, so each counts as one.
        tracks.games.push(format!("{stem} {number}"));
        for player in 0..5 {
            let foot =
                |frame: usize, axis: usize| data.number((number * frames + frame) * 22 + 2 + 2 * player + axis) as f32;
            let point = |step: usize, axis: usize| {
                let at = (step as f32 * STEP_SECONDS / frame_seconds).min((frames - 1) as f32);
                let (before, after) = (at as usize, (at as usize + 1).min(frames - 1));
                foot(before, axis) + (at - before as f32) * (foot(after, axis) - foot(before, axis))
            };
            let xy = (0..POINTS).flat_map(|step| [point(step, 0), point(step, 1)]).collect();
            tracks.tracks.push(Track { game: number as u32, player: player as u32, xy });
        }
    }
    Ok(tracks)
}

#[cfg(test)]
mod tests {
    use super::super::npy::tests::array;
    use super::super::zip::tests::archive;
    use super::*;

    fn floats(count: usize, value: impl Fn(usize) -> f32) -> Vec<u8> {
        (0..count).flat_map(|at| value(at).to_le_bytes()).collect()
    }

    #[test]
    fn finished_paths_keep_scene_and_player() {
        let paths = array("<f4", "(3, 25, 2)", &floats(150, |at| (at % 50) as f32));
        let column = |values: [i32; 3]| array("<i4", "(3,)", &values.map(i32::to_le_bytes).concat());
        let members = [("xy_ft.npy", paths), ("player_id.npy", column([7, 8, 9])), ("scene.npy", column([4, 4, 6]))];
        let tracks = read("file", &archive(&members)).unwrap();
        assert_eq!(tracks.games, ["4", "6"]);
        assert_eq!(tracks.tracks.iter().map(|t| (t.game, t.player)).collect::<Vec<_>>(), [(0, 7), (0, 8), (1, 9)]);
        assert_eq!(tracks.tracks[2].xy[..4], [0.0, 1.0, 2.0, 3.0]);
    }

    #[test]
    fn possessions_give_five_players_every_other_frame() {
        // Frame f, column c holds f + c / 100.
        let data =
            array("<f4", "(2, 50, 22)", &floats(2200, |at| (at / 22 % 50) as f32 * 0.5 + (at % 22) as f32 / 100.0));
        let tracks = read("train", &archive(&[("data.npy", data)])).unwrap();
        assert_eq!((tracks.games.len(), tracks.tracks.len()), (2, 10));
        for (step, point) in tracks.tracks[6].xy.as_chunks::<2>().0.iter().enumerate() {
            assert!((point[0] - (step as f32 + 0.04)).abs() < 1e-5 && (point[1] - (step as f32 + 0.05)).abs() < 1e-5);
        }
    }

    #[test]
    fn wrong_shapes_and_units_get_a_message() {
        let cases = [
            ("xy_ft.npy", array("<f4", "(1, 24, 2)", &[0; 192])),
            ("xy_ft.npy", array("<f4", "(1, 25, 2)", &floats(50, |_| f32::NAN))),
            ("data.npy", array("<f4", "(1, 25, 22)", &floats(550, |_| 900.0))),
            ("data.npy", array("<f4", "(1, 20, 22)", &[0; 1760])),
            ("data.npy", array("<f4", "(0, 9223372036854775808, 22)", &[])),
            ("xy_ft.npy", array("|u1", "(600000, 25, 2)", &vec![9; 600_000 * 50])),
            ("other.npy", array("<f4", "(1,)", &[0; 4])),
        ];
        for (name, bytes) in cases {
            assert!(read("x", &archive(&[(name, bytes)])).is_err(), "{name}");
        }
    }
}
