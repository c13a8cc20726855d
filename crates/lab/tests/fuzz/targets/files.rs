//! Files that a visitor may drop, or that the lab reads.

use std::fmt::Write;

use worlds::Files;
use worlds::basketball::model::MovementModel;
use worlds::data::import::{Cutting, atari_head, import, png};
use worlds::data::{POINTS, Rng, Track, Tracks, pack};

use super::engine::try_run;
use crate::forge::archive;

/// Anything with paths of players; those are then learnt from.
pub fn paths(input: &[u8]) {
    let world = worlds::find("basketball").unwrap();
    let mut files = Files::default();
    if world.load(&mut files, "a_b_c_file", input).is_ok() {
        try_run("world=basketball&source=real&paths=100&method=bc&hidden=8&batch=16", &files);
    }
    // The lab may ask for overlapping paths.
    if let Ok(tracks) = import("file", input, Cutting { every: Some(0.5) }) {
        let written = pack::write(&tracks).unwrap();
        assert_eq!(pack::read(&written).unwrap().tracks.len(), tracks.tracks.len());
    }
}

fn tracks(count: usize) -> Tracks {
    let mut rng = Rng::stream(1, "fuzz paths", 0);
    let mut all = Tracks::default();
    for number in 0..count {
        let game = all.game(&format!("game {}", number % 4));
        let (x, y, turn) = (10.0 + 25.0 * rng.uniform(), 10.0 + 30.0 * rng.uniform(), rng.uniform());
        let point = |step: usize| [x + step as f32 * turn * 0.4, y + step as f32 * 0.3 * (1.0 - turn)];
        all.tracks.push(Track { game, player: number as u32, xy: (0..POINTS).flat_map(point).collect() });
    }
    all
}

pub fn pack_seeds() -> Vec<Vec<u8>> {
    [0, 1, 12].map(|count| pack::write(&tracks(count)).unwrap()).to_vec()
}

pub fn array(kind: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n");
    [&b"\x93NUMPY\x01\x00"[..], &(header.len() as u16).to_le_bytes(), header.as_bytes(), data].concat()
}

pub fn npz_seeds() -> Vec<Vec<u8>> {
    let floats = |count: usize| (0..count).flat_map(|at| ((at * 7 % 47) as f32).to_le_bytes()).collect::<Vec<u8>>();
    let xy: Vec<u8> = tracks(8).tracks.iter().flat_map(|track| &track.xy).flat_map(|foot| foot.to_le_bytes()).collect();
    let column = |kind| array(kind, "(8,)", &[1, 0, 0, 0, 2, 0, 0, 0].repeat(4));
    let named = |name: &str, bytes| (name.to_string(), bytes);
    let finished = [named("xy_ft.npy", array("<f4", "(8, 25, 2)", &xy)), named("player_id.npy", column("<i4"))];
    let possessions = [named("data.npy", array("<f4", "(2, 30, 22)", &floats(2 * 30 * 22)))];
    let empty = [named("data.npy", array("<f4", "(0, 9223372036854775808, 22)", &[]))];
    let bytes = [named("xy_ft.npy", array("|u1", "(40, 25, 2)", &[20; 40 * 50])), named("scene.npy", column("<u4"))];
    let bomb = [named("xy_ft.npy", array("|u1", "(2000000, 25, 2)", &vec![9; 100_000_000]))];
    let mut seeds = vec![archive(&finished, true), archive(&possessions, false), archive(&bytes, true)];
    seeds.extend([archive(&empty, true), archive(&bomb, true)]);
    seeds
}

pub fn scene_seeds() -> Vec<Vec<u8>> {
    let scene = |frames: std::ops::Range<i64>, right: bool| {
        let mut lines = String::new();
        for frame in frames {
            for agent in -1..10 {
                let x = 20.0 + agent as f64 - 0.02 * frame as f64;
                let x = if right { 94.0 - x } else { x };
                writeln!(lines, "{} {agent} {x:.2} {} PLAYER", frame * 12, 20 + agent).unwrap();
            }
        }
        lines.into_bytes()
    };
    let endless: String = (-1..10).map(|agent| format!("8000000000000000000 {agent} 9 9 X\n")).collect();
    vec![scene(0..70, false), scene(-3..140, true), endless.into_bytes()]
}

