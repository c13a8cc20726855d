//! Detects a worker that has stopped handling messages. It is a state machine without a clock: the caller ticks.
//!
//! Ticks are counted instead of seconds: there are none while a computer sleeps or a tab is frozen, so no worker counts
//! as hung after that.

use std::time::Duration;

/// Interval between two ticks.
pub const TICK: Duration = Duration::from_secs(5);
/// Ticks without a message after which a worker counts as hung. Reading the largest file takes a slow machine half of it.
const PATIENCE: u32 = 12;

/// What is to be done after a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Ask the worker for a sign of life, and wait for it.
    Wait,
    /// The worker has sent nothing for this many seconds.
    Hung { seconds: u64 },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watchdog {
    /// Pings since the last message.
    unanswered: u32,
}

impl Watchdog {
    /// To be called for every message of the worker.
    pub fn heard(&mut self) {
        self.unanswered = 0;
    }

    /// To be called every [`TICK`] for a worker that is ready.
    pub fn tick(&mut self) -> Verdict {
        if self.unanswered >= PATIENCE {
            return Verdict::Hung { seconds: TICK.as_secs() * u64::from(PATIENCE) };
        }
        self.unanswered += 1;
        Verdict::Wait
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_that_answers_is_never_hung() {
        let mut watchdog = Watchdog::default();
        for tick in 0..1000 {
            assert_eq!(watchdog.tick(), Verdict::Wait, "tick {tick}");
            watchdog.heard();
        }
    }

    #[test]
    fn a_worker_that_is_late_is_forgiven_until_its_time_is_up() {
        let mut watchdog = Watchdog::default();
        for _ in 0..PATIENCE {
            assert_eq!(watchdog.tick(), Verdict::Wait);
        }
        watchdog.heard();
        for _ in 0..PATIENCE {
            assert_eq!(watchdog.tick(), Verdict::Wait);
        }
        assert_eq!(watchdog.tick(), Verdict::Hung { seconds: 60 });
        assert_eq!(watchdog.tick(), Verdict::Hung { seconds: 60 }, "until the next worker has one of its own");
    }
}
