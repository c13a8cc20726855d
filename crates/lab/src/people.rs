//! `lab people`: how people play Ms. Pac-Man beside how the scripted players of a recording do: where they are, how far they
//! roam and how long they stay in one part of the maze.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use worlds::atari::{DECISIONS, FRAME_SKIP, Game, Recording, position_of_sprite};
use worlds::labels::{self, Area, Labeler};

use crate::messages::say;

#[derive(Args)]
pub struct Arguments {
    /// Positions found in pictures of people's games, a line a frame, with the columns trial, player_x and player_y.
    #[arg(long)]
    positions: PathBuf,
    /// The recording to compare with.
    #[arg(long, default_value = "datasets/atari-ms_pacman.plays")]
    recording: PathBuf,
}

/// Places at decisions, one list per game.
type Games = Vec<Vec<[f32; 2]>>;

/// Where a life begins: on the line between the two lower areas.
const START: [f32; 2] = [88.0, 62.0];
/// Pixels from there, on each axis, within which what is found of a figure in pictures changes while it does not move.
const NEAR_START: f32 = 4.0;
/// Decisions there that are a wait. A player that passes is gone after three; a life begins after 31.
const WAIT: usize = 12;

/// Leaves out the waits before a life begins, in which nobody plays. What is found of the figure then changes sides every
/// other decision, so a wait would count as a dozen stays in an area.
fn without_waits(places: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let at_start = |place: &[f32; 2]| (0..2).all(|axis| (place[axis] - START[axis]).abs() <= NEAR_START);
    let runs = places.chunk_by(|one, next| at_start(one) == at_start(next));
    runs.filter(|run| run.len() < WAIT || !at_start(&run[0])).flatten().copied().collect()
}

/// A figure that is not found stays where it was. Every fourth frame is a decision.
fn people(text: &str) -> Result<Games, String> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let column = |name: &str| names.iter().position(|n| *n == name).ok_or(format!("there is no column “{name}”"));
    let (trial, x, y) = (column("trial")?, column("player_x")?, column("player_y")?);
    let mut trials: BTreeMap<&str, Vec<[f32; 2]>> = BTreeMap::new();
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let field = |at: usize| fields.get(at).copied().unwrap_or_default();
        let number = |at: usize| field(at).parse::<f32>().ok().filter(|number| number.is_finite());
        let places = trials.entry(field(trial)).or_default();
        let here = number(x).zip(number(y)).map(|(x, y)| position_of_sprite([x, y]));
        places.extend(here.or(places.last().copied()));
    }
    Ok(trials.into_values().map(|places| places.into_iter().step_by(FRAME_SKIP).collect()).collect())
}

fn scripted(recording: &Recording) -> Games {
    let game = recording.game;
    let place = |ram: &[u8; 128]| game.position(ram, false);
    let in_play = |ram: &&[u8; 128]| game.in_play(ram) || game.is_dying(ram);
    recording.playthroughs.iter().map(|one| one.rams.iter().filter(in_play).map(place).collect()).collect()
}

/// Named figures of some games.
fn figures(games: &Games) -> Vec<(String, f64)> {
    let (areas, thresholds) = (Game::MsPacman.areas(), Game::MsPacman.range_thresholds().unwrap_or_default());
    let range = labels::range(thresholds);
    let stretches: Vec<Vec<f32>> =
        games.iter().flat_map(|places| places.as_chunks::<DECISIONS>().0.iter().map(|chunk| chunk.concat())).collect();
    let mut named = Vec::new();
    for labeler in [&areas as &dyn Labeler, &range] {
        let styles = labeler.card().styles;
        for (style, name) in styles.iter().enumerate() {
            let count = stretches.iter().filter(|xy| labeler.label(xy) == Some(style)).count();
            named.push((format!("stretches: {}, %", say(name)), 100.0 * count as f64 / stretches.len().max(1) as f64));
        }
    }
    let kept: Vec<f64> = stretches.iter().map(|xy| 100.0 * share_in_area(&areas, xy)).collect();
    named.push(("of a stretch in its area, %".into(), crate::statistics::mean(&kept)));
    let roamed = stretches.iter().filter_map(|xy| range.score(xy)).map(f64::from).collect();
    for (name, value) in ["25", "50", "75"].iter().zip(quartiles(roamed)) {
        named.push((format!("range, px², {name} %"), value));
    }
    let (mut holds, mut still, mut steps) = (Vec::new(), 0, 0);
    for places in games {
        let area = |place: &[f32; 2]| areas.label(place);
        let held = places.chunk_by(|a, b| area(a) == area(b)).map(|hold| hold.len() as f64);
        holds.extend(held);
        still += places.windows(2).filter(|pair| pair[0] == pair[1]).count();
        steps += places.len().saturating_sub(1);
    }
    named.push(("decisions in one area, mean".into(), crate::statistics::mean(&holds)));
    for (name, value) in ["25", "50", "75"].iter().zip(quartiles(holds)) {
        named.push((format!("decisions in one area, {name} %"), value));
    }
    named.push(("decisions without a move, %".into(), 100.0 * still as f64 / steps.max(1) as f64));
    named
}

