//! Decides how many training steps to take before the next look at incoming messages, and measures steps per second.

use web_time::{Duration, Instant};

/// Intended duration of a slice: the steps between two looks at incoming messages.
const SLICE: Duration = Duration::from_millis(15);
/// A slice that takes longer than this shrinks below the minimum, so that the page stays responsive.
const LONGEST_SLICE: Duration = Duration::from_secs(1);
const MAX_SLICE_STEPS: u32 = 1024;
/// Interval between two measurements of steps per second.
const MEASURE_EVERY: Duration = Duration::from_millis(500);

pub struct StepScheduler {
    /// Limit in steps per second.
    limit: Option<f32>,
    /// Steps of the next slice.
    slice: u32,
    /// Fewest steps of a slice, unless it takes too long.
    min_slice: u32,
    /// Intended duration of a slice.
    slice_time: Duration,
    measured_since: Instant,
    measured_steps: u32,
    /// Steps that the limit allows now.
    allowance: f32,
    allowance_at: Instant,
    pub steps_per_second: f32,
}

impl StepScheduler {
    pub fn new() -> Self {
        let now = Instant::now();
        Self {
            limit: None,
            slice: 1,
            min_slice: 1,
            slice_time: SLICE,
            measured_since: now,
            measured_steps: 0,
            allowance: 1.0,
            allowance_at: now,
            steps_per_second: 0.0,
        }
    }

    pub fn set_limit(&mut self, limit: Option<f32>) {
        self.limit = limit.filter(|rate| rate.is_finite() && *rate > 0.0);
    }

    pub fn limit(&self) -> Option<f32> {
        self.limit
    }

    pub fn set_min_slice(&mut self, steps: u32) {
        self.min_slice = steps;
        self.slice = steps;
    }

    pub fn set_slice_time(&mut self, time: Duration) {
        self.slice_time = time;
    }

    pub fn reset_slice_time(&mut self) {
        self.slice_time = SLICE;
    }

    /// Starts a new measurement, after a pause.
    pub fn restart(&mut self) {
        let Self { limit, slice, min_slice, slice_time, .. } = *self;
        *self = Self { limit, slice, min_slice, slice_time, ..Self::new() };
    }

    /// Steps to take now; zero while the limit allows none.
    pub fn next_slice(&mut self) -> u32 {
        let Some(limit) = self.limit else { return self.slice };
        let now = Instant::now();
        self.allowance = (self.allowance + limit * (now - self.allowance_at).as_secs_f32()).min(limit.max(1.0));
        self.allowance_at = now;
        let steps = (self.allowance as u32).min(self.slice);
        self.allowance -= steps as f32;
        steps
    }

    /// Adapts the size of the next slice to the duration of this one. Returns true, about twice per second, when
    /// `steps_per_second` has a new value.
    pub fn finish_slice(&mut self, steps: u32, time: Duration) -> bool {
        if time < self.slice_time / 2 {
            self.slice = (self.slice * 2).min(MAX_SLICE_STEPS);
        } else if time > self.slice_time * 2 {
            let min = if time > LONGEST_SLICE { 1 } else { self.min_slice.min(self.slice) };
            self.slice = (self.slice / 2).max(min);
        }
        self.measured_steps += steps;
        let elapsed = self.measured_since.elapsed();
        if elapsed < MEASURE_EVERY {
            return false;
        }
        self.steps_per_second = self.measured_steps as f32 / elapsed.as_secs_f32();
        self.measured_since = Instant::now();
        self.measured_steps = 0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_follow_the_time_they_take() {
        let mut scheduler = StepScheduler::new();
        scheduler.set_min_slice(50);
        let mut finish = |milliseconds| {
            scheduler.finish_slice(scheduler.slice, Duration::from_millis(milliseconds));
            scheduler.slice
        };
        assert_eq!([finish(3), finish(20), finish(100), finish(100)], [100, 100, 50, 50], "not below the minimum");
        assert_eq!(
            [finish(8_000), finish(4_000), finish(2_000), finish(900)],
            [25, 12, 6, 6],
            "unless it takes seconds"
        );
        assert_eq!([finish(3), finish(3), finish(100)], [12, 24, 24], "and does not jump back to the minimum");
    }
}
