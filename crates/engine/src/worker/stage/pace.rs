//! Frames per second. Drawing them takes a good part of a core; where training takes every core, half as many are sent, in each
//! of which agents have moved twice.

use web_time::{Duration, Instant};

use protocol::LaneFrame;

use super::MAX_LANES;

/// A lane whose last policy is no older is being trained: the trainer sends two policies per second.
const TRAINED_WITHIN: Duration = Duration::from_millis(1500);

pub struct Pace {
    cores: usize,
    /// When each lane last got a policy from the trainer, and how many workers train it.
    policies: [Option<(Instant, u8)>; MAX_LANES],
}

impl Pace {
    pub fn new(cores: usize) -> Self {
        Self { cores, policies: [None; MAX_LANES] }
    }

    /// The trainer has sent a policy.
    pub fn trained(&mut self, lane: u8, workers: u8, now: Instant) {
        if let Some(policy) = self.policies.get_mut(usize::from(lane)) {
            *policy = Some((now, workers));
        }
    }

    /// Movements per frame.
    pub fn movements(&self, now: Instant) -> u32 {
        let recent = |(policy, _): &&(Instant, u8)| now.saturating_duration_since(*policy) < TRAINED_WITHIN;
        let busy: usize = self.policies.iter().flatten().filter(recent).map(|(_, workers)| usize::from(*workers)).sum();
        if busy >= self.cores { 2 } else { 1 }
    }
}

/// The frame after some movements, or after the first one in which an episode ends: the page counts where they end.
pub fn moved(movements: u32, mut tick: impl FnMut() -> LaneFrame) -> LaneFrame {
    let mut frame = tick();
    for _ in 1..movements {
        if frame.agents.iter().any(|agent| agent.done) {
            break;
        }
        let before = std::mem::replace(&mut frame, tick());
        // No line leads from the old place of an agent to the one at which it begins anew.
        frame.agents.iter_mut().zip(before.agents).for_each(|(agent, before)| agent.fresh |= before.fresh);
    }
    frame
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::AgentView;

    #[test]
    fn half_as_many_frames_while_every_core_trains() {
        let mut pace = Pace::new(2);
        let start = Instant::now();
        pace.trained(0, 1, start);
        assert_eq!(pace.movements(start), 1, "the second core is free");
        pace.trained(2, 1, start);
        pace.trained(200, 1, start);
        assert_eq!(pace.movements(start + Duration::from_millis(600)), 2);
        pace.trained(0, 1, start + Duration::from_secs(1));
        assert_eq!(pace.movements(start + Duration::from_secs(2)), 1, "one of them is done");
        pace.trained(0, 2, start + Duration::from_secs(2));
        assert_eq!(pace.movements(start + Duration::from_secs(2)), 2, "its seeds are in two workers");
    }

    #[test]
    fn no_end_and_no_beginning_is_left_out() {
        let agent = |x: u8, fresh, done| AgentView { x: f32::from(x), y: 0.0, style: 0, fresh, done };
        let path = [agent(0, true, false), agent(1, false, false), agent(2, false, true), agent(9, true, false)];
        let mut ticks = path.iter().map(|agent| LaneFrame { agents: vec![*agent], ..LaneFrame::default() });
        let mut next = || moved(2, || ticks.next().unwrap_or_default()).agents;
        assert_eq!(next(), [agent(1, true, false)]);
        assert_eq!(next(), [agent(2, false, true)]);
        assert_eq!(next().len(), 0);
    }
}
