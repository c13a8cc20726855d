//! Label files of Atari-HEAD, a data set of people playing Atari games. One line per frame:
//! `frame_id,episode_id,score,duration(ms),unclipped_reward,action,gaze_positions`, with “null” for unknown values.

/// Why a person's recorded game cannot be read. Only the lab reads these files.
#[derive(Debug, thiserror::Error)]
pub enum AtariHeadError {
    #[error("not a label file of Atari-HEAD: {0}")]
    Labels(&'static str),
    #[error("line {line}: {what}")]
    Line { line: usize, what: String },
    #[error("the picture cannot be read: {0}")]
    Picture(&'static str),
    #[error("only pictures of Ms. Pac-Man can be read back")]
    Game,
    #[error("no line of the label file has a picture")]
    NoPictures,
}

/// One line of a label file.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelRow {
    /// File name of the picture, without extension.
    pub id: String,
    pub score: u32,
    /// Number of the action in ALE.
    pub action: u8,
}

const ACTIONS: u8 = 18;
/// Longer files are cut off; a trial has fewer than twenty thousand frames.
const MAX_FRAMES: usize = 1 << 20;

/// Whether a file starts like a label file.
pub fn is_labels(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"frame_id,")
}

pub fn read(bytes: &[u8]) -> Result<Vec<LabelRow>, AtariHeadError> {
    if !is_labels(bytes) {
        return Err(AtariHeadError::Labels("it does not begin with frame_id"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| AtariHeadError::Labels("it is not plain text"))?;
    let mut rows: Vec<LabelRow> = Vec::new();
    let lines = text.lines().enumerate().skip_while(|(_, line)| !line.starts_with("frame_id,")).skip(1);
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()).take(MAX_FRAMES) {
        // Unknown values keep those of the line before.
        let (score, action) = rows.last().map_or((0, 0), |last| (last.score, last.action));
        rows.push(row(line, score, action).map_err(|what| AtariHeadError::Line { line: index + 1, what })?);
    }
    if rows.is_empty() { Err(AtariHeadError::Labels("it has no frames")) } else { Ok(rows) }
}

fn row(line: &str, score: u32, action: u8) -> Result<LabelRow, String> {
    let mut fields = line.split(',').map(str::trim);
    let mut next = |name: &str| fields.next().ok_or(format!("“{name}” is missing"));
    let id = next("frame_id")?.to_string();
    // It becomes part of a path.
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    if id.is_empty() || id.starts_with('.') || !id.chars().all(plain) {
        return Err("the frame's name has other letters than a-z, A-Z, 0-9, “_”, “-” and “.”".into());
    }
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
    Ok(LabelRow { id, score, action: action.ok_or("actions go from 0 to 17")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "frame_id,episode_id,score,duration(ms),unclipped_reward,action,gaze_positions\n";

    #[test]
    fn by_hand() {
        let text =
            format!("{HEAD}T_1,0,10,50,10,3,80.1,90.2,81,92\nT_2,0,null,50,0,null,null\n\nT_3,null,60,48,50,12\n");
        let rows = read(text.as_bytes()).unwrap();
        let fields: Vec<_> = rows.iter().map(|row| (row.id.as_str(), row.score, row.action)).collect();
        assert_eq!(fields, [("T_1", 10, 3), ("T_2", 10, 3), ("T_3", 60, 12)]);
    }

    #[test]
    fn other_files_get_a_message() {
        for text in [
            "",
            "a,b\n1,2\n",
            HEAD,
            &format!("{HEAD}T_1,0,10"),
            &format!("{HEAD}../../etc/passwd,0,1,50,10,3"),
            &format!("{HEAD}/etc/passwd,0,1,50,10,3"),
            &format!("{HEAD}..,0,1,50,10,3"),
            &format!("{HEAD}a\\b,0,1,50,10,3"),
            &format!("{HEAD},0,1,50,10,3"),
            &format!("{HEAD}T_1,0,x,50,10,3"),
            &format!("{HEAD}T_1,0,1,50,10,18"),
        ] {
            assert!(read(text.as_bytes()).unwrap_err().to_string().len() > 15);
        }
        let sentence = read(format!("{HEAD}T_1,0,1,50,10,2\nT_2,0,1,50,10,99\n").as_bytes()).unwrap_err().to_string();
        assert!(sentence.starts_with("line 3"), "{sentence}");
    }
}
