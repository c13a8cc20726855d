use super::*;
use protocol::Value;

fn run(label: &str, drawn: Drawn<Begun>) -> RunConfig {
    RunConfig { seed: 3, label: label.into(), knobs: [DRAWN.at(&drawn)].into(), ..RunConfig::default() }
}

fn ready(label: &str, set: ReadySet) -> RunConfig {
    run(label, Drawn::Ready(Begun::Set(set)))
}

fn demos(run: &RunConfig) -> Demos {
    Yours.demos(run, &Files::default()).unwrap()
}

#[test]
fn demonstrations_are_labelled_with_the_style_that_they_follow() {
    for set in ReadySet::ALL {
        for label in LABELS {
            let run = ready(label, set);
            let demos = demos(&run);
            let labeler = Yours.labeler_of(&run, &Files::default()).unwrap();
            let styles = styles_of(label).unwrap();
            assert_eq!((demos.styles, demos.trajectories.len()), (styles, styles * 50));
            for path in &demos.trajectories {
                assert_eq!(labeler.label(&path.xy), Some(path.style), "{set:?} {label}");
                assert_eq!(path.steps(), DRAWN_STEPS);
            }
        }
    }
}

#[test]
fn an_episode_with_demonstrated_actions_follows_a_demonstration_without_noise() {
    let mut run = ready("drawn-2", ReadySet::Overtaking);
    run.knobs.extend([NOISE.at(0.0)]);
    let demos = demos(&run);
    let ideals = Yours.ideals(&run, &Files::default());
    for path in &demos.trajectories {
        assert_eq!(path.xy, ideals[path.style], "without noise all experts walk the drawn line");
        let mut episode = Yours.episode_from(&run, &Files::default(), 0, [path.xy[0], path.xy[1]]);
        let mut observation = [0.0; HISTORY * 2];
        for (step, action) in path.actions.as_chunks::<2>().0.iter().enumerate() {
            episode.observe(&mut observation);
            let expected = &path.observations[step * HISTORY * 2..(step + 1) * HISTORY * 2];
            assert!(observation.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "step {step}");
            assert_eq!(episode.act(action), step + 1 < DRAWN_STEPS);
        }
    }
}

#[test]
fn styles_without_a_path_borrow_a_letter() {
    let own = Drawing { paths: vec![DrawnPath::new(1, &[1.0, 1.0, 23.0, 1.0]).unwrap()] };
    let run = run("drawn-3", Drawn::Own(own.clone()));
    let ideals = Yours.ideals(&run, &Files::default());
    let letters = Yours.ideals(&ready("drawn-3", ReadySet::Letters), &Files::default());
    assert_eq!((ideals.len(), &ideals[0], &ideals[2]), (3, &letters[0], &letters[2]));
    assert_eq!(ideals[1], own.paths[0].xy()[..120]);
    assert!(demos(&run).prior().iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-6));
}

#[test]
fn paths_of_styles_that_are_not_asked_for_are_left_out() {
    let own = Drawing { paths: vec![DrawnPath::new(5, &[1.0, 1.0, 23.0, 1.0]).unwrap()] };
    assert_eq!(demos(&run("drawn-2", Drawn::Own(own))).styles, 2);
}

#[test]
fn of_many_drawn_paths_every_fifth_is_held_out() {
    let line = |number: usize| DrawnPath::new(0, &[1.0, number as f32 + 1.0, 23.0, number as f32 + 1.0]).unwrap();
    let drawing = Drawing { paths: (0..10).map(line).collect() };
    let (trained, held_out) = (lines_of(&drawing, 0, false), lines_of(&drawing, 0, true));
    assert_eq!((trained.len(), held_out.len()), (8, 2));
    assert!(held_out.iter().all(|line| !trained.contains(line)));
}

#[test]
fn agents_begin_where_experts_of_their_style_do() {
    let line = |style, y| DrawnPath::new(style, &[3.0, y, 23.0, y]).unwrap();
    let run = run("drawn-2", Drawn::Own(Drawing { paths: vec![line(0, 3.0), line(1, 12.0)] }));
    for number in 0..20 {
        let start = |style| Yours.start_of(&run, &Files::default(), style, number).unwrap();
        assert!((start(0)[1] - 3.0).abs() < 0.02 && (start(1)[1] - 12.0).abs() < 0.02);
    }
    let mut lows = 0;
    for number in 0..40 {
        lows += usize::from(Yours.episode(&run, &Files::default(), number).position().1 < 8.0);
    }
    assert!((8..32).contains(&lows), "{lows}");
}

#[test]
fn a_drawn_path_gets_the_nearest_style() {
    let run = ready("drawn-2", ReadySet::Overtaking);
    let style = |y: f32| {
        let xy = [1.0, 8.0, 8.0, 8.0, 11.0, y, 13.0, y, 16.0, 8.0, 23.0, 8.0];
        Yours.trajectory_from_path(&run, &Files::default(), &xy).map(|path| path.style)
    };
    assert_eq!((style(12.0), style(4.0)), (Some(0), Some(1)));
    assert_eq!(Yours.trajectory_from_path(&run, &Files::default(), &[1.0, 1.0, 1.1, 1.0]), None);
}

#[test]
fn a_drawing_from_a_file_is_used_once_it_is_chosen() {
    let mut files = Files::default();
    let bytes = br#"{"drawing":1,"paths":[{"style":0,"xy":[1,1,23,1]},{"style":1,"xy":[1,15,23,15]}]}"#;
    assert_eq!(Yours.load(&mut files, "mine.json", bytes).unwrap().counts_as, FILE);
    assert!(Yours.load(&mut files, "mine.json", b"{}").is_err());
    let from_file = Yours.ideals(&run("drawn-2", Drawn::Ready(Begun::File)), &files);
    assert!((from_file[0][1] - 1.0).abs() < 0.02 && (from_file[1][1] - 15.0).abs() < 0.02);
    let letters = ready("drawn-2", ReadySet::Letters);
    assert_eq!(Yours.ideals(&letters, &files), Yours.ideals(&letters, &Files::default()));
}

#[test]
fn actions_that_are_no_numbers_lead_nowhere() {
    let mut episode = Yours.episode_from(&ready("drawn-2", ReadySet::Letters), &Files::default(), 0, [f32::NAN, 9.0]);
    for action in [[f32::NAN, 0.0], [f32::INFINITY, 1.0], [f32::MAX, f32::MAX]] {
        episode.act(&action);
        assert_eq!(episode.position(), (0.0, 9.0));
    }
    (0..100).for_each(|_| {
        episode.act(&[9.0, 0.0]);
    });
    assert!(episode.position().0 <= PLANE[0] + 4.0);
}

#[test]
fn a_text_that_is_no_drawing_reads_as_the_default() {
    let mut run = ready("drawn-2", ReadySet::Slalom);
    run.knobs.insert(DRAWN.id().into(), Value::Word("d1AAAA".into()));
    assert_eq!(DRAWN.get(&run), Drawn::Ready(Begun::Set(ReadySet::Letters)));
}
