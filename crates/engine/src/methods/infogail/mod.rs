//! InfoGAIL: min_π max_D E_π[log(1-D(s,a))] + E_demo[log D(s,a)] - λ E_π[log q(z|s,a)]. A policy π(a|s,z) plays in the
//! world's own dynamics; its reward is to pass for the demonstrations, -log(1-D), and to let its code be guessed,
//! λ log q(z|s,a). No label is looked at: codes get the names of the styles that their rollouts show.
//!
//! As published the policy begins as a clone of all demonstrations. It then learns by PPO instead of TRPO, and D's slope
//! is penalised where the published variant clips weights.

mod game;
mod learning;
mod play;
mod rivals;

use self::game::{Game, GameConfig, pieces_in_round};
use super::bc::{cloning_config, points};
use super::cloning::Cloning;
use super::matching::to_note;
use super::{Entry, Fetch, Method, Point, knobs};
use crate::estimators::{Estimation, Weighting};
use crate::nn::{Bundle, Members, Rows, SnapshotError};
use protocol::{MethodCard, RunConfig};

pub const ENTRY: Entry = Entry { card, start: |run, rows| Box::new(InfoGail::new(run, rows)) };

fn card() -> MethodCard {
    let mut all = knobs::rivals();
    all.extend(knobs::policy());
    let mut series = knobs::policy_series();
    series.extend(knobs::rival_series());
    MethodCard {
        id: "infogail".into(),
        name: "InfoGAIL".into(),
        about:
            "The policy plays in the world itself and is rewarded for passing as an expert and for showing which of \
                its hidden codes it follows; all of that on the CPU, whatever device is chosen. It finds styles by \
                itself, and its codes are named after the styles they match one to one."
                .into(),
        equation: "min_π max_D E_π[ log(1−D(s,a)) ] + E[ log D(s,a) ] − λ E_π[ log q(z|s,a) ]".into(),
        knobs: all,
        series,
        follows_style: true,
        finds_styles: true,
        has_critic: false,
    }
}

struct InfoGail {
    run: RunConfig,
    cloning: Cloning,
    /// Once cloning is over.
    game: Option<Game>,
    /// Pieces of all rounds.
    pieces: u32,
}

fn config(run: &RunConfig) -> GameConfig {
    GameConfig {
        hidden: run.whole("hidden"),
        batch: run.whole("batch"),
        parts: run.whole("parts"),
        rounds: run.whole("rounds") as u32,
        rate: run.number("play_rate") as f32,
        rival_rate: run.number("rival_rate") as f32,
        code_reward: run.number("code_reward") as f32,
        penalty: run.number("penalty") as f32,
    }
}

impl InfoGail {
    fn new(run: &RunConfig, rows: &Rows) -> Self {
        let pieces = run.whole("rounds") as u32 * pieces_in_round(run, rows.columns.styles);
        let cloning = Cloning::new(cloning_config(run, Members::One, false), rows);
        Self { run: run.clone(), cloning, game: None, pieces }
    }

    fn begin(&mut self, rows: &Rows) {
        self.game = Game::new(config(&self.run), &self.run, rows, &self.cloning.learner);
    }
}

impl Method for InfoGail {
    fn stage(&self) -> &'static str {
        match self.game {
            Some(_) => "Playing against the critic",
            None if self.pieces == 0 => "Cloning the experts, since nobody can play here",
            None => "Cloning the experts",
        }
    }

    fn steps(&self) -> (u32, u32) {
        let (cloned, cloning) = self.cloning.steps();
        match &self.game {
            Some(game) => (cloning + game.pieces, cloning + self.pieces),
            None => (cloned, cloning + self.pieces),
        }
    }

    fn step(&mut self, rows: &Rows) {
        let (cloned, cloning) = self.cloning.steps();
        if self.game.is_none() && cloned >= cloning {
            // The check after the last step of cloning has fetched what it learnt.
            self.begin(rows);
        }
        match &mut self.game {
            Some(game) => game.step(rows),
            None => self.cloning.step(rows),
        }
    }

    fn fetch(&mut self) -> Fetch<'_> {
        match self.game {
            Some(_) => Box::pin(std::future::ready(Ok(()))),
            None => Box::pin(self.cloning.learner.fetch()),
        }
    }

    fn check_due(&self) -> bool {
        self.game.as_ref().map_or_else(|| self.cloning.check_due(), Game::round_over)
    }

    fn check(&mut self, rows: &Rows) -> Vec<Point> {
        let Some(game) = &mut self.game else { return points(self.cloning.check(rows)) };
        let held_out = (0..rows.portions.len()).map(|seed| game.held_out(seed, rows)).collect();
        vec![
            Point { series: "policy-heldout", values: held_out },
            Point { series: "policy-reward", values: game.seen.iter().map(|seen| seen.reward).collect() },
            Point { series: "codes-guessed", values: game.seen.iter().map(|seen| seen.guessed).collect() },
            Point { series: "rival-loss", values: game.rivals.critic.take_losses() },
        ]
    }

    fn tune(&mut self, run: &RunConfig, _rows: &Rows) {
        self.run = run.clone();
        self.cloning.config.rate = run.number("rate") as f32;
        if let Some(game) = &mut self.game {
            game.config = config(run);
        }
    }

    fn critic(&self) -> Option<(&Estimation, Weighting)> {
        None
    }

    fn weights(&self) -> Option<&[f32]> {
        None
    }

    fn save(&self) -> Bundle {
        let mut bundle = Bundle::default();
        let Some(game) = &self.game else {
            self.cloning.save(&mut bundle);
            return bundle;
        };
        game.save(&mut bundle);
        for (key, value) in [
            ("policy.kind", "mlp".into()),
            ("policy.conditioned", "true".into()),
            ("policy.head", game.head().to_note()),
            ("policy.codes", to_note(&game.codes())),
        ] {
            bundle.notes.insert(key.into(), value);
        }
        bundle
    }

    fn restore(&mut self, bundle: &Bundle, rows: &Rows) -> Result<(), SnapshotError> {
        if !bundle.notes.contains_key("infogail.pieces") {
            return self.cloning.restore(bundle);
        }
        self.begin(rows);
        self.game.as_mut().map_or(Ok(()), |game| game.restore(bundle))
    }
}
