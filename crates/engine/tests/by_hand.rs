//! Weights by hand: moments of weight zero are not learnt from, and without its off-style moments a small data set
//! teaches its styles better.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use engine::nn::Device;
use engine::session::{Session, catalog};
use pollster::block_on;
use protocol::{RunConfig, Stretch};
use worlds::Files;

fn open(run: &RunConfig) -> Session {
    Session::open(run, &Files::default(), None, &Device::Cpu, None).unwrap()
}

fn settled(query: &str) -> RunConfig {
    catalog().settle(&RunConfig::from_query(query).0).0
}

/// Weight zero for every moment at which the simulated expert followed another style than the label.
fn without_strays(run: &RunConfig) -> Vec<Stretch> {
    let demos = open(run).demos();
    let mut stretches: Vec<Stretch> = Vec::new();
    for (path, known) in demos[0].trajectories.iter().enumerate().filter(|(_, known)| !known.held_out) {
        let strays = known.followed.iter().enumerate().filter(|(_, style)| usize::from(**style) != known.style);
        for (moment, _) in strays {
            let (path, moment) = (path as u32, moment as u32);
            match stretches.last_mut() {
                Some(last) if last.path == path && last.to + 1 == moment => last.to = moment,
                _ => stretches.push(Stretch { path, from: moment, to: moment, weight: 0.0 }),
            }
        }
    }
    stretches
}

fn calibration(run: &RunConfig) -> f32 {
    let mut session = open(run);
    block_on(session.advance(session.steps().1)).unwrap();
    block_on(session.calibration(0.0)).unwrap().share
}

/// Two demonstrations per style, whose experts spend two fifths of their moments on another circle.
const STRAYING: &str = "world=circle2d&method=cbc&trajectories=2&spells=0.4&epochs=60&batch=64";
const SMALL: &str = "world=circle2d&trajectories=2&epochs=2&critic_epochs=2&hidden=16&critic_hidden=16";

#[test]
fn without_its_off_style_moments_a_small_data_set_teaches_its_styles_better() {
    for seed in 1..=3 {
        let run = settled(&format!("{STRAYING}&seed={seed}"));
        let weighed = RunConfig { weigh: without_strays(&run), ..run.clone() };
        let (equal, without) = (calibration(&run), calibration(&weighed));
        assert!(without > equal + 0.15, "seed {seed}: {without} without the strays, {equal} with them");
    }
}

#[test]
fn demonstrations_thrown_away_whole_teach_less_than_their_good_moments() {
    let run = settled(&format!("{STRAYING}&seed=3"));
    let strays = without_strays(&run);
    let of = |path: u32| strays.iter().filter(|stretch| stretch.path == path).map(|s| s.to - s.from + 1).sum::<u32>();
    let mut worst: Vec<u32> = strays.iter().map(|stretch| stretch.path).collect();
    worst.dedup();
    worst.sort_by_key(|path| std::cmp::Reverse(of(*path)));
    worst.truncate(4);
    let whole = worst.iter().map(|path| Stretch { path: *path, from: 0, to: 299, weight: 0.0 }).collect();
    let moments = strays.iter().filter(|stretch| worst.contains(&stretch.path)).copied().collect();
    let [thrown_away, mended] = [whole, moments].map(|weigh| calibration(&RunConfig { weigh, ..run.clone() }));
    assert!(mended > thrown_away + 0.2, "{mended} and {thrown_away}");
}

/// The queries of a lesson's runs, in their order.
fn runs_of_lesson(number: u32) -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/lessons");
    let lesson = std::fs::read_to_string(folder.join(format!("{number}.json"))).unwrap();
    let runs = lesson.split("\"run\": \"").skip(1);
    runs.map(|rest| rest.split('"').next().unwrap().to_string()).collect()
}

/// Lesson 3 lets learners weigh the first demonstration of each style, and then says that the network weighs better.
#[test]
fn in_lesson_3_hands_do_better_than_equal_weights_and_the_network_better_still() {
    let [plain, network] = &runs_of_lesson(3)[..] else { panic!("two runs") };
    let run = settled(plain);
    let demos = open(&run).demos();
    let first = |style| demos[0].trajectories.iter().position(|path| path.style == style).unwrap() as u32;
    let firsts: Vec<u32> = (0..4).map(first).collect();
    let weigh = without_strays(&run).into_iter().filter(|stretch| firsts.contains(&stretch.path)).collect();
    let (equal, by_hand) = (calibration(&run), calibration(&RunConfig { weigh, ..run.clone() }));
    let network = calibration(&settled(network));
    assert!(by_hand > equal + 0.15 && network > by_hand, "{equal}, {by_hand}, {network}");
}

