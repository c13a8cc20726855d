//! Round after round: agents play, the rivals judge what they did, the policy learns from that. A round is cut into
//! pieces about as long as an optimiser step, so that whoever trains it stays responsive; all on the CPU, where
//! episodes are.

use super::learning::{Learning, Lessons, PASSES};
use super::play::{Gathered, Ground, Play};
use super::rivals::Rivals;
use crate::methods::matching::matching;
use crate::nn::names::{note, table};
use crate::nn::{Bundle, Forward, Head, Learner, Rows, SnapshotError, log_sum_exp};
use protocol::{RunConfig, text};
use worlds;

/// Pairs that a round gathers, about.
const GATHERED: usize = 2400;
/// Pairs in a piece of play, about, and in a batch of learning.
const PIECE: usize = 128;
const BATCH: usize = 256;
/// Steps of the rivals in a round.
const JUDGING: u32 = 12;
/// How strongly the codes move the policy when the game begins, in units of a fresh layer.
const STIR: f32 = 1.0;
/// What is left, a round later, of how often a code showed a style.
const REMEMBERED: f32 = 0.9;

#[derive(Clone, Debug, PartialEq)]
pub struct GameConfig {
    pub hidden: usize,
    pub batch: usize,
    pub parts: usize,
    pub rounds: u32,
    pub rate: f32,
    pub rival_rate: f32,
    pub code_reward: f32,
    pub penalty: f32,
}

/// Pieces of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    agents: usize,
    /// Steps of every agent in a piece of play.
    slice: usize,
    playing: u32,
    /// Batches of one pass of learning.
    batches: usize,
}

enum Now {
    Playing(Vec<Play>),
    Judging(Vec<Gathered>),
    Learning(Vec<Lessons>),
}

/// What the last whole round showed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// Mean of -log(1-D), nats a step.
    pub reward: f32,
    /// Share of steps whose code the posterior guessed, before it had seen them.
    pub guessed: f32,
}

pub struct Game {
    pub config: GameConfig,
    pub learning: Learning,
    pub rivals: Rivals,
    grounds: Vec<Ground>,
    /// For each seed how often a code showed a style, lately: `[codes, styles]`.
    agreement: Vec<Vec<f32>>,
    pub seen: Vec<Seen>,
    plan: Plan,
    pub pieces: u32,
    now: Now,
}

impl Plan {
    fn new(longest: usize, codes: usize) -> Self {
        let agents = (GATHERED / longest.max(1)).max(1).next_multiple_of(codes.max(1));
        let slice = (PIECE / agents).max(1);
        Self { agents, slice, playing: longest.div_ceil(slice) as u32, batches: (agents * longest / BATCH).max(1) }
    }

    fn pieces(&self) -> u32 {
        self.playing + JUDGING + (PASSES * self.batches) as u32
    }
}

/// Pieces in a round, known before there is a game; none where nobody can play.
pub fn pieces_in_round(run: &RunConfig, codes: usize) -> u32 {
    let world = worlds::find(&run.world).filter(|world| world.unplayable().is_none());
    world.map_or(0, |world| Plan::new(world.steps(), codes).pieces())
}

impl Game {
    /// Begins from a cloned policy that knows of no codes; None where there is no such world.
    pub fn new(config: GameConfig, run: &RunConfig, rows: &Rows, cloned: &Learner) -> Option<Self> {
        let (columns, seeds) = (rows.columns, rows.seeds());
        let head = Head::of(columns, config.parts);
        let world = worlds::find(&run.world)?;
        let ground = |seed: &u64| Ground { world, run: RunConfig { seed: *seed, ..run.clone() }, columns, head };
        let mut learning = Learning::new(columns, head, config.hidden, BATCH, &seeds);
        let size = learning.policy.net.parameters();
        for (seed, place) in learning.policy.state.parameters.chunks_exact_mut(size).enumerate() {
            // Codes come first among the inputs, so what was cloned lies behind their weights as it is.
            let (of_codes, rest) = place.split_at_mut(columns.styles * config.hidden);
            of_codes.iter_mut().for_each(|weight| *weight *= STIR);
            rest.copy_from_slice(cloned.member(seed));
        }
        Some(Self {
            learning,
            rivals: Rivals::new(rows, config.hidden, config.batch),
            grounds: seeds.iter().map(ground).collect(),
            agreement: vec![vec![0.0; columns.styles * columns.styles]; seeds.len()],
            seen: vec![Seen::default(); seeds.len()],
            plan: Plan::new(world.steps(), columns.styles),
            pieces: 0,
            now: Now::Learning(vec![]),
            config,
        })
    }

