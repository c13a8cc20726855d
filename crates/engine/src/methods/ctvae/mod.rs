//! CTVAE, a conditional trajectory autoencoder: min E_q[-Σ log π(a|s,z,u)] + w · KL(q(u|τ,z) ‖ N(0,1)).
//! Two GRUs encode a path τ from both ends as a latent u; a recurrent policy reconstructs its actions from u and the style
//! z. At play u is drawn from N(0,1). The weight w of the KL term rises from zero, so that the latent is used before it
//! is penalised.
//!
//! As published: latent 4, one-layer GRUs, two-layer ReLU networks as wide as the GRUs, Adam, gradient norm at most 10,
//! style by label. Otherwise: the policy's GRU reads state, style and latent (in every world here the state holds the last
//! action); paths are cut into windows; knobs have the other methods' defaults (published: 128 units, 128 paths per
//! step, learning rate 2e-4, 30 epochs).
//!
//! Measured on Circle2D with its off-style spells, seed 1, for a final w of 1, 2, 4, 10: 24, 45, 80, 88 % of styles
//! achieved, with 1.9, 0.9, 0.07, 0.00 nats in the latent. With a small w the latent encodes the followed circle in the
//! label's place, and is then drawn at random. Without spells (and with four windows per step), 95 % at w = 1.
//!
//! On WebGPU the same windows with the same noise go through kernels of their own (`nn/gpu/paths`); steps are only
//! enqueued, and held-out bounds are computed on the CPU from the fetched parameters.

mod backward;
mod card;
mod elbo;
mod play;
mod steps;
mod windows;

#[cfg(test)]
mod tests;

use std::ops::Range;

use self::card::{LATENT_KL, LATENT_WEIGHT, RECONSTRUCTION};
use self::elbo::{Bound, Elbo};
use self::windows::Windows;
use super::cloning::check_due;
use super::{Fetch, Method, MethodEntry, Phase, Point, id, series};
use crate::nn::names::{self, net, note};
use crate::nn::{Bundle, Columns, Head, PathNet, PathTrainer, Rows, SnapshotError, TrainState};
use protocol::RunConfig;
use protocol::knobs::policy;

pub use self::card::{BATCH_WINDOWS, KL_WARM_UP, KL_WEIGHT, LATENT, WINDOW};
pub use self::play::from_bundle;

pub const ENTRY: MethodEntry = MethodEntry {
    card: card::card,
    start: |environment, rows| Box::new(Ctvae::new(&environment.run, rows)),
    saved_numbers: |run, columns| 3 * policy::SEEDS.get(run).max(1) * network(run, columns).parameters(),
    by_seed: true,
};

const ENCODING: Phase = Phase("phase-encoding");
/// The kind of its policy, in a snapshot's notes.
pub const POLICY_KIND: &str = id::CTVAE;

/// Largest gradient norm.
const CLIP: f32 = 10.0;

struct Config {
    epochs: usize,
    rate: f32,
    kl_weight: f32,
    /// Share of all steps over which w rises.
    warm_up: f32,
    /// Windows per step, and steps per window.
    windows: usize,
    window: usize,
}

impl Config {
    fn new(run: &RunConfig) -> Self {
        let window = WINDOW.get(run).max(2);
        Self {
            epochs: policy::EPOCHS.get(run),
            rate: policy::RATE.get(run) as f32,
            kl_weight: KL_WEIGHT.get(run) as f32,
            warm_up: KL_WARM_UP.get(run) as f32,
            windows: BATCH_WINDOWS.get(run).max(1),
            window,
        }
    }
}

struct Ctvae {
    config: Config,
    network: PathNet,
    head: Head,
    elbo: Elbo,
    /// Current on the CPU; with a trainer, as of the last `fetch`.
    state: TrainState,
    /// Takes the steps on WebGPU; None on the CPU.
    trainer: Option<PathTrainer>,
    steps: u32,
    per_epoch: usize,
    windows: Vec<Windows>,
    order: Option<(usize, Vec<Vec<Range<usize>>>)>,
    /// Sums since the last check, per seed; and the number of steps in them.
    bounds: Vec<Bound>,
    summed: u32,
}

fn network(run: &RunConfig, columns: Columns) -> PathNet {
    let head = Head::of(columns, policy::PARTS.get(run));
    PathNet::new(columns, head, LATENT.get(run).max(1), policy::HIDDEN.get(run).max(1))
}

impl Ctvae {
    fn new(run: &RunConfig, rows: &Rows) -> Self {
        let (columns, config) = (rows.columns, Config::new(run));
        let head = Head::of(columns, policy::PARTS.get(run));
        let network = network(run, columns);
        let windows = Windows::of(rows, config.window);
        let most = rows.all_splits().map(|split| Windows::new(split, config.window).train.len()).max().unwrap_or(0);
        let parameters = network.init(&rows.seeds());
        let zeros = || vec![0.0; parameters.len()];
        let seeds = windows.len();
        let state = TrainState {
            first_moments: zeros(),
            second_moments: zeros(),
            losses: vec![0.0; seeds],
            log_averages: vec![0.0; seeds],
            parameters,
        };
        Self {
            elbo: Elbo::new(&network, head, config.windows, config.window),
            trainer: PathTrainer::new(&network, head, (config.windows, config.window), CLIP, rows, &state),
            state,
            per_epoch: most.div_ceil(config.windows).max(1),
            bounds: vec![Bound::default(); seeds],
            summed: 0,
            steps: 0,
            order: None,
            windows,
            config,
            network,
            head,
        }
    }

