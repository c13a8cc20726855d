//! A run repeats to the bit, survives its snapshot, and learns what it should.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod english;

use engine::methods::series::{self, MethodSeries};
use engine::nn::{Bundle, Device};
use engine::session::{Session, SessionError, catalog};
use pollster::block_on;
use protocol::knobs::weights::{BETA, EVIDENCE, Evidence};
use protocol::{Change, MAX_CHANGES, Reading, RunConfig, Snapshot, Value, WeighedQuantity};
use worlds::Files;

const SMALL: &str = "trajectories=5&epochs=2&critic_epochs=2&hidden=16&critic_hidden=16";

fn config(query: &str) -> RunConfig {
    let (config, notices) = catalog().settle(&RunConfig::from_query(query).0);
    assert!(notices.is_empty(), "{notices:?}");
    config
}

fn open(query: &str, resume: Option<&Snapshot>) -> Session {
    Session::open(&config(query), &Files::default(), None, &Device::Cpu, resume).unwrap()
}

/// Trains to the end in calls of `cut` steps.
fn finish(session: &mut Session, cut: u32) -> Vec<Reading> {
    let mut readings = Vec::new();
    while !session.done() {
        readings.extend(block_on(session.advance(cut)).unwrap());
    }
    readings
}

#[test]
fn every_method_repeats_to_the_bit_however_it_is_cut() {
    for method in &catalog().methods {
        let query = format!("method={}&{SMALL}", method.id);
        let (mut one, mut two) = (open(&query, None), open(&query, None));
        let (first, second) = (finish(&mut one, 1000), finish(&mut two, 7));
        assert_eq!(first, second, "{}", method.id);
        assert_eq!(block_on(one.snapshot()).unwrap(), block_on(two.snapshot()).unwrap(), "{}", method.id);
        let other = finish(&mut open(&format!("{query}&seed=2"), None), 1000);
        assert_ne!(first, other, "{}: another seed is another run", method.id);
    }
}

#[test]
fn a_run_goes_on_from_its_snapshot_as_if_nothing_had_happened() {
    for query in ["method=bc-pmi&critic=sampled&moving_average=on", "method=cbc&networks=separate", "method=bc"] {
        let query = format!("{query}&{SMALL}");
        let mut whole = open(&query, None);
        let steps = whole.steps().1;
        for stop in [steps / 4, steps * 3 / 4] {
            let mut half = open(&query, None);
            block_on(half.advance(stop)).unwrap();
            let mut resumed = open(&query, Some(&block_on(half.snapshot()).unwrap()));
            assert_eq!(resumed.steps().0, stop);
            finish(&mut resumed, 1000);
            finish(&mut whole, 1000);
            assert_eq!(block_on(resumed.snapshot()).unwrap(), block_on(whole.snapshot()).unwrap(), "{query} at {stop}");
        }
    }
}

/// Share of the run, knob and value.
type LiveChange = (f32, &'static str, &'static str);

/// Methods, and changes of live knobs on the way: the share of all steps at which they are made.
const CHANGED: [(&str, &[LiveChange]); 6] = [
    ("bc-pmi&critic=exact&slips=all", &[(0.6, "beta", "0.5")]),
    ("bc-pmi&critic=sampled", &[(0.2, "critic_rate", "0.01"), (0.3, "beta", "2"), (0.7, "normalisation", "global")]),
    (
        "bc-pmi&critic=classifier&slips=on",
        &[(0.6, "baseline", "capped"), (0.6, "beta", "0.5"), (0.8, "rate", "0.0001")],
    ),
    ("cbc", &[(0.4, "rate", "0.01")]),
    ("ctvae", &[(0.5, "kl_weight", "1")]),
    ("infogail&rounds=5", &[(0.3, "rate", "0.01"), (0.8, "code_reward", "1")]),
];

#[test]
fn a_change_in_the_link_is_the_change_that_was_made_live() {
    for (method, changes) in CHANGED {
        let query = format!("method={method}&{SMALL}");
        let mut live = open(&query, None);
        let steps = live.steps().1;
        let mut readings = Vec::new();
        for (share, knob, value) in changes {
            let step = (share * steps as f32) as u32;
            readings.extend(block_on(live.advance(step - live.steps().0)).unwrap());
            let value = value.parse().map_or_else(|_| Value::Word((*value).into()), Value::Number);
            assert!(live.set_knob(knob, value), "{method}");
        }
        readings.extend(finish(&mut live, 1000));
        assert_eq!(live.run.changes.len(), changes.len());

        let link = live.run.to_query();
        let mut replayed = open(&link, None);
        assert_eq!(finish(&mut replayed, 7), readings, "{link}");
        assert!(block_on(replayed.snapshot()).unwrap() == block_on(live.snapshot()).unwrap(), "{link}");
        let around = |change: &Change| [change.step - 1, change.step, change.step + 3];
        let stops: Vec<u32> = live.run.changes.iter().flat_map(around).collect();
        let end = block_on(live.play_only_snapshot()).unwrap();
        for stop in stops {
            let mut half = open(&link, None);
            block_on(half.advance(stop)).unwrap();
            let mut resumed = open(&link, Some(&block_on(half.snapshot()).unwrap()));
            finish(&mut resumed, 1000);
            // CTVAE's losses are means since the last check, which a stop in between cuts short: policies are compared.
            assert!(block_on(resumed.play_only_snapshot()).unwrap() == end, "{link} from step {stop}");
        }
        assert_ne!(finish(&mut open(&query, None), 1000), readings, "{method}: the changes matter");
    }
}

