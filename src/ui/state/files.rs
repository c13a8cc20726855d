//! Which files the worlds were given, and what these make possible.

use std::collections::{BTreeMap, BTreeSet};

use super::Model;
use crate::protocol::{Offer, Value};

/// A file on its way to the workers.
#[derive(Clone, Debug, PartialEq)]
pub struct Moving {
    pub name: String,
    /// Bytes that are here, and all there are; zero where nobody said.
    pub here: u64,
    pub all: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Files {
    /// Worlds whose files the site was asked for, and whether it has answered.
    pub asked: BTreeMap<String, bool>,
    pub moving: Option<Moving>,
    /// What loaded files have made possible, by world.
    pub open: Vec<(String, Offer)>,
    /// Knobs that the link set by itself: a file that happens to be there does not overrule them.
    pub linked: BTreeSet<String>,
}

impl Model {
    /// Whether a choice waits for a file that nobody has given yet.
    pub fn closed(&self, knob: &str, choice: &str) -> bool {
        let Some(world) = self.world() else { return false };
        let about = |offer: &&Offer| offer.knob == knob && offer.choice == choice;
        let offer = world.files.iter().filter_map(|file| file.offers.as_ref()).find(about);
        offer.is_some_and(|offer| !self.files.open.iter().any(|(id, open)| *id == world.id && open == offer))
    }

    /// A world has taken a file. True when the run has to begin anew: its data are others now.
    pub fn take_file(&mut self, world: &str, name: &str, given: bool) -> bool {
        let Some(card) = self.world().filter(|card| card.id == world) else { return false };
        let Some(offer) = card.offer(name).cloned() else { return given && self.demos.is_none() };
        self.files.open.push((world.to_string(), offer.clone()));
        let choice = Value::Word(offer.choice);
        let same = self.wish.knobs.get(&offer.knob) == Some(&choice);
        if !given && (same || self.files.linked.contains(&offer.knob)) {
            return false;
        }
        self.wish.knobs.insert(offer.knob, choice);
        true
    }
}

impl Moving {
    pub fn sentence(&self) -> String {
        let megabytes = |bytes: u64| crate::ui::text::fixed(bytes as f32 / 1e6, 1);
        match (self.here, self.all) {
            (here, all) if all > 0 && here >= all => format!("Reading {}…", self.name),
            (here, all) if all > 0 => format!("Loading {}: {} of {} MB", self.name, megabytes(here), megabytes(all)),
            (here, _) => format!("Loading {}: {} MB", self.name, megabytes(here)),
        }
    }
}
