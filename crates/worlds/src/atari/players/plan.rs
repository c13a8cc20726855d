//! Looking ahead. A plan is a few stretches of leaning the stick one way. The last plan is kept and tried again beside
//! fresh ones: the console is exact, so a plan that was good stays good.

use super::mood::Mood;
use super::{FRAME_SKIP, Game, Taste};
use crate::data::Rng;
use atari2600::{Console, JoystickAction};

/// What dying costs for each decision of the plan that is lost by it, in points of the game.
const DEATH: f32 = 100.0;
/// Points that count at once: a rare prize should not outweigh a life.
const MOST_POINTS: u32 = 200;
/// Points sooner are worth more.
const DISCOUNT: f32 = 0.97;

pub struct Planner {
    game: Game,
    taste: &'static Taste,
    /// A copy that plans are tried on.
    copy: Console,
    plan: Vec<JoystickAction>,
    trial: Vec<JoystickAction>,
}

impl Planner {
    pub fn new(game: Game, start: &Console) -> Self {
        let taste = game.taste();
        let still = vec![JoystickAction::NOOP; taste.horizon];
        Self { game, taste, copy: start.clone(), plan: still.clone(), trial: still }
    }

    /// The action to take now, after thinking again if it is time to.
    pub fn next(&mut self, now: &Console, mood: &Mood, thinks: bool, rng: &mut Rng) -> JoystickAction {
        // Whether it fires is settled before where it goes, so that plans take aim with the shots they will have.
        let last = self.plan[self.taste.horizon - 1];
        self.plan.rotate_left(1);
        self.plan[self.taste.horizon - 1] = with_button(last, mood.fires(rng));
        if thinks {
            let mut best = self.worth(now, mood, false);
            // A plan that gets somewhere only has to stand one comparison.
            let content = best > -self.taste.pull * mood.distance(self.game.position(now.ram()));
            for _ in 0..if content { 1 } else { self.taste.plans } {
                self.draw(rng);
                let worth = self.worth(now, mood, true);
                if worth > best {
                    best = worth;
                    std::mem::swap(&mut self.plan, &mut self.trial);
                }
            }
        }
        self.plan[0]
    }

    /// Draws a plan of up to three stretches that fires when the present one does.
    fn draw(&mut self, rng: &mut Rng) {
        let (mut stick, mut left) = ((0, 0), 0);
        for (step, kept) in self.trial.iter_mut().zip(&self.plan) {
            if left == 0 {
                stick = self.taste.sticks[rng.below(self.taste.sticks.len())];
                left = 1 + rng.below(self.taste.horizon);
            }
            left -= 1;
            *step = JoystickAction::from_direction(stick.0, stick.1, kept.fires());
        }
    }

    /// How a plan ends: points made, less the way that is left to the goal, less a life lost.
    fn worth(&mut self, now: &Console, mood: &Mood, trial: bool) -> f32 {
        self.copy.restore(now.state());
        let plan = if trial { &self.trial } else { &self.plan };
        let (mut worth, mut weight) = (0.0, 1.0);
        let mut score = self.game.score(now.ram());
        for (step, action) in plan.iter().enumerate() {
            (0..FRAME_SKIP).for_each(|_| self.copy.run_frame((*action).into()));
            let ram = self.copy.ram();
            if self.game.is_dying(ram) || self.game.is_over(ram) {
                return worth - DEATH * (plan.len() - step) as f32;
            }
            let points = self.game.score(ram).saturating_sub(score).min(MOST_POINTS);
            score = self.game.score(ram);
            worth += weight * points as f32;
            worth -= self.taste.pull * mood.distance(self.game.position(ram)) / plan.len() as f32;
            weight *= DISCOUNT;
        }
        worth
    }
}

fn with_button(action: JoystickAction, fire: bool) -> JoystickAction {
    let (x, y) = action.direction();
    JoystickAction::from_direction(x, y, fire)
}
