//! A label without code: a quantity that is measured on a path, and thresholds on it. Part of a run, and of its link:
//! `rule=QUANTITY:THRESHOLD,...`. The style of a path is the number of thresholds below its quantity.

use serde::{Deserialize, Serialize};

use super::query::excerpt;
use super::{RunConfig, Text, parse_number, text};

/// What is measured, in the units of the world's picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Quantity {
    /// Mean length of a step.
    Speed,
    EndX,
    EndY,
    /// From the first point to the last.
    Displacement,
    /// Mean angle between a step and the next, in radians.
    Turn,
    /// Standard deviation of the position.
    Range,
}

impl Quantity {
    pub const ALL: [Self; 6] = [Self::Speed, Self::EndX, Self::EndY, Self::Displacement, Self::Turn, Self::Range];

    /// As links have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Speed => "speed",
            Self::EndX => "end_x",
            Self::EndY => "end_y",
            Self::Displacement => "displacement",
            Self::Turn => "turn",
            Self::Range => "range",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|quantity| quantity.name() == name)
    }

    pub fn text(self) -> Text {
        match self {
            Self::Speed => text!("quantity-speed"),
            Self::EndX => text!("quantity-end-x"),
            Self::EndY => text!("quantity-end-y"),
            Self::Displacement => text!("quantity-displacement"),
            Self::Turn => text!("quantity-turn"),
            Self::Range => text!("quantity-range"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    pub quantity: Quantity,
    /// Rising, one less than there are styles.
    pub thresholds: Vec<f32>,
}

impl Rule {
    pub fn style(&self, value: f32) -> usize {
        self.thresholds.iter().filter(|threshold| **threshold < value).count()
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:", self.quantity.name())?;
        for (index, threshold) in self.thresholds.iter().enumerate() {
            write!(f, "{}{threshold}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// Reads a rule; the notice names one that cannot be read.
pub(super) fn read_rule(text: &str) -> Result<Rule, Text> {
    let read = || {
        let (quantity, thresholds) = text.split_once(':')?;
        let number = |word: &str| parse_number(word).map(|number| number as f32).filter(|number| number.is_finite());
        let thresholds = thresholds.split(',').map(number).collect::<Option<Vec<f32>>>()?;
        Some(Rule { quantity: Quantity::from_name(quantity)?, thresholds })
    };
    read().ok_or_else(|| text!("link-no-rule", rule = excerpt(text)))
}

/// Takes over a rule that has a threshold between any two of the label's styles.
pub(super) fn settle_rule(run: &mut RunConfig, wish: &RunConfig, styles: usize, notices: &mut Vec<Text>) {
    let Some(rule) = &wish.rule else { return };
    let rising = rule.thresholds.windows(2).all(|pair| pair[0] < pair[1]);
    let finite = rule.thresholds.iter().all(|threshold| threshold.is_finite());
    if rising && finite && rule.thresholds.len() + 1 == styles {
        run.rule = Some(rule.clone());
    } else {
        notices.push(text!("link-rule-thresholds", styles = styles, needed = styles.saturating_sub(1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_travels_in_the_link() {
        let rule = Rule { quantity: Quantity::EndX, thresholds: vec![-1.5, 0.25] };
        let run = RunConfig { rule: Some(rule.clone()), ..RunConfig::default() };
        assert!(run.to_query().ends_with("&rule=end_x:-1.5,0.25"), "{}", run.to_query());
        let (read, notices) = RunConfig::from_query(&run.to_query());
        assert_eq!((read.rule, notices.len()), (Some(rule.clone()), 0));
        assert_eq!([-2.0, 0.0, 3.0].map(|value| rule.style(value)), [0, 1, 2]);
        for bad in ["rule=", "rule=speed", "rule=size:1", "rule=speed:1,x", "rule=speed:inf"] {
            let (read, notices) = RunConfig::from_query(bad);
            assert_eq!((read.rule, notices[0].key.as_ref()), (None, "link-no-rule"), "{bad}");
        }
    }

    #[test]
    fn thresholds_have_to_fit_the_styles() {
        for (thresholds, fits) in [(vec![1.0], true), (vec![], false), (vec![1.0, 2.0], false)] {
            let rule = Some(Rule { quantity: Quantity::Speed, thresholds });
            let (mut run, mut notices) = (RunConfig::default(), vec![]);
            settle_rule(&mut run, &RunConfig { rule, ..RunConfig::default() }, 2, &mut notices);
            assert_eq!((run.rule.is_some(), notices.is_empty()), (fits, fits));
        }
    }
}
