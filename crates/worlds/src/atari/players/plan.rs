//! Planning by random shooting. A plan is a sequence of actions with few changes of the stick. The last plan is kept
//! among the candidates: the console is deterministic, so a good plan stays good.

use super::intent::Intent;
use super::{FRAME_SKIP, Game, Planning, PlayerConfig, Strategy};
use crate::data::Rng;
use atari2600::{Console, JoystickAction};

/// Cost of a death, in points of the game per decision of the plan that it cuts off.
pub const DEATH: f32 = 100.0;
/// Largest reward of one decision in points, so that a rare prize does not outweigh a life.
pub const MAX_POINTS: u32 = 200;
/// Discount of points per decision.
pub const DISCOUNT: f32 = 0.97;

pub struct Planner {
    game: Game,
    config: &'static PlayerConfig,
    planning: Planning,
    intent: Intent,
    /// The console on which plans are simulated.
    copy: Console,
    plan: Vec<JoystickAction>,
    candidate: Vec<JoystickAction>,
}

impl Planner {
    pub fn new(game: Game, planning: Planning, start: &Console, rng: &mut Rng) -> Self {
        let idle = vec![JoystickAction::NOOP; planning.horizon];
        let config = game.player_config();
        let intent = Intent::new(config, &[], rng);
        Self { game, config, planning, intent, copy: start.clone(), plan: idle.clone(), candidate: idle }
    }

    /// Draws stick directions with random durations and, where players shoot, shots of its own: of several plans the one
    /// whose shots hit is followed, so players shoot where a shot hits, which can be learnt from what they see.
    fn draw_candidate(&mut self, rng: &mut Rng) {
        let (mut stick, mut left) = ((0, 0), 0);
        for action in &mut self.candidate {
            if left == 0 {
                stick = self.config.sticks[rng.below(self.config.sticks.len())];
                left = 1 + rng.below(self.planning.horizon);
            }
            left -= 1;
            let fires = self.config.fires && self.intent.fires(rng);
            *action = JoystickAction::from_direction(stick.0, stick.1, fires);
        }
    }

    /// The value of a plan: discounted points, minus the mean cost of the distance to the goal, minus that of a death.
    fn value(&mut self, now: &Console, candidate: bool) -> f32 {
        self.copy.restore(now.state());
        let plan = if candidate { &self.candidate } else { &self.plan };
        let (mut value, mut weight) = (0.0, 1.0);
        let mut score = self.game.score(now.ram());
        for (step, action) in plan.iter().enumerate() {
            (0..FRAME_SKIP).for_each(|_| self.copy.run_frame((*action).into()));
            let ram = self.copy.ram();
            if self.game.is_dying(ram) || self.game.is_over(ram) {
                return value - DEATH * (plan.len() - step) as f32;
            }
            let points = self.game.score(ram).saturating_sub(score).min(MAX_POINTS);
            score = self.game.score(ram);
            value += weight * points as f32;
            value -=
                self.planning.distance_cost * self.intent.distance(self.game.ram_position(ram)) / plan.len() as f32;
            weight *= DISCOUNT;
        }
        value
    }
}

impl Strategy for Planner {
    /// Searches for a better plan first if `think` is set.
    fn next(&mut self, now: &Console, think: bool, rng: &mut Rng) -> JoystickAction {
        let position = self.game.ram_position(now.ram());
        self.intent.update(self.config, position, &[], rng);
        let last = self.plan[self.planning.horizon - 1];
        self.plan.rotate_left(1);
        self.plan[self.planning.horizon - 1] = with_button(last, self.intent.fires(rng));
        if think {
            let mut best = self.value(now, false);
            // A plan that is better than standing still competes with only one candidate, unless more shots may hit.
            let good = !self.config.fires && best > -self.planning.distance_cost * self.intent.distance(position);
            for _ in 0..if good { 1 } else { self.planning.plans } {
                self.draw_candidate(rng);
                let value = self.value(now, true);
                if value > best {
                    best = value;
                    std::mem::swap(&mut self.plan, &mut self.candidate);
                }
            }
        }
        self.plan[0]
    }
}

fn with_button(action: JoystickAction, fire: bool) -> JoystickAction {
    let (x, y) = action.direction();
    JoystickAction::from_direction(x, y, fire)
}
