//! A label without code: a quantity that is measured on a path, and thresholds on it. Part of a run, and of its link:
//! `rule=QUANTITY:THRESHOLD,...`. The style of a path is the number of thresholds below its quantity.

use serde::{Deserialize, Serialize};

use super::query::{escape, excerpt};
use super::{RunConfig, Text, parse_number, text};

/// Most corners of a region.
pub const MOST_CORNERS: usize = 24;
/// Longest name of a column, in characters.
const LONGEST_COLUMN: usize = 40;
/// Separates the parts of a quantity's name; needs no escape in a query.
const JOIN: char = '*';

/// A quantity that is measured on a path, in the units of the world's picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PathQuantity {
    /// Mean length of a step.
    Speed,
    EndX,
    EndY,
    /// Distance from the first point to the last.
    Displacement,
    /// Mean angle between a step and the next, in radians.
    Turn,
    /// Standard deviation of the position.
    Range,
    MeanX,
    MeanY,
    /// Share of the moments within a polygon, given by its corners.
    Inside(Vec<[f32; 2]>),
    /// Mean or last value of a column of a loaded file, in the file's own units.
    ColumnMean(String),
    ColumnLast(String),
}

impl PathQuantity {
    /// The quantities without parameters.
    pub const PLAIN: [Self; 8] =
        [Self::Speed, Self::EndX, Self::EndY, Self::MeanX, Self::MeanY, Self::Displacement, Self::Turn, Self::Range];

    /// The first part of the name in links.
    fn kind(&self) -> &'static str {
        match self {
            Self::Speed => "speed",
            Self::EndX => "end_x",
            Self::EndY => "end_y",
            Self::Displacement => "displacement",
            Self::Turn => "turn",
            Self::Range => "range",
            Self::MeanX => "mean_x",
            Self::MeanY => "mean_y",
            Self::Inside(_) => "inside",
            Self::ColumnMean(_) => "mean",
            Self::ColumnLast(_) => "last",
        }
    }

    /// The name in links, before it is escaped: `speed`, `inside*x*y*x*y*x*y`, `mean*height`.
    pub fn name(&self) -> String {
        let mut name = self.kind().to_string();
        match self {
            Self::Inside(corners) => corners.iter().flatten().for_each(|number| name += &format!("{JOIN}{number}")),
            Self::ColumnMean(column) | Self::ColumnLast(column) => name += &format!("{JOIN}{column}"),
            _ => {}
        }
        name
    }

    pub fn from_name(name: &str) -> Option<Self> {
        let Some((kind, rest)) = name.split_once(JOIN) else {
            return Self::PLAIN.into_iter().find(|quantity| quantity.kind() == name);
        };
        let column =
            || Some(rest.to_string()).filter(|name| !name.is_empty() && name.chars().count() <= LONGEST_COLUMN);
        match kind {
            "inside" => region(rest).map(Self::Inside),
            "mean" => column().map(Self::ColumnMean),
            "last" => column().map(Self::ColumnLast),
            _ => None,
        }
    }

    pub fn text(&self) -> Text {
        match self {
            Self::Speed => text!("quantity-speed"),
            Self::EndX => text!("quantity-end-x"),
            Self::EndY => text!("quantity-end-y"),
            Self::Displacement => text!("quantity-displacement"),
            Self::Turn => text!("quantity-turn"),
            Self::Range => text!("quantity-range"),
            Self::MeanX => text!("quantity-mean-x"),
            Self::MeanY => text!("quantity-mean-y"),
            Self::Inside(_) => text!("quantity-inside"),
            Self::ColumnMean(column) => text!("quantity-column-mean", column = column.as_str()),
            Self::ColumnLast(column) => text!("quantity-column-last", column = column.as_str()),
        }
    }
}

/// Reads the corners `x*y*x*y*...` of a polygon; None for fewer than three.
fn region(text: &str) -> Option<Vec<[f32; 2]>> {
    let number = |word: &str| parse_number(word).map(|number| number as f32).filter(|number| number.abs() < 1e6);
    let numbers = text.split(JOIN).take(2 * MOST_CORNERS + 1).map(number).collect::<Option<Vec<f32>>>()?;
    let fits = numbers.len().is_multiple_of(2) && (6..=2 * MOST_CORNERS).contains(&numbers.len());
    fits.then(|| numbers.as_chunks::<2>().0.to_vec())
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    pub quantity: PathQuantity,
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
        write!(f, "{}:", escape(&self.quantity.name()))?;
        for (index, threshold) in self.thresholds.iter().enumerate() {
            write!(f, "{}{threshold}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// Reads a rule; the notice names one that cannot be read.
pub(super) fn read_rule(text: &str) -> Result<Rule, Text> {
    let read = || {
        // The last colon: the name of a column may have others.
        let (quantity, thresholds) = text.rsplit_once(':')?;
        let number = |word: &str| parse_number(word).map(|number| number as f32).filter(|number| number.is_finite());
        let thresholds = thresholds.split(',').map(number).collect::<Option<Vec<f32>>>()?;
        Some(Rule { quantity: PathQuantity::from_name(quantity)?, thresholds })
    };
    read().ok_or_else(|| text!("link-no-rule", rule = excerpt(text)))
}

/// Copies the rule from `wish` to `run` if it has one threshold less than the label has styles.
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
        let rule = Rule { quantity: PathQuantity::EndX, thresholds: vec![-1.5, 0.25] };
        let run = RunConfig { rule: Some(rule.clone()), ..RunConfig::default() };
        assert!(run.to_query().ends_with("&rule=end_x:-1.5,0.25"), "{}", run.to_query());
        let (read, notices) = RunConfig::from_query(&run.to_query());
        assert_eq!((read.rule, notices.len()), (Some(rule.clone()), 0));
        assert_eq!([-2.0, 0.0, 3.0].map(|value| rule.style(value)), [0, 1, 2]);
        for quantity in [
            PathQuantity::Inside(vec![[0.5, -2.0], [3.0, 4.25], [10.0, 0.0]]),
            PathQuantity::ColumnMean("a:b, c*d & 5 %".into()),
            PathQuantity::ColumnLast("身高".into()),
        ] {
            let run = RunConfig { rule: Some(Rule { quantity, thresholds: vec![0.5] }), ..RunConfig::default() };
            assert_eq!(RunConfig::from_query(&run.to_query()), (run.clone(), vec![]), "{}", run.to_query());
        }
        for bad in ["rule=inside*1*2*3*4:1", "rule=inside*1*2*3*4*5:1", "rule=inside*1*2*3*4*5*inf:1", "rule=mean*:1"] {
            assert_eq!(RunConfig::from_query(bad).0.rule, None, "{bad}");
        }
        for bad in ["rule=", "rule=speed", "rule=size:1", "rule=speed:1,x", "rule=speed:inf"] {
            let (read, notices) = RunConfig::from_query(bad);
            assert_eq!((read.rule, notices[0].key.as_ref()), (None, "link-no-rule"), "{bad}");
        }
    }

    #[test]
    fn thresholds_have_to_fit_the_styles() {
        for (thresholds, fits) in [(vec![1.0], true), (vec![], false), (vec![1.0, 2.0], false)] {
            let rule = Some(Rule { quantity: PathQuantity::Speed, thresholds });
            let (mut run, mut notices) = (RunConfig::default(), vec![]);
            settle_rule(&mut run, &RunConfig { rule, ..RunConfig::default() }, 2, &mut notices);
            assert_eq!((run.rule.is_some(), notices.is_empty()), (fits, fits));
        }
    }
}
