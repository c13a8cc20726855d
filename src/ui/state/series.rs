//! A curve that stays small however long the run: when it is full, every other point goes.

/// More points than this cannot be told apart on the page.
pub const MOST: usize = 400;

/// (step, value), thinned out evenly. The newest reading is always kept, to the bit.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    kept: Vec<(u32, f32)>,
    latest: Option<(u32, f32)>,
    /// One reading in `stride` is kept.
    stride: u32,
    since: u32,
}

impl Default for Series {
    fn default() -> Self {
        Self { kept: Vec::new(), latest: None, stride: 1, since: 0 }
    }
}

impl Series {
    /// A run that resumes from a snapshot tells some steps again: what it told before is dropped.
    pub fn push(&mut self, step: u32, value: f32) {
        while self.kept.last().is_some_and(|(known, _)| *known >= step) {
            self.kept.pop();
        }
        self.latest = Some((step, value));
        if self.since == 0 {
            self.kept.push((step, value));
            self.halve_when_full();
        }
        self.since = (self.since + 1) % self.stride;
    }

    fn halve_when_full(&mut self) {
        if self.kept.len() < MOST {
            return;
        }
        let mut index = 0;
        self.kept.retain(|_| {
            index += 1;
            index % 2 == 1
        });
        self.stride = self.stride.saturating_mul(2);
    }

    pub fn latest(&self) -> Option<f32> {
        self.latest.map(|(_, value)| value)
    }

    /// At most [`MOST`] points in order, the newest included.
    pub fn points(&self) -> Vec<(f32, f32)> {
        let end = self.kept.last().map(|(step, _)| *step);
        let tail = self.latest.filter(|(step, _)| Some(*step) != end);
        self.kept.iter().chain(tail.iter()).map(|(step, value)| (*step as f32, *value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_small_and_keeps_first_and_newest() {
        let mut series = Series::default();
        for step in 0..50_000 {
            series.push(step, step as f32 * 0.5);
        }
        let points = series.points();
        assert!(points.len() <= MOST);
        assert!(points.len() > MOST / 4);
        assert_eq!(points[0], (0.0, 0.0));
        assert_eq!(points.last(), Some(&(49_999.0, 24_999.5)));
        assert_eq!(series.latest(), Some(24_999.5));
        assert!(points.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn a_resumed_run_overwrites_what_it_tells_again() {
        let mut series = Series::default();
        for step in [0, 10, 20, 30] {
            series.push(step, 1.0);
        }
        series.push(15, 2.0);
        assert_eq!(series.points(), vec![(0.0, 1.0), (10.0, 1.0), (15.0, 2.0)]);
    }
}
