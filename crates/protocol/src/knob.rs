//! Knobs, declared once. A declaration holds the id, range, default and message key of a knob; it makes the card that
//! the page draws and reads the value out of a run. The id of a knob stands nowhere else.

use crate::drawing::Drawing;
use crate::{Choice, KnobCard, KnobGroup, KnobKind, RunConfig, Text, Value};

/// What every kind of knob has.
#[derive(Clone, Copy)]
struct Common {
    id: &'static str,
    key: &'static str,
    group: KnobGroup,
    live: bool,
}

impl Common {
    fn card(&self, kind: KnobKind, default: Value) -> KnobCard {
        let name = Text::new(self.key);
        KnobCard { id: self.id.into(), about: name.about(), name, group: self.group, kind, default, live: self.live }
    }
}

/// A real number in a range.
#[derive(Clone, Copy)]
pub struct NumberKnob {
    common: Common,
    min: f64,
    max: f64,
    step: f64,
    logarithmic: bool,
    unit: Option<&'static str>,
    default: f64,
}

/// A whole number in a range.
#[derive(Clone, Copy)]
pub struct WholeKnob {
    common: Common,
    min: u32,
    max: u32,
    step: u32,
    unit: Option<&'static str>,
    default: u32,
}

/// One of several choices, each with an id (in links) and a message key (`<knob's key>-<id>`).
#[derive(Clone, Copy)]
pub struct ChoiceKnob<T: 'static> {
    common: Common,
    choices: &'static [(&'static str, T)],
    default: &'static str,
}

/// A ready-made drawing by its id, or the visitor's own as text.
#[derive(Clone, Copy)]
pub struct DrawingKnob<T: 'static> {
    ready: ChoiceKnob<T>,
}

/// The value of a `DrawingKnob`.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn<T> {
    Ready(T),
    Own(Drawing),
}

/// Names of columns of a file.
#[derive(Clone, Copy)]
pub struct ColumnsKnob {
    common: Common,
}

/// The value of a `ColumnsKnob` that names no columns.
const AUTO: &str = "auto";
/// Longer lists of columns are refused. Bytes.
pub(crate) const LONGEST_COLUMNS: usize = 1000;

macro_rules! common_builders {
    () => {
        pub const fn id(&self) -> &'static str {
            self.common.id
        }

        /// Takes effect while training goes on; otherwise a change starts the run anew.
        pub const fn live(mut self) -> Self {
            self.common.live = true;
            self
        }
    };
}

impl NumberKnob {
    /// `key` is the message of its name; the explanation is that message's `.about`.
    pub const fn new(id: &'static str, key: &'static str, group: KnobGroup, range: (f64, f64), default: f64) -> Self {
        let common = Common { id, key, group, live: false };
        let (min, max) = range;
        Self { common, min, max, step: 0.05, logarithmic: false, unit: None, default }
    }

    common_builders!();

    /// What one press of an arrow key adds; for logarithmic knobs a ratio.
    pub const fn step(mut self, step: f64) -> Self {
        self.step = step;
        self
    }

    /// Each step multiplies by `ratio`.
    pub const fn logarithmic(mut self, ratio: f64) -> Self {
        self.logarithmic = true;
        self.step = ratio;
        self
    }

    /// Message key of the unit.
    pub const fn unit(mut self, key: &'static str) -> Self {
        self.unit = Some(key);
        self
    }

    pub fn get(&self, run: &RunConfig) -> f64 {
        match run.knobs.get(self.common.id) {
            Some(Value::Number(number)) => *number,
            _ => self.default,
        }
    }

    /// As an entry of `RunConfig::knobs` or `WorldCard::defaults`.
    pub fn at(&self, value: f64) -> (String, Value) {
        (self.common.id.into(), Value::Number(value))
    }

    pub fn card(&self) -> KnobCard {
        let Self { min, max, step, logarithmic, unit, default, .. } = *self;
        let kind = KnobKind::Number { min, max, step, logarithmic, unit: unit.map(Text::new) };
        self.common.card(kind, Value::Number(default))
    }
}