    pub fn round_over(&self) -> bool {
        self.pieces > 0 && self.pieces.is_multiple_of(self.plan.pieces())
    }

    /// The next piece.
    pub fn step(&mut self, rows: &Rows) {
        let (round, at) = (u64::from(self.pieces / self.plan.pieces()), self.pieces % self.plan.pieces());
        if at == 0 {
            self.now = Now::Playing(self.enter(round));
        }
        let cooled = 1.0 - round as f32 / self.config.rounds.max(1) as f32;
        let last_judging = self.plan.playing + JUDGING - 1;
        match &mut self.now {
            Now::Playing(plays) => {
                advance(plays, &self.grounds, &self.learning, self.plan.slice);
                if at + 1 == self.plan.playing {
                    self.finish_playing();
                    self.look();
                }
            }
            Now::Judging(gathered) => {
                let number = round * u64::from(JUDGING) + u64::from(at - self.plan.playing);
                let (rate, penalty) = (self.config.rival_rate, self.config.penalty);
                self.rivals.step(rows, gathered, number, rate, penalty);
                if at == last_judging {
                    self.begin_learning();
                }
            }
            Now::Learning(lessons) => {
                let index = (at - last_judging - 1) as usize;
                let pass = round * PASSES as u64 + (index / self.plan.batches) as u64;
                let rates = (self.config.rate * cooled, self.config.rival_rate);
                self.learning.step(lessons, &rows.seeds(), (pass, index % self.plan.batches), rates);
            }
        }
        self.pieces += 1;
        if self.round_over() {
            self.now = Now::Learning(vec![]);
        }
    }

    fn enter(&self, round: u64) -> Vec<Play> {
        let net = &self.learning.policy.net;
        self.grounds.iter().map(|ground| Play::new(ground, net, round, self.plan.agents)).collect()
    }

    fn finish_playing(&mut self) {
        let Now::Playing(plays) = std::mem::replace(&mut self.now, Now::Judging(vec![])) else { return };
        self.now = Now::Judging(plays.into_iter().zip(&self.grounds).map(|(play, at)| play.finish(at)).collect());
    }

    /// Which style each rollout showed, and whether its code could be guessed.
    fn look(&mut self) {
        let Now::Judging(gathered) = &self.now else { return };
        for (seed, (gathered, ground)) in gathered.iter().zip(&self.grounds).enumerate() {
            self.seen[seed].guessed = self.rivals.accuracy(seed, gathered);
            let (agreement, styles) = (&mut self.agreement[seed], ground.columns.styles);
            agreement.iter_mut().for_each(|count| *count *= REMEMBERED);
            let Some(labeler) = ground.world.labeler(&ground.run.label) else { continue };
            for path in &gathered.paths {
                if let Some(style) = labeler.label(&path.xy).filter(|style| *style < styles) {
                    agreement[path.code * styles + style] += 1.0;
                }
            }
        }
    }

    fn begin_learning(&mut self) {
        let Now::Judging(gathered) = &self.now else { return };
        let mut lessons = Vec::with_capacity(gathered.len());
        for (seed, gathered) in gathered.iter().enumerate() {
            let verdicts = self.rivals.verdicts(seed, gathered);
            let even = libm::logf(self.grounds[seed].columns.styles as f32);
            let reward = |(real, log_q): &(f32, f32)| real + self.config.code_reward * (log_q + even);
            let rewards: Vec<f32> = verdicts.iter().map(reward).collect();
            let sum: f64 = verdicts.iter().map(|(real, _)| f64::from(*real)).sum();
            self.seen[seed].reward = (sum / verdicts.len().max(1) as f64) as f32;
            lessons.push(self.learning.lessons(seed, gathered, &rewards));
        }
        self.now = Now::Learning(lessons);
    }

    pub fn head(&self) -> Head {
        self.learning.head
    }

    /// For each seed the code of every style.
    pub fn codes(&self) -> Vec<Vec<usize>> {
        let of_seed = |agreement: &Vec<f32>| matching(agreement, self.grounds[0].columns.styles);
        self.agreement.iter().map(of_seed).collect()
    }

