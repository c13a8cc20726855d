//! The RIOT (6532): 128 bytes of RAM and an interval timer. Its two ports are in `input`.

/// RAM and timer. Times are CPU cycles since the start of the frame.
#[derive(Clone, Copy, Debug)]
pub struct Riot {
    pub ram: [u8; 128],
    timer: IntervalTimer,
}

/// Counts down once per interval, and after reaching zero once per cycle.
#[derive(Clone, Copy, Debug)]
struct IntervalTimer {
    /// Cycle of the write that set the timer.
    start: i32,
    value: i32,
    /// Logarithm to base 2 of the interval in cycles.
    interval_log2: u32,
}

/// TIM1T, TIM8T, TIM64T and T1024T.
const INTERVALS_LOG2: [u32; 4] = [0, 3, 6, 10];

impl Riot {
    pub fn power_on() -> Self {
        Self { ram: [0; 128], timer: IntervalTimer { start: 0, value: 25, interval_log2: 6 } }
    }

    /// The value of the timer (INTIM). It is one less than the written value from the first cycle on.
    pub fn timer(&self, clock: i32) -> u8 {
        let IntervalTimer { start, value, interval_log2 } = self.timer;
        let elapsed = clock - 1 - start;
        let left = value - (elapsed >> interval_log2) - 1;
        if left >= 0 { left as u8 } else { ((value << interval_log2) - elapsed - 1) as u8 }
    }

    /// The number of iterations of a loop that reads the timer at cycle `first` and then every `cycles` until it is zero,
    /// or with `below` negative.
    #[inline(never)]
    pub fn wait_iterations(&self, first: i32, cycles: i32, below: bool) -> i32 {
        let IntervalTimer { start, value, interval_log2 } = self.timer;
        if below && self.timer(first) >= 0x80 {
            return 0;
        }
        let ends = start + 1 + ((value - i32::from(!below)) << interval_log2);
        (ends - first + cycles - 1).div_euclid(cycles).max(0)
    }

    /// The timer status (TIMINT): bit 7 is set once the timer has passed zero.
    pub fn timer_status(&self, clock: i32) -> u8 {
        let IntervalTimer { start, value, interval_log2 } = self.timer;
        if clock - 1 - start >= value << interval_log2 { 0x80 } else { 0 }
    }

    pub fn set_timer(&mut self, address: u16, value: u8, clock: i32) {
        self.timer = IntervalTimer {
            start: clock,
            value: i32::from(value),
            interval_log2: INTERVALS_LOG2[address as usize & 3],
        };
    }

    /// Moves the origin of time forward by `cycles`, at the start of a frame.
    pub fn rebase(&mut self, cycles: i32) {
        self.timer.start -= cycles;
        // The start of a timer that is never set again would overflow within the hour. After zero the timer repeats
        // every 256 cycles, so a multiple of that can be added.
        if self.timer.start < -0x1000_0000 {
            self.timer.start += 0x0800_0000;
        }
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
        assert_eq!((riot.timer_status(228), riot.timer_status(229)), (0, 0x80));
    }

    #[test]
    fn a_timer_that_is_never_set_again_counts_on_for_hours() {
        let mut riot = Riot::power_on();
        riot.set_timer(0x297, 255, 0);
        riot.rebase(0x0010_0001);
        for frame in 1..=0x0010_0000_u32 {
            riot.rebase(19_913);
            let elapsed = 0x0010_0001 + u64::from(frame) * 19_913;
            assert_eq!(riot.timer(5), 0u8.wrapping_sub((elapsed + 5) as u8), "frame {frame}");
            assert_eq!(riot.timer_status(5), 0x80);
        }
    }

    #[test]
    fn skipped_iterations_are_those_of_the_loop() {
        let mut riot = Riot::power_on();
        for (value, first) in (1..=255).flat_map(|value| (1..80).map(move |first| (value, first))) {
            riot.set_timer(0x295, value, 0);
            let until = |below: bool| {
                let reads = (first..).step_by(7).map(|moment| riot.timer(moment));
                reads.take_while(|timer| if below { *timer < 0x80 } else { *timer != 0 }).count() as i32
            };
            // Past zero, a loop that waits for zero may miss it, and nothing is skipped.
            if first <= i32::from(value) * 8 {
                assert_eq!(riot.wait_iterations(first, 7, false), until(false), "{value} {first}");
            }
            assert_eq!(riot.wait_iterations(first, 7, true), until(true), "{value} {first}");
        }
    }
}