#[test]
fn before_the_first_step_a_live_knob_is_set_for_the_whole_run() {
    let query = format!("method=cbc&{SMALL}");
    let mut session = open(&query, None);
    assert!(session.set_knob("rate", Value::Number(0.01)));
    assert_eq!((session.run.clone(), session.applied_changes().len()), (config(&format!("{query}&rate=0.01")), 0));
}

#[test]
fn a_run_holds_so_many_changes_and_no_more() {
    let mut session = open(&format!("method=cbc&{SMALL}"), None);
    for number in 1..=MAX_CHANGES as u32 + 1 {
        session.run.changes.retain(|change| change.step < number);
        let room = session.run.record(Change { step: number, knob: "rate".into(), value: Value::Number(0.01) });
        assert_eq!(room, number as usize <= MAX_CHANGES);
    }
    let (again, notices) = catalog().settle(&RunConfig::from_query(&session.run.to_query()).0);
    assert_eq!((again, notices), (session.run, vec![]), "a link holds them all");
}

#[test]
fn a_finished_run_opens_with_everything_it_showed_and_without_optimiser_state() {
    for method in &catalog().methods {
        let query = format!("method={}&{SMALL}", method.id);
        let mut trained = open(&query, None);
        let readings = finish(&mut trained, 1000);
        let counted = block_on(trained.calibration(0.0)).unwrap();
        let (full, finished) = (block_on(trained.snapshot()).unwrap(), block_on(trained.finished_snapshot()).unwrap());
        assert!(2 * finished.0.len() < full.0.len(), "{}: {} of {}", method.id, finished.0.len(), full.0.len());
        let mut opened = open(&query, Some(&finished));
        assert!(opened.done());
        let mut recorded = opened.record().readings();
        recorded.sort_by_key(|reading| reading.step);
        assert_eq!(recorded.len(), readings.len());
        assert!(readings.iter().all(|reading| recorded.contains(reading)), "{}", method.id);
        assert_eq!(opened.recorded_calibration(), Some(counted.clone()));
        assert_eq!(opened.weight_histogram(), trained.weight_histogram());
        assert_eq!(opened.responsibilities(), trained.responsibilities());
        assert_eq!(opened.telling_moment(), trained.telling_moment());
        assert_eq!((opened.timeline(0), opened.timeline(23)), (trained.timeline(0), trained.timeline(23)));
        assert!(block_on(opened.snapshot()).unwrap() == finished, "{}: not saved as it was opened", method.id);
        assert_eq!(block_on(opened.calibration(0.0)).unwrap(), counted, "{}: the same agents", method.id);
        let plays = |session: &mut Session| block_on(session.play_only_snapshot()).unwrap();
        assert!(plays(&mut opened) == plays(&mut trained), "{}: other agents on the stage", method.id);
    }
}

#[test]
fn snapshots_without_a_record_still_open() {
    let query = format!("method=bc-pmi&{SMALL}");
    let mut trained = open(&query, None);
    finish(&mut trained, 1000);
    block_on(trained.calibration(0.0)).unwrap();
    let mut bundle = Bundle::from_snapshot(&block_on(trained.snapshot()).unwrap(), usize::MAX).unwrap();
    bundle.tables.retain(|name, _| !name.starts_with("record."));
    bundle.notes.retain(|name, _| !name.starts_with("record."));
    let opened = open(&query, Some(&bundle.to_snapshot().unwrap()));
    assert!(opened.done() && opened.record().readings().is_empty() && opened.recorded_calibration().is_none());
    assert_eq!(opened.weight_histogram(), trained.weight_histogram());
}

#[test]
fn a_run_that_is_not_over_needs_its_optimiser_state() {
    let query = format!("method=cbc&{SMALL}");
    let mut half = open(&query, None);
    block_on(half.advance(5)).unwrap();
    let mut bundle = Bundle::from_snapshot(&block_on(half.finished_snapshot()).unwrap(), usize::MAX).unwrap();
    assert!(!bundle.is_finished(), "saved in full");
    bundle.finish();
    let snapshot = bundle.to_snapshot().unwrap();
    let refused = Session::open(&config(&query), &Files::default(), None, &Device::Cpu, Some(&snapshot));
    assert!(matches!(refused, Err(SessionError::Snapshot(_))));
}