    /// -log of a seed's held-out paths, all codes being as likely, nats a pair.
    pub fn held_out(&self, seed: usize, rows: &Rows) -> f32 {
        let (columns, policy, portion) = (rows.columns, &self.learning.policy, &rows.portions[seed]);
        let head = self.grounds[seed].head;
        let mut of_codes = Vec::with_capacity(columns.styles);
        for code in 0..columns.styles {
            let outputs =
                Forward::new(&policy.net).outputs(policy.member(seed), portion.held_out.len(), |row, input| {
                    input.copy_from_slice(&rows.row(portion.held_out.start + row)[columns.styled_state()]);
                    input[..columns.styles].fill(0.0);
                    input[code] = 1.0;
                });
            let pairs = portion.held_out.clone().zip(outputs.chunks_exact(head.outputs()));
            let nll = pairs.map(|(row, outputs)| head.nll(outputs, &rows.row(row)[columns.actions()]));
            of_codes.push(nll.collect::<Vec<f32>>());
        }
        let of_path = |path: &std::ops::Range<usize>| {
            let place = path.start - portion.held_out.start..path.end - portion.held_out.start;
            let sums = of_codes.iter().map(|nll| -nll[place.clone()].iter().sum::<f32>());
            log_sum_exp(sums) - libm::logf(columns.styles as f32)
        };
        -portion.held_out_paths.iter().map(of_path).sum::<f32>() / portion.held_out.len().max(1) as f32
    }
}

fn advance(plays: &mut [Play], grounds: &[Ground], learning: &Learning, steps: usize) {
    for (seed, (play, ground)) in plays.iter_mut().zip(grounds).enumerate() {
        play.advance(ground, learning.policy.member(seed), steps);
    }
}

/// What a snapshot keeps of a game. Episodes cannot be kept: while they are under way the policy stands still, so they
/// are played again; once it learns, what they gathered is kept.
impl Game {
    pub fn save(&self, bundle: &mut Bundle) {
        self.learning.save(bundle);
        self.rivals.save(bundle);
        bundle.notes.insert(note::INFOGAIL_SLICES.into(), self.pieces.to_string());
        let seeds = self.grounds.len();
        let seen = self.seen.iter().flat_map(|seen| [seen.reward, seen.guessed]).collect();
        bundle.tables.insert(table::INFOGAIL_LAST_ROUND.into(), (seeds, 2, seen));
        let width = self.agreement.first().map_or(0, Vec::len);
        bundle.tables.insert(table::INFOGAIL_AGREEMENT.into(), (seeds, width, self.agreement.concat()));
        let Now::Learning(lessons) = &self.now else { return };
        for (seed, lessons) in lessons.iter().enumerate() {
            let (rows, width) = (lessons.facts.len(), lessons.rows.len() / lessons.facts.len().max(1));
            bundle.tables.insert(table::infogail_rows(seed), (rows, width, lessons.rows.clone()));
            bundle.tables.insert(table::infogail_targets(seed), (rows, 3, lessons.facts.concat()));
        }
    }

    pub fn restore(&mut self, bundle: &Bundle) -> Result<(), SnapshotError> {
        self.learning.restore(bundle)?;
        self.rivals.restore(bundle)?;
        self.pieces = bundle.whole(note::INFOGAIL_SLICES)?;
        let (round, at) = (u64::from(self.pieces / self.plan.pieces()), self.pieces % self.plan.pieces());
        if at > 0 && at < self.plan.playing + JUDGING {
            let mut plays = self.enter(round);
            let slices = at.min(self.plan.playing);
            (0..slices).for_each(|_| advance(&mut plays, &self.grounds, &self.learning, self.plan.slice));
            self.now = Now::Playing(plays);
            if at >= self.plan.playing {
                self.finish_playing();
            }
        } else if at > 0 {
            let lessons = (0..self.grounds.len()).map(|seed| self.kept_lessons(seed, bundle));
            self.now = Now::Learning(lessons.collect::<Result<_, _>>()?);
        }
        let seeds = self.grounds.len();
        let width = self.agreement.first().map_or(0, Vec::len);
        let agreement = bundle.table(table::INFOGAIL_AGREEMENT, seeds, width)?;
        self.agreement = agreement.chunks_exact(width.max(1)).map(<[f32]>::to_vec).collect();
        let seen = bundle.table(table::INFOGAIL_LAST_ROUND, seeds, 2)?.as_chunks::<2>().0.iter();
        self.seen = seen.map(|[reward, guessed]| Seen { reward: *reward, guessed: *guessed }).collect();
        Ok(())
    }

    fn kept_lessons(&self, seed: usize, bundle: &Bundle) -> Result<Lessons, SnapshotError> {
        let name = table::infogail_targets(seed);
        let rows = bundle.tables.get(&name).map_or(0, |(rows, ..)| *rows);
        if rows == 0 {
            return Err(SnapshotError::Misfit(text!("snapshot-no-rollouts")));
        }
        let facts = bundle.table(&name, rows, 3)?.as_chunks::<3>().0.to_vec();
        let width = self.grounds[seed].columns.width();
        Ok(Lessons { rows: bundle.table(&table::infogail_rows(seed), rows, width)?.to_vec(), facts })
    }
}
