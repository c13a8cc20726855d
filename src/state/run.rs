//! From what the visitor requested to the lanes of a run.

use std::sync::Arc;

use super::{Lane, Model, ViewState, shares};
use protocol::{Catalog, KnobCard, Replayed, RunConfig, RunId, Value, text};

/// As many as fit side by side.
pub const MAX_LANES: usize = 3;

impl Model {
    /// Takes the catalog, and opens what the link requested.
    pub fn set_catalog(&mut self, catalog: Catalog) {
        let catalog = Arc::new(catalog);
        self.catalog = Some(catalog.clone());
        self.settle_stored();
        self.open_linked(catalog);
    }

    /// Takes what an address says; everything else of the page stays.
    pub fn take_link(&mut self, linked: Model) {
        self.requested = linked.requested;
        self.compare = linked.compare;
        self.shares = linked.shares;
        self.strength = linked.strength;
        (self.selected, self.selected_step, self.drawn) = (linked.selected, linked.selected_step, None);
        self.selected_by_visitor = linked.selected_by_visitor;
        self.starts = linked.starts;
        self.view = ViewState { held: self.view.held, ..linked.view };
        self.show_ends = linked.show_ends;
        linked.notices.all().iter().for_each(|notice| self.notices.info(notice.text.clone()));
    }

    /// Settles what the link requested, and adds a notice for every change.
    pub fn open_linked(&mut self, catalog: Arc<Catalog>) {
        self.offers.linked.clear();
        self.offers.linked.extend(self.requested.knobs.keys().cloned());
        let (run, notices) = catalog.settle(&self.requested);
        notices.into_iter().for_each(|notice| self.notices.info(notice));
        self.requested.version = run.version;
        self.requested.world = run.world;
        self.requested.label = run.label;
        self.requested.method = run.method;
        self.requested.seed = run.seed;
        self.requested.knobs.extend(run.knobs);
        self.settle_compare(&catalog);
        self.settle_shares();
        self.reopen();
    }

    /// Opens the run that is requested now: where it was left, if it was trained before or ships with the page. The caller
    /// sends it to the workers. Changes on the way come with a link and are then the lanes' own: the run after this one
    /// begins with the settings that are shown.
    pub fn reopen(&mut self) {
        self.open_lanes(true);
    }

    /// Opens the run that is requested now, from scratch.
    pub fn start_over(&mut self) {
        self.open_lanes(false);
    }

    fn open_lanes(&mut self, resume: bool) {
        let Some(catalog) = self.catalog.clone() else { return };
        let methods = if self.compare.is_empty() { vec![self.requested.method.clone()] } else { self.compare.clone() };
        let mut before = std::mem::take(&mut self.lanes);
        before.iter().for_each(|lane| self.kept.keep(lane));
        for method in methods {
            let (config, notices) = catalog.settle(&RunConfig { method, ..self.requested.clone() });
            notices.into_iter().for_each(|notice| self.notices.info(notice));
            self.requested.knobs.extend(config.knobs.clone());
            let lane = self.new_lane(config, &mut before, resume);
            self.lanes.push(lane);
        }
        self.requested.changes.clear();
        let known: Vec<_> = all_knobs(&catalog).map(|card| card.id.clone()).collect();
        self.requested.knobs.retain(|id, _| known.contains(id));
        self.run = RunId(self.run.0.wrapping_add(1));
        self.training = false;
        self.telling = None;
        self.tuned.clear();
        self.agents_moving = false;
        self.replayed = Replayed::No;
        self.demo_step = None;
    }

    /// A lane in the place of the one before with the same world, label and method.
    fn new_lane(&self, config: RunConfig, before: &mut Vec<Lane>, resume: bool) -> Lane {
        let task = |run: &RunConfig| (run.world.clone(), run.label.clone(), run.method.clone());
        let place = before.iter().position(|lane| task(&lane.config) == task(&config));
        let mut lane = match place {
            Some(place) => Lane::after(before.swap_remove(place), config),
            None => Lane::new(config),
        };
        if resume && !self.kept.resume(&mut lane) {
            lane.awaits_stored = self.stored.get(&lane.config.to_query()).cloned();
            lane.awaits_shipped = lane.awaits_stored.is_none() && self.is_shipped(&lane.config);
        }
        lane
    }

    /// Another method may have other defaults in this world; knobs that still have those of the old one are dropped.
    pub fn enter_method(&mut self, method: &str) {
        self.drop_defaults();
        self.requested.method = method.to_string();
    }

