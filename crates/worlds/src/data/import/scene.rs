//! Raw tracking scenes, a line each: `frame_id agent_id x y group`. Frames are numbered in hundredths of a
//! second, feet on a 94 x 50 court. Agent -1 is the ball; the first five others are one team, the next five the
//! other. Files are called TEAM_TEAM_GAME_PERIOD_start_end.

use super::attack::{Clip, Moment, cut};
use super::{Cutting, ImportError};
use crate::data::tracks::Tracks;

const BALL: i64 = -1;

struct Row {
    frame: i64,
    agent: i64,
    place: [f32; 2],
}

pub fn read(stem: &str, bytes: &[u8], cutting: Cutting) -> Result<Tracks, ImportError> {
    let text = std::str::from_utf8(bytes).map_err(|_| ImportError::Foreign("a text file"))?;
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        rows.push(row(line).map_err(|what| ImportError::Line { line: number + 1, what })?);
    }
    let mut agents: Vec<i64> = Vec::with_capacity(11);
    for row in rows.iter().filter(|row| row.agent != BALL) {
        if !agents.contains(&row.agent) {
            agents.push(row.agent);
        }
        if agents.len() > 10 {
            return Err(ImportError::Foreign("a scene of ten players and a ball"));
        }
    }
    let ids: Vec<u32> = agents.iter().filter_map(|agent| u32::try_from(*agent).ok()).collect();
    let ids = ids.try_into().map_err(|_| ImportError::Foreign("a scene of ten players and a ball"))?;
    // A stable sort: rows of a frame that are written apart come together.
    rows.sort_by_key(|row| row.frame);
    let moments = rows.chunk_by(|a, b| a.frame == b.frame).filter_map(|frame| moment(frame, &agents)).collect();
    let game = stem.split('_').nth(2).filter(|game| !game.is_empty()).unwrap_or(stem).to_owned();
    let mut tracks = Tracks::default();
    cut(&Clip { game, ids, moments }, cutting, &mut tracks);
    Ok(tracks)
}

fn row(line: &str) -> Result<Row, String> {
    let words: Vec<&str> = line.split_whitespace().take(6).collect();
    let [frame, agent, x, y] = words.get(..4).and_then(|words| words.try_into().ok()).unwrap_or_default();
    if words.len() != 5 {
        return Err(format!("“frame_id agent_id x y group” was expected, and there are {} words", words.len()));
    }
    let foot = |word: &str| word.parse::<f32>().ok().filter(|foot| foot.abs() < 1000.0);
    match (frame.parse(), agent.parse(), foot(x), foot(y)) {
        (Ok(frame), Ok(agent), Some(x), Some(y)) => Ok(Row { frame, agent, place: [x, y] }),
        _ => Err("“frame_id agent_id x y” must be numbers".into()),
    }
}

/// None where somebody is missing.
fn moment(frame: &[Row], agents: &[i64]) -> Option<Moment> {
    let place = |agent: i64| frame.iter().find(|row| row.agent == agent).map(|row| row.place);
    let mut players = [[0.0; 2]; 10];
    for (slot, agent) in players.iter_mut().zip(agents) {
        *slot = place(*agent)?;
    }
    Some(Moment { seconds: frame[0].frame as f64 / 100.0, ball: place(BALL)?, players })
}

#[cfg(test)]
mod tests {
    use super::super::attack::tests::walk;
    use super::*;

    fn text(clip: &Clip) -> String {
        let mut lines = String::new();
        for moment in &clip.moments {
            let frame = (moment.seconds * 100.0).round();
            lines += &format!("{frame} -1 {} {} BALL\n", moment.ball[0], moment.ball[1]);
            for (id, [x, y]) in clip.ids.iter().zip(moment.players) {
                lines += &format!("{frame} {id} {x} {y} PLAYER\n");
            }
        }
        lines
    }

    #[test]
    fn a_scene_becomes_five_paths_of_its_game() {
        let lines = text(&walk(70, 0.12, 40.0));
        let tracks = read("ATL_CLE_0021500191_1_537.21_521.97", lines.as_bytes(), Cutting::default()).unwrap();
        assert_eq!((tracks.games, tracks.tracks.len()), (vec!["0021500191".to_owned()], 5));
        assert_eq!(read("scene", lines.as_bytes(), Cutting::default()).unwrap().games, ["scene"]);
    }

    #[test]
    fn a_bad_line_is_named() {
        let lines = text(&walk(70, 0.12, 40.0)).replacen("0 3 40", "0 3 forty", 1);
        let sentence = read("s", lines.as_bytes(), Cutting::default()).err().unwrap().to_string();
        assert_eq!(sentence, "line 4: “frame_id agent_id x y” must be numbers");
        assert!(read("s", b"0 -1 1 2 BALL\n0 5 1 2 PLAYER", Cutting::default()).is_err());
    }
}
