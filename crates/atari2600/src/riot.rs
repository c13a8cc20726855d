//! The RIOT (6532): 128 bytes of memory and a timer. Its ports are in `input`.

/// Memory and timer. Times are CPU cycles since the frame began.
#[derive(Clone, Copy, Debug)]
pub struct Riot {
    pub ram: [u8; 128],
    timer: Timer,
}

/// Counts down once an interval; after zero, once a cycle.
#[derive(Clone, Copy, Debug)]
struct Timer {
    start: i32,
    value: i32,
    /// The interval is 2 to this power.
    interval: u32,
}

const INTERVALS: [u32; 4] = [0, 3, 6, 10];

impl Riot {
    pub fn power_on() -> Self {
        Self { ram: [0; 128], timer: Timer { start: 0, value: 25, interval: 6 } }
    }

    /// The value of the timer: one less than what was written as soon as it runs.
    pub fn timer(&self, clock: i32) -> u8 {
        let Timer { start, value, interval } = self.timer;
        let passed = clock - 1 - start;
        let left = value - (passed >> interval) - 1;
        if left >= 0 { left as u8 } else { ((value << interval) - passed - 1) as u8 }
    }

    /// How often a loop goes round that reads the timer from `first` on, every `cycles`, until it is zero, or `below`.
    #[inline(never)]
    pub fn rounds(&self, first: i32, cycles: i32, below: bool) -> i32 {
        let Timer { start, value, interval } = self.timer;
        if below && self.timer(first) >= 0x80 {
            return 0;
        }
        let ends = start + 1 + ((value - i32::from(!below)) << interval);
        (ends - first + cycles - 1).div_euclid(cycles).max(0)
    }

    /// Bit 7 once the timer has passed zero.
    pub fn expired(&self, clock: i32) -> u8 {
        let Timer { start, value, interval } = self.timer;
        if clock - 1 - start >= value << interval { 0x80 } else { 0 }
    }

    pub fn set_timer(&mut self, address: u16, value: u8, clock: i32) {
        self.timer = Timer { start: clock, value: i32::from(value), interval: INTERVALS[address as usize & 3] };
    }

    /// The clock was set back by `cycles`.
    pub fn rebase(&mut self, cycles: i32) {
        // A timer nobody sets would drift out of range after an hour; its low byte repeats every 256 cycles.
        self.timer.start = (self.timer.start - cycles).max(-0x1000_0000);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_timer_counts_intervals_then_cycles() {
        let mut riot = Riot::power_on();
        riot.set_timer(0x296, 2, 100);
        let read = |cycles| riot.timer(100 + cycles);
        assert_eq!((read(1), read(64), read(65), read(128)), (1, 1, 0, 0));
        assert_eq!((read(129), read(130)), (255, 254));
        assert_eq!((riot.expired(228), riot.expired(229)), (0, 0x80));
    }

    #[test]
    fn rounds_are_those_of_the_loop() {
        let mut riot = Riot::power_on();
        for (value, first) in (1..=255).flat_map(|value| (1..80).map(move |first| (value, first))) {
            riot.set_timer(0x295, value, 0);
            let until = |below: bool| {
                let reads = (first..).step_by(7).map(|moment| riot.timer(moment));
                reads.take_while(|timer| if below { *timer < 0x80 } else { *timer != 0 }).count() as i32
            };
            // Once past zero a loop that waits for zero may miss it: then nothing is skipped.
            if first <= i32::from(value) * 8 {
                assert_eq!(riot.rounds(first, 7, false), until(false), "{value} {first}");
            }
            assert_eq!(riot.rounds(first, 7, true), until(true), "{value} {first}");
        }
    }
}