    /// The bound on held-out windows of a seed, always with the same noise.
    fn held_out(&mut self, seed: usize, rows: &Rows) -> Bound {
        let count = self.network.parameters();
        let mut noise = self.windows[seed].noise("ctvae held out", 0);
        let mut all = Bound::default();
        for windows in self.windows[seed].held_out.chunks(self.config.windows) {
            let parameters = &self.state.parameters[seed * count..(seed + 1) * count];
            all.add(self.elbo.evaluate(parameters, rows, windows, &mut noise));
        }
        all
    }
}

impl Method for Ctvae {
    fn phase(&self) -> Phase {
        ENCODING
    }

    fn steps(&self) -> (u32, u32) {
        (self.steps, self.all())
    }

    fn step(&mut self, rows: &Rows) {
        self.take_step(rows);
    }

    fn fetch(&mut self) -> Fetch<'_> {
        Box::pin(async {
            let Some(trainer) = &mut self.trainer else { return Ok(()) };
            let sums = trainer.fetch(&mut self.state).await?;
            for (seed, [loss, reconstruction, kl]) in sums.into_iter().enumerate() {
                self.state.losses[seed] = loss;
                (self.bounds[seed].reconstruction, self.bounds[seed].kl) = (reconstruction, kl);
            }
            Ok(())
        })
    }

    fn on_cpu(&self) -> bool {
        self.trainer.is_none()
    }

    fn check_due(&self) -> bool {
        check_due(self.steps(), self.per_epoch)
    }

    fn check(&mut self, rows: &Rows) -> Vec<Point> {
        let seeds = self.windows.len();
        let held_out: Vec<Bound> = (0..seeds).map(|seed| self.held_out(seed, rows)).collect();
        let steps = self.summed.max(1) as f32;
        let each = |of: fn(&Bound) -> f32| self.bounds.iter().map(of).collect();
        let points = vec![
            series::POLICY_LOSS.point(self.state.losses.iter().map(|sum| sum / steps).collect()),
            series::POLICY_HELD_OUT.point(held_out.iter().map(|bound| bound.per_pair(1.0)).collect()),
            RECONSTRUCTION.point(each(|bound| bound.per_pair(0.0))),
            LATENT_KL.point(each(|bound| bound.kl / bound.windows.max(1) as f32)),
            LATENT_WEIGHT.point(vec![self.kl_weight(self.steps); seeds]),
        ];
        self.state.losses.fill(0.0);
        self.bounds.fill(Bound::default());
        self.trainer.iter_mut().for_each(PathTrainer::reset_losses);
        self.summed = 0;
        points
    }

    fn tune(&mut self, run: &RunConfig, _rows: &Rows) {
        self.config.rate = policy::RATE.get(run) as f32;
        self.config.kl_weight = KL_WEIGHT.get(run) as f32;
        self.trainer.iter_mut().for_each(PathTrainer::discard_uploaded);
    }

    fn save(&self) -> Bundle {
        let mut bundle = Bundle::default();
        for (key, value) in [
            (note::POLICY_KIND.into(), POLICY_KIND.into()),
            (note::POLICY_HEAD.into(), self.head.to_note()),
            (note::POLICY_LATENT.into(), self.network.latent.to_string()),
            (note::POLICY_HIDDEN.into(), self.network.hidden.to_string()),
            (note::POLICY_WINDOW.into(), self.config.window.to_string()),
            (names::steps(net::POLICY), self.steps.to_string()),
        ] {
            bundle.notes.insert(key, value);
        }
        for (name, values) in [
            (names::parameters(net::POLICY), &self.state.parameters),
            (names::first_moment(net::POLICY), &self.state.first_moments),
            (names::second_moment(net::POLICY), &self.state.second_moments),
        ] {
            bundle.tables.insert(name, (self.windows.len(), self.network.parameters(), values.clone()));
        }
        let sums = |(loss, bound): (&f32, &Bound)| {
            [*loss, bound.reconstruction, bound.kl, bound.pairs as f32, bound.windows as f32]
        };
        let sums = self.state.losses.iter().zip(&self.bounds).flat_map(sums).collect();
        bundle.tables.insert(names::losses(net::POLICY), (self.windows.len(), 5, sums));
        bundle.notes.insert(names::summed(net::POLICY), self.summed.to_string());
        bundle
    }

    fn restore(&mut self, bundle: &Bundle, _rows: &Rows) -> Result<(), SnapshotError> {
        let (seeds, count) = (self.windows.len(), self.network.parameters());
        let parameters = bundle.table(&names::parameters(net::POLICY), seeds, count)?.to_vec();
        let first_moments = bundle.moments(&names::first_moment(net::POLICY), seeds, count)?;
        let second_moments = bundle.moments(&names::second_moment(net::POLICY), seeds, count)?;
        self.steps = bundle.whole(&names::steps(net::POLICY))?;
        self.state = TrainState { parameters, first_moments, second_moments, ..self.state.clone() };
        // Without them the next reading of the losses would be a mean over fewer steps. Older snapshots lack them.
        if bundle.tables.contains_key(&names::losses(net::POLICY)) {
            let sums = bundle.table(&names::losses(net::POLICY), seeds, 5)?.as_chunks::<5>().0;
            self.summed = bundle.whole(&names::summed(net::POLICY))?;
            self.state.losses = sums.iter().map(|[loss, ..]| *loss).collect();
            // A file may say anything; counts that large would overflow when more are added.
            let count = |number: f32| number.clamp(0.0, 1e9) as usize;
            let bound = |&[_, reconstruction, kl, pairs, windows]: &[f32; 5]| Bound {
                reconstruction,
                kl,
                pairs: count(pairs),
                windows: count(windows),
            };
            self.bounds = sums.iter().map(bound).collect();
        }
        self.trainer.iter_mut().for_each(|trainer| trainer.load(&self.state));
        Ok(())
    }
}
