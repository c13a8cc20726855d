//! Agents that were trained with other settings than those on the page.

use super::lane::settings;
use super::{Lane, Model, Playing};
use crate::text::list;
use protocol::{RunConfig, Text, text};

impl Model {
    /// Says so where the agents of the focused lane were trained with other settings, and with which.
    pub fn stale(&self) -> Option<Text> {
        let lane = self.focused().filter(|lane| lane.is_stale())?;
        let changes = list(self.changes(lane)).unwrap_or_else(|| text!("page-stale-settings"));
        Some(match lane.playing {
            Playing::Pretrained => text!("page-stale-shipped", changes = changes),
            _ if self.data_changed(lane) => text!("page-stale-data", changes = changes),
            _ => text!("page-stale-knobs", changes = changes),
        })
    }

    /// Whether a lane's agents were trained with other settings.
    pub fn is_stale(&self, lane: usize) -> bool {
        self.lanes.get(lane).is_some_and(Lane::is_stale)
    }

    /// Names of the settings that differ between a lane and its agents.
    fn changes(&self, lane: &Lane) -> Vec<Text> {
        let Some(with) = lane.trained_with.as_ref().map(settings) else { return Vec::new() };
        let now = settings(&lane.config);
        let worlds = self.world().into_iter().flat_map(|card| &card.knobs);
        let catalog = self.catalog.as_ref();
        let methods = catalog.and_then(|catalog| catalog.method(&lane.config.method)).into_iter();
        let knobs = worlds.chain(methods.flat_map(|card| &card.knobs));
        let changed = knobs.filter(|card| with.knobs.get(&card.id) != now.knobs.get(&card.id));
        let seed = (with.seed != lane.config.seed).then(|| text!("page-seed"));
        seed.into_iter().chain(changed.map(|card| card.name.clone())).collect()
    }

    /// The world's own knobs and the seed decide the data.
    fn data_changed(&self, lane: &Lane) -> bool {
        let data = |run: &RunConfig| {
            let knobs = self.world().into_iter().flat_map(|card| &card.knobs);
            (run.seed, knobs.map(|card| run.knobs.get(&card.id).cloned()).collect::<Vec<_>>())
        };
        lane.trained_with.as_ref().is_some_and(|with| data(with) != data(&lane.config))
    }
}