impl WholeKnob {
    /// `key` is the message of its name; the explanation is that message's `.about`.
    pub const fn new(id: &'static str, key: &'static str, group: KnobGroup, range: (u32, u32), default: u32) -> Self {
        let common = Common { id, key, group, live: false };
        let (min, max) = range;
        Self { common, min, max, step: 1, unit: None, default }
    }

    common_builders!();

    pub const fn step(mut self, step: u32) -> Self {
        self.step = step;
        self
    }

    /// Message key of the unit.
    pub const fn unit(mut self, key: &'static str) -> Self {
        self.unit = Some(key);
        self
    }

    /// The same knob with another default.
    pub const fn with_default(mut self, default: u32) -> Self {
        self.default = default;
        self
    }

    /// The value, clamped to the knob's largest even in a run that was not settled, because sizes are computed from it.
    pub fn get(&self, run: &RunConfig) -> usize {
        match run.knobs.get(self.common.id) {
            Some(Value::Number(number)) => number.clamp(0.0, f64::from(self.max)) as usize,
            _ => self.default as usize,
        }
    }

    /// As an entry of `RunConfig::knobs` or `WorldCard::defaults`.
    pub fn at(&self, value: u32) -> (String, Value) {
        (self.common.id.into(), Value::Number(f64::from(value)))
    }

    pub fn card(&self) -> KnobCard {
        let Self { min, max, step, unit, default, .. } = *self;
        let kind = KnobKind::Whole { min, max, step, unit: unit.map(Text::new) };
        self.common.card(kind, Value::Number(f64::from(default)))
    }
}

impl<T: Copy + PartialEq> ChoiceKnob<T> {
    /// `key` is the message of its name. `choices` are pairs of an id and what it stands for; `default` is one of the ids.
    pub const fn new(
        id: &'static str,
        key: &'static str,
        group: KnobGroup,
        choices: &'static [(&'static str, T)],
        default: &'static str,
    ) -> Self {
        Self { common: Common { id, key, group, live: false }, choices, default }
    }

    common_builders!();

    pub fn get(&self, run: &RunConfig) -> T {
        let of = |id: &str| self.choices.iter().find(|(choice, _)| *choice == id).map(|(_, value)| *value);
        let chosen = match run.knobs.get(self.common.id) {
            Some(Value::Word(word)) => of(word),
            _ => None,
        };
        // The default is one of the choices (a test asserts it for every knob), so the first is never used.
        chosen.or_else(|| of(self.default)).unwrap_or(self.choices[0].1)
    }

    /// The id of a choice, as links have it.
    pub fn word(&self, value: T) -> &'static str {
        self.choices.iter().find(|(_, choice)| *choice == value).map_or(self.default, |(id, _)| id)
    }

    /// As an entry of `RunConfig::knobs` or `WorldCard::defaults`.
    pub fn at(&self, value: T) -> (String, Value) {
        (self.common.id.into(), Value::Word(self.word(value).into()))
    }

    pub fn card(&self) -> KnobCard {
        let choice = |(id, _): &(&'static str, T)| {
            let name = Text::new(format!("{}-{id}", self.common.key));
            Choice { id: (*id).into(), about: name.about(), name }
        };
        let kind = KnobKind::Choice(self.choices.iter().map(choice).collect());
        self.common.card(kind, Value::Word(self.default.into()))
    }
}

impl ColumnsKnob {
    /// `key` is the message of its name; the explanation is that message's `.about`.
    pub const fn new(id: &'static str, key: &'static str, group: KnobGroup) -> Self {
        Self { common: Common { id, key, group, live: false } }
    }

    common_builders!();

    /// The names in their order; empty if the world chooses the columns.
    pub fn words(&self, run: &RunConfig) -> Vec<String> {
        match run.knobs.get(self.common.id) {
            Some(Value::Word(word)) if word != AUTO => {
                word.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
            }
            _ => vec![],
        }
    }

