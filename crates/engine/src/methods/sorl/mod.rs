//! SORL, its clustering: max_π Σ_τ log Σ_k p(k) Π_t π_k(a_t|s_t), by EM over whole trajectories. Labels are not used in
//! training: codes k are found first and then named after the styles they agree with best. For comparison, clusters can begin
//! from the labels (`codes=labels`).

mod clusters;
mod naming;
mod paths;

use self::clusters::{Clusters, ClustersConfig, ROUNDS};
use super::matching::to_note;
use super::policy::note_mlp;
use super::{Fetch, Method, MethodEntry, MethodSeries, Phase, Point, id, series};
use crate::nn::names::{self, net, note};
use crate::nn::{Bundle, Columns, LearningRate, Mlp, Rows, SnapshotError, TrainState};
use protocol::knobs::codes::{CODES, Codes};
use protocol::knobs::policy;
use protocol::{Chart, KnobGroup, MethodCard, RunConfig, WholeKnob, text};

pub const ENTRY: MethodEntry = MethodEntry {
    card,
    start: |environment, rows| Box::new(Sorl::new(&environment.run, rows)),
    saved_numbers,
    by_seed: false,
};

/// Clusterings that are tried side by side.
const STARTS: WholeKnob = WholeKnob::new("starts", "knob-starts", KnobGroup::Policy, (1, 8), 4);

/// Share of training trajectories whose most likely cluster is the one matched with their label.
const MATCHED: MethodSeries =
    MethodSeries::new("clusters-matched", "series-clusters-matched", Chart::Styles).unit(Some("unit-of-trajectories"));
/// Mean entropy of p(k|τ).
const DOUBT: MethodSeries = MethodSeries::new("clusters-doubt", "series-clusters-doubt", Chart::Loss);

const CLUSTERING: Phase = Phase("phase-clustering");
const SEVERAL_STARTS: Phase = Phase("phase-clustering-starts");

/// Share of the epochs after which only the most likely start goes on.
const STARTING: f32 = 0.25;
/// λ before the first step, and the share of the epochs over which it rises to one.
const TEMPERED: (f32, f32) = (0.02, 0.25);

fn card() -> MethodCard {
    let mut knobs = policy::cards();
    knobs.extend([STARTS.card(), CODES.card()]);
    MethodCard {
        id: id::SORL.into(),
        name: text!("method-sorl"),
        about: text!("method-sorl.about"),
        equation: "max Σ_τ log Σ_k p(k) Π_t π_k(a_t|s_t)".into(),
        knobs,
        recipes: vec![],
        series: series::cards(&[&series::POLICY, &[MATCHED, DOUBT]]),
        follows_style: true,
        finds_styles: true,
        has_critic: false,
        takes_weights: false,
        sees_pictures: true,
    }
}

/// The policies of all starts, and the parameters of the best.
fn saved_numbers(run: &RunConfig, columns: Columns) -> usize {
    let (starts, seeds) = (starts(run), policy::SEEDS.get(run).max(1));
    let net = config(run, starts, 0).net(columns, seeds);
    TrainState::saved_numbers(&net) + net.members * net.parameters()
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

/// Clusterings side by side. From labels all would be the same.
fn starts(run: &RunConfig) -> usize {
    match CODES.get(run) {
        Codes::Found => STARTS.get(run).max(1),
        Codes::Labels => 1,
    }
}

fn config(run: &RunConfig, starts: usize, steps: u32) -> ClustersConfig {
    ClustersConfig {
        starts,
        parts: policy::PARTS.get(run),
        hidden: policy::HIDDEN.get(run),
        batch: policy::BATCH.get(run),
        rate: LearningRate::decaying(policy::RATE.get(run) as f32, steps),
        tempered: (TEMPERED.0, (TEMPERED.1 * steps as f32) as u32),
        labelled: CODES.get(run) == Codes::Labels,
    }
}

impl Sorl {
    fn new(run: &RunConfig, rows: &Rows) -> Self {
        let starts = starts(run);
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
            let mlp = Mlp { members: best.losses.len(), ..clusters.learner.net.clone() };
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
mod tests;
