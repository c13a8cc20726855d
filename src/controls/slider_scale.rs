//! The scale of a knob's slider: from whole positions to values, linear or logarithmic.

use protocol::{KnobKind, parse_number};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SliderScale {
    min: f64,
    max: f64,
    step: f64,
    logarithmic: bool,
}

impl SliderScale {
    pub fn of(kind: &KnobKind) -> Option<Self> {
        match kind {
            KnobKind::Number { min, max, step, logarithmic, .. } => {
                let logarithmic = *logarithmic && *min > 0.0 && *step > 1.0;
                Some(Self { min: *min, max: *max, step: *step, logarithmic })
            }
            KnobKind::Whole { min, max, step, .. } => {
                Some(Self { min: f64::from(*min), max: f64::from(*max), step: f64::from(*step), logarithmic: false })
            }
            KnobKind::Choice(_) | KnobKind::Drawing(_) | KnobKind::Columns => None,
        }
    }

    /// The last position.
    pub fn end(&self) -> u32 {
        let count = match self.logarithmic {
            true => (self.max / self.min).ln() / self.step.ln(),
            false => (self.max - self.min) / self.step,
        };
        if count.is_finite() { (count - 1e-6).ceil().clamp(1.0, 10_000.0) as u32 } else { 1 }
    }

    pub fn value(&self, position: f64) -> f64 {
        let value = match self.logarithmic {
            true => significant(self.min * self.step.powf(position)),
            false => tidy(self.min + position * self.step),
        };
        value.clamp(self.min, self.max)
    }

    pub fn position(&self, value: f64) -> u32 {
        let at = match self.logarithmic {
            true => (value.max(self.min) / self.min).ln() / self.step.ln(),
            false => (value - self.min) / self.step,
        };
        at.round().clamp(0.0, f64::from(self.end())) as u32
    }
}

/// Removes rounding errors of summed steps.
fn tidy(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// Three significant digits, so that the value shown is the value used.
fn significant(value: f64) -> f64 {
    parse_number(&format!("{value:.2e}")).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_tracks_reach_both_ends() {
        let scale = SliderScale { min: 0.0, max: 4.0, step: 0.1, logarithmic: false };
        assert_eq!(scale.end(), 40);
        assert_eq!(scale.value(3.0), 0.3);
        assert_eq!((scale.value(0.0), scale.value(40.0)), (0.0, 4.0));
        assert_eq!(scale.position(1.0), 10);
    }

    #[test]
    fn tracks_by_ratio_hit_round_values() {
        let kind = KnobKind::Number { min: 1e-5, max: 0.1, step: 1.2589, logarithmic: true, unit: None };
        let scale = SliderScale::of(&kind).unwrap();
        assert!((40..=41).contains(&scale.end()));
        let middle = scale.value(f64::from(scale.position(1e-3)));
        assert!((middle - 1e-3).abs() < 1e-5, "{middle}");
        assert_eq!(scale.value(1e9), 0.1);
        assert_eq!(scale.position(-1.0), 0);
    }
}
