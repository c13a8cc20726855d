use super::*;
use crate::data::import::npy::tests::array;
use crate::data::import::zip::tests::archive;
use protocol::Value;
use protocol::table::ColumnRole;

/// Paths of two styles that drift up or down, as CSV.
fn csv(paths: usize, rows: usize) -> String {
    let mut text = String::from("path,t,style,x,y,a_turn,note\n");
    for path in 0..paths {
        let (style, sign) = if path % 2 == 0 { ("up", 1.0) } else { ("down", -1.0) };
        for t in 0..rows {
            text += &format!("p{path},{t},{style},{t},{},{},hello\n", sign * t as f64 * 0.5, sign * 0.1);
        }
    }
    text
}

fn load(bytes: &[u8]) -> Result<(Files, Found), ImportError> {
    let mut files = Files::default();
    let found = Loaded.load(&mut files, "mine.csv", bytes)?;
    Ok((files, found))
}

fn key(bytes: &[u8]) -> String {
    load(bytes).err().expect("refused").text().key.into_owned()
}

fn run(settings: &[(&str, &str)]) -> RunConfig {
    let knobs = settings.iter().map(|(knob, value)| ((*knob).to_owned(), Value::Word((*value).into())));
    let knobs = knobs.chain([TABLE.at(Origin::File)]).collect();
    RunConfig { seed: 3, label: "most-2".into(), knobs, ..RunConfig::default() }
}

#[test]
fn a_table_becomes_demonstrations() {
    let (files, found) = load(csv(20, 12).as_bytes()).unwrap();
    let report = found.table.unwrap();
    assert_eq!((report.paths, report.rows, report.styles.len(), report.dropped_rows), (20, 240, 2, 0));
    let roles: Vec<ColumnRole> = report.columns.iter().map(|column| column.role).collect();
    use ColumnRole::{Action, Path, State, Style, Time, Unused};
    assert_eq!(roles, [Path, Time, Style, State, State, Action, Unused]);
    assert_eq!(report.first_rows[1], ["p0", "1", "up", "1", "0.5", "0.1", "hello"]);
    let demos = Loaded.demos(&run(&[]), &files).unwrap();
    assert_eq!((demos.observation_size, demos.action_size, demos.trajectories.len()), (2, 1, 20));
    assert_eq!((demos.side(true).count(), demos.trajectories[0].steps()), (4, 12));
    let inside = |[x, y]: &[f32; 2]| (0.0..=24.0).contains(x) && (0.0..=16.0).contains(y);
    assert!(demos.trajectories.iter().all(|path| path.xy.as_chunks::<2>().0.iter().all(inside)));
    let mean: f32 = demos.trajectories.iter().flat_map(|path| &path.observations).sum::<f32>() / 480.0;
    assert!(mean.abs() < 1e-4, "{mean}");
}

#[test]
fn columns_are_chosen_by_name() {
    let (files, _) = load(csv(8, 12).as_bytes()).unwrap();
    let run = run(&[("state_columns", "y"), ("action_columns", "x,a_turn"), ("picture_columns", "y,a_turn")]);
    let demos = Loaded.demos(&run, &files).unwrap();
    assert_eq!((demos.observation_size, demos.action_size), (1, 2));
    assert_eq!(Loaded.pair_size_of(&run, &files).action, 2);
    let unknown = self::run(&[("state_columns", "speed")]);
    assert_eq!(Loaded.demos(&unknown, &files).unwrap_err().text().key, "error-table-no-column");
}

#[test]
fn positions_alone_move_by_their_change() {
    let text: String = csv(8, 12)
        .lines()
        .map(|line| {
            let values: Vec<&str> = line.split(',').collect();
            format!("{},{},{},{}\n", values[0], values[2], values[3], values[4])
        })
        .collect();
    let (files, _) = load(text.as_bytes()).unwrap();
    let demos = Loaded.demos(&run(&[]), &files).unwrap();
    assert_eq!((demos.observation_size, demos.action_size, demos.trajectories[0].steps()), (2, 2, 11));
    assert!(demos.trajectories[0].actions[1] > 0.5 && demos.trajectories[1].actions[1] < -0.5);
}

#[test]
fn rows_that_cannot_be_read_are_named_and_left_out() {
    let mut text = csv(8, 12);
    text = text.replacen("p0,3,up,3,", "p0,3,up,three,", 1);
    text = text.replacen("p0,5,up,5,", "p0,5,up,inf,", 1);
    text = text.replacen("p0,6,up,6,3,", "p0,6,up,6,NaN,", 1);
    text = text.replacen("p0,7,up,7,", "p0,7,,7,", 1);
    text += "p9,0,up\n";
    text += "p0,99,down,1,1,1,x\n";
    let report = load(text.as_bytes()).unwrap().1.table.unwrap();
    let why: Vec<(u32, &str)> = report.dropped.iter().map(|one| (one.row, one.why.key.as_ref())).collect();
    assert_eq!(
        why,
        [
            (5, "dropped-no-number"),
            (7, "dropped-no-number"),
            (8, "dropped-no-number"),
            (9, "dropped-no-style"),
            (98, "dropped-ragged"),
            (99, "dropped-two-styles"),
        ]
    );
    assert_eq!((report.dropped_rows, report.dropped_paths, report.paths), (5, 1, 7));
}

