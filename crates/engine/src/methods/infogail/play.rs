//! Rollouts: agents of every code in the world's own dynamics, moved by the policy as it stands.

use std::ops::Range;

use crate::nn::{Columns, Forward, Head, Mlp};
use protocol::RunConfig;
use worlds::data::Rng;
use worlds::{Episode, World};

/// Far from the numbers of episodes that a policy is judged by.
const FIRST_EPISODE: u64 = 1 << 32;

/// Where one seed's agents play.
pub struct Ground {
    pub world: &'static dyn World,
    pub run: RunConfig,
    pub columns: Columns,
    pub head: Head,
}

struct Agent {
    episode: Box<dyn Episode>,
    rng: Rng,
    code: usize,
    goes_on: bool,
    rows: Vec<f32>,
    drawn: Vec<f32>,
    nll: Vec<f32>,
    xy: Vec<f32>,
}

/// Agents under way, as many of each code.
pub struct Play {
    agents: Vec<Agent>,
    forward: Forward,
    action: Vec<f32>,
}

/// What one agent went through.
pub struct Path {
    pub code: usize,
    pub rows: Range<usize>,
    pub xy: Vec<f32>,
    /// What it saw last, with its code in front, where only the end of time ended it; None where the world did.
    pub after: Option<Vec<f32>>,
}

/// What all agents of a seed went through, as rows like those of demonstrations, with codes for styles.
#[derive(Default)]
pub struct Gathered {
    pub rows: Vec<f32>,
    /// The actions as they were drawn; in `rows` they are written as demonstrations write them.
    pub drawn: Vec<f32>,
    /// -log π(a|s,z) when the action was drawn.
    pub nll: Vec<f32>,
    pub paths: Vec<Path>,
}

impl Play {
    /// Fresh agents for the `round`-th round.
    pub fn new(ground: &Ground, net: &Mlp, round: u64, agents: usize) -> Self {
        let enter = |index: usize| {
            let number = round * agents as u64 + index as u64;
            Agent {
                episode: ground.world.episode(&ground.run, FIRST_EPISODE + number),
                rng: Rng::stream(ground.run.seed, "infogail actions", number),
                code: index % ground.columns.styles.max(1),
                goes_on: true,
                rows: vec![],
                drawn: vec![],
                nll: vec![],
                xy: vec![],
            }
        };
        let action = vec![0.0; ground.columns.action];
        Self { agents: (0..agents).map(enter).collect(), forward: Forward::new(net), action }
    }

    /// Moves all agents whose episode goes on by up to so many steps.
    pub fn advance(&mut self, ground: &Ground, policy: &[f32], steps: usize) {
        let (columns, head) = (ground.columns, ground.head);
        let (width, longest) = (columns.width(), ground.world.steps());
        for _ in 0..steps {
            let mut moving: Vec<&mut Agent> = self.agents.iter_mut().filter(|agent| agent.goes_on).collect();
            for agent in &mut moving {
                let at = agent.rows.len();
                agent.rows.resize(at + width, 0.0);
                agent.see(at, columns);
            }
            let outputs = self.forward.outputs(policy, moving.len(), |index, input| {
                let rows = &moving[index].rows;
                input.copy_from_slice(&rows[rows.len() - width..][columns.styled_state()]);
            });
            for (agent, outputs) in moving.into_iter().zip(outputs.chunks_exact(head.outputs())) {
                head.draw(outputs, 1.0, &mut agent.rng, &mut self.action);
                agent.nll.push(head.nll(outputs, &self.action));
                agent.drawn.extend_from_slice(&self.action);
                ground.world.tidy(&mut self.action);
                let at = agent.rows.len() - columns.action;
                agent.rows[at..].copy_from_slice(&self.action);
                let (x, y) = agent.episode.position();
                agent.xy.extend([x, y]);
                agent.goes_on = agent.episode.act(&self.action) && agent.nll.len() < longest;
            }
        }
    }

    pub fn finish(self, ground: &Ground) -> Gathered {
        let (columns, longest) = (ground.columns, ground.world.steps());
        let mut gathered = Gathered::default();
        for mut agent in self.agents {
            let start = gathered.nll.len();
            gathered.rows.extend_from_slice(&agent.rows);
            gathered.drawn.extend_from_slice(&agent.drawn);
            gathered.nll.extend_from_slice(&agent.nll);
            let after = (agent.nll.len() >= longest).then(|| {
                agent.rows.resize(columns.width(), 0.0);
                agent.rows.fill(0.0);
                agent.see(0, columns);
                agent.rows[columns.styled_state()].to_vec()
            });
            let rows = start..gathered.nll.len();
            gathered.paths.push(Path { code: agent.code, rows, xy: agent.xy, after });
        }
        gathered
    }
}

impl Agent {
    /// Writes code and observation into the row that begins at `at`.
    fn see(&mut self, at: usize, columns: Columns) {
        self.rows[at + self.code] = 1.0;
        self.episode.observe(&mut self.rows[at..][columns.state()]);
    }
}
