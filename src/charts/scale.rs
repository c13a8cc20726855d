//! Linear scales of charts and their ticks.

/// A linear map of `from` onto `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearScale {
    from: (f32, f32),
    to: (f32, f32),
}

impl LinearScale {
    /// An empty or non-finite range is widened.
    pub fn new(low: f32, high: f32, to: (f32, f32)) -> Self {
        let from = match (low.is_finite(), high.is_finite()) {
            (true, true) if high > low => (low, high),
            (true, _) => (low - 0.5, low + 0.5),
            _ => (0.0, 1.0),
        };
        Self { from, to }
    }

    /// The range on the chart.
    pub fn places(&self) -> (f32, f32) {
        self.to
    }

    pub fn at(&self, value: f32) -> f32 {
        let share = (value - self.from.0) / (self.from.1 - self.from.0);
        self.to.0 + share.clamp(-0.05, 1.05) * (self.to.1 - self.to.0)
    }

    pub fn back(&self, place: f32) -> f32 {
        let share = (place - self.to.0) / (self.to.1 - self.to.0);
        self.from.0 + share.clamp(0.0, 1.0) * (self.from.1 - self.from.0)
    }

    /// Round numbers inside the range, about `count` of them.
    pub fn ticks(&self, count: usize) -> Vec<f32> {
        let span = self.from.1 - self.from.0;
        let rough = span / count.max(1) as f32;
        let power = 10f32.powf(rough.log10().floor());
        let unit = [1.0, 2.0, 5.0, 10.0].into_iter().find(|unit| unit * power >= rough * 0.999).unwrap_or(10.0);
        let step = unit * power;
        if !step.is_finite() || step <= 0.0 {
            return Vec::new();
        }
        let first = (self.from.0 / step - 1e-4).ceil() as i32;
        (first..first + 16).map(|n| n as f32 * step).take_while(|tick| *tick <= self.from.1 + step * 1e-4).collect()
    }
}

/// A tick's label, as short as possible.
pub fn tick_text(value: f32) -> String {
    match value.abs() {
        v if v >= 1_000_000.0 => format!("{}M", trim(value / 1_000_000.0)),
        v if v >= 1_000.0 => format!("{}k", trim(value / 1_000.0)),
        _ => trim(value),
    }
}

fn trim(value: f32) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.replace('-', "−") }
}

/// The lowest and highest finite value.
pub fn extent(values: impl Iterator<Item = f32>) -> Option<(f32, f32)> {
    values.filter(|value| value.is_finite()).fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((low.min(value), high.max(value))),
    })
}

/// Moves labels at least `gap` apart, keeping their order.
pub fn separate_labels(places: &mut [f32], gap: f32, low: f32, high: f32) {
    let mut order: Vec<usize> = (0..places.len()).collect();
    protocol::sort_short(&mut order, |index| places[*index]);
    let mut floor = low;
    for index in &order {
        places[*index] = places[*index].max(floor);
        floor = places[*index] + gap;
    }
    let mut ceiling = high;
    for index in order.iter().rev() {
        places[*index] = places[*index].min(ceiling);
        ceiling = places[*index] - gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(LinearScale::new(0.0, 1.5, (0.0, 100.0)).ticks(3), vec![0.0, 0.5, 1.0, 1.5]);
        assert_eq!(LinearScale::new(0.0, 5860.0, (0.0, 100.0)).ticks(3), vec![0.0, 2000.0, 4000.0]);
        let ticks = LinearScale::new(-1.3, 0.4, (0.0, 1.0)).ticks(4);
        assert!(ticks.len() >= 3 && ticks.iter().all(|tick| (-1.3..=0.4).contains(tick)), "{ticks:?}");
        assert!(LinearScale::new(f32::NAN, 1.0, (0.0, 1.0)).ticks(3).len() < 17);
        assert!(!LinearScale::new(3.0, 3.0, (0.0, 1.0)).ticks(3).is_empty());
    }

    #[test]
    fn places_go_there_and_back() {
        let scale = LinearScale::new(10.0, 20.0, (100.0, 0.0));
        assert_eq!(scale.at(15.0), 50.0);
        assert_eq!(scale.back(50.0), 15.0);
        assert!(scale.at(1e9) >= -5.1);
    }

    #[test]
    fn labels_never_cover_each_other() {
        let mut places = [50.0, 52.0, 51.0, 98.0];
        separate_labels(&mut places, 12.0, 0.0, 100.0);
        let mut sorted = places;
        sorted.sort_by(f32::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] >= 11.99), "{places:?}");
        assert!(places[0] < places[2] && places[2] < places[1]);
    }

    #[test]
    fn ticks_read_short() {
        assert_eq!(tick_text(2000.0), "2k");
        assert_eq!(tick_text(-0.5), "−0.5");
        assert_eq!(tick_text(0.0), "0");
        assert_eq!(tick_text(1_500_000.0), "1.5M");
    }
}
