//! Importers on real tracking data, which is not part of the project: in the folder that PMI_DATASETS names, or in
//! `../shared/datasets` beside the repository. Without it these tests are skipped with a message.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use worlds::data::import::{Cutting, import};
use worlds::data::{Track, Tracks, pack};

fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/datasets");
    let folder = std::env::var_os("PMI_DATASETS").map_or(beside, PathBuf::from).join("nba");
    let found = folder.is_dir().then_some(folder);
    if found.is_none() {
        eprintln!("skipped: no tracking data here; PMI_DATASETS names the folder");
    }
    found
}

fn read(path: &Path) -> Tracks {
    import(path.to_str().unwrap(), &std::fs::read(path).unwrap(), Cutting::default()).unwrap()
}

fn scenes(folder: &Path) -> Vec<Tracks> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder.join("scenes")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| read(file)).collect()
}

/// The archive was made from the same scenes by other code: both must contain the same paths.
#[test]
fn scenes_are_cut_as_the_archive_was() {
    let Some(folder) = folder() else { return };
    let archive = read(&folder.join("offense_25x0.32s_nonoverlap.npz"));
    let mut of_player: HashMap<u32, Vec<&Track>> = HashMap::new();
    for track in &archive.tracks {
        of_player.entry(track.player).or_default().push(track);
    }
    let same = |a: &Track, b: &Track| a.xy.iter().zip(&b.xy).all(|(a, b)| (a - b).abs() < 2e-3);
    let mut paths = 0;
    for scene in scenes(&folder) {
        let mut of_scene = None;
        for track in &scene.tracks {
            let theirs = of_player.get(&track.player).and_then(|all| all.iter().find(|other| same(track, other)));
            of_scene = Some(theirs.unwrap_or_else(|| panic!("no such path: {:?} {track:?}", scene.games)).game);
        }
        let expected = archive.tracks.iter().filter(|track| Some(track.game) == of_scene).count();
        assert_eq!(scene.tracks.len(), expected, "{:?}", scene.games);
        paths += expected;
    }
    assert_eq!((archive.tracks.len(), paths > 600), (10_375, true), "{paths} paths");
}

#[test]
fn a_pack_of_the_real_data_is_small_and_true() {
    let Some(folder) = folder() else { return };
    let tracks = read(&folder.join("offense_25x0.32s_nonoverlap.npz"));
    let file = pack::write(&tracks).unwrap();
    let back = pack::read(&file).unwrap();
    assert_eq!((back.games.len(), back.tracks.len()), (1837, 10_375));
    let numbers = || tracks.tracks.iter().zip(&back.tracks).flat_map(|(a, b)| a.xy.iter().zip(&b.xy));
    assert!(numbers().all(|(a, b)| (a - b).abs() < 1e-3));
    eprintln!("{} bytes for {} paths", file.len(), tracks.tracks.len());
    assert!(file.len() < 1_000_000, "{} bytes", file.len());
}
