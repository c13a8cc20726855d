//! Label files of Atari-HEAD, people at Atari games: a line a frame,
//! `frame_id,episode_id,score,duration(ms),unclipped_reward,action,gaze_positions`; “null” where nothing is known.

use super::ImportError;

/// What was done at a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The name of its picture, without ending.
    pub id: String,
    pub score: u32,
    /// ALE's number.
    pub action: u8,
}

const ACTIONS: u8 = 18;
/// A trial has fewer than twenty thousand frames.
const MOST_FRAMES: usize = 1 << 20;

/// Whether a file begins as label files do.
pub fn is_labels(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"frame_id,")
}

pub fn read(bytes: &[u8]) -> Result<Vec<Frame>, ImportError> {
    if !is_labels(bytes) {
        return Err(ImportError::Foreign("a label file of Atari-HEAD, which begins with frame_id,"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| ImportError::Foreign("a label file in plain text"))?;
    let mut frames: Vec<Frame> = Vec::new();
    let lines = text.lines().enumerate().skip_while(|(_, line)| !line.starts_with("frame_id,")).skip(1);
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()).take(MOST_FRAMES) {
        // Nothing known means: as it was.
        let (score, action) = frames.last().map_or((0, 0), |last| (last.score, last.action));
        frames.push(frame(line, score, action).map_err(|what| ImportError::Line { line: index + 1, what })?);
    }
    if frames.is_empty() { Err(ImportError::Foreign("a label file with frames in it")) } else { Ok(frames) }
}

fn frame(line: &str, score: u32, action: u8) -> Result<Frame, String> {
    let mut fields = line.split(',').map(str::trim);
    let mut next = |name: &str| fields.next().ok_or(format!("“{name}” is missing"));
    let id = next("frame_id")?.to_string();
    next("episode_id")?;
    let number = |text: &str, before: u32, name: &str| match text {
        "null" | "" => Ok(before),
        text => text.parse::<f64>().map(|value| value.max(0.0) as u32).map_err(|_| format!("“{text}” is no {name}")),
    };
    let score = number(next("score")?, score, "score")?;
    next("duration(ms)")?;
    next("unclipped_reward")?;
    let action = number(next("action")?, u32::from(action), "action")?;
    let action = u8::try_from(action).ok().filter(|action| *action < ACTIONS);
    Ok(Frame { id, score, action: action.ok_or("actions go from 0 to 17")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "frame_id,episode_id,score,duration(ms),unclipped_reward,action,gaze_positions\n";

    #[test]
    fn by_hand() {
        let text =
            format!("{HEAD}T_1,0,10,50,10,3,80.1,90.2,81,92\nT_2,0,null,50,0,null,null\n\nT_3,null,60,48,50,12\n");
        let frames = read(text.as_bytes()).unwrap();
        let told: Vec<_> = frames.iter().map(|frame| (frame.id.as_str(), frame.score, frame.action)).collect();
        assert_eq!(told, [("T_1", 10, 3), ("T_2", 10, 3), ("T_3", 60, 12)]);
    }

    #[test]
    fn strangers_get_a_sentence() {
        for text in [
            "",
            "a,b\n1,2\n",
            HEAD,
            &format!("{HEAD}T_1,0,10"),
            &format!("{HEAD}T_1,0,x,50,10,3"),
            &format!("{HEAD}T_1,0,1,50,10,18"),
        ] {
            assert!(read(text.as_bytes()).unwrap_err().to_string().len() > 15);
        }
        let sentence = read(format!("{HEAD}T_1,0,1,50,10,2\nT_2,0,1,50,10,99\n").as_bytes()).unwrap_err().to_string();
        assert!(sentence.starts_with("line 3"), "{sentence}");
    }
}
