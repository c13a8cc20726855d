//! Key frames: full snapshots along a run, from which earlier steps can be shown again.

use protocol::Snapshot;

/// Most frames of a run.
const MOST: usize = 24;
/// Most bytes that the frames of a run take together. Three runs may be compared, and a laptop has little memory for a page.
const BUDGET: usize = 16 << 20;

/// Frames by rising step, thinned evenly when there are too many.
pub struct KeyFrames {
    frames: Vec<(u32, Snapshot)>,
    /// Fewest steps between two frames.
    every: u32,
}

impl KeyFrames {
    /// No frames yet, for a run of `steps` steps.
    pub fn new(steps: u32) -> Self {
        Self { frames: Vec::new(), every: steps.div_ceil(MOST as u32).max(1) }
    }

    /// Whether a frame of this step is far enough from all others.
    pub fn wants(&self, step: u32) -> bool {
        step > 0 && self.frames.iter().all(|(known, _)| known.abs_diff(step) >= self.every)
    }

    pub fn add(&mut self, step: u32, snapshot: Snapshot) {
        let place = self.frames.partition_point(|(known, _)| *known < step);
        self.frames.insert(place, (step, snapshot));
        while self.frames.len() > MOST || self.bytes() > BUDGET {
            self.thin();
        }
    }

    fn bytes(&self) -> usize {
        self.frames.iter().map(|(_, snapshot)| snapshot.0.len()).sum()
    }

    /// Removes every other frame, beginning with the first: a short stretch after the start is soon computed again.
    fn thin(&mut self) {
        let mut index = 0;
        self.frames.retain(|_| {
            index += 1;
            index % 2 == 0
        });
        self.every = self.every.saturating_mul(2);
    }

    /// The last frame at or before a step.
    pub fn before(&self, step: u32) -> Option<&(u32, Snapshot)> {
        self.frames.iter().rev().find(|(known, _)| *known <= step)
    }

    /// The frames up to a step, for a run that shares them.
    pub fn up_to(&self, step: u32) -> Self {
        let shared = self.frames.iter().filter(|(known, _)| *known <= step);
        Self { frames: shared.cloned().collect(), every: self.every }
    }

    /// The newest frame.
    pub fn last(&self) -> Option<&Snapshot> {
        self.frames.last().map(|(_, snapshot)| snapshot)
    }

    pub fn steps(&self) -> Vec<u32> {
        self.frames.iter().map(|(step, _)| *step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_few_and_even() {
        let mut frames = KeyFrames::new(0);
        for step in 0..1000 {
            if frames.wants(step) {
                frames.add(step, Snapshot(vec![0; 10]));
            }
        }
        let steps = frames.steps();
        assert!((MOST / 2..=MOST).contains(&steps.len()), "{steps:?}");
        let apart: Vec<u32> = steps.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(apart.iter().all(|apart| (frames.every..2 * frames.every).contains(apart)), "{steps:?}");
        assert_eq!(frames.before(steps[5] + 1).map(|(step, _)| *step), Some(steps[5]));
        assert!(frames.before(0).is_none());
    }

    #[test]
    fn large_frames_are_fewer() {
        let mut frames = KeyFrames::new(2400);
        for step in (100..=2400).step_by(100) {
            frames.add(step, Snapshot(vec![0; 4 << 20]));
        }
        assert!((1..=4).contains(&frames.steps().len()) && frames.bytes() <= BUDGET, "{:?}", frames.steps());
        frames.add(50, Snapshot(vec![0; BUDGET + 1]));
        assert!(frames.bytes() <= BUDGET);
    }
}
