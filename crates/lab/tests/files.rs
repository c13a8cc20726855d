//! Files that are no use: the others are read all the same, and none of them reaches outside its folder.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;
use std::path::PathBuf;
use std::process::{Command, Output};

fn lab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lab")).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("pmi-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Ten players who stand on the left half of the court, and the ball.
fn scene() -> String {
    let mut lines = String::new();
    for frame in (0..900).step_by(12) {
        for agent in -1..10 {
            writeln!(lines, "{frame} {agent} {} 20 X", 10 + agent).unwrap();
        }
    }
    lines
}

#[test]
fn one_bad_file_among_others_does_not_end_a_pack() {
    let folder = folder("pack");
    std::fs::write(folder.join("a_b_1_x.txt"), scene()).unwrap();
    std::fs::write(folder.join("a_b_2_x.txt"), scene().replacen("12 3 13", "12 3 thirteen", 1)).unwrap();
    let endless: String = (-1..10).map(|agent| format!("8000000000000000000 {agent} 9 9 X\n")).collect();
    std::fs::write(folder.join("a_b_3_x.txt"), endless).unwrap();
    std::fs::write(folder.join("a_b_4_x.npz"), b"PK\x05\x06 and nothing else").unwrap();
    std::fs::write(folder.join("a_b_5_x.txt"), scene()).unwrap();
    let out = folder.join("out.pack");
    let missing = folder.join("missing");
    let inputs = [folder.to_str().unwrap(), missing.to_str().unwrap()];
    let output = lab(&["pack", inputs[0], inputs[1], "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(said(&output).matches("passed over").count(), 4, "{}", said(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("10 paths of 2 games"), "{output:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_label_file_names_no_picture_outside_its_folder() {
    let folder = folder("labels");
    let labels = folder.join("labels.txt");
    let head = "frame_id,episode_id,score,duration(ms),unclipped_reward,action,gaze_positions\n";
    std::fs::write(&labels, format!("{head}../secret,0,1,50,10,3\n")).unwrap();
    let frames = folder.join("frames");
    std::fs::create_dir(&frames).unwrap();
    let arguments = ["demos", "ms_pacman", "--import", labels.to_str().unwrap(), "--frames", frames.to_str().unwrap()];
    let output = lab(&[&arguments[..], &["--out", folder.join("out").to_str().unwrap()]].concat());
    assert!(!output.status.success() && said(&output).contains("line 2"), "{}", said(&output));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn more_rows_than_are_of_use_are_refused() {
    let folder = folder("rows");
    let file = folder.join("rows.csv");
    std::fs::write(&file, format!("x0,y0\n{}", "1,2\n".repeat(1_000_001))).unwrap();
    let output = lab(&["mi", "--input", file.to_str().unwrap()]);
    assert!(!output.status.success() && said(&output).contains("more than 1000000 rows"), "{}", said(&output));
    std::fs::remove_dir_all(&folder).unwrap();
}
