//! From the visitor's wish to the lanes of a run.

use super::{Lane, Model, mix};
use protocol::{Catalog, KnobCard, RunConfig, RunId, Value};

/// What fits side by side.
pub const MOST_LANES: usize = 3;

impl Model {
    /// Learns what there is, settles what the link asked for, and says what had to be changed.
    pub fn adopt(&mut self, catalog: Catalog) {
        self.files.linked = self.wish.knobs.keys().cloned().collect();
        let (run, notices) = catalog.settle(&self.wish);
        notices.into_iter().for_each(|notice| self.notes.tell(notice));
        self.wish.version = run.version;
        self.wish.world = run.world;
        self.wish.label = run.label;
        self.wish.method = run.method;
        self.wish.seed = run.seed;
        self.wish.knobs.extend(run.knobs);
        self.settle_compare(&catalog);
        self.catalog = Some(catalog.into());
        self.settle_mix();
        self.reopen();
    }

    /// Starts anew: another generation, empty lanes. The caller tells the workers.
    pub fn reopen(&mut self) {
        let Some(catalog) = self.catalog.clone() else { return };
        let methods = if self.compare.is_empty() { vec![self.wish.method.clone()] } else { self.compare.clone() };
        self.lanes.clear();
        for method in methods {
            let (config, notices) = catalog.settle(&RunConfig { method, ..self.wish.clone() });
            notices.into_iter().for_each(|notice| self.notes.tell(notice));
            self.wish.knobs.extend(config.knobs.clone());
            self.lanes.push(Lane::new(config));
        }
        let known: Vec<_> = all_knobs(&catalog).map(|card| card.id.clone()).collect();
        self.wish.knobs.retain(|id, _| known.contains(id));
        self.run = RunId(self.run.0.wrapping_add(1));
        self.training = false;
        self.tuned.clear();
        self.moving = false;
        self.replayed = false;
        self.moment = None;
    }

    /// Another world has its own styles and its own beginnings: what was picked in the old one is let go, and so are
    /// knobs that nobody has touched.
    pub fn enter(&mut self, world: &str) {
        if let (Some(catalog), Some(card)) = (self.catalog.clone(), self.world().cloned()) {
            let touched = |id: &String, value: &mut Value| {
                !all_knobs(&catalog).any(|knob| knob.id == *id && card.default_of(knob) == *value)
            };
            self.wish.knobs.retain(touched);
        }
        self.wish.world = world.to_string();
        self.drawing = false;
        self.starts.clear();
        self.wish.label = self.world().and_then(|card| card.labels.first()).map(|l| l.id.clone()).unwrap_or_default();
        self.forget_styles();
    }

    pub fn forget_styles(&mut self) {
        self.mix.clear();
        self.settle_mix();
        self.selected = None;
        self.drawn = None;
        self.demos = None;
    }

    fn settle_mix(&mut self) {
        let styles = self.styles().len();
        if self.mix.len() != styles {
            if !self.mix.is_empty() {
                self.notes.tell(format!("The link's mix is not one of {styles} styles; equal shares are used."));
            }
            self.mix = mix::even(styles);
        }
    }

    /// "1" asks for the usual comparison; otherwise the methods are named.
    fn settle_compare(&mut self, catalog: &Catalog) {
        if self.compare.is_empty() {
            return;
        }
        let asked = std::mem::take(&mut self.compare);
        let mut unknown = asked.iter().filter(|id| *id != "1" && catalog.method(id).is_none());
        if unknown.next().is_some() {
            self.notes.tell("The link compares a method that does not exist; it was left out.");
        }
        let mut lanes: Vec<_> = asked.into_iter().filter(|id| catalog.method(id).is_some()).collect();
        lanes.dedup();
        lanes.truncate(MOST_LANES);
        self.compare = if lanes.len() < 2 { self.usual_comparison(catalog) } else { in_order(lanes, catalog) };
        if !self.compare.contains(&self.wish.method) {
            self.wish.method = self.compare.last().cloned().unwrap_or_default();
        }
    }

    /// The method at hand and the catalog's first ones beside it.
    pub fn usual_comparison(&self, catalog: &Catalog) -> Vec<String> {
        let others = catalog.methods.iter().map(|card| &card.id).filter(|id| **id != self.wish.method);
        let lanes = others.take(MOST_LANES - 1).chain([&self.wish.method]).cloned().collect();
        in_order(lanes, catalog)
    }

    /// Adds or removes a method from the comparison; there are always two or three.
    pub fn toggle_lane(&mut self, method: &str) {
        let Some(catalog) = self.catalog.clone() else { return };
        let mut lanes = self.compare.clone();
        match lanes.iter().position(|id| id == method) {
            Some(index) if lanes.len() > 2 => {
                lanes.remove(index);
            }
            None if lanes.len() < MOST_LANES => lanes.push(method.to_string()),
            _ => return,
        }
        self.compare = in_order(lanes, &catalog);
        if !self.compare.contains(&self.wish.method) {
            self.wish.method = self.compare.last().cloned().unwrap_or_default();
        }
    }

    /// Whether agents listen to the sliders in any lane.
    pub fn follows_style(&self) -> bool {
        (0..self.lanes.len()).any(|lane| self.method_of(lane).is_some_and(|card| card.follows_style))
    }

    /// Knobs to draw: those of the world, then those of the lanes' methods, each once.
    pub fn knobs(&self) -> Vec<KnobCard> {
        let world = self.world().map(|card| card.knobs.clone()).unwrap_or_default();
        let focus = self.method().map(|card| card.knobs.clone()).unwrap_or_default();
        let others = (0..self.lanes.len()).filter_map(|lane| self.method_of(lane)).flat_map(|card| card.knobs.clone());
        let mut all: Vec<KnobCard> = Vec::new();
        for card in world.into_iter().chain(focus).chain(others) {
            if !all.iter().any(|known| known.id == card.id) {
                all.push(card);
            }
        }
        all
    }

    pub fn value(&self, knob: &KnobCard) -> Value {
        self.wish.knobs.get(&knob.id).cloned().unwrap_or_else(|| knob.default.clone())
    }
}

fn all_knobs(catalog: &Catalog) -> impl Iterator<Item = &KnobCard> {
    let worlds = catalog.worlds.iter().flat_map(|card| &card.knobs);
    worlds.chain(catalog.methods.iter().flat_map(|card| &card.knobs))
}

/// The settings that shipped snapshots were made with: all defaults.
pub fn plain(catalog: &Catalog, world: &str, method: &str) -> RunConfig {
    let wish = RunConfig { world: world.into(), method: method.into(), ..RunConfig::default() };
    catalog.settle(&wish).0
}

fn in_order(lanes: Vec<String>, catalog: &Catalog) -> Vec<String> {
    catalog.methods.iter().map(|card| card.id.clone()).filter(|id| lanes.contains(id)).collect()
}
