//! A curve of bounded size: when it is full, every other point is removed.

/// A chart is too narrow to show more points.
pub const MAX_POINTS: usize = 400;

/// A mean over seeds, and how far they spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    pub step: f32,
    pub value: f32,
    pub spread: f32,
}

/// Points thinned out evenly. The newest reading is always kept, to the bit.
#[derive(Clone, Debug, PartialEq)]
pub struct ThinnedSeries {
    kept: Vec<(u32, CurvePoint)>,
    latest: Option<(u32, CurvePoint)>,
    /// One reading in `stride` is kept.
    stride: u32,
    since: u32,
}

impl Default for ThinnedSeries {
    fn default() -> Self {
        Self { kept: Vec::new(), latest: None, stride: 1, since: 0 }
    }
}

impl ThinnedSeries {
    /// A run that resumes from a snapshot repeats some steps: their earlier readings are dropped.
    pub fn push(&mut self, step: u32, value: f32, spread: f32) {
        while self.kept.last().is_some_and(|(known, _)| *known >= step) {
            self.kept.pop();
        }
        let point = CurvePoint { step: step as f32, value, spread };
        self.latest = Some((step, point));
        if self.since == 0 {
            self.kept.push((step, point));
            self.halve_when_full();
        }
        self.since = (self.since + 1) % self.stride;
    }

    fn halve_when_full(&mut self) {
        if self.kept.len() < MAX_POINTS {
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
        self.latest.map(|(_, point)| point.value)
    }

    /// At most [`MAX_POINTS`] points in order, the newest included.
    pub fn points(&self) -> Vec<CurvePoint> {
        let end = self.kept.last().map(|(step, _)| *step);
        let tail = self.latest.filter(|(step, _)| Some(*step) != end);
        self.kept.iter().chain(tail.iter()).map(|(_, point)| *point).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_small_and_keeps_first_and_newest() {
        let mut series = ThinnedSeries::default();
        for step in 0..50_000 {
            series.push(step, step as f32 * 0.5, 0.0);
        }
        let points = series.points();
        assert!(points.len() <= MAX_POINTS);
        assert!(points.len() > MAX_POINTS / 4);
        assert_eq!(points[0], CurvePoint { step: 0.0, value: 0.0, spread: 0.0 });
        assert_eq!(points.last(), Some(&CurvePoint { step: 49_999.0, value: 24_999.5, spread: 0.0 }));
        assert_eq!(series.latest(), Some(24_999.5));
        assert!(points.windows(2).all(|pair| pair[0].step < pair[1].step));
    }

    #[test]
    fn a_resumed_run_overwrites_the_steps_it_repeats() {
        let mut series = ThinnedSeries::default();
        for step in [0, 10, 20, 30] {
            series.push(step, 1.0, 0.0);
        }
        series.push(15, 2.0, 0.0);
        let points: Vec<_> = series.points().iter().map(|point| (point.step, point.value)).collect();
        assert_eq!(points, vec![(0.0, 1.0), (10.0, 1.0), (15.0, 2.0)]);
    }
}
