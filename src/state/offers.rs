//! Settings that loaded files make possible.

use std::collections::BTreeSet;

use super::{FileSource, Model};
use protocol::{Offer, RunConfig, Text, Value, text};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offers {
    /// Choices whose file is loaded, by world.
    pub unlocked: Vec<(String, Offer)>,
    /// Knobs that the link sets. A file that the site happens to have does not override them.
    pub linked: BTreeSet<String>,
}

impl Model {
    /// Whether a choice needs a file that is not loaded yet.
    pub fn is_locked(&self, knob: &str, choice: &str) -> bool {
        let mut offers =
            self.world().into_iter().flat_map(|world| &world.files).filter_map(|file| file.offers.as_ref());
        offers.any(|offer| offer.knob == knob && offer.choice == choice) && !self.is_unlocked(knob, choice)
    }

    /// Whether a file has made a choice possible in the world on the page.
    pub fn is_unlocked(&self, knob: &str, choice: &str) -> bool {
        let here = |(world, offer): &(String, Offer)| {
            *world == self.requested.world && offer.knob == knob && offer.choice == choice
        };
        self.offers.unlocked.iter().any(here)
    }

    /// The settings of a run that a loaded file made possible.
    pub fn chosen_by_file(&self, run: &RunConfig) -> Vec<(String, Value)> {
        let offers = self.offers.unlocked.iter().filter(|(world, _)| *world == run.world);
        let choices = offers.map(|(_, offer)| (offer.knob.clone(), Value::Word(offer.choice.clone())));
        choices.filter(|(knob, choice)| run.knobs.get(knob) == Some(choice)).collect()
    }

    /// Where the demonstrations come from: the world's own source, or the choice that a file made possible.
    pub fn source(&self) -> Option<Text> {
        let world = self.world()?;
        let chosen = |(knob, choice): &(String, Value)| {
            let choices = world.knobs.iter().find(|card| card.id == *knob)?.kind.choices();
            let card = choices.iter().find(|card| *choice == Value::Word(card.id.clone()))?;
            Some(text!("page-source-chosen", name = card.name.clone(), about = card.about.clone()))
        };
        let by_file = self.chosen_by_file(&self.requested).iter().find_map(chosen);
        Some(by_file.unwrap_or_else(|| world.source.clone()))
    }

    /// Unlocks what an accepted file offers and selects it; `card` is the name of the file's card. Returns whether the
    /// open run has to start again because its data changed.
    pub fn unlock(&mut self, world: &str, card: &str, source: FileSource) -> bool {
        let open = self.requested.world == world;
        let world_card = self.catalog.as_ref().and_then(|catalog| catalog.world(world));
        let Some(offer) = world_card.and_then(|world| world.offer(card)).cloned() else {
            return open && source == FileSource::Visitor && self.demos.is_none();
        };
        self.offers.unlocked.push((world.to_string(), offer.clone()));
        let choice = Value::Word(offer.choice);
        let same = self.requested.knobs.get(&offer.knob) == Some(&choice);
        let selects = match source {
            FileSource::Visitor => true,
            FileSource::Site => !same && !self.offers.linked.contains(&offer.knob),
            // The page opens as it would without; the choice is there.
            FileSource::Kept => false,
        };
        if !selects {
            return false;
        }
        self.requested.knobs.insert(offer.knob, choice);
        open
    }
}