/// The policy after all steps, to the bit.
fn trained(query: &str) -> Vec<u8> {
    let mut session = open(&settled(query));
    block_on(session.advance(session.steps().1)).unwrap();
    let mut players = block_on(session.players()).unwrap();
    let mut state = Default::default();
    let mut action = [0.0; 2];
    let request = engine::rollout::StyleRequest { style: 1, strength: 1.0, temperature: 1.0 };
    let mut rng = worlds::data::Rng::stream(1, "by hand", 0);
    players[0].act(&[0.1; 10], request, &mut state, &mut rng, &mut action);
    action.iter().flat_map(|part| part.to_bits().to_le_bytes()).collect()
}

#[test]
fn a_weight_of_one_is_no_weight_to_the_bit() {
    for method in ["bc", "cbc", "bc-pmi"] {
        let query = format!("{SMALL}&method={method}");
        let plain = trained(&query);
        assert_eq!(trained(&format!("{query}&weigh=0:10-200:1")), plain, "{method}");
        assert_ne!(trained(&format!("{query}&weigh=0:10-200:0")), plain, "{method}");
        assert_ne!(trained(&format!("{query}&weigh=0:10-200:2.5")), plain, "{method}");
    }
}

#[test]
fn a_run_with_weights_goes_on_from_its_snapshot_to_the_bit() {
    let run = settled(&format!("{SMALL}&method=bc-pmi&weigh=0:0-80:0,4:30-299:3.25"));
    let mut straight = open(&run);
    let half = straight.steps().1 / 2;
    block_on(straight.advance(half + 5)).unwrap();
    let snapshot = block_on(straight.snapshot()).unwrap();
    block_on(straight.advance(u32::MAX)).unwrap();
    let mut resumed = Session::open(&run, &Files::default(), None, &Device::Cpu, Some(&snapshot)).unwrap();
    block_on(resumed.advance(u32::MAX)).unwrap();
    assert_eq!(block_on(resumed.snapshot()).unwrap(), block_on(straight.snapshot()).unwrap());
    assert_eq!(resumed.run.weigh.len(), 2);
}

#[test]
fn dropped_moments_count_neither_in_the_prior_nor_among_the_weights() {
    let mut session = open(&settled(&format!("{SMALL}&method=bc-pmi&weigh=0:0-299:0,3:0-149:0.5")));
    assert_eq!(session.demos_view().prior, [1.0 / 7.0, 2.0 / 7.0, 2.0 / 7.0, 2.0 / 7.0]);
    block_on(session.advance(u32::MAX)).unwrap();
    assert_eq!(session.weight_histogram().unwrap().pairs, 7 * 300);
    let [dropped, halved] = [0, 3].map(|path| session.timeline(path).unwrap());
    assert!(dropped.weight.iter().all(|weight| *weight == 0.0) && dropped.by_hand == [0.0; 300]);
    assert_eq!((halved.by_hand[149], halved.by_hand[150]), (0.5, 1.0));
    let formula = halved.formula.unwrap();
    let expected = 0.5 * formula.weight(formula.exponent(halved.weighed[10]).exp());
    assert!((halved.weight[10] - expected).abs() < 1e-4 * expected, "{} and {expected}", halved.weight[10]);
}

#[test]
fn what_the_demonstrations_do_not_have_is_named() {
    let notices = |query: &str| {
        let session = open(&settled(&format!("{SMALL}&method=cbc&{query}")));
        let keys: Vec<String> = session.notices().iter().map(|notice| notice.key.to_string()).collect();
        (session.run.weigh.len(), keys.join(" "))
    };
    assert_eq!(notices("weigh=0:0-299:0"), (1, String::new()));
    let outside = String::from("link-stretch-outside");
    assert_eq!(notices("weigh=0:0-300:0,4294967295:0-1:0,1:4-5:2"), (1, outside.clone()));
    assert_eq!(notices("weigh=2:0-10:0"), (0, outside), "the third of a style is held out");
    let all: String = (0..12).map(|path| format!("{path}:0-299:0,")).collect();
    let (left, keys) = notices(&format!("weigh={all}"));
    assert_eq!((left, keys.as_str()), (0, "link-stretch-outside link-weigh-nothing-left"));
    assert_eq!(notices("weigh=0:0-9:0&seeds=2"), (1, "link-weigh-first-seed".into()));
}