pub fn sportvu_seeds() -> Vec<Vec<u8>> {
    let moment = |number: usize| {
        let mut bodies = "[-1,-1,20.5,25.0,4.5]".to_string();
        for player in 0..10 {
            write!(bodies, ",[{},{player},{}.5,{},0.0]", 1 + player / 5, 10 + player, 5 + 3 * player).unwrap();
        }
        let clock = 700.0 - 0.04 * number as f64;
        format!("[1,{},{clock:.2},null,null,[{bodies}]]", 1_450_000_000_000_u64 + 40 * number as u64)
    };
    let moments = |count: usize| (0..count).map(moment).collect::<Vec<_>>().join(",");
    let game = |count| format!("{{\"gameid\":\"1\",\"events\":[{{\"moments\":[{}]}}]}}", moments(count));
    vec![game(200).into_bytes(), game(3).into_bytes()]
}

/// Labels of people's games: every name is one of a picture in its folder.
pub fn labels(input: &[u8]) {
    for row in atari_head::read(input).unwrap_or_default() {
        let path = std::path::Path::new(&row.id);
        assert_eq!(path.file_name().and_then(|name| name.to_str()), Some(row.id.as_str()));
        assert!(row.action < 18);
    }
}

pub fn label_seeds() -> Vec<Vec<u8>> {
    let head = "frame_id,episode_id,score,duration(ms),unclipped_reward,action,gaze_positions\n";
    let rows = "T_1,0,10,50,10,3,80.1,90.2,81,92\nT_2,0,null,50,0,null,null\n\nT_3,null,60,48,50,12\n";
    vec![format!("{head}{rows}").into_bytes(), format!("{head}../T_1,0,1,50,1,2\n").into_bytes()]
}

pub fn picture(input: &[u8]) {
    if let Ok(picture) = png::read(input) {
        assert_eq!(picture.pixels.len(), picture.width * picture.height);
        let row = atari_head::LabelRow { id: "p".into(), score: 0, action: 0 };
        let rows = vec![row; 8];
        let again = |_: &str| png::read(input).map(Some);
        let _ = worlds::atari::recording_from_pictures(worlds::Game::MsPacman, &rows, again);
    }
}

pub fn png_seeds() -> Vec<Vec<u8>> {
    let png = |kind: u8, bytes: usize, palette: &[u8]| {
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut put = |name: &[u8], body: &[u8]| {
            let named = [name, body].concat();
            file.extend((body.len() as u32).to_be_bytes());
            file.extend(&named);
            file.extend(crc32fast::hash(&named).to_be_bytes());
        };
        put(b"IHDR", &[0, 0, 0, 6, 0, 0, 0, 5, 8, kind, 0, 0, 0]);
        put(b"PLTE", palette);
        let rows: Vec<u8> =
            (0..5).flat_map(|row| std::iter::once(row).chain((0..6 * bytes).map(|n| n as u8 % 3))).collect();
        put(b"IDAT", &miniz_oxide::deflate::compress_to_vec_zlib(&rows, 1));
        put(b"IEND", &[]);
        file
    };
    // Filters add up, so an index of a palette may become any.
    let palette: Vec<u8> = (0..=255).flat_map(|n| [n, n, n]).collect();
    vec![png(2, 3, &[]), png(6, 4, &[]), png(3, 1, &palette)]
}

/// The weights of the movement model: whoever reads them can walk.
pub fn model(input: &[u8]) {
    if let Ok(model) = MovementModel::from_bytes(input) {
        let path = model.path(&mut Rng::stream(1, "fuzz", 0));
        assert_eq!(path.len(), 2 * POINTS);
    }
}

pub fn model_seeds() -> Vec<Vec<u8>> {
    vec![include_bytes!("../../../../../datasets/nba-twin.weights").to_vec()]
}
