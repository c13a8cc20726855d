//! Raw tracking scenes, one line per agent and frame: `frame_id agent_id x y group`. Frames are numbered in hundredths
//! of a second; x and y are feet on a 94 x 50 court. Agent -1 is the ball; the first five others are one team, the next
//! five the other. File names are TEAM_TEAM_GAME_PERIOD_start_end.

use super::attack::{Clip, Sample, extract_paths};
use super::{Cutting, ImportError};
use crate::data::tracks::Tracks;

const BALL: i64 = -1;
/// Frames beyond this number, three centuries of play, are refused: steps could no longer be told apart.
const LAST_FRAME: i64 = 1_000_000_000_000;

/// One row of a file: where an agent is in a frame.
struct PositionRow {
    frame: i64,
    agent: i64,
    position: [f32; 2],
}

pub fn read(stem: &str, bytes: &[u8], cutting: Cutting) -> Result<Tracks, ImportError> {
    let text = std::str::from_utf8(bytes).map_err(|_| ImportError::NoText)?;
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        rows.push(row(line, number + 1)?);
    }
    let mut agents: Vec<i64> = Vec::with_capacity(11);
    for row in rows.iter().filter(|row| row.agent != BALL) {
        if !agents.contains(&row.agent) {
            agents.push(row.agent);
        }
        if agents.len() > 10 {
            return Err(ImportError::NotTenPlayers);
        }
    }
    let ids: Vec<u32> = agents.iter().filter_map(|agent| u32::try_from(*agent).ok()).collect();
    let ids = ids.try_into().map_err(|_| ImportError::NotTenPlayers)?;
    // Rows of a frame need not be adjacent in the file. The sort is stable.
    rows.sort_by_key(|row| row.frame);
    let samples = rows.chunk_by(|a, b| a.frame == b.frame).filter_map(|frame| sample(frame, &agents)).collect();
    let game = stem.split('_').nth(2).filter(|game| !game.is_empty()).unwrap_or(stem).to_owned();
    let mut tracks = Tracks::default();
    extract_paths(&Clip { game, ids, samples }, cutting, &mut tracks);
    Ok(tracks)
}

fn row(line: &str, number: usize) -> Result<PositionRow, ImportError> {
    let words: Vec<&str> = line.split_whitespace().take(6).collect();
    let [frame, agent, x, y] = words.get(..4).and_then(|words| words.try_into().ok()).unwrap_or_default();
    if words.len() != 5 {
        return Err(ImportError::SceneWords { line: number, words: words.len() });
    }
    let foot = |word: &str| word.parse::<f32>().ok().filter(|foot| foot.abs() < 1000.0);
    let frame = frame.parse().ok().filter(|frame| (-LAST_FRAME..=LAST_FRAME).contains(frame));
    match (frame, agent.parse(), foot(x), foot(y)) {
        (Some(frame), Ok(agent), Some(x), Some(y)) => Ok(PositionRow { frame, agent, position: [x, y] }),
        _ => Err(ImportError::SceneNumbers { line: number }),
    }
}

/// The sample of a frame; None where an agent is missing.
fn sample(frame: &[PositionRow], agents: &[i64]) -> Option<Sample> {
    let position = |agent: i64| frame.iter().find(|row| row.agent == agent).map(|row| row.position);
    let mut players = [[0.0; 2]; 10];
    for (slot, agent) in players.iter_mut().zip(agents) {
        *slot = position(*agent)?;
    }
    Some(Sample { seconds: frame[0].frame as f64 / 100.0, ball: position(BALL)?, players })
}

#[cfg(test)]
mod tests {
    use super::super::attack::tests::walk;
    use super::*;

    fn text(clip: &Clip) -> String {
        let mut lines = String::new();
        for sample in &clip.samples {
            let frame = (sample.seconds * 100.0).round();
            lines += &format!("{frame} -1 {} {} BALL\n", sample.ball[0], sample.ball[1]);
            for (id, [x, y]) in clip.ids.iter().zip(sample.players) {
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
    fn a_frame_number_without_end_is_refused() {
        for frame in [8_000_000_000_000_000_000, i64::MIN] {
            let body = |agent: i64| format!("{frame} {agent} 10 10 X\n");
            let lines: String = (-1..10).map(body).collect();
            let error = read("s", lines.as_bytes(), Cutting::default()).err().unwrap();
            assert!(matches!(error, ImportError::SceneNumbers { line: 1 }), "{error}");
        }
    }

    #[test]
    fn a_bad_line_is_named() {
        let lines = text(&walk(70, 0.12, 40.0)).replacen("0 3 40", "0 3 forty", 1);
        let error = read("s", lines.as_bytes(), Cutting::default()).err().unwrap();
        assert!(matches!(error, ImportError::SceneNumbers { line: 4 }), "{error}");
        assert!(read("s", b"0 -1 1 2 BALL\n0 5 1 2 PLAYER", Cutting::default()).is_err());
    }
}
