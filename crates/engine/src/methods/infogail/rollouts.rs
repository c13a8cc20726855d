//! Rollouts of every code by the policy in training, recorded as rows like those of demonstrations.

use std::ops::Range;

use crate::nn::{Columns, Forward, Head, Mlp};
use crate::rollout::{Actor, RolloutGroup, Streams, Turn};
use worlds::Environment;

/// Far from the numbers of the episodes that a policy is evaluated on.
const FIRST_EPISODE: u64 = 1 << 32;

/// The environment of one seed's agents, and the shape of their data.
pub struct SeedEnvironment {
    pub environment: Environment,
    pub columns: Columns,
    pub head: Head,
}

/// The steps of one agent.
#[derive(Default)]
struct AgentRecord {
    rows: Vec<f32>,
    sampled: Vec<f32>,
    nll: Vec<f32>,
    xy: Vec<f32>,
    ended: bool,
}

/// Agents under way, equally many of each code.
pub struct OnPolicyRollouts {
    group: RolloutGroup,
    records: Vec<AgentRecord>,
    forward: Forward,
}

/// One agent's path.
pub struct Path {
    pub code: usize,
    pub rows: Range<usize>,
    pub xy: Vec<f32>,
    /// Code and last observation, where the time limit ended the episode; None where the world did.
    pub truncated_at: Option<Vec<f32>>,
}

/// The recorded steps of all agents of a seed.
#[derive(Default)]
pub struct RolloutData {
    /// `[steps, width]`, with codes in place of styles and actions as demonstrations write them.
    pub rows: Vec<f32>,
    /// Actions as they were sampled, `[steps, action]`.
    pub sampled: Vec<f32>,
    /// -log π(a|s,z) of the sampled actions, `[steps]`.
    pub nll: Vec<f32>,
    pub paths: Vec<Path>,
}

/// The policy in training; records every step it takes.
struct Recorder<'a> {
    seed: &'a SeedEnvironment,
    policy: &'a [f32],
    forward: &'a mut Forward,
    records: &'a mut [AgentRecord],
}

impl Actor for Recorder<'_> {
    fn observation_size(&self) -> usize {
        self.seed.columns.observation
    }

    fn action_size(&self) -> usize {
        self.seed.columns.action
    }

    fn act(&mut self, turns: &mut [Turn]) {
        let SeedEnvironment { environment, columns, head } = self.seed;
        let width = columns.width();
        for turn in turns.iter() {
            let rows = &mut self.records[turn.agent].rows;
            let at = rows.len();
            rows.resize(at + width, 0.0);
            write_state(&mut rows[at..], turn.request.style, turn.observation, *columns);
        }
        let outputs = self.forward.outputs(self.policy, turns.len(), |index, input| {
            let rows = &self.records[turns[index].agent].rows;
            input.copy_from_slice(&rows[rows.len() - width..][columns.styled_state()]);
        });
        for (turn, outputs) in turns.iter_mut().zip(outputs.chunks_exact(head.outputs())) {
            let record = &mut self.records[turn.agent];
            head.draw(outputs, turn.request.temperature, turn.rng, turn.action);
            record.nll.push(head.nll(outputs, turn.action));
            record.sampled.extend_from_slice(turn.action);
            environment.world.normalize_action(turn.action);
            let at = record.rows.len() - columns.action;
            record.rows[at..].copy_from_slice(turn.action);
            record.xy.extend([turn.position.0, turn.position.1]);
        }
    }
}

/// Writes code and observation into the beginning of a row.
fn write_state(row: &mut [f32], code: usize, observation: &[f32], columns: Columns) {
    row[code] = 1.0;
    row[columns.state()].copy_from_slice(observation);
}

impl OnPolicyRollouts {
    /// Begins the episodes of a round.
    pub fn new(seed: &SeedEnvironment, net: &Mlp, round: u64, agents: usize) -> Self {
        let codes: Vec<usize> = (0..agents).map(|index| index % seed.columns.styles.max(1)).collect();
        let streams =
            Streams { purpose: "infogail actions", first_episode: FIRST_EPISODE, next: round * agents as u64 };
        Self {
            group: RolloutGroup::with_streams(&seed.environment, &codes, streams),
            records: (0..agents).map(|_| AgentRecord::default()).collect(),
            forward: Forward::new(net),
        }
    }

    /// Moves all agents whose episodes go on by up to `steps` steps.
    pub fn advance(&mut self, seed: &SeedEnvironment, policy: &[f32], steps: usize) {
        let longest = seed.environment.world.max_steps();
        for _ in 0..steps {
            let ended: Vec<bool> = self.records.iter().map(|record| record.ended).collect();
            let Self { group, records, forward } = self;
            let mut recorder = Recorder { seed, policy, forward, records };
            for (index, goes_on) in group.step_where(|index| !ended[index], &mut recorder, 0.0) {
                self.records[index].ended = !goes_on || self.records[index].nll.len() >= longest;
            }
        }
    }

    pub fn finish(self, seed: &SeedEnvironment) -> RolloutData {
        let (columns, longest) = (seed.columns, seed.environment.world.max_steps());
        let mut data = RolloutData::default();
        for (index, record) in self.records.into_iter().enumerate() {
            let (start, code) = (data.nll.len(), self.group.style(index));
            data.rows.extend_from_slice(&record.rows);
            data.sampled.extend_from_slice(&record.sampled);
            data.nll.extend_from_slice(&record.nll);
            let truncated_at = (record.nll.len() >= longest).then(|| {
                let (mut row, mut observation) = (vec![0.0; columns.width()], vec![0.0; columns.observation]);
                self.group.observe(index, &mut observation);
                write_state(&mut row, code, &observation, columns);
                row[columns.styled_state()].to_vec()
            });
            data.paths.push(Path { code, rows: start..data.nll.len(), xy: record.xy, truncated_at });
        }
        data
    }
}
