//! Which files the worlds were given, and what these make possible.

use std::collections::{BTreeMap, BTreeSet};

use super::Model;
use protocol::{KnobKind, Offer, RunConfig, Text, Value, text};

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

    /// What a run asks for that a loaded file has made possible.
    pub fn chosen_by_file(&self, run: &RunConfig) -> Vec<(String, Value)> {
        let offers = self.files.open.iter().filter(|(world, _)| *world == run.world);
        let choices = offers.map(|(_, offer)| (offer.knob.clone(), Value::Word(offer.choice.clone())));
        choices.filter(|(knob, choice)| run.knobs.get(knob) == Some(choice)).collect()
    }

    /// Where the demonstrations come from, said plainly: by the world, or by the choice that a file made possible.
    pub fn source(&self) -> Option<Text> {
        let world = self.world()?;
        let said = |(knob, choice): &(String, Value)| {
            let KnobKind::Choice(choices) = &world.knobs.iter().find(|card| card.id == *knob)?.kind else {
                return None;
            };
            let chosen = choices.iter().find(|card| *choice == Value::Word(card.id.clone()))?;
            Some(text!("page-source-chosen", name = chosen.name.clone(), about = chosen.about.clone()))
        };
        self.chosen_by_file(&self.wish).iter().find_map(said).or_else(|| Some(world.source.clone()))
    }

    /// A world has taken a file; `name` is that of its card. True when the run has to begin anew: its data are others now.
    pub fn take_file(&mut self, world: &str, name: &str, given: bool) -> bool {
        let here = self.wish.world == world;
        let card = self.catalog.as_ref().and_then(|catalog| catalog.world(world));
        let Some(offer) = card.and_then(|card| card.offer(name)).cloned() else {
            return here && given && self.demos.is_none();
        };
        self.files.open.push((world.to_string(), offer.clone()));
        let choice = Value::Word(offer.choice);
        let same = self.wish.knobs.get(&offer.knob) == Some(&choice);
        if !given && (same || self.files.linked.contains(&offer.knob)) {
            return false;
        }
        self.wish.knobs.insert(offer.knob, choice);
        here
    }
}

impl Moving {
    pub fn sentence(&self) -> Text {
        let megabytes = |bytes: u64| bytes as f32 / 1e6;
        let (name, here, all) = (self.name.as_str(), megabytes(self.here), megabytes(self.all));
        match self.all {
            0 => text!("page-file-loading", name = name, here = here),
            bytes if self.here >= bytes => text!("page-file-reading", name = name),
            _ => text!("page-file-loading-of", name = name, here = here, all = all),
        }
    }
}
