//! How often to paint: every frame on a fast machine, with pauses on a slow one.

/// Delays of animation frames above this mean that the machine is slow; at 60 Hz they are 16.7 ms.
const SLOW_MS: f64 = 24.0;
/// Pause between frames on a slow machine, which leaves time for training.
const PAUSE_MS: u64 = 40;

/// The smoothed delay of animation frames, milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Throttle {
    wait: f64,
}

impl Throttle {
    pub fn record(&mut self, milliseconds: f64) {
        // A single long delay, as after the tab was hidden, must not count for many frames.
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