#[test]
fn bad_files_get_a_sentence_each() {
    let wide: String = (0..10_000).map(|column| format!("c{column},")).collect();
    let one_style = csv(8, 12).replace("down", "up");
    let one_path = csv(2, 12);
    for (bytes, expected) in [
        (b"".to_vec(), "error-table-empty"),
        (b"path,t,style,x,y\n".to_vec(), "error-table-empty"),
        (b"path,style\na,b\n".to_vec(), "error-table-no-numbers"),
        (b"x,y\n1,2\n3,4\n".to_vec(), "error-table-no-style"),
        (one_style.into_bytes(), "error-table-one-style"),
        (one_path.into_bytes(), "error-table-one-path"),
        (format!("{wide}\n1\n").into_bytes(), "error-table-columns"),
        (b"path,style,x\na,b,\xff\xfe\n".to_vec(), "error-table-no-text"),
        (b"path,t,style,x,y\n1,2\n3\n".to_vec(), "error-table-empty"),
        (b"path,style,x\na,b,1\na,b,2\n".to_vec(), "error-table-empty"),
        (b"PK\x03\x04half".to_vec(), "error-archive-damaged"),
    ] {
        assert_eq!(key(&bytes), expected, "{}", String::from_utf8_lossy(&bytes[..bytes.len().min(40)]));
    }
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    // Zeroed pages that nothing touches take no memory.
    let bytes = vec![0u8; 500 << 20];
    assert_eq!(key(&bytes), "error-table-large");
}

#[test]
fn classes_without_paths_are_named() {
    let (files, _) = load(csv(20, 12).as_bytes()).unwrap();
    let run = RunConfig { label: "most-3".into(), ..run(&[]) };
    let error = Loaded.demos(&run, &files).unwrap_err();
    assert_eq!(error.text().key, "error-table-empty-style");
    let nothing = Loaded.demos(&run, &Files::default()).unwrap_err();
    assert_eq!(nothing.text().key, "error-table-missing");
}

fn floats(values: impl Iterator<Item = f32>) -> Vec<u8> {
    values.flat_map(f32::to_le_bytes).collect()
}

fn arrays(lengths: Option<&[i32]>, pad: bool) -> Vec<u8> {
    let value = |at: usize| if pad && at / 3 % 5 >= 3 { f32::NAN } else { at as f32 };
    let mut members = vec![
        ("observations.npy", array("<f4", "(6, 5, 3)", &floats((0..90).map(value)))),
        ("actions.npy", array("<f4", "(6, 5, 2)", &floats((0..60).map(|at| value(at / 2 * 3))))),
        ("style.npy", array("<i4", "(6,)", &[0i32, 1, 0, 1, 0, 1].map(i32::to_le_bytes).concat())),
    ];
    if let Some(lengths) = lengths {
        let bytes: Vec<u8> = lengths.iter().flat_map(|length| length.to_le_bytes()).collect();
        members.push(("lengths.npy", array("<i4", "(6,)", &bytes)));
    }
    archive(&members)
}

#[test]
fn arrays_are_read_with_lengths_or_padding() {
    for (bytes, rows) in
        [(arrays(None, false), 30), (arrays(Some(&[5, 4, 3, 3, 4, 900]), false), 24), (arrays(None, true), 18)]
    {
        let (files, found) = load(&bytes).unwrap();
        let report = found.table.unwrap();
        assert_eq!((report.paths, report.rows, report.dropped_rows), (6, rows, 0));
        let demos = Loaded.demos(&run(&[]), &files).unwrap();
        assert_eq!((demos.observation_size, demos.action_size), (3, 2));
    }
    let short = load(&arrays(Some(&[5, 4, 3, 2, 4, 0]), false));
    assert_eq!(short.err().unwrap().text().key, "error-table-one-path");
}

#[test]
fn arrays_that_do_not_fit_get_a_sentence() {
    let observations = || ("observations.npy", array("<f4", "(2, 3, 1)", &[0; 24]));
    let actions = || ("actions.npy", array("<f4", "(2, 3, 1)", &[0; 24]));
    for (members, expected) in [
        (vec![observations()], "error-table-no-array"),
        (vec![observations(), actions()], "error-table-no-array"),
        (vec![observations(), actions(), ("style.npy", array("|u1", "(3,)", &[0; 3]))], "error-table-shape"),
        (
            vec![
                observations(),
                ("actions.npy", array("<f4", "(3, 2, 1)", &[0; 24])),
                ("style.npy", array("|u1", "(2,)", &[0; 2])),
            ],
            "error-table-shape",
        ),
        (
            vec![
                ("observations.npy", array("|u1", "(2, 3, 9000)", &[0; 54_000])),
                actions(),
                ("style.npy", array("|u1", "(2,)", &[0; 2])),
            ],
            "error-table-columns",
        ),
    ] {
        assert_eq!(key(&archive(&members)), expected);
    }
}
