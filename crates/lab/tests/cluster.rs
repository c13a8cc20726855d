//! A table that several processes share: whatever happens to them, it is the table that one process makes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Thirty cells of less than a second.
const TABLE: [&str; 10] =
    ["table", "circle2d", "--seeds", "1", "--set", "epochs=1", "--set", "trajectories=5", "--set", "hidden=8"];

fn lab() -> Command {
    let mut lab = Command::new(env!("CARGO_BIN_EXE_lab"));
    lab.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for name in ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] {
        lab.env_remove(name);
    }
    lab
}

fn table(state: &Path) -> Command {
    let mut lab = lab();
    lab.args(TABLE).args(["--any-commit", "--jobs", "1", "--json", "--state"]).arg(state);
    lab
}

fn shard(folder: &Path, of: &str) -> Command {
    let mut lab = table(folder);
    lab.args(["--shard", of]);
    lab
}

fn done(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("pmi-cluster-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn lines(path: &Path) -> usize {
    std::fs::read_to_string(path).unwrap_or_default().lines().count()
}

/// Starts shard 0 and kills it when it has kept its first cell.
fn start_and_kill(folder: &Path) {
    let mut process = shard(folder, "0/2").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (file, began) = (folder.join("circle2d.0-of-2.jsonl"), Instant::now());
    while lines(&file) < 2 {
        assert!(began.elapsed() < Duration::from_secs(120), "no cell within two minutes");
        assert!(process.try_wait().unwrap().is_none(), "it ended before it could be killed");
        std::thread::sleep(Duration::from_millis(20));
    }
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(lines(&file) < 16, "killed too late: header and all fifteen cells are there");
}

#[test]
fn shards_of_which_one_was_killed_make_the_table_that_one_process_makes() {
    let folder = folder("shards");
    let alone = table(&folder.join("whole.state"));
    let whole = std::thread::spawn(|| done(alone));
    start_and_kill(&folder);
    let merge = || {
        let mut lab = lab();
        lab.args(["merge", "--json"]).arg(&folder);
        lab
    };
    assert!(said(&merge().output().unwrap()).contains("these are missing: 1"));
    // The scheduler's word instead of the option's.
    let mut array = table(&folder);
    array.envs([("SLURM_ARRAY_TASK_ID", "4"), ("SLURM_ARRAY_TASK_MIN", "3"), ("SLURM_ARRAY_TASK_COUNT", "2")]);
    assert!(done(array).contains("Shard 1/2: its 15 of 30 cells"));
    assert!(said(&merge().output().unwrap()).contains("cells are missing"));
    done(shard(&folder, "0/2"));
    assert!(done(merge()) == whole.join().unwrap(), "the merged table differs from that of one process");

    let verify = || {
        let mut lab = lab();
        lab.args(["verify", "--sample", "2"]).arg(&folder);
        lab
    };
    assert!(done(verify()).contains("2 of 30 cells were computed again: they agree to the bit"));
    for index in 0..2 {
        let file = folder.join(format!("circle2d.{index}-of-2.jsonl"));
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace("\"dtw\":", "\"dtw\":1")).unwrap();
    }
    assert!(said(&verify().output().unwrap()).contains("come out differently"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_shard_says_what_is_wrong() {
    let folder = folder("wrong");
    let refused = |arguments: &[&str], variable: (&str, &str)| {
        let mut lab = lab();
        lab.args(arguments).arg("--state").arg(&folder).env(variable.0, variable.1);
        let output = lab.output().unwrap();
        assert!(!output.status.success(), "{arguments:?} {variable:?}");
        said(&output)
    };
    let none = ("LAB_SHARDS", "");
    assert!(refused(&["table", "circle2d", "--shard", "2/2"], none).contains("there is no shard 2 of 2"));
    assert!(refused(&["table", "circle2d"], ("JOB_COMPLETION_INDEX", "0")).contains("LAB_SHARDS"));
    let elsewhere = ["table", "atari", "--datasets", "nowhere", "--any-commit", "--shard", "0/2"];
    assert!(refused(&elsewhere, none).contains("is not in nowhere"));
    let output = lab().args(["merge"]).arg(&folder).output().unwrap();
    assert!(said(&output).contains("no files of shards"));
    std::fs::write(folder.join("other.jsonl"), "{}\n").unwrap();
    let output = lab().args(["verify"]).arg(&folder).output().unwrap();
    assert!(said(&output).contains("is no file of a shard"));
    std::fs::remove_dir_all(&folder).unwrap();
}
