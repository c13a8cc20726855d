//! Demonstrations of visitors: drawings in links and files, tables and arrays.

use protocol::drawing::{Drawing, MOST_STYLES, ReadySet};
use worlds::Files;

use super::engine::try_run;
use super::files::array;
use crate::forge::archive;

/// The text of a drawing, as a link has it. What is read is written again to the letter, and can be learnt from.
pub fn drawn(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Ok(drawing) = Drawing::from_text(text.trim()) {
        assert_eq!(Drawing::from_text(&drawing.to_text()), Ok(drawing.clone()));
        let link = format!("world=yours&drawn={}&method=bc&hidden=8&batch=16&trajectories=4", drawing.to_text());
        try_run(&link, &Files::default());
    }
}

pub fn drawn_seeds() -> Vec<Vec<u8>> {
    let sets = ReadySet::ALL.map(|set| set.drawing(MOST_STYLES).to_text().into_bytes());
    sets.into_iter().chain([Drawing::default().to_text().into_bytes()]).collect()
}

/// A drawing as a file.
pub fn drawing_file(input: &[u8]) {
    let mut files = Files::default();
    if worlds::find("yours").unwrap().load(&mut files, "drawing.json", input).is_ok() {
        try_run("world=yours&drawn=file&method=bc&hidden=8&batch=16&trajectories=4", &files);
    }
}

pub fn drawing_file_seeds() -> Vec<Vec<u8>> {
    vec![
        ReadySet::Slalom.drawing(3).to_json().into_bytes(),
        br#"{"drawing":1,"paths":[{"style":0,"xy":[1,1,20,1e3]},{"style":5,"xy":[0,0,-3,9]}]}"#.to_vec(),
    ]
}

/// Anything that may be a table of demonstrations; those are then learnt from.
pub fn table(input: &[u8]) {
    let mut files = Files::default();
    if worlds::find("loaded").unwrap().load(&mut files, "mine.csv", input).is_ok() {
        try_run("world=loaded&table=file&method=bc&hidden=8&batch=16", &files);
    }
}

pub fn table_seeds() -> Vec<Vec<u8>> {
    let rows = |separator: &str| {
        let mut text = ["path", "t", "style", "x", "y", "a_turn"].join(separator) + "\n";
        for row in 0..60 {
            let (path, t) = (row / 6, row % 6);
            let values = [path, t, path % 3, row, 60 - row, 7 * row % 5].map(|value: i32| value.to_string());
            text += &(values.join(separator) + "\r\n");
        }
        text.into_bytes()
    };
    vec![rows(","), rows(";"), rows("\t"), b"style,x,y\na,1,2\na,\"3\",4\n\nb,nan,1e40\n".to_vec()]
}

pub fn array_seeds() -> Vec<Vec<u8>> {
    let floats = |count: usize| (0..count).flat_map(|at| ((at * 7 % 47) as f32).to_le_bytes()).collect::<Vec<u8>>();
    let named = |name: &str, bytes| (name.to_string(), bytes);
    let styles: Vec<u8> = [0i32, 1, 0, 1, 1, 0].iter().flat_map(|style| style.to_le_bytes()).collect();
    let members = [
        named("observations.npy", array("<f4", "(6, 5, 3)", &floats(90))),
        named("actions.npy", array("<f4", "(6, 5, 2)", &floats(60))),
        named("style.npy", array("<i4", "(6,)", &styles)),
        named("lengths.npy", array("<i4", "(6,)", &[5, 0, 0, 0].repeat(6))),
    ];
    vec![archive(&members, true), archive(&members[..3], false), archive(&members[..2], true)]
}
