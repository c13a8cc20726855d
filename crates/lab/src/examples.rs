//! `lab examples`: demonstrations as CSV and as `.npz`, to download and to imitate. Both are simulated experts that follow
//! ready-made drawings.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use engine::session::catalog;
use protocol::RunConfig;
use worlds::Files;
use worlds::data::{Demos, Trajectory, npz};

#[derive(Args)]
pub struct Arguments {
    #[arg(long, default_value = "datasets/examples")]
    out: PathBuf,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    std::fs::create_dir_all(&arguments.out).map_err(|error| error.to_string())?;
    let write = |name: &str, bytes: &[u8]| {
        let path = arguments.out.join(name);
        println!("{}: {} kB", path.display(), bytes.len() / 1000);
        std::fs::write(path, bytes).map_err(|error| error.to_string())
    };
    write("example-overtaking.csv", csv(&demos("world=yours&drawn=overtaking&trajectories=16")?).as_bytes())?;
    write("example-letters.npz", &arrays(&demos("world=yours&drawn=letters&label=drawn-3&trajectories=16")?))
}

fn demos(link: &str) -> Result<Demos, String> {
    let (config, _) = catalog().settle(&RunConfig::from_query(link).0);
    let world = worlds::find(&config.world).ok_or("the world is gone")?;
    world.demos(&config, &Files::default()).map_err(|error| error.to_string())
}

/// Position and step of one expert, `[moments][x, y, dx, dy]`; every second moment, which is enough for an example.
fn moments(path: &Trajectory) -> Vec<[f32; 4]> {
    let points: Vec<[f32; 2]> = path.xy.as_chunks().0.iter().step_by(2).copied().collect();
    points.windows(2).map(|pair| [pair[0][0], pair[0][1], pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]]).collect()
}

fn csv(demos: &Demos) -> String {
    let mut text = String::from("path,t,style,x,y,a_dx,a_dy\n");
    for (number, path) in demos.trajectories.iter().enumerate() {
        let style = ["left", "right"][path.style.min(1)];
        for (t, [x, y, dx, dy]) in moments(path).into_iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{number},{t},{style},{x:.3},{y:.3},{dx:.3},{dy:.3}");
        }
    }
    text
}

fn arrays(demos: &Demos) -> Vec<u8> {
    let paths: Vec<Vec<[f32; 4]>> = demos.trajectories.iter().map(moments).collect();
    let (count, longest) = (paths.len(), paths.iter().map(Vec::len).max().unwrap_or(0));
    let part = |columns: std::ops::Range<usize>| {
        let values: Vec<f32> = paths.iter().flatten().flat_map(|row| &row[columns.clone()]).copied().collect();
        npz::floats(&[count, longest, 2], &values)
    };
    let styles: Vec<i32> = demos.trajectories.iter().map(|path| path.style as i32).collect();
    npz::stored_zip(&[
        ("observations.npy", part(0..2)),
        ("actions.npy", part(2..4)),
        ("style.npy", npz::wholes(&styles)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_examples_are_what_this_command_writes_and_can_be_loaded() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/examples/");
        let table = csv(&demos("world=yours&drawn=overtaking&trajectories=16").unwrap());
        assert_eq!(std::fs::read_to_string(format!("{folder}example-overtaking.csv")).unwrap(), table);
        let arrays = arrays(&demos("world=yours&drawn=letters&label=drawn-3&trajectories=16").unwrap());
        assert_eq!(std::fs::read(format!("{folder}example-letters.npz")).unwrap(), arrays);
        let world = worlds::find("loaded").unwrap();
        for (bytes, styles) in [(table.as_bytes(), 2), (&arrays, 3)] {
            let found = world.load(&mut Files::default(), "example", bytes).unwrap().table.unwrap();
            assert_eq!((found.styles.len(), found.paths, found.dropped_rows), (styles, 20 * styles as u32, 0));
        }
    }
}