#[test]
fn the_telling_moment_lies_in_a_spell_of_another_style() {
    for seed in 1..4 {
        let query = format!("method=bc-pmi&trajectories=20&critic_epochs=5&epochs=1&seed={seed}");
        let mut session = open(&query, None);
        assert_eq!(session.telling_moment(), None, "an untrained critic tells nothing");
        assert!(session.timeline(0).unwrap().pmi.is_empty());
        finish(&mut session, 1000);
        let found = session.telling_moment().unwrap();
        let timeline = session.timeline(found.trajectory).unwrap();
        let moment = found.moment as usize;
        assert_ne!(timeline.followed[moment], timeline.style, "seed {seed}: {found:?}");
        assert!(found.pmi < -0.5 && timeline.pmi[moment] <= found.pmi, "seed {seed}: {found:?}");
        assert!(session.demos_view().paths.iter().any(|path| path.trajectory == found.trajectory), "on the stage");
    }
    let mut without_critic = open(&format!("method=cbc&{SMALL}"), None);
    finish(&mut without_critic, 1000);
    assert_eq!(without_critic.telling_moment(), None);
}

#[test]
fn losses_fall_and_mutual_information_rises_below_its_ceiling() {
    for critic in ["classifier", "exact", "sampled"] {
        let readings = finish(
            &mut open(&format!("method=bc-pmi&critic={critic}&trajectories=20&critic_epochs=4&epochs=2"), None),
            1000,
        );
        let curve = |series: MethodSeries| {
            readings.iter().filter(|r| r.series == series.id()).map(|r| r.value).collect::<Vec<_>>()
        };
        let (mi, loss) = (curve(series::MI_HELD_OUT), curve(series::POLICY_LOSS));
        let (first, last) = (mi[0], *mi.last().unwrap());
        assert!(last > first && last > 0.2 && last < 4f32.ln(), "{critic}: held-out MI from {first} to {last} nats");
        assert!(loss.last().unwrap() < &loss[0], "{critic}: {loss:?}");
    }
}

