//! Critics in a snapshot: those that guide a playing agent, and what is needed to go on training.

use super::{BestCritics, CriticTraining};
use crate::nn::names::{self, net, note, table};
use crate::nn::{Bundle, Mlp, Rows, SnapshotError};
use protocol::knobs::critic::CRITIC;

impl CriticTraining {
    pub fn save(&self, bundle: &mut Bundle) {
        self.learner.save(net::CRITIC, bundle);
        let (seeds, size) = (self.best.len(), self.learner.net.parameters());
        // Guidance evaluates every candidate action of every agent, so it uses only the first critic of each seed.
        let guide = |seed| self.of_fold(self.chosen(seed), 0);
        let guides = (0..seeds).flat_map(|seed| guide(seed).parameters).copied().collect();
        bundle.note_net(net::GUIDE, &Mlp { members: seeds, ..self.learner.net.clone() });
        bundle.tables.insert(names::parameters(net::GUIDE), (seeds, size, guides));
        let label_noise = (0..seeds).map(|seed| guide(seed).label_noise).collect();
        bundle.tables.insert(table::GUIDE_LABEL_NOISE.into(), (seeds, 1, label_noise));
        let priors = (seeds, self.critic.columns.styles, self.priors.concat());
        bundle.tables.insert(table::CRITIC_PRIOR.into(), priors);
        bundle.notes.insert(note::CRITIC_KIND.into(), CRITIC.word(self.config.kind).into());
        self.save_progress(bundle);
    }

    /// What is needed to go on training, but not to play.
    fn save_progress(&self, bundle: &mut Bundle) {
        let (seeds, size) = (self.best.len(), self.learner.net.parameters() * self.config.folds);
        bundle.tables.insert(table::CRITIC_LABEL_NOISE.into(), (seeds, 1, self.label_noise.clone()));
        if let Some(weights) = self.learner.weights() {
            bundle.tables.insert(table::CRITIC_WEIGHTS.into(), (weights.len(), 1, weights.to_vec()));
        }
        let best: Option<Vec<&BestCritics>> = self.best.iter().map(Option::as_ref).collect();
        if let Some(best) = best {
            let parameters = best.iter().flat_map(|best| &best.parameters).copied().collect();
            let each = |best: &&BestCritics| [best.bound, f32::from(u8::from(best.last_is_as_good)), best.label_noise];
            bundle.tables.insert(table::CRITIC_BEST.into(), (seeds, size, parameters));
            bundle.tables.insert(table::CRITIC_BOUND.into(), (seeds, 3, best.iter().flat_map(each).collect()));
        }
    }

    /// Reduces the bundle of a finished run to the chosen critics, which weigh, explain and guide.
    pub fn finish(&self, bundle: &mut Bundle) {
        let (seeds, size) = (self.best.len(), self.learner.net.parameters());
        let chosen = (0..seeds).flat_map(|seed| self.chosen(seed).parameters).copied().collect();
        let label_noise = (0..seeds).map(|seed| self.chosen(seed).label_noise).collect();
        bundle.tables.insert(names::parameters(net::CRITIC), (seeds * self.config.folds, size, chosen));
        bundle.tables.insert(table::CRITIC_LABEL_NOISE.into(), (seeds, 1, label_noise));
        bundle.tables.remove(&names::parameters(net::GUIDE));
        for needless in [table::CRITIC_WEIGHTS, table::CRITIC_BEST, table::CRITIC_BOUND] {
            bundle.tables.remove(needless);
        }
    }

    pub fn restore(&mut self, bundle: &Bundle, rows: &Rows) -> Result<(), SnapshotError> {
        self.learner.restore(net::CRITIC, bundle)?;
        let (seeds, size) = (self.best.len(), self.learner.net.parameters() * self.config.folds);
        self.label_noise = bundle.table(table::CRITIC_LABEL_NOISE, seeds, 1)?.to_vec();
        if bundle.tables.contains_key(table::CRITIC_WEIGHTS) {
            self.learner.set_weights(bundle.table(table::CRITIC_WEIGHTS, rows.count(), 1)?.to_vec());
        }
        self.best = match bundle.table(table::CRITIC_BOUND, seeds, 3) {
            Err(_) => vec![None; seeds],
            Ok(bounds) => {
                let parameters = bundle.table(table::CRITIC_BEST, seeds, size)?.chunks_exact(size);
                let best = parameters.zip(bounds.as_chunks::<3>().0).map(
                    |(parameters, [bound, within_one_standard_error, label_noise])| BestCritics {
                        parameters: parameters.to_vec(),
                        label_noise: *label_noise,
                        bound: *bound,
                        paths: vec![],
                        last_is_as_good: *within_one_standard_error > 0.5,
                    },
                );
                best.map(Some).collect()
            }
        };
        Ok(())
    }
}
