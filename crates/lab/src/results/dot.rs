//! One row of a dot plot.

use super::methods::id_of;
use crate::statistics::{interval, mean};

pub struct Dot {
    pub name: String,
    pub method: Option<&'static str>,
    /// Our mean, and its 95 % interval where there are several seeds.
    pub ours: Option<f64>,
    pub interval: Option<(f64, f64)>,
    pub other: Option<f64>,
}

impl Dot {
    /// A row of one value per seed; None without any.
    pub fn new(name: impl Into<String>, values: &[f64], other: Option<f64>) -> Self {
        let name = name.into();
        let ours = (!values.is_empty()).then(|| mean(values));
        Self { method: id_of(&name), name, ours, interval: interval(values), other }
    }

    pub fn of(self, method: Option<&'static str>) -> Self {
        Self { method, ..self }
    }

    /// The values that an axis should hold. The low end of a wide interval may be close to zero or below it, which a
    /// logarithmic axis cannot hold.
    pub fn reach(&self) -> Vec<f64> {
        let (low, high) = self.interval.unzip();
        let low = low.zip(self.ours).map(|(low, ours)| low.max(ours / 3.0));
        [self.ours, self.other, low, high].into_iter().flatten().collect()
    }

    /// What rows are sorted by.
    pub fn rank(&self) -> f64 {
        self.ours.or(self.other).unwrap_or(f64::NAN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_has_no_interval() {
        assert_eq!(Dot::new("BC", &[1.0], None).interval, None);
        assert_eq!(Dot::new("BC", &[], None).ours, None);
    }

    #[test]
    fn an_axis_is_not_stretched_to_the_end_of_a_wide_interval() {
        assert_eq!(Dot::new("BC", &[1.0, 5.0], Some(4.0)).reach()[..3], [3.0, 4.0, 1.0]);
        assert_eq!(Dot::new("BC", &[2.0, 2.0], None).reach(), [2.0, 2.0, 2.0]);
    }
}
