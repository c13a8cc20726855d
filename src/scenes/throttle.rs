//! How often to paint: every frame where the machine keeps up, less often where painting makes it stumble.

/// A browser that keeps up calls back within a frame of a sixtieth of a second.
const SLOW_MS: f64 = 24.0;
/// What a slow machine is left between two paintings, for training and everything else.
const PAUSE_MS: u64 = 40;

/// How long the browser takes to call back, smoothed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Throttle {
    wait: f64,
}

impl Throttle {
    pub fn record(&mut self, milliseconds: f64) {
        // One long pause (a tab brought back) must not count for many frames.
        self.wait += 0.15 * (milliseconds.clamp(0.0, 100.0) - self.wait);
    }

    pub fn pause(&self) -> u64 {
        if self.wait > SLOW_MS { PAUSE_MS } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rests_only_where_the_machine_stumbles() {
        let mut throttle = Throttle::default();
        (0..50).for_each(|_| throttle.record(16.0));
        assert_eq!(throttle.pause(), 0);
        throttle.record(5_000.0);
        (0..3).for_each(|_| throttle.record(16.0));
        assert_eq!(throttle.pause(), 0, "one pause is forgiven");
        (0..30).for_each(|_| throttle.record(45.0));
        assert_eq!(throttle.pause(), PAUSE_MS);
        (0..50).for_each(|_| throttle.record(12.0));
        assert_eq!(throttle.pause(), 0);
    }
}