#[test]
fn damaged_snapshots_are_refused_with_a_reason() {
    let mut session = open(&format!("method=bc-pmi&{SMALL}"), None);
    block_on(session.advance(3)).unwrap();
    let good = block_on(session.snapshot()).unwrap();
    let refuse = |what: &str, bytes: Vec<u8>| {
        let run = config(&format!("method=bc-pmi&{SMALL}"));
        match Session::open(&run, &Files::default(), None, &Device::Cpu, Some(&Snapshot(bytes))) {
            Err(SessionError::Snapshot(error)) => english::say(&error.text()),
            Err(other) => panic!("refused for another reason: {other}"),
            Ok(_) => panic!("{what}: accepted"),
        }
    };
    for cut in [0, 5, 40, good.0.len() / 2, good.0.len() - 1] {
        let error = refuse("cut", good.0[..cut].to_vec());
        assert!(error.contains("damaged"), "cut at {cut}: {error}");
    }
    assert!(refuse("text", b"not a snapshot at all, but long enough to be one".to_vec()).contains("damaged"));
    let mut nan = good.0.clone();
    let end = nan.len();
    nan[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(refuse("NaN", nan).contains("not finite"));
    let other = block_on(open(&format!("method=bc-pmi&{SMALL}&hidden=24"), None).snapshot()).unwrap();
    assert!(refuse("another width", other.0).contains("does not fit"));
    let note = b"gversiona2";
    let version = good.0.windows(note.len()).position(|bytes| bytes == note).expect("the version note, in CBOR");
    let mut newer = good.0.clone();
    newer[version + 9] = b'9';
    assert!(refuse("newer", newer).contains("version 9"));
}

#[test]
fn seeds_side_by_side_learn_what_each_learns_alone() {
    let query = format!("method=bc-pmi&{SMALL}");
    let together = finish(&mut open(&format!("{query}&seeds=3&seed=5"), None), 1000);
    let alone: Vec<Vec<Reading>> =
        [5, 6, 7].map(|seed| finish(&mut open(&format!("{query}&seed={seed}"), None), 1000)).into();
    assert_eq!(together.len(), alone[0].len());
    for (index, reading) in together.iter().enumerate() {
        let values: Vec<f32> = alone.iter().map(|readings| readings[index].value).collect();
        let mean = values.iter().sum::<f32>() / 3.0;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / 2.0;
        assert_eq!(reading.value, mean, "{} at {}", reading.series, reading.step);
        assert!((reading.spread - variance.sqrt()).abs() < 1e-5);
    }
}

#[test]
fn the_timeline_explains_a_demonstration() {
    let mut session = open("method=bc-pmi&trajectories=20&critic_epochs=5&epochs=1&spells=0", None);
    finish(&mut session, 1000);
    let timeline = session.timeline(0).unwrap();
    assert_eq!((timeline.pmi.len(), timeline.posterior.len()), (300, 1200));
    for (step, posterior) in timeline.posterior.chunks(4).enumerate() {
        assert!((posterior.iter().sum::<f32>() - 1.0).abs() < 1e-4, "p(z|s,a) sums to one at step {step}");
        let pmi = (posterior[timeline.style as usize] / timeline.prior[timeline.style as usize]).ln();
        assert!((pmi - timeline.pmi[step]).abs() < 1e-3, "pmi is log p(z|s,a)/p(z) at step {step}");
    }
    let mean = |range: std::ops::Range<usize>| timeline.pmi[range.clone()].iter().sum::<f32>() / range.len() as f32;
    assert!(mean(0..60).abs() < 0.3, "the common stretch tells nothing: {} nats", mean(0..60));
    assert!(mean(150..300) > 0.8, "the circle tells the style: {} nats", mean(150..300));
    assert!(session.timeline(99_999).is_none());
    assert!(open(&format!("method=bc&{SMALL}"), None).timeline(0).is_none());
}

#[test]
fn demonstrations_are_weighed_by_critics_that_have_not_learnt_them_by_heart() {
    // Labels say nothing of the paths here, so what a critic finds in them it has learnt by heart.
    let mean_pmi = |critics: u32| {
        let query = format!("world=overlap&overlap=1&trajectories=12&critic_epochs=80&epochs=1&critic_folds={critics}");
        let mut session = open(&query, None);
        finish(&mut session, 1000);
        let paths = session.demos()[0].trajectories.iter().filter(|path| !path.held_out).count() as u32;
        let pmi: Vec<f32> = (0..paths).flat_map(|path| session.timeline(path).unwrap().pmi).collect();
        pmi.iter().sum::<f32>() / pmi.len() as f32
    };
    let (by_heart, unseen) = (mean_pmi(1), mean_pmi(3));
    assert!(unseen < 0.01, "{unseen} nats in labels that say nothing");
    assert!(by_heart > unseen, "{by_heart} nats by heart, {unseen} without having seen");
}

#[test]
fn weights_average_one_and_stay_below_one_over_the_prior() {
    let mut session = open("method=bc-pmi&trajectories=10&critic_epochs=3&epochs=1", None);
    assert!(session.weight_histogram().is_none(), "no weights before there is a critic");
    finish(&mut session, 1000);
    let histogram = session.weight_histogram().unwrap();
    let pairs: u32 = histogram.counts.iter().sum();
    assert_eq!(pairs, histogram.pairs);
    assert!(histogram.effective_sample_size > 0.0 && histogram.effective_sample_size < pairs as f32);
    let top = *histogram.edges.last().unwrap();
    assert!(top > 1.0 && top < 4.5, "e^pmi is at most 1/p(z) = 4, over its mean: {top}");
}

#[test]
fn in_games_steps_weigh_by_what_the_action_adds_to_the_place() {
    let recording = std::fs::read("../../datasets/atari-ms_pacman.plays").unwrap();
    let mut files = Files::default();
    worlds::find("ms_pacman").unwrap().load(&mut files, "atari-ms_pacman.plays", &recording).unwrap();
    let query = "world=ms_pacman&method=bc-pmi&stretches=40&epochs=1";
    let mut session = Session::open(&config(query), &files, None, &Device::Cpu, None).unwrap();
    finish(&mut session, 1000);
    let by_action = session.timeline(0).unwrap();
    assert!(session.set_knob(EVIDENCE.id(), EVIDENCE.at(Evidence::Pair).1));
    let by_pair = session.timeline(0).unwrap();
    let (action, pair) = (by_action.formula.unwrap(), by_pair.formula.unwrap());
    assert_eq!((action.quantity, pair.quantity), (WeighedQuantity::ActionPmi, WeighedQuantity::Pmi));
    assert_eq!(by_action.pmi, by_pair.pmi, "what a moment tells is the same");
    let beta = BETA.get(&session.run) as f32;
    for (pmi, weight) in by_pair.pmi.iter().zip(&by_pair.weight) {
        let expected = (beta * pmi).exp() / pair.divisor;
        assert!((weight - expected).abs() < 1e-3 * weight.max(1.0), "{weight} at {pmi} nats");
    }
    // Places tell much more of where a player stays than single actions do.
    let spread = |weights: &[f32]| weights.iter().map(|weight| weight.ln().abs()).sum::<f32>();
    let (actions, pairs) = (spread(&by_action.weight), spread(&by_pair.weight));
    assert!(actions > 0.0 && actions < pairs / 2.0, "{actions} against {pairs} nats");
}
