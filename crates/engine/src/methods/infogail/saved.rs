//! InfoGAIL's snapshots.

use super::adversarial::{AdversarialTraining, REWARD_STEPS, RoundState, RoundStats, advance};
use super::ppo::Experience;
use crate::nn::names::{note, table};
use crate::nn::{Bundle, SnapshotError};
use protocol::text;

/// Saving and restoring. Episodes cannot be saved: while they are under way the policy does not change, so they are played
/// again; once the policy learns, the recorded rollouts are saved.
impl AdversarialTraining {
    pub fn save(&self, bundle: &mut Bundle) {
        self.ppo.save(bundle);
        self.reward_models.save(bundle);
        bundle.notes.insert(note::INFOGAIL_SLICES.into(), self.slices.to_string());
        let seeds = self.environments.len();
        let stats = self.stats.iter().flat_map(|stats| [stats.reward, stats.codes_guessed]).collect();
        bundle.tables.insert(table::INFOGAIL_LAST_ROUND.into(), (seeds, 2, stats));
        let width = self.agreement.first().map_or(0, Vec::len);
        bundle.tables.insert(table::INFOGAIL_AGREEMENT.into(), (seeds, width, self.agreement.concat()));
        let RoundState::Policy(experience) = &self.state else { return };
        for (seed, experience) in experience.iter().enumerate() {
            let (rows, width) = (experience.targets.len(), experience.rows.len() / experience.targets.len().max(1));
            bundle.tables.insert(table::infogail_rows(seed), (rows, width, experience.rows.clone()));
            bundle.tables.insert(table::infogail_targets(seed), (rows, 3, experience.targets.concat()));
        }
    }

    pub fn restore(&mut self, bundle: &Bundle) -> Result<(), SnapshotError> {
        self.ppo.restore(bundle)?;
        if !bundle.is_finished() {
            self.reward_models.restore(bundle)?;
        }
        self.slices = bundle.whole(note::INFOGAIL_SLICES)?;
        let (round, at) = (u64::from(self.slices / self.plan.slices()), self.slices % self.plan.slices());
        if at > 0 && at < self.plan.rollout_slices + REWARD_STEPS {
            let mut rollouts = self.begin_rollouts(round);
            let slices = at.min(self.plan.rollout_slices);
            (0..slices).for_each(|_| advance(&mut rollouts, &self.environments, &self.ppo, self.plan.steps_per_slice));
            self.state = RoundState::Rollouts(rollouts);
            if at >= self.plan.rollout_slices {
                self.finish_rollouts();
            }
        } else if at > 0 {
            let experience = (0..self.environments.len()).map(|seed| self.restore_experience(seed, bundle));
            self.state = RoundState::Policy(experience.collect::<Result<_, _>>()?);
        }
        let seeds = self.environments.len();
        let width = self.agreement.first().map_or(0, Vec::len);
        let agreement = bundle.table(table::INFOGAIL_AGREEMENT, seeds, width)?;
        self.agreement = agreement.chunks_exact(width.max(1)).map(<[f32]>::to_vec).collect();
        let stats = bundle.table(table::INFOGAIL_LAST_ROUND, seeds, 2)?.as_chunks::<2>().0.iter();
        self.stats = stats
            .map(|[reward, codes_guessed]| RoundStats { reward: *reward, codes_guessed: *codes_guessed })
            .collect();
        Ok(())
    }

    fn restore_experience(&self, seed: usize, bundle: &Bundle) -> Result<Experience, SnapshotError> {
        let name = table::infogail_targets(seed);
        let rows = bundle.tables.get(&name).map_or(0, |(rows, ..)| *rows);
        if rows == 0 {
            return Err(SnapshotError::Misfit(text!("snapshot-no-rollouts")));
        }
        let targets = bundle.table(&name, rows, 3)?.as_chunks::<3>().0.to_vec();
        let width = self.environments[seed].columns.width();
        Ok(Experience { rows: bundle.table(&table::infogail_rows(seed), rows, width)?.to_vec(), targets })
    }
}
