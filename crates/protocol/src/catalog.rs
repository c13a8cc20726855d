//! Cards: worlds, labels, methods and knobs describe themselves; the page is drawn from them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{RunConfig, Text, Value};

/// All worlds and methods. The worker sends it once; the page names none of its entries in code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Catalog {
    pub worlds: Vec<WorldCard>,
    pub methods: Vec<MethodCard>,
    /// The settled run that a visitor sees first.
    pub first: RunConfig,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldCard {
    pub id: String,
    pub name: Text,
    /// One or two sentences for the visitor.
    pub about: Text,
    /// A sentence that says where the demonstrations come from.
    pub source: Text,
    /// Labels, which decide the style of a path; the first is the default.
    pub labels: Vec<LabelCard>,
    pub knobs: Vec<KnobCard>,
    /// Settings of the data knobs on which methods are worth comparing.
    pub presets: Vec<RecipeCard>,
    /// Defaults of a method's knobs in this world, where they differ from the knob's own.
    pub defaults: BTreeMap<String, Value>,
    /// The same for one method, by its id, where its cost or its settings as published ask for others.
    pub defaults_of: BTreeMap<String, BTreeMap<String, Value>>,
    /// Defaults that a choice of one of its own knobs brings with it.
    pub choice_defaults: Vec<ChoiceDefaults>,
    /// Values of recipes in this world, by the recipe's id, where they differ from the recipe's own.
    pub recipes: BTreeMap<String, BTreeMap<String, Value>>,
    /// The style strength γ that agents with a critic play and are counted with, until the visitor chooses one; a choice may
    /// bring its own (`strength_of`).
    pub strength: f32,
    pub view: super::View,
    /// The unit of the view's coordinates, such as feet.
    pub unit: Option<Text>,
    /// The screen of the console, in worlds whose agents play on one.
    pub screen: Option<super::ScreenCard>,
    /// Lines of the world itself, such as a court, in its own units.
    pub marks: Vec<super::Mark>,
    /// Measurements over one of its knobs.
    pub sweeps: Vec<super::Sweep>,
    /// Files that the world reads (`World::load`). The page fetches those that the site has.
    pub files: Vec<FileCard>,
    /// Whether the ends of episodes differ between styles, so that the page offers to show them.
    pub ends: bool,
    /// Whether the visitor can set where agents start.
    pub starts: bool,
    /// Whether a path can be drawn by hand and explained like a demonstration.
    pub draws: bool,
}

impl WorldCard {
    /// A world without files and without anything but its agents to draw. Its messages are `world-<id>`, with its `about`
    /// and `source`.
    pub fn new(id: &str, labels: Vec<LabelCard>, knobs: Vec<KnobCard>, view: super::View) -> Self {
        let name = Text::new(format!("world-{id}"));
        Self {
            id: id.into(),
            about: name.about(),
            source: Text::new(format!("world-{id}.source")),
            name,
            labels,
            knobs,
            presets: vec![],
            defaults: BTreeMap::new(),
            defaults_of: BTreeMap::new(),
            choice_defaults: vec![],
            recipes: BTreeMap::new(),
            strength: 0.0,
            view,
            unit: None,
            screen: None,
            marks: vec![],
            sweeps: vec![],
            files: vec![],
            ends: false,
            starts: false,
            draws: false,
        }
    }
}

/// Defaults of knobs where another knob has some value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceDefaults {
    pub knob: String,
    pub value: Value,
    pub defaults: BTreeMap<String, Value>,
    /// The style strength, where it differs from the world's.
    pub strength: Option<f32>,
}

/// A file that a world can use. The site has it at `datasets/<name>`, or a visitor gives it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileCard {
    pub name: String,
    /// What it is, in a sentence for the visitor.
    pub about: Text,
    /// Whether the world needs it to run; other files are optional, and nothing is said if they are missing.
    pub needed: bool,
    /// The choice of a knob that it makes possible.
    pub offers: Option<Offer>,
}

/// A choice of a knob that is disabled until its file is loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub knob: String,
    pub choice: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LabelCard {
    pub id: String,
    pub name: Text,
    pub about: Text,
    /// Style names in order; their number is K.
    pub styles: Vec<Text>,
    /// Share of steps that depend on the style: MI is at most this share of ln K.
    pub telling_share: f32,
    /// The number that decides the style, for labels that measure one.
    pub ranges: Option<Ranges>,
    /// Borders between styles, drawn into the world.
    pub marks: Vec<super::Mark>,
}

impl LabelCard {
    /// A label all of whose steps depend on the style, without marks. Its message is `label-<id>`.
    pub fn new(id: &str, styles: Vec<Text>) -> Self {
        let name = Text::new(format!("label-{id}"));
        Self { id: id.into(), about: name.about(), name, styles, telling_share: 1.0, ranges: None, marks: vec![] }
    }
}

/// Styles that are ranges of one number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ranges {
    /// Name of the number.
    pub name: Text,
    pub unit: Option<Text>,
    /// Rising; the style is the number of thresholds below the measured number.
    pub thresholds: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MethodCard {
    pub id: String,
    pub name: Text,
    /// Two sentences: what it does, what to expect.
    pub about: Text,
    /// The objective in plain text (UTF-8 mathematics).
    pub equation: String,
    pub knobs: Vec<KnobCard>,
    /// Values of several knobs that belong together; all recipes of a method have the same knobs.
    pub recipes: Vec<RecipeCard>,
    pub series: Vec<SeriesCard>,
    /// Whether the policy depends on the requested style.
    pub follows_style: bool,
    /// Whether it finds styles without labels. Its clusters then get the names of the labels that they match best, one
    /// to one.
    pub finds_styles: bool,
    /// Whether it has a critic: MI curve, weights, timeline, and style strength at play time.
    pub has_critic: bool,
    /// Whether it uses weights by hand ([`Stretch`](super::Stretch)).
    pub takes_weights: bool,
    /// Whether its networks can see pictures.
    pub sees_pictures: bool,
}

