//! From values to places along an axis, linear or logarithmic, and its round ticks.

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    Linear,
    Log,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
}

/// More ticks than this collide on a narrow figure.
const MOST_TICKS: usize = 5;

impl Axis {
    pub fn linear(low: f64, high: f64) -> Self {
        Self { scale: Scale::Linear, low, high }
    }

    /// An axis with all of these values and a little room at both ends; a logarithmic one passes over values that are
    /// not positive.
    pub fn around(scale: Scale, values: impl IntoIterator<Item = f64>) -> Self {
        let fits = |value: &f64| value.is_finite() && (scale == Scale::Linear || *value > 0.0);
        let (mut low, mut high) = (f64::MAX, f64::MIN);
        for value in values.into_iter().filter(fits) {
            (low, high) = (low.min(value), high.max(value));
        }
        match (scale, low <= high) {
            (_, false) => Self { scale, low: 1.0, high: 10.0 },
            (Scale::Linear, true) => {
                // A constant is drawn in the middle, not magnified.
                let room = if high - low < 1e-6 { 0.5 } else { 0.04 * (high - low) };
                Self { scale, low: low - room, high: high + room }
            }
            (Scale::Log, true) => Self { scale, low: low / 1.15, high: high * 1.15 },
        }
    }

    /// The axis widened about its middle until a unit of it is no longer than one of `other`, on an axis `ratio` times as
    /// long as that one.
    pub fn widened(self, other: Self, ratio: f64) -> Self {
        let half = (self.high - self.low).max(ratio * (other.high - other.low)) / 2.0;
        let middle = (self.low + self.high) / 2.0;
        Self { low: middle - half, high: middle + half, ..self }
    }

    pub fn is_log(&self) -> bool {
        self.scale == Scale::Log
    }

    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Where a value lies, from 0 at the low end to 1 at the high end; what is outside lies at the end.
    pub fn place(&self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log if value <= 0.0 => 0.0,
            Scale::Log => libm::log(value / self.low) / libm::log(self.high / self.low),
        };
        share.clamp(0.0, 1.0)
    }

    /// At most five round numbers within the axis.
    pub fn ticks(&self) -> Vec<f64> {
        match self.scale {
            Scale::Linear => self.even_ticks(),
            Scale::Log => {
                let parts: [&[f64]; 4] = [&[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0], &[1.0]];
                let tries = parts.iter().zip([1, 1, 1, 2]).map(|(parts, stride)| self.powers(parts, stride));
                let mut tries: Vec<Vec<f64>> = tries.collect();
                let fits = tries.iter().position(|ticks| ticks.len() <= MOST_TICKS);
                tries.swap_remove(fits.unwrap_or(tries.len() - 1))
            }
        }
    }

    fn even_ticks(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / (MOST_TICKS - 1) as f64;
        let size = libm::pow(10.0, libm::floor(libm::log10(rough)));
        let step = [1.0, 2.0, 2.5, 5.0].map(|part| part * size).into_iter().find(|step| *step >= rough * 0.999);
        let step = step.unwrap_or(10.0 * size);
        let (first, last) = ((self.low / step - 1e-9).ceil() as i64, (self.high / step + 1e-9).floor() as i64);
        (first..=last).map(|count| count as f64 * step).collect()
    }

    /// Parts of every `stride`th power of ten.
    fn powers(&self, parts: &[f64], stride: i32) -> Vec<f64> {
        let exponents = (-12..=12).filter(|exponent| exponent % stride == 0);
        let ticks =
            exponents.flat_map(|exponent| parts.iter().map(move |part| part * libm::pow(10.0, exponent.into())));
        ticks.filter(|tick| self.contains(*tick)).collect()
    }
}

/// A tick as text, without the traces of binary fractions.
pub fn written(tick: f64) -> String {
    format!("{}", (tick * 1e6).round() / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(axis: Axis) -> Vec<String> {
        axis.ticks().into_iter().map(written).collect()
    }

    #[test]
    fn ticks_are_round_few_and_within() {
        assert_eq!(said(Axis::linear(0.0, 1.0)), ["0", "0.25", "0.5", "0.75", "1"]);
        assert_eq!(said(Axis::linear(0.0, 100.0)), ["0", "25", "50", "75", "100"]);
        assert_eq!(said(Axis::linear(-3.0, 1.5)), ["-2", "0"]);
        assert_eq!(said(Axis::around(Scale::Log, [1.2, 90.0])), ["3", "10", "30", "100"]);
        assert_eq!(said(Axis::around(Scale::Log, [0.031, 36.0])), ["0.1", "1", "10"]);
        assert_eq!(said(Axis::around(Scale::Log, [1e-4, 1e4])), ["0.0001", "0.01", "1", "100", "10000"]);
        assert_eq!(said(Axis::around(Scale::Linear, [0.69; 9])), ["0.25", "0.5", "0.75", "1"]);
        assert!(said(Axis::around(Scale::Log, [])).len() <= MOST_TICKS, "nothing to show is no reason to fail");
    }

    #[test]
    fn values_lie_in_order_and_within() {
        let linear = Axis::linear(0.0, 2.0);
        assert_eq!([-1.0, 0.0, 0.5, 2.0, 9.0].map(|value| linear.place(value)), [0.0, 0.0, 0.25, 1.0, 1.0]);
        let log = Axis { scale: Scale::Log, low: 1.0, high: 100.0 };
        assert!((log.place(10.0) - 0.5).abs() < 1e-12);
        assert_eq!((log.place(-3.0), log.place(0.0), log.place(1e9)), (0.0, 0.0, 1.0));
        assert!(log.contains(100.0) && !log.contains(0.9) && log.is_log());
    }
}