    /// Another world has its own styles and defaults: selections of the old one are dropped, and so are knobs that still
    /// have its defaults. A recipe that the visitor chose is followed with its values there.
    pub fn enter_world(&mut self, world: &str) {
        let recipe = self.chosen_recipe();
        self.drop_defaults();
        self.requested.world = world.to_string();
        // What a file made possible elsewhere needs a file here too, also when worlds without such a choice came in between.
        let mut knobs = std::mem::take(&mut self.requested.knobs);
        knobs.retain(|knob, value| !matches!(&*value, Value::Word(choice) if self.is_locked(knob, choice)));
        self.requested.knobs = knobs;
        if let (Some(recipe), Some(card)) = (recipe, self.world().cloned()) {
            self.follow_recipe(&card, &recipe);
        }
        self.drawing = false;
        self.starts.clear();
        // What was said by hand is about the demonstrations of the other world.
        self.requested.weigh.clear();
        self.requested.relabel.clear();
        self.requested.rule = None;
        self.requested.label =
            self.world().and_then(|card| card.labels.first()).map(|l| l.id.clone()).unwrap_or_default();
        self.reset_styles();
    }

    /// Drops knobs that have the defaults of the settings, so that other settings can bring theirs.
    pub fn drop_defaults(&mut self) {
        if let (Some(catalog), Some(card)) = (self.catalog.clone(), self.world().cloned()) {
            let RunConfig { method, knobs: chosen, .. } = self.requested.clone();
            let touched = |id: &String, value: &mut Value| {
                !all_knobs(&catalog).any(|knob| knob.id == *id && card.default_of(knob, &method, &chosen) == *value)
            };
            self.requested.knobs.retain(touched);
        }
    }

    pub fn reset_styles(&mut self) {
        self.shares.clear();
        self.settle_shares();
        self.selected = None;
        self.selected_by_visitor = false;
        self.selected_step = None;
        self.drawn = None;
        self.demos = None;
    }

    fn settle_shares(&mut self) {
        let styles = self.styles().len();
        if self.shares.len() != styles {
            if !self.shares.is_empty() {
                self.notices.info(text!("link-mix-other-styles", styles = styles));
            }
            self.shares = shares::even(styles);
        }
    }

    /// `compare=1` is the default comparison; otherwise the link names the methods.
    fn settle_compare(&mut self, catalog: &Catalog) {
        if self.compare.is_empty() {
            return;
        }
        let linked = std::mem::take(&mut self.compare);
        let mut unknown = linked.iter().filter(|id| *id != "1" && catalog.method(id).is_none());
        if unknown.next().is_some() {
            self.notices.info(text!("link-compares-unknown"));
        }
        let mut lanes: Vec<_> = linked.into_iter().filter(|id| catalog.method(id).is_some()).collect();
        lanes.dedup();
        lanes.truncate(MAX_LANES);
        self.compare = if lanes.len() < 2 { self.default_comparison(catalog) } else { in_order(lanes, catalog) };
        if !self.compare.contains(&self.requested.method) {
            self.requested.method = self.compare.last().cloned().unwrap_or_default();
        }
    }

    /// The chosen method and the first others of the catalog.
    pub fn default_comparison(&self, catalog: &Catalog) -> Vec<String> {
        let others = catalog.methods.iter().map(|card| &card.id).filter(|id| **id != self.requested.method);
        let lanes = others.take(MAX_LANES - 1).chain([&self.requested.method]).cloned().collect();
        in_order(lanes, catalog)
    }

    /// Adds or removes a method from the comparison; there are always two or three.
    pub fn toggle_compared(&mut self, method: &str) {
        let Some(catalog) = self.catalog.clone() else { return };
        let mut lanes = self.compare.clone();
        match lanes.iter().position(|id| id == method) {
            Some(index) if lanes.len() > 2 => {
                lanes.remove(index);
            }
            None if lanes.len() < MAX_LANES => lanes.push(method.to_string()),
            _ => return,
        }
        self.compare = in_order(lanes, &catalog);
        if !self.compare.contains(&self.requested.method) {
            self.requested.method = self.compare.last().cloned().unwrap_or_default();
        }
    }
}

fn all_knobs(catalog: &Catalog) -> impl Iterator<Item = &KnobCard> {
    let worlds = catalog.worlds.iter().flat_map(|card| &card.knobs);
    worlds.chain(catalog.methods.iter().flat_map(|card| &card.knobs))
}

/// The settings that shipped snapshots were trained with: all defaults.
pub fn default_run(catalog: &Catalog, world: &str, method: &str) -> RunConfig {
    let defaults = RunConfig { world: world.into(), method: method.into(), ..RunConfig::default() };
    catalog.settle(&defaults).0
}

fn in_order(lanes: Vec<String>, catalog: &Catalog) -> Vec<String> {
    catalog.methods.iter().map(|card| card.id.clone()).filter(|id| lanes.contains(id)).collect()
}