/// Values for several knobs of a method, or of a world's data, that are chosen together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecipeCard {
    pub id: String,
    pub name: Text,
    /// What it does and where it comes from.
    pub about: Text,
    pub knobs: BTreeMap<String, Value>,
}

impl RecipeCard {
    /// `key` is the message of its name; the explanation is that message's `.about`.
    pub fn new(id: &str, key: &'static str, knobs: BTreeMap<String, Value>) -> Self {
        let name = Text::new(key);
        Self { id: id.into(), about: name.about(), name, knobs }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnobCard {
    pub id: String,
    pub name: Text,
    /// What it does, in one sentence.
    pub about: Text,
    pub group: KnobGroup,
    pub kind: KnobKind,
    pub default: Value,
    /// Applied while training goes on; otherwise a change starts the run anew.
    pub live: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KnobGroup {
    Data,
    Critic,
    /// Networks that are trained on rollouts.
    Rollouts,
    Weights,
    Policy,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum KnobKind {
    Number {
        min: f64,
        max: f64,
        /// Slider step; for logarithmic knobs a ratio.
        step: f64,
        logarithmic: bool,
        /// Shown behind the value.
        unit: Option<Text>,
    },
    Whole {
        min: u32,
        max: u32,
        step: u32,
        unit: Option<Text>,
    },
    Choice(Vec<Choice>),
    /// One of these ready-made drawings, or the text of another one.
    Drawing(Vec<Choice>),
    /// Names of a file's columns, separated by commas; `auto` leaves the choice to the world.
    Columns,
}

impl KnobKind {
    /// Choices that have an id.
    pub fn choices(&self) -> &[Choice] {
        match self {
            Self::Choice(choices) | Self::Drawing(choices) => choices,
            Self::Number { .. } | Self::Whole { .. } | Self::Columns => &[],
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    pub id: String,
    pub name: Text,
    pub about: Text,
}

/// A curve: which chart it belongs to, its unit, and how to read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeriesCard {
    pub id: String,
    pub name: Text,
    pub about: Text,
    /// None for a plain number.
    pub unit: Option<Text>,
    /// Curves of one chart share axes.
    pub chart: Chart,
    /// Measured on held-out trajectories.
    pub held_out: bool,
}

/// The charts that curves are drawn in, in the order in which they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Chart {
    /// Estimated mutual information.
    Mi,
    /// How well found styles agree with labels.
    Styles,
    /// Reward of the policy in adversarial training.
    Reward,
    /// Information of a latent variable, and its weight in the loss.
    Latent,
    Loss,
}

impl Catalog {
    pub fn world(&self, id: &str) -> Option<&WorldCard> {
        self.worlds.iter().find(|card| card.id == id)
    }

    pub fn method(&self, id: &str) -> Option<&MethodCard> {
        self.methods.iter().find(|card| card.id == id)
    }
}

impl WorldCard {
    /// The default of a method's knob in this world, beside these values of others: the method's own, or else what a choice
    /// brings with it, or else the world's.
    pub fn default_of(&self, knob: &KnobCard, method: &str, chosen: &BTreeMap<String, Value>) -> Value {
        let of_method = self.defaults_of.get(method).and_then(|defaults| defaults.get(&knob.id));
        let here = of_method.or_else(|| self.chosen_default(&knob.id, chosen)).or_else(|| self.defaults.get(&knob.id));
        here.unwrap_or(&knob.default).clone()
    }

    /// The default that a choice among these values brings with it.
    fn chosen_default(&self, id: &str, chosen: &BTreeMap<String, Value>) -> Option<&Value> {
        self.made(chosen).find_map(|choice| choice.defaults.get(id))
    }

    /// The choices among these values that bring defaults with them.
    fn made(&self, chosen: &BTreeMap<String, Value>) -> impl Iterator<Item = &ChoiceDefaults> {
        self.choice_defaults.iter().filter(|choice| chosen.get(&choice.knob) == Some(&choice.value))
    }

    /// The style strength that agents play with where knobs have these values.
    pub fn strength_of(&self, chosen: &BTreeMap<String, Value>) -> f32 {
        self.made(chosen).find_map(|choice| choice.strength).unwrap_or(self.strength)
    }

    /// Whether other knobs have other defaults where this one has another value.
    pub fn decides_defaults(&self, knob: &str) -> bool {
        self.choice_defaults.iter().any(|choice| choice.knob == knob)
    }

    /// The values of a recipe in this world. Where they are the world's defaults, they follow the same choices.
    pub fn recipe_values(&self, recipe: &RecipeCard, chosen: &BTreeMap<String, Value>) -> BTreeMap<String, Value> {
        let here = self.recipes.get(&recipe.id);
        let mut values = recipe.knobs.clone();
        for (id, value) in &mut values {
            if let Some(other) = here.and_then(|values| values.get(id)) {
                value.clone_from(other);
                if let Some(chosen) = self.chosen_default(id, chosen).filter(|_| self.defaults.get(id) == Some(other)) {
                    value.clone_from(chosen);
                }
            }
        }
        values
    }

    pub fn label(&self, id: &str) -> Option<&LabelCard> {
        self.labels.iter().find(|card| card.id == id)
    }

    /// The choice that a file makes possible; `file` is the name of its card.
    pub fn offer(&self, file: &str) -> Option<&Offer> {
        self.files.iter().find(|card| card.name == file).and_then(|card| card.offers.as_ref())
    }
}
