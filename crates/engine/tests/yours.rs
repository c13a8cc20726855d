//! What is drawn is learnt: on every ready-made drawing, and on one of a visitor's own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use engine::nn::Device;
use engine::session::{Session, catalog};
use pollster::block_on;
use protocol::drawing::{Drawing, DrawnPath};
use protocol::{Answer, Question, RunConfig};
use worlds::Files;

fn trained(link: &str) -> Session {
    let (config, notices) = catalog().settle(&RunConfig::from_query(link).0);
    assert!(notices.is_empty(), "{notices:?}");
    let mut session = Session::open(&config, &Files::default(), None, &Device::Cpu, None).unwrap();
    while !session.done() {
        block_on(session.advance(1000)).unwrap();
    }
    session
}

fn calibration(link: &str) -> f32 {
    block_on(trained(link).calibration(0.0)).unwrap().share
}

#[test]
fn agents_follow_what_was_drawn() {
    for set in ["letters", "overtaking", "slalom"] {
        for method in ["cbc", "bc-pmi"] {
            for seed in 1..=3 {
                let share = calibration(&format!("world=yours&drawn={set}&method={method}&seed={seed}"));
                println!("{set} {method} {seed}: {share}");
                assert!(share > 0.9, "{set}, {method}, seed {seed}: {share}");
            }
        }
    }
}

#[test]
fn a_policy_that_knows_no_styles_does_not() {
    let share = calibration("world=yours&drawn=overtaking&method=bc");
    assert!(share < 0.75, "{share}");
}

#[test]
fn six_letters_can_be_told_apart() {
    let share = calibration("world=yours&label=drawn-6&method=cbc");
    assert!(share > 0.9, "{share}");
}

#[test]
fn in_the_shared_lane_moments_weigh_one_and_beside_it_two() {
    let session = trained("world=yours&drawn=overtaking&method=bc-pmi");
    let demos = session.demos().remove(0);
    let (mut shared, mut beside) = (vec![], vec![]);
    for (index, path) in demos.trajectories.iter().enumerate().filter(|(_, path)| path.held_out) {
        let timeline = session.timeline(index as u32).unwrap();
        for ([x, y], pmi) in path.xy.as_chunks::<2>().0.iter().zip(&timeline.pmi) {
            match (y - 8.0).abs() {
                _ if *x < 6.0 => shared.push(pmi.exp()),
                off if off > 2.0 => beside.push(pmi.exp()),
                _ => {}
            }
        }
    }
    let mean = |weights: &[f32]| weights.iter().sum::<f32>() / weights.len() as f32;
    println!("shared lane {} of {}, beside {}", mean(&shared), shared.len(), mean(&beside));
    assert!((0.85..1.15).contains(&mean(&shared)), "e^pmi in the shared lane: {}", mean(&shared));
    assert!(mean(&beside) > 1.7, "e^pmi while overtaking: {}", mean(&beside));
}

#[test]
fn styles_that_begin_elsewhere_are_played_from_their_own_starts() {
    let line = |style, y| DrawnPath::new(style, &[2.0, y, 22.0, y]).unwrap();
    let drawn = Drawing { paths: vec![line(0, 3.0), line(1, 13.0)] }.to_text();
    let share = calibration(&format!("world=yours&method=cbc&drawn={drawn}"));
    assert!(share > 0.9, "{share}");
}

#[test]
fn half_a_drawing_is_said_and_the_letters_are_used() {
    let line = DrawnPath::new(0, &[2.0, 3.0, 22.0, 3.0]).unwrap();
    let text = Drawing { paths: vec![line] }.to_text();
    let (run, notices) = catalog().settle(&RunConfig::from_query(&format!("world=yours&drawn={}", &text[..40])).0);
    assert_eq!(run.knobs["drawn"].to_string(), "letters");
    assert_eq!(notices.iter().map(|notice| notice.key.as_ref()).collect::<Vec<_>>(), ["link-drawing-damaged"]);
    let (run, notices) = catalog().settle(&RunConfig::from_query(&format!("world=yours&drawn={text}")).0);
    assert_eq!((run.knobs["drawn"].to_string(), notices.len()), (text, 0));
    assert!(run.to_query().len() < 1000, "{}", run.to_query().len());
}

#[test]
fn a_demonstration_with_a_wrong_label_is_found() {
    let mut session = trained("world=yours&method=bc-pmi&relabel=7:1");
    assert_eq!(session.demos()[0].trajectories[7].style, 1, "as the link says");
    let answer = block_on(engine::questions::answer(&Question::Doubtful { most: 5 }, Some(&mut session)));
    let Answer::Doubtful(list) = answer else { panic!("{answer:?}") };
    let first = list[0];
    assert_eq!((first.trajectory, first.style, first.looks_like), (7, 1, 0), "{list:?}");
    assert!(first.to - first.from > 20 && first.against > 20.0, "{first:?}");
}

#[test]
fn labels_by_hand_that_name_no_demonstration_are_said() {
    let (run, _) = catalog().settle(&RunConfig::from_query("world=yours&method=cbc&relabel=9999:1,1:1").0);
    let session = Session::open(&run, &Files::default(), None, &Device::Cpu, None).unwrap();
    assert_eq!(session.notices()[0].key, "link-relabel-outside");
    let (run, notices) = catalog().settle(&RunConfig::from_query("world=yours&relabel=1:7").0);
    assert_eq!((run.relabel.len(), notices[0].key.as_ref()), (0, "link-relabel-left-out"));
}

#[test]
fn a_rule_decides_the_styles_of_demonstrations_and_rollouts() {
    // The letters L and S end on the right and on the left.
    let session = trained("world=yours&method=cbc&rule=end_x:11");
    for path in &session.demos()[0].trajectories {
        assert_eq!(path.style, usize::from(path.xy[path.xy.len() - 2] > 11.0));
    }
    let mut session = session;
    let share = block_on(session.calibration(0.0)).unwrap().share;
    assert!(share > 0.9, "{share}");
    let answer = Question::Measure { quantity: protocol::PathQuantity::EndX };
    let Answer::Measured(values) = block_on(engine::questions::answer(&answer, Some(&mut session))) else { panic!() };
    assert_eq!(values.len(), 100);
    let (run, _) = catalog().settle(&RunConfig::from_query("world=yours&rule=end_x:99").0);
    let error = Session::open(&run, &Files::default(), None, &Device::Cpu, None).err().unwrap();
    assert_eq!(error.text().key, "error-empty-class");
}
