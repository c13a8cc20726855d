//! A whole game as SportVU writes it: `{gameid, events: [{moments: [[quarter, unix ms, game clock, shot clock,
//! null, [[team, player, x, y, z], ...]], ...]}, ...]}`, 25 moments per second, in feet on a 94 x 50 court, with the
//! ball as team -1. Events overlap, so moments are sorted by time and each is used once. Moments in which the game clock
//! stands are dropped.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};

use super::attack::{Clip, Sample, extract_paths};
use super::{Cutting, ImportError};
use crate::data::tracks::Tracks;

#[derive(Deserialize)]
struct RawGame {
    gameid: String,
    events: GameMoments,
}

#[derive(Deserialize)]
struct Event {
    moments: Vec<RawMoment>,
}

#[derive(Deserialize)]
struct RawMoment(u32, i64, Option<f32>, IgnoredAny, IgnoredAny, Vec<Body>);

/// Team, player, x, y and height of the ball.
#[derive(Deserialize)]
struct Body(i64, i64, f32, f32, IgnoredAny);

/// Ids of the players on the court: five of the team with the lower number, then the five others.
type Lineup = [u32; 10];

/// Clock, players and positions at one time of a game.
struct GameMoment {
    quarter: u32,
    clock: f32,
    lineup: Lineup,
    sample: Sample,
}

/// All moments of a game by time. Events are converted one by one while parsing, since a file has about 100 MB.
struct GameMoments(BTreeMap<i64, GameMoment>);

impl<'de> Deserialize<'de> for GameMoments {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Events;
        impl<'de> Visitor<'de> for Events {
            type Value = GameMoments;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("a list of events")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut events: A) -> Result<GameMoments, A::Error> {
                let mut timeline = BTreeMap::new();
                while let Some(event) = events.next_element::<Event>()? {
                    let scenes = event.moments.iter().filter_map(|raw| Some((raw.1, game_moment(raw)?)));
                    timeline.extend(scenes);
                }
                Ok(GameMoments(timeline))
            }
        }
        from.deserialize_seq(Events)
    }
}

/// Moments beyond this time, in milliseconds, are dropped: steps could no longer be told apart.
const LAST_MOMENT: i64 = 10_000_000_000_000;

/// None without a clock, the ball, or five players on each side, and at impossible times.
fn game_moment(raw: &RawMoment) -> Option<GameMoment> {
    let RawMoment(quarter, milliseconds, clock, _, _, bodies) = raw;
    if !(-LAST_MOMENT..=LAST_MOMENT).contains(milliseconds) {
        return None;
    }
    let ball = bodies.iter().find(|body| body.0 == -1)?;
    let mut players: Vec<&Body> = bodies.iter().filter(|body| body.0 != -1).collect();
    players.sort_by_key(|body| (body.0, body.1));
    if players.len() != 10 || players[4].0 != players[0].0 || players[5].0 != players[9].0 {
        return None;
    }
    let mut lineup = [0; 10];
    let mut places = [[0.0; 2]; 10];
    for (index, body) in players.iter().enumerate() {
        lineup[index] = u32::try_from(body.1).ok()?;
        places[index] = [body.2, body.3];
    }
    let sample = Sample { seconds: *milliseconds as f64 / 1000.0, ball: [ball.2, ball.3], players: places };
    Some(GameMoment { quarter: *quarter, clock: (*clock)?, lineup, sample })
}

pub fn read(bytes: &[u8], cutting: Cutting) -> Result<Tracks, ImportError> {
    let game: RawGame = serde_json::from_slice(bytes).map_err(|error| ImportError::Json(error.to_string()))?;
    let mut running: Vec<&GameMoment> = Vec::new();
    let mut last = None;
    for scene in game.events.0.values() {
        if last.is_some_and(|clock| scene.clock != clock) {
            running.push(scene);
        }
        last = Some(scene.clock);
    }
    let mut tracks = Tracks::default();
    for same in running.chunk_by(|a, b| (a.quarter, a.lineup) == (b.quarter, b.lineup)) {
        let samples = same.iter().map(|scene| scene.sample).collect();
        extract_paths(&Clip { game: game.gameid.clone(), ids: same[0].lineup, samples }, cutting, &mut tracks);
    }
    Ok(tracks)
}

#[cfg(test)]
mod tests {
    use super::super::attack::tests::walk;
    use super::*;

    /// Two overlapping events of one walk; the clock stands for the moments from `stop` on.
    fn json(moments: usize, stop: usize) -> String {
        let clip = walk(moments, 0.04, 40.0);
        let line = |number: usize| {
            let sample = &clip.samples[number];
            let [x, y] = sample.ball;
            let mut bodies = format!("[-1,-1,{x},{y},4.5]");
            for (index, [x, y]) in sample.players.iter().enumerate() {
                bodies += &format!(",[{},{},{x},{y},0.0]", 1_610_612_737 + index / 5, clip.ids[index]);
            }
            let clock = 700.0 - number.min(stop) as f64 * 0.04;
            format!("[1,{},{clock:.2},null,null,[{bodies}]]", 1_450_000_000_000_u64 + 40 * number as u64)
        };
        let event = |numbers: std::ops::Range<usize>| {
            format!("{{\"eventId\":\"1\",\"moments\":[{}]}}", numbers.map(line).collect::<Vec<_>>().join(","))
        };
        let (a, b) = (event(0..moments * 2 / 3), event(moments / 3..moments));
        format!("{{\"gameid\":\"0021500001\",\"gamedate\":\"2015-10-27\",\"events\":[{a},{b},{{\"moments\":[]}}]}}")
    }

    #[test]
    fn a_game_is_put_together_from_overlapping_events() {
        // Whether the clock runs is not known for the first moment, so it is dropped.
        let tracks = read(json(1 + 193 + 192, usize::MAX).as_bytes(), Cutting::default()).unwrap();
        assert_eq!((tracks.games.clone(), tracks.tracks.len()), (vec!["0021500001".to_owned()], 5));
        let tracks = read(json(1 + 193 + 193, usize::MAX).as_bytes(), Cutting::default()).unwrap();
        assert_eq!(tracks.tracks.len(), 10);
        for (step, point) in tracks.tracks[3].xy.as_chunks::<2>().0.iter().enumerate() {
            assert!((point[0] - (39.96 - 0.32 * step as f32)).abs() < 1e-3 && point[1] == 20.0, "{point:?}");
        }
    }

    #[test]
    fn moments_with_a_stopped_clock_are_dropped() {
        assert!(read(json(300, 150).as_bytes(), Cutting::default()).unwrap().tracks.is_empty());
    }

    #[test]
    fn other_json_gets_a_message() {
        for text in ["{}", "{\"gameid\":\"1\",\"events\":[{\"moments\":[[1,2]]}]}", "{\"gameid\":\"1\",\"events\":[{"] {
            assert!(matches!(read(text.as_bytes(), Cutting::default()), Err(ImportError::Json(_))), "{text}");
        }
    }
}