    pub fn card(&self) -> KnobCard {
        self.common.card(KnobKind::Columns, Value::Word(AUTO.into()))
    }
}

impl<T: Copy + PartialEq> DrawingKnob<T> {
    /// `ready` are the ids of ready-made drawings and what they stand for; see [`ChoiceKnob::new`].
    pub const fn new(
        id: &'static str,
        key: &'static str,
        group: KnobGroup,
        ready: &'static [(&'static str, T)],
        default: &'static str,
    ) -> Self {
        Self { ready: ChoiceKnob::new(id, key, group, ready, default) }
    }

    pub const fn id(&self) -> &'static str {
        self.ready.id()
    }

    /// The drawing of a run; the default if the text is not a drawing, which a settled run never has.
    pub fn get(&self, run: &RunConfig) -> Drawn<T> {
        match run.knobs.get(self.id()) {
            Some(Value::Word(word)) => Drawing::from_text(word).map_or(Drawn::Ready(self.ready.get(run)), Drawn::Own),
            _ => Drawn::Ready(self.ready.get(run)),
        }
    }

    /// The id of a ready-made drawing, as links have it.
    pub fn word(&self, value: T) -> &'static str {
        self.ready.word(value)
    }

    /// As an entry of `RunConfig::knobs`.
    pub fn at(&self, value: &Drawn<T>) -> (String, Value) {
        match value {
            Drawn::Ready(ready) => self.ready.at(*ready),
            Drawn::Own(drawing) => (self.id().into(), Value::Word(drawing.to_text())),
        }
    }

    pub fn card(&self) -> KnobCard {
        let card = self.ready.card();
        match card.kind {
            KnobKind::Choice(choices) => KnobCard { kind: KnobKind::Drawing(choices), ..card },
            _ => card,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Colour {
        Red,
        Green,
    }

    const SHARE: NumberKnob = NumberKnob::new("share", "knob-share", KnobGroup::Data, (0.0, 1.0), 0.25).live();
    const COUNT: WholeKnob = WholeKnob::new("count", "knob-count", KnobGroup::Data, (1, 9), 3);
    const COLOUR: ChoiceKnob<Colour> = ChoiceKnob::new(
        "colour",
        "knob-colour",
        KnobGroup::Data,
        &[("red", Colour::Red), ("green", Colour::Green)],
        "green",
    );

    #[test]
    fn a_missing_value_reads_as_the_default() {
        let run = RunConfig::default();
        assert_eq!((SHARE.get(&run), COUNT.get(&run), COLOUR.get(&run)), (0.25, 3, Colour::Green));
    }

    #[test]
    fn what_was_set_is_read_back() {
        let knobs = [SHARE.at(0.5), COUNT.at(7), COLOUR.at(Colour::Red)].into();
        let run = RunConfig { knobs, ..RunConfig::default() };
        assert_eq!((SHARE.get(&run), COUNT.get(&run), COLOUR.get(&run)), (0.5, 7, Colour::Red));
    }

    #[test]
    fn no_number_in_a_run_is_larger_than_the_knob_allows() {
        for (number, read) in [(1e300, 9), (f64::INFINITY, 9), (f64::NAN, 0), (-5.0, 0)] {
            let run = RunConfig { knobs: [("count".into(), Value::Number(number))].into(), ..RunConfig::default() };
            assert_eq!(COUNT.get(&run), read, "{number}");
        }
    }

    #[test]
    fn cards_name_their_messages() {
        let card = COLOUR.card();
        assert_eq!((card.name.key.as_ref(), card.about.key.as_ref()), ("knob-colour", "knob-colour.about"));
        let KnobKind::Choice(choices) = card.kind else { panic!("not a choice") };
        assert_eq!(choices[0].name.key, "knob-colour-red");
        assert!(SHARE.card().live && !COUNT.card().live);
    }
}
