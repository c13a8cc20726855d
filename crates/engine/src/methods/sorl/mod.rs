//! SORL, its clustering: max_π Σ_τ log Σ_k p(k) Π_t π_k(a_t|s_t), by EM over whole trajectories. Labels are not used in
//! training: codes k are found first and then named after the styles they agree with best.

mod clusters;
mod paths;

use self::clusters::{Belief, Clusters, ClustersConfig, ROUNDS};
use super::matching::{matching, to_note};
use super::policy::note_mlp;
use super::{Entry, Fetch, Method, Phase, Point, Series, series};
use crate::estimators::{CriticTraining, Weighting};
use crate::nn::names::{self, net, note};
use crate::nn::{Bundle, LearningRate, Mlp, Rows, SeedSplit, SnapshotError, TrainState, style_of};
use protocol::knobs::policy;
use protocol::{Chart, KnobGroup, MethodCard, RunConfig, WholeKnob, text};

pub const ENTRY: Entry = Entry { card, start: |environment, rows| Box::new(Sorl::new(&environment.run, rows)) };

/// Clusterings that are tried side by side.
const STARTS: WholeKnob = WholeKnob::new("starts", "knob-starts", KnobGroup::Policy, (1, 8), 4);

/// Share of training trajectories whose most likely cluster is the one matched with their label.
const MATCHED: Series =
    Series::new("clusters-matched", "series-clusters-matched", Chart::Styles).unit(Some("unit-of-trajectories"));
/// Mean entropy of p(k|τ).
const DOUBT: Series = Series::new("clusters-doubt", "series-clusters-doubt", Chart::Loss);

const CLUSTERING: Phase = Phase("phase-clustering");
const SEVERAL_STARTS: Phase = Phase("phase-clustering-starts");

/// Share of the epochs after which only the most likely start goes on.
const STARTING: f32 = 0.25;
/// λ before the first step, and the share of the epochs over which it rises to one.
const TEMPERED: (f32, f32) = (0.02, 0.25);

fn card() -> MethodCard {
    let mut knobs = policy::cards();
    knobs.push(STARTS.card());
    MethodCard {
        id: "sorl".into(),
        name: text!("method-sorl"),
        about: text!("method-sorl.about"),
        equation: "max Σ_τ log Σ_k p(k) Π_t π_k(a_t|s_t)".into(),
        knobs,
        recipes: vec![],
        series: series::cards(&[&series::POLICY, &[MATCHED, DOUBT]]),
        follows_style: true,
        finds_styles: true,
        has_critic: false,
    }
}

struct Sorl {
    clusters: Clusters,
    /// Steps with all starts side by side, and steps in total.
    starting: u32,
    steps: u32,
    /// For each seed the code of every style.
    codes: Vec<Vec<usize>>,
    /// p(k|τ) of the code of each row's label, `[rows]`: how much a row counts for that style's policy.
    weights: Vec<f32>,
}

fn config(run: &RunConfig, starts: usize, steps: u32) -> ClustersConfig {
    ClustersConfig {
        starts,
        parts: policy::PARTS.get(run),
        hidden: policy::HIDDEN.get(run),
        batch: policy::BATCH.get(run),
        rate: LearningRate::decaying(policy::RATE.get(run) as f32, steps),
        tempered: (TEMPERED.0, (TEMPERED.1 * steps as f32) as u32),
    }
}

impl Sorl {
    fn new(run: &RunConfig, rows: &Rows) -> Self {
        let starts = STARTS.get(run).max(1);
        let mut clusters = Clusters::new(config(run, starts, 0), rows);
        let rounds = |epochs: f32| (epochs.ceil() as usize * ROUNDS * clusters.per_round) as u32;
        let epochs = policy::EPOCHS.get(run) as f32;
        let (steps, starting) = (rounds(epochs), if starts > 1 { rounds(epochs * STARTING) } else { 0 });
        clusters.config = config(run, starts, steps);
        let mut sorl = Self { clusters, starting, steps, codes: vec![], weights: vec![] };
        sorl.name_codes(rows);
        sorl
    }

    /// Keeps only the most likely start of each seed.
    fn choose(&mut self, rows: &Rows) {
        let (best, old) = (self.clusters.best(), &self.clusters);
        let mut chosen = Clusters::new(ClustersConfig { starts: 1, ..old.config.clone() }, rows);
        chosen.learner.resume(self.members(&best), old.learner.steps);
        chosen.beliefs = best.iter().map(|mixture| old.beliefs[*mixture].clone()).collect();
        self.clusters = chosen;
    }

    /// The training state of some mixtures' members.
    fn members(&self, mixtures: &[usize]) -> TrainState {
        let codes = self.clusters.codes;
        let members = mixtures.iter().flat_map(|mixture| mixture * codes..(mixture + 1) * codes);
        self.clusters.learner.state.of(&self.clusters.learner.net, members)
    }

    /// Matches codes with labels by p(k|τ), summed over the paths of each label.
    fn name_codes(&mut self, rows: &Rows) {
        let styles = rows.columns.styles;
        let best = self.clusters.best();
        self.weights = vec![1.0; rows.count()];
        self.codes.clear();
        for (split, mixture) in rows.splits.iter().zip(best) {
            let shares = &self.clusters.beliefs[mixture].shares;
            let mut agreement = vec![0.0; styles * styles];
            for (style, shares) in labels(split, rows).zip(shares.chunks_exact(styles)) {
                shares.iter().enumerate().for_each(|(code, share)| agreement[code * styles + style] += share);
            }
            let codes = matching(&agreement, styles);
            for (index, style) in labels(split, rows).enumerate() {
                let share = shares[index * styles + codes[style]];
                self.weights[split.train_paths[index].clone()].fill(share);
            }
            self.codes.push(codes);
        }
    }

