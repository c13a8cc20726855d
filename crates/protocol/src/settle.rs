//! Turns a configuration from a link or file into one that can be run, with a sentence for each change.

use super::drawing::Drawing;
use super::knob::LONGEST_COLUMNS;
use super::knobs::sees::{SEES, Sees};
use super::query::excerpt;
use super::relabel::settle_relabels;
use super::rule::settle_rule;
use super::weigh::settle_stretches;
use super::{
    CONFIG_VERSION, Catalog, Change, KnobCard, KnobKind, MAX_CHANGES, MAX_SEED, MethodCard, RunConfig, Text, Value,
    WorldCard, sort_short, text,
};

impl Catalog {
    /// Fills in missing values, clamps values out of range and drops unknown settings. There is a notice for every
    /// change but filled-in values.
    pub fn settle(&self, wish: &RunConfig) -> (RunConfig, Vec<Text>) {
        let mut notices = Vec::new();
        if wish.version != CONFIG_VERSION {
            notices.push(text!("link-other-version", theirs = wish.version, ours = CONFIG_VERSION));
        }
        let world = find(&wish.world, &self.worlds, |card| &card.id, &self.first.world);
        let method = find(&wish.method, &self.methods, |card| &card.id, &self.first.method);
        let (Some(world), Some(method)) = (world, method) else {
            return (self.first.clone(), notices);
        };
        let first_label = world.labels.first().map(|card| card.id.clone()).unwrap_or_default();
        let label = find(&wish.label, &world.labels, |card| &card.id, &first_label);
        let styles = label.map_or(0, |card| card.styles.len());
        let label = label.map(|card| card.id.clone()).unwrap_or_default();
        let replaced = [
            ("link-no-world", &wish.world, &world.id),
            ("link-no-method", &wish.method, &method.id),
            ("link-no-label", &wish.label, &label),
        ];
        for (key, wished, used) in replaced.into_iter().filter(|(_, wished, used)| !wished.is_empty() && wished != used)
        {
            notices.push(text!(key, wished = excerpt(wished), used = used.as_str()));
        }
        let seed = wish.seed.min(MAX_SEED);
        if seed != wish.seed {
            notices.push(text!("link-seed-too-large", largest = MAX_SEED));
        }
        let mut run = RunConfig {
            version: CONFIG_VERSION,
            world: world.id.clone(),
            label,
            method: method.id.clone(),
            seed,
            knobs: Default::default(),
            changes: Vec::new(),
            weigh: Vec::new(),
            relabel: Vec::new(),
            rule: None,
        };
        let mut chosen = wish.knobs.clone();
        let unseeing = !method.sees_pictures && SEES.get(wish) == Sees::Picture;
        if unseeing {
            chosen.extend([SEES.at(Sees::Surroundings)]);
        }
        for card in world.knobs.iter().chain(&method.knobs) {
            let default = world.default_of(card, &method.id, &chosen);
            // A method that cannot see has no use for the defaults of seeing, which its link may have from another method.
            let wished = wish.knobs.get(&card.id);
            let left = |value: &&Value| unseeing && **value == world.default_of(card, &method.id, &wish.knobs);
            let value = match wished.filter(|value| !left(value)) {
                None => default,
                Some(value) => card.settle(value, &default, &mut notices),
            };
            run.knobs.insert(card.id.clone(), value);
        }
        if unseeing && world.knobs.iter().any(|card| card.id == SEES.id()) {
            run.knobs.extend([SEES.at(Sees::Surroundings)]);
            notices.push(text!("link-sees-surroundings", method = method.name.clone()));
        }
        settle_changes(&mut run, wish, world, method, &mut notices);
        settle_stretches(&mut run, wish, method, &mut notices);
        settle_relabels(&mut run, wish, styles, &mut notices);
        settle_rule(&mut run, wish, styles, &mut notices);
        notices.extend(self.unknown_settings(wish));
        (run, notices)
    }

    /// A notice for settings that are knobs of no world or method. Knobs of other worlds and methods are dropped
    /// without one, since they remain when the visitor chooses another method.
    fn unknown_settings(&self, wish: &RunConfig) -> Option<Text> {
        let known = |id: &str| {
            let worlds = self.worlds.iter().flat_map(|card| &card.knobs);
            worlds.chain(self.methods.iter().flat_map(|card| &card.knobs)).any(|card| card.id == id)
        };
        let changed = wish.changes.iter().map(|change| &change.knob);
        let mut unknown = wish.knobs.keys().chain(changed).filter(|id| !known(id));
        let first = unknown.next()?;
        Some(text!("link-unknown-settings", first = excerpt(first), more = unknown.count()))
    }
}

impl KnobCard {
    /// The nearest value that this knob can take, with a notice if it differs; `default` if there is no nearest one.
    pub fn settle(&self, wish: &Value, default: &Value, notices: &mut Vec<Text>) -> Value {
        let settled = match (&self.kind, wish) {
            (KnobKind::Choice(choices), Value::Word(word)) if choices.iter().any(|choice| choice.id == *word) => {
                wish.clone()
            }
            (KnobKind::Drawing(choices), Value::Word(word)) if !choices.iter().any(|choice| choice.id == *word) => {
                match Drawing::from_text(word) {
                    Ok(_) => wish.clone(),
                    Err(error) => {
                        notices.push(error.text());
                        return default.clone();
                    }
                }
            }
            (KnobKind::Drawing(_), Value::Word(_)) => wish.clone(),
            (KnobKind::Columns, Value::Word(word)) if !word.is_empty() && word.len() <= LONGEST_COLUMNS => wish.clone(),
            (KnobKind::Number { min, max, .. }, Value::Number(number)) if number.is_finite() => {
                Value::Number(number.clamp(*min, *max))
            }
            (KnobKind::Whole { min, max, .. }, Value::Number(number)) if number.is_finite() => {
                Value::Number(number.round().clamp(f64::from(*min), f64::from(*max)))
            }
            _ => default.clone(),
        };
        if settled != *wish {
            let (wished, used) = (excerpt(&wish.to_string()), settled.to_string());
            notices.push(text!("link-knob-out-of-range", knob = self.name.clone(), wished = wished, used = used));
        }
        settled
    }
}

/// Copies the changes of live knobs, clamped; changes of other methods' knobs are dropped without a notice.
fn settle_changes(
    run: &mut RunConfig,
    wish: &RunConfig,
    world: &WorldCard,
    method: &MethodCard,
    notices: &mut Vec<Text>,
) {
    let mut wished: Vec<&Change> = wish.changes.iter().collect();
    sort_short(&mut wished, |change| change.step);
    for Change { step, knob, value } in wished {
        let Some(card) = world.knobs.iter().chain(&method.knobs).find(|card| card.id == *knob) else { continue };
        if !card.live {
            notices.push(text!("link-change-not-live", knob = card.name.clone(), step = *step));
            continue;
        }
        let value = card.settle(value, &world.default_of(card, &method.id, &run.knobs), notices);
        if !run.record(Change { step: *step, knob: knob.clone(), value }) {
            return notices.push(text!("link-too-many-changes", most = MAX_CHANGES));
        }
    }
}

/// The card with the id `wish`, or else the one with the id `fallback`.
fn find<'a, T>(wish: &str, cards: &'a [T], id: impl Fn(&T) -> &String, fallback: &str) -> Option<&'a T> {
    let find = |wanted: &str| cards.iter().find(|card| id(card) == wanted);
    find(wish).or_else(|| find(fallback))
}
