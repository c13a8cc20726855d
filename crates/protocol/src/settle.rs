//! From a wished-for configuration to one that exists, with a sentence for each change.

use super::query::excerpt;
use super::{CONFIG_VERSION, Catalog, KnobCard, KnobKind, MAX_SEED, RunConfig, Value};

impl Catalog {
    /// Fills in what is missing, clamps what is out of range, drops what is unknown. A missing value is
    /// no news; everything else that was changed is named.
    pub fn settle(&self, wish: &RunConfig) -> (RunConfig, Vec<String>) {
        let mut notices = Vec::new();
        if wish.version != CONFIG_VERSION {
            notices.push(format!(
                "This run was described for version {} of the page, and this is version {CONFIG_VERSION}: its numbers may differ.",
                wish.version
            ));
        }
        let world = pick("world", &wish.world, &self.worlds, |card| &card.id, &self.first.world, &mut notices);
        let method = pick("method", &wish.method, &self.methods, |card| &card.id, &self.first.method, &mut notices);
        let (Some(world), Some(method)) = (world, method) else {
            return (self.first.clone(), notices);
        };
        let first_label = world.labels.first().map(|card| card.id.clone()).unwrap_or_default();
        let label = pick("label", &wish.label, &world.labels, |card| &card.id, &first_label, &mut notices);
        let seed = wish.seed.min(MAX_SEED);
        if seed != wish.seed {
            notices.push(format!("The seed was lowered to {MAX_SEED}, the largest there is."));
        }
        let mut run = RunConfig {
            version: CONFIG_VERSION,
            world: world.id.clone(),
            label: label.map(|card| card.id.clone()).unwrap_or_default(),
            method: method.id.clone(),
            seed,
            knobs: Default::default(),
        };
        for card in world.knobs.iter().chain(&method.knobs) {
            let value = match wish.knobs.get(&card.id) {
                None => world.begin(card),
                Some(value) => card.settle(value, &mut notices),
            };
            run.knobs.insert(card.id.clone(), value);
        }
        self.name_strangers(wish, &run, &mut notices);
        (run, notices)
    }

    /// Knobs of other worlds and methods are passed over in silence (the visitor changed method);
    /// knobs nobody has are named.
    fn name_strangers(&self, wish: &RunConfig, run: &RunConfig, notices: &mut Vec<String>) {
        let known = |id: &str| {
            let worlds = self.worlds.iter().flat_map(|card| &card.knobs);
            worlds.chain(self.methods.iter().flat_map(|card| &card.knobs)).any(|card| card.id == id)
        };
        let strangers: Vec<_> =
            wish.knobs.keys().filter(|id| !run.knobs.contains_key(*id) && !known(id)).map(|id| excerpt(id)).collect();
        if let Some(first) = strangers.first() {
            let more = if strangers.len() > 1 { format!(" and {} more", strangers.len() - 1) } else { String::new() };
            notices.push(format!("The link names a setting that does not exist (“{first}”{more}); it was ignored."));
        }
    }
}

impl KnobCard {
    /// The nearest value this knob can take, with a notice when that is another one.
    pub fn settle(&self, wish: &Value, notices: &mut Vec<String>) -> Value {
        let (settled, shown) = match (&self.kind, wish) {
            (KnobKind::Choice(choices), Value::Word(word)) if choices.iter().any(|choice| choice.id == *word) => {
                return wish.clone();
            }
            (KnobKind::Number { min, max, .. }, Value::Number(number)) if number.is_finite() => {
                (Value::Number(number.clamp(*min, *max)), number.to_string())
            }
            (KnobKind::Whole { min, max, .. }, Value::Number(number)) if number.is_finite() => {
                (Value::Number(number.round().clamp(f64::from(*min), f64::from(*max))), number.to_string())
            }
            (_, Value::Number(number)) => (self.default.clone(), number.to_string()),
            (_, Value::Word(word)) => (self.default.clone(), word.clone()),
        };
        if settled != *wish {
            let now = match &settled {
                Value::Number(number) => number.to_string(),
                Value::Word(word) => word.clone(),
            };
            notices.push(format!("{} cannot be “{}”; {now} is used.", self.name, excerpt(&shown)));
        }
        settled
    }
}

fn pick<'a, T>(
    what: &str,
    wish: &str,
    cards: &'a [T],
    id: impl Fn(&T) -> &String,
    fallback: &str,
    notices: &mut Vec<String>,
) -> Option<&'a T> {
    if let Some(card) = cards.iter().find(|card| id(card) == wish) {
        return Some(card);
    }
    if !wish.is_empty() {
        notices.push(format!("There is no {what} called “{}”; “{fallback}” is used.", excerpt(wish)));
    }
    cards.iter().find(|card| id(card) == fallback)
}
