//! Clusters that were planted in simulated trajectories.

use std::sync::Arc;

use super::*;
use crate::nn::Device;
use worlds::data::{Demos, Rng, Trajectory};

const PLANTED: [[f32; 2]; 3] = [[1.0, 0.0], [0.0, 1.0], [-0.7, -0.7]];

/// All styles see the same distribution of states; only their actions differ, and by less than the noise.
fn planted(seed: u64) -> Demos {
    let path = |number: usize| {
        let (mut rng, style) = (Rng::stream(seed, "planted", number as u64), number % PLANTED.len());
        let mut path = Trajectory { style, ..Trajectory::default() };
        for _ in 0..80 {
            let seen = [rng.normal(), rng.normal()];
            let [a, b] = PLANTED[style];
            path.observations.extend(seen);
            path.actions.push(0.6 * (a * seen[0] + b * seen[1]) + 0.8 * rng.normal());
            path.xy.extend([0.0, 0.0]);
        }
        path.held_out = number >= 36;
        path
    };
    let trajectories = (0..45).map(path).collect();
    Demos { observation_size: 2, action_size: 1, styles: PLANTED.len(), trajectories, ..Demos::default() }
}

fn run(starts: u32) -> RunConfig {
    let (batch, hidden) = (policy::BATCH.at(64), policy::HIDDEN.at(16));
    let knobs = [STARTS.at(starts), batch, hidden, policy::RATE.at(5e-3), policy::EPOCHS.at(24)];
    RunConfig { knobs: knobs.into(), ..RunConfig::default() }
}

#[test]
fn planted_clusters_are_found_and_named() {
    let rows = Rows::new(&[(1, Arc::new(planted(1))), (2, Arc::new(planted(2)))], &Device::Cpu);
    let mut sorl = Sorl::new(&run(4), &rows);
    let mut last = vec![];
    while sorl.steps().0 < sorl.steps().1 {
        sorl.step(&rows);
        if sorl.check_due() {
            last = sorl.check(&rows);
        }
    }
    let of = |series: MethodSeries| last.iter().find(|point| point.series == series.id()).unwrap().values.clone();
    let (matched, doubt) = (of(MATCHED), of(DOUBT));
    assert!(matched.iter().all(|share| *share > 0.95), "{matched:?}");
    assert!(doubt.iter().all(|nats| *nats < 0.1), "{doubt:?}");
    let responsible = sorl.responsibilities().unwrap();
    assert_eq!(responsible.len(), 36, "one for each training path of the first seed");
    for (path, shares) in responsible.iter().enumerate() {
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-3, "path {path}: {shares:?}");
    }
    let own = |(path, shares): (usize, &Vec<f32>)| shares[path % PLANTED.len()];
    assert!(responsible.iter().enumerate().map(own).sum::<f32>() > 0.95 * 36.0, "clusters are named after styles");
    let weights = sorl.weights().unwrap();
    assert!(rows.splits[0].train.clone().map(|row| weights[row]).sum::<f32>() > 0.95 * 36.0 * 80.0);
}

/// One path of the first style is labelled as the second.
#[test]
fn clusters_that_begin_as_labels_keep_their_meaning_and_correct_a_wrong_label() {
    let mut demos = planted(1);
    demos.trajectories[0].style = 1;
    let rows = Rows::new(&[(1, Arc::new(demos))], &Device::Cpu);
    let mut labelled = run(4);
    labelled.knobs.extend([CODES.at(Codes::Labels)]);
    let mut sorl = Sorl::new(&labelled, &rows);
    assert_eq!(sorl.responsibilities().unwrap()[0], [0.0, 1.0, 0.0], "begins as its label");
    while sorl.steps().0 < sorl.steps().1 {
        sorl.step(&rows);
        if sorl.check_due() {
            sorl.check(&rows);
        }
    }
    assert_eq!(sorl.codes, [[0, 1, 2]]);
    let responsible = sorl.responsibilities().unwrap();
    assert!(responsible[0][0] > 0.95, "the actions speak against the label: {:?}", responsible[0]);
    let own = |(path, shares): (usize, &Vec<f32>)| shares[path % PLANTED.len()];
    assert!(responsible.iter().enumerate().map(own).sum::<f32>() > 0.95 * 36.0);
}

#[test]
fn rows_come_in_proportion_to_the_belief_in_their_path() {
    let rows = Rows::new(&[(1, Arc::new(planted(1)))], &Device::Cpu);
    let split = &rows.splits[0];
    let share = |path: usize| [0.5, 0.25, 0.0][path % 3];
    let drawn = paths::draw_rows(split, share, 3600, &mut Rng::stream(1, "test", 0));
    let mut counts = vec![0; rows.count()];
    drawn.iter().for_each(|row| counts[*row as usize] += 1);
    for (path, of_path) in split.train_paths.iter().enumerate() {
        let expected = 3600.0 * share(path) / (12.0 * 80.0 * 0.75);
        assert!(counts[of_path.clone()].iter().all(|count| (*count as f32 - expected).abs() <= 1.0));
    }
    let nothing = paths::draw_rows(split, |_| 0.0, 100, &mut Rng::stream(1, "test", 0));
    assert!(nothing.iter().all(|row| split.train.contains(&(*row as usize))));
}
