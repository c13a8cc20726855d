//! What games' surroundings are made of, derived again from the recordings that ship: corridors, dots, who is dangerous.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;

use protocol::RunConfig;
use worlds::atari::{Game, Recording};
use worlds::{Files, find};

fn shipped(game: Game) -> Recording {
    let path = format!("../../datasets/{}", Recording::file_name(game));
    Recording::read(&std::fs::read(&path).expect(&path)).unwrap()
}

/// The observation that a game's surroundings give of a memory, by name.
fn surroundings(game: Game, ram: &[u8; 128]) -> BTreeMap<String, f32> {
    let run = RunConfig::from_query("sees=surroundings").0;
    let columns = find(game.id()).unwrap().columns(&run, &Files::default());
    let mut numbers = vec![0.0; game.aware_observation_size()];
    worlds::atari::WindowFeatures::new(game, ram).observe_surroundings(ram, &mut numbers);
    assert_eq!(columns.observation.len(), numbers.len());
    columns.observation.into_iter().map(|column| column.name).zip(numbers).collect()
}

const WAYS: [&str; 4] = ["up", "down", "left", "right"];

/// Moments of play and those one decision later.
fn moments(recording: &Recording) -> impl Iterator<Item = (&[u8; 128], &[u8; 128])> {
    let game = recording.game;
    let pairs = recording.playthroughs.iter().flat_map(|one| one.rams.windows(2)).map(|pair| (&pair[0], &pair[1]));
    pairs.filter(move |(before, after)| game.in_play(before) && game.in_play(after))
}

/// Players are always on a corridor, and leave a place only by a way that is open.
#[test]
fn recorded_players_go_where_ways_are_open() {
    for game in [Game::MsPacman, Game::Alien, Game::Magpie] {
        let recording = shipped(game);
        let (mut moves, mut closed, mut off) = (0, 0, 0);
        for (before, after) in moments(&recording).step_by(17) {
            let ([x, y], [to_x, to_y]) = (game.position(before, false), game.position(after, false));
            let (across, up) = (to_x - x, to_y - y);
            if across.abs() + up.abs() > game.longest_step() || (across == 0.0) == (up == 0.0) {
                continue;
            }
            let way = if up > 0.0 {
                0
            } else if up < 0.0 {
                1
            } else if across < 0.0 {
                2
            } else {
                3
            };
            let seen = surroundings(game, before);
            let open = |way: usize| seen[&format!("{}: open", WAYS[way])] == 1.0;
            moves += 1;
            off += u32::from(!(0..4).any(open));
            // Within a step of a corner the nearest place may be the corner itself.
            let inside = seen["off across"].abs() < 0.1 && seen["off down"].abs() < 0.1;
            closed += u32::from(inside && !open(way));
        }
        assert!(moves > 2_000, "{}: {moves}", game.name());
        assert_eq!((off, closed), (0, 0), "{}: of {moves} moves, off every corridor or through a wall", game.name());
    }
}

/// Where ten points are scored, a dot was within two steps, and it is gone from the bytes that dots are read from.
#[test]
fn dots_vanish_where_points_are_scored() {
    for (game, bytes) in [(Game::MsPacman, 59..=100), (Game::Alien, 65..=90)] {
        let recording = shipped(game);
        let (mut eaten, mut near, mut gone) = (0, 0, 0);
        let scored = moments(&recording).filter(|(before, after)| game.score(after) == game.score(before) + 10);
        for (before, after) in scored.step_by(5) {
            let mut without = *before;
            without[bytes.clone()].copy_from_slice(&after[bytes.clone()]);
            let (seen, later) = (surroundings(game, before), surroundings(game, &without));
            eaten += 1;
            near += u32::from(seen["nearest dot"] >= 0.7);
            gone += u32::from(seen != later);
        }
        assert!(eaten > 500, "{}: {eaten}", game.name());
        assert!(near * 100 > eaten * 98, "{}: {near} of {eaten} dots were within two steps", game.name());
        assert!(gone * 100 > eaten * 98, "{}: {gone} of {eaten} dots were seen to vanish", game.name());
    }
}

/// Those who are caught had a pursuer close by, and hardly anybody who was not.
#[test]
fn the_caught_had_a_pursuer_close_by() {
    for game in [Game::MsPacman, Game::Alien, Game::Magpie] {
        let recording = shipped(game);
        let (mut caught, mut close) = (0, 0);
        for one in &recording.playthroughs {
            for pair in one.rams.windows(2).filter(|pair| game.in_play(&pair[0]) && game.is_dying(&pair[1])) {
                caught += 1;
                close += u32::from(surroundings(game, &pair[0])["nearest pursuer"] > 0.6);
            }
        }
        let all = moments(&recording).step_by(29);
        let (count, near) = all.fold((0, 0), |(count, near), (ram, _)| {
            (count + 1, near + u32::from(surroundings(game, ram)["nearest pursuer"] > 0.6))
        });
        assert!(caught > 50 && close * 100 > caught * 95, "{}: {close} of {caught}", game.name());
        assert!(near * 5 < count, "{}: {near} of {count} moments", game.name());
    }
}

/// A cannon that is hit stood where a bomb was said to land.
#[test]
fn bombs_hit_where_they_are_said_to_land() {
    let game = Game::SpaceInvaders;
    let recording = shipped(game);
    let (mut hit, mut said) = (0, 0);
    for one in &recording.playthroughs {
        for pair in one.rams.windows(2).filter(|pair| game.in_play(&pair[0]) && game.is_dying(&pair[1])) {
            hit += 1;
            said += u32::from(surroundings(game, &pair[0])["bomb lands at +0 pixels"] > 0.6);
        }
    }
    assert!(hit > 30 && said * 100 > hit * 90, "{said} of {hit}");
}