/// The share of a stretch's places that are in the area which it counts for.
fn share_in_area(areas: &Area, xy: &[f32]) -> f64 {
    let places: &[[f32; 2]] = xy.as_chunks().0;
    let inside = places.iter().filter(|place| areas.label(*place) == areas.label(xy)).count();
    inside as f64 / places.len().max(1) as f64
}

fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| values.get(quarter * values.len() / 4).copied().unwrap_or(f64::NAN))
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let say = |path: &PathBuf, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(&arguments.positions).map_err(|error| say(&arguments.positions, &error))?;
    let bytes = std::fs::read(&arguments.recording).map_err(|error| say(&arguments.recording, &error))?;
    let recording = Recording::read(&bytes).map_err(|error| say(&arguments.recording, &error))?;
    let played = |games: &Games| figures(&games.iter().map(|places| without_waits(places)).collect());
    let (people, scripted) = (played(&people(&text)?), played(&scripted(&recording)));
    println!("{:32} {:>8} {:>8}", "", "people", "scripted");
    for ((name, people), (_, scripted)) in people.iter().zip(&scripted) {
        println!("{name:32} {people:8.1} {scripted:8.1}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_and_holds_are_counted() {
        // Four decisions near the upper left, one of them unseen, then four near the lower right.
        let at = |frame: usize| match frame / FRAME_SKIP {
            1 => ",".to_string(),
            decision if decision < 4 => "20,20".into(),
            _ => "140,150".into(),
        };
        let lines: Vec<String> = (0..8 * FRAME_SKIP).map(|frame| format!("a,{frame},{}", at(frame))).collect();
        let games = people(&format!("trial,frame,player_x,player_y\n{}", lines.join("\n"))).unwrap();
        assert_eq!((games.len(), games[0].len(), games[0][0]), (1, 8, games[0][1]));
        let figures: BTreeMap<String, f64> = figures(&games).into_iter().collect();
        assert_eq!(figures["decisions in one area, mean"], 4.0);
        assert!((figures["decisions without a move, %"] - 100.0 * 6.0 / 7.0).abs() < 1e-9);
        assert!(people("a,b").is_err());
        assert_eq!(share_in_area(&Game::MsPacman.areas(), &games[0][1..].concat()), 4.0 / 7.0);
    }

    #[test]
    fn waits_before_a_life_are_left_out() {
        // A figure that turns on the starting place, one that passes it, and one that stands elsewhere.
        let turns =
            |decisions: usize| (0..decisions).map(|at| [87.0 + 2.0 * (at % 2) as f32, 62.0]).collect::<Vec<_>>();
        let passes: Vec<[f32; 2]> = (0..40).map(|at| [8.0 + 4.0 * at as f32, 62.0]).collect();
        let stands = vec![[42.0, 110.0]; 2 * WAIT];
        assert!(without_waits(&turns(WAIT)).is_empty());
        assert_eq!(without_waits(&turns(WAIT - 1)).len(), WAIT - 1, "somebody who hesitates plays");
        let game = [passes.clone(), turns(31), stands.clone(), passes.clone()].concat();
        assert_eq!(without_waits(&game), [passes.clone(), stands, passes].concat());
    }
}
