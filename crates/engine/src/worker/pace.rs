//! How many steps to take at a time, and how fast the run goes.

use web_time::{Duration, Instant};

/// A slice of work between two looks at the inbox.
const SLICE: Duration = Duration::from_millis(15);
/// Longer than this nobody should wait for an answer, whatever it costs the device.
const LONGEST: Duration = Duration::from_secs(1);

pub struct Pace {
    /// At most so many steps a second.
    limit: Option<f32>,
    slice: u32,
    /// A slice has no fewer steps than this, unless they take too long.
    least: u32,
    /// Since when steps are counted, and how many there were: steps a second over the last stretch.
    since: Instant,
    steps: u32,
    /// Steps that the limit still allows.
    allowance: f32,
    last: Instant,
    pub steps_per_second: f32,
}

impl Pace {
    pub fn new() -> Self {
        let now = Instant::now();
        Self { limit: None, slice: 1, least: 1, since: now, steps: 0, allowance: 1.0, last: now, steps_per_second: 0.0 }
    }

    pub fn limit(&mut self, limit: Option<f32>) {
        self.limit = limit.filter(|rate| rate.is_finite() && *rate > 0.0);
    }

    pub fn at_least(&mut self, steps: u32) {
        self.least = steps;
        self.slice = steps;
    }

    /// Starts counting anew, after a pause.
    pub fn restart(&mut self) {
        *self = Self { limit: self.limit, slice: self.slice, least: self.least, ..Self::new() };
    }

    /// Steps to take now; zero where the limit says wait.
    pub fn next(&mut self) -> u32 {
        let Some(limit) = self.limit else { return self.slice };
        let now = Instant::now();
        self.allowance = (self.allowance + limit * (now - self.last).as_secs_f32()).min(limit.max(1.0));
        self.last = now;
        let steps = (self.allowance as u32).min(self.slice);
        self.allowance -= steps as f32;
        steps
    }

    /// Told what a slice took; sizes the next one. True about twice a second, when the rate is fresh.
    pub fn took(&mut self, steps: u32, time: Duration) -> bool {
        if time < SLICE / 2 {
            self.slice = (self.slice * 2).min(1024);
        } else if time > SLICE * 2 {
            let least = if time > LONGEST { 1 } else { self.least.min(self.slice) };
            self.slice = (self.slice / 2).max(least);
        }
        self.steps += steps;
        let elapsed = self.since.elapsed();
        if elapsed < Duration::from_millis(500) {
            return false;
        }
        self.steps_per_second = self.steps as f32 / elapsed.as_secs_f32();
        self.since = Instant::now();
        self.steps = 0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_follow_the_time_they_take() {
        let mut pace = Pace::new();
        pace.at_least(50);
        let mut took = |milliseconds| {
            pace.took(pace.slice, Duration::from_millis(milliseconds));
            pace.slice
        };
        assert_eq!([took(3), took(20), took(100), took(100)], [100, 100, 50, 50], "no fewer than a device wants");
        assert_eq!([took(8_000), took(4_000), took(2_000), took(900)], [25, 12, 6, 6], "but nobody waits for seconds");
        assert_eq!([took(3), took(3), took(100)], [12, 24, 24], "nor is it sent back to that many");
    }
}