    fn readings(&mut self, rows: &Rows) -> Vec<Point> {
        let styles = rows.columns.styles;
        let losses = self.clusters.learner.take_losses();
        let mut points =
            [series::POLICY_LOSS, series::POLICY_HELD_OUT, MATCHED, DOUBT].map(|series| series.point(vec![]));
        for (seed, mixture) in self.clusters.best().into_iter().enumerate() {
            let belief = &self.clusters.beliefs[mixture];
            let losses = &losses[mixture * styles..(mixture + 1) * styles];
            let loss = belief.prior(styles).iter().zip(losses).map(|(p, loss)| p * loss).sum();
            let matched = matched(belief, &self.codes[seed], &rows.splits[seed], rows);
            let values = [loss, self.clusters.held_out(mixture, rows), matched, doubt(belief)];
            points.iter_mut().zip(values).for_each(|(point, value)| point.values.push(value));
        }
        points.into()
    }
}

/// The label of each training path.
fn labels<'a>(split: &'a SeedSplit, rows: &'a Rows) -> impl Iterator<Item = usize> + 'a {
    split.train_paths.iter().map(|path| style_of(rows.row(path.start), rows.columns.styles))
}

/// Share of training paths whose most likely code is that of their label.
fn matched(belief: &Belief, codes: &[usize], split: &SeedSplit, rows: &Rows) -> f32 {
    let agrees = |(style, shares): (usize, &[f32])| shares.iter().all(|share| *share <= shares[codes[style]]);
    let paths = labels(split, rows).zip(belief.shares.chunks_exact(codes.len()));
    paths.filter(|path| agrees(*path)).count() as f32 / split.train_paths.len().max(1) as f32
}

/// Mean entropy of p(k|τ), nats.
fn doubt(belief: &Belief) -> f32 {
    let nats: f32 = belief.shares.iter().filter(|p| **p > 0.0).map(|p| -p * libm::logf(*p)).sum();
    nats / belief.evidence.len().max(1) as f32
}

impl Method for Sorl {
    fn phase(&self) -> Phase {
        match self.clusters.config.starts {
            1 => CLUSTERING,
            _ => SEVERAL_STARTS,
        }
    }

    fn steps(&self) -> (u32, u32) {
        (self.clusters.learner.steps, self.steps)
    }

    fn step(&mut self, rows: &Rows) {
        self.clusters.step(rows);
    }

    fn fetch(&mut self) -> Fetch<'_> {
        Box::pin(self.clusters.learner.fetch())
    }

    fn check_due(&self) -> bool {
        self.clusters.round_over()
    }

    fn check(&mut self, rows: &Rows) -> Vec<Point> {
        self.clusters.expectation_step(rows);
        self.name_codes(rows);
        let readings = self.readings(rows);
        if self.clusters.config.starts > 1 && self.clusters.learner.steps >= self.starting {
            self.choose(rows);
        }
        readings
    }

    fn tune(&mut self, run: &RunConfig, _rows: &Rows) {
        self.clusters.config.rate.base = policy::RATE.get(run) as f32;
    }

    fn critic(&self) -> Option<(&CriticTraining, Weighting)> {
        None
    }

    fn weights(&self) -> Option<&[f32]> {
        Some(&self.weights)
    }

    fn responsibilities(&self) -> Option<Vec<Vec<f32>>> {
        let (mixture, codes) = (*self.clusters.best().first()?, self.codes.first()?);
        let named = |shares: &[f32]| codes.iter().map(|code| shares[*code]).collect();
        Some(self.clusters.beliefs[mixture].shares.chunks_exact(codes.len()).map(named).collect())
    }

    fn save(&self) -> Bundle {
        let mut bundle = Bundle::default();
        let clusters = &self.clusters;
        if clusters.config.starts > 1 {
            clusters.learner.save(net::STARTS, &mut bundle);
            let best = self.members(&clusters.best());
            let mlp = Mlp::new(best.losses.len(), clusters.learner.net.sizes.clone());
            bundle.note_net(net::POLICY, &mlp);
            let table = (mlp.members, mlp.parameters(), best.parameters);
            bundle.tables.insert(names::parameters(net::POLICY), table);
        } else {
            clusters.learner.save(net::POLICY, &mut bundle);
        }
        note_mlp(&mut bundle, false, clusters.head);
        bundle.notes.insert(note::POLICY_CODES.into(), to_note(&self.codes));
        clusters.save_beliefs(&mut bundle);
        bundle
    }

    fn restore(&mut self, bundle: &Bundle, rows: &Rows) -> Result<(), SnapshotError> {
        let starting = bundle.notes.contains_key(&names::steps(net::STARTS));
        if !starting {
            self.clusters = Clusters::new(ClustersConfig { starts: 1, ..self.clusters.config.clone() }, rows);
        }
        self.clusters.learner.restore(if starting { net::STARTS } else { net::POLICY }, bundle)?;
        self.clusters.restore_beliefs(bundle)?;
        self.name_codes(rows);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
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
        let of = |series: Series| last.iter().find(|point| point.series == series.id()).unwrap().values.clone();
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
}
