//! Snapshots of a run: in full, of a finished run, and for playing only.

use super::{Record, Session, SessionError};
use crate::methods::{self, Player};
use crate::nn::names::{self, net, note, table};
use crate::nn::{Bundle, SnapshotError};
use protocol::questions::SnapshotReport;
use protocol::{LARGEST_FILE, RunConfig, Snapshot, Text, text};
use worlds::data::fnv1a;

/// Link, step and form of a snapshot. A play-only snapshot is an error, since it cannot be opened as a run.
pub fn report(snapshot: &Snapshot) -> Result<SnapshotReport, SnapshotError> {
    let bundle = Bundle::from_snapshot(snapshot, LARGEST_FILE as usize)?;
    if bundle.is_play_only() {
        return Err(SnapshotError::PlayOnly);
    }
    let nets = [net::CRITIC, net::POLICY, net::STARTS].map(names::steps);
    let step = nets.iter().filter_map(|name| bundle.whole(name).ok()).sum::<u32>().max(1);
    Ok(SnapshotReport { query: bundle.note(note::RUN)?.to_string(), step, finished: bundle.is_finished() })
}

/// The run of a snapshot, and a notice for each setting of its link that cannot be read.
pub fn run_of(snapshot: &Snapshot) -> Result<(RunConfig, Vec<Text>), SnapshotError> {
    let bundle = Bundle::from_snapshot(snapshot, LARGEST_FILE as usize)?;
    Ok(RunConfig::from_query(bundle.note(note::RUN)?))
}

impl Session {
    /// The networks of all seeds.
    pub(super) async fn bundle(&mut self) -> Result<Bundle, SessionError> {
        let mut bundle = self.own_bundle().await?;
        let seeds = self.append_others(&mut bundle).await?;
        bundle.notes.insert(note::SEEDS.into(), seeds.to_string());
        Ok(bundle)
    }

    /// The networks of the seeds that are trained here.
    async fn own_bundle(&mut self) -> Result<Bundle, SessionError> {
        if let Some(error) = self.diverged() {
            return Err(error);
        }
        self.fetch().await?;
        let mut bundle = self.method.save();
        if bundle.tables.values().flat_map(|(_, _, values)| values).any(|value| !value.is_finite()) {
            return Err(self.diverge(self.steps().0, None));
        }
        let columns = self.rows.columns;
        for (key, value) in [
            (note::OBSERVATION_SIZE, columns.observation.to_string()),
            (note::ACTION_SIZE, columns.action.to_string()),
            (note::STYLES, columns.styles.to_string()),
            (note::SEEDS, self.rows.splits.len().to_string()),
            (note::RUN, self.run.to_query()),
        ] {
            bundle.notes.insert(key.into(), value);
        }
        if let Some(pictures) = &self.rows.pictures {
            bundle.note_pictures(pictures);
        }
        Ok(bundle)
    }

    /// The full form: everything needed to resume training to the bit, and the record. A run that was opened without
    /// optimiser state is saved without it.
    pub async fn snapshot(&mut self) -> Result<Snapshot, SessionError> {
        if self.finished {
            return self.finished_snapshot().await;
        }
        let mut bundle = self.bundle().await?;
        self.record.save(&mut bundle);
        Ok(bundle.to_snapshot()?)
    }

    /// The finished form: networks and record without optimiser state. A run that is not over is saved in full.
    pub async fn finished_snapshot(&mut self) -> Result<Snapshot, SessionError> {
        self.join().await?;
        let mut bundle = self.bundle().await?;
        self.record.save(&mut bundle);
        if self.done() {
            self.method.finish(&mut bundle);
            bundle.finish();
        }
        Ok(bundle.to_snapshot()?)
    }

    /// The play-only form, without optimiser state: a third of the size.
    pub async fn play_only_snapshot(&mut self) -> Result<Snapshot, SessionError> {
        let mut bundle = self.bundle().await?;
        let kept = [
            names::parameters(net::POLICY),
            names::parameters(net::GUIDE),
            table::GUIDE_LABEL_NOISE.into(),
            table::CRITIC_PRIOR.into(),
            table::PICTURE_MEAN.into(),
            table::PICTURE_SCALE.into(),
        ];
        bundle.tables.retain(|name, _| kept.contains(name));
        let trains_only = [net::DISCRIMINATOR, net::POSTERIOR, net::BASELINE];
        if let Some(rollouts) = &self.record.rollouts {
            rollouts.save(&mut bundle);
        }
        bundle.notes.retain(|name, _| !trains_only.contains(&name.split('.').next().unwrap_or_default()));
        Ok(bundle.to_snapshot()?)
    }

    /// The policy and the critics, without optimiser state.
    pub async fn networks(&mut self) -> Result<Bundle, SessionError> {
        self.join().await?;
        let mut bundle = self.bundle().await?;
        self.method.finish(&mut bundle);
        bundle.finish();
        Ok(bundle)
    }

    /// A digest of the parameters of the networks that play: equal for two runs that agree to the bit, however they were
    /// saved in between.
    pub async fn digest(&mut self) -> Result<u64, SessionError> {
        let bundle = self.bundle().await?;
        let played = [net::GUIDE, net::POLICY].map(names::parameters);
        let values = played.iter().filter_map(|name| bundle.tables.get(name)).flat_map(|(_, _, values)| values);
        Ok(fnv1a(values.flat_map(|value| value.to_bits().to_le_bytes())))
    }

    /// Restores the state of a snapshot, with the settings that were in effect at its step.
    pub(super) fn restore(&mut self, bundle: &Bundle, start: methods::StartMethod) -> Result<(), SnapshotError> {
        if bundle.is_play_only() {
            return Err(SnapshotError::PlayOnly);
        }
        self.restore_method(bundle, start)?;
        self.finished = bundle.is_finished();
        if self.finished && !self.done() {
            return Err(SnapshotError::Misfit(text!("snapshot-not-over")));
        }
        let series = methods::find(&self.run.method).map(|entry| (entry.card)().series).unwrap_or_default();
        self.record = Record::restore(bundle, &series, self.rows.columns.styles, self.steps().0)?;
        Ok(())
    }

    fn restore_method(&mut self, bundle: &Bundle, start: methods::StartMethod) -> Result<(), SnapshotError> {
        self.method.restore(bundle, &self.rows)?;
        self.applied = self.changes_due();
        if self.applied > 0 {
            self.environment.run = self.run.in_effect(self.steps().0);
            self.method = start(&self.environment, &self.rows);
            self.method.restore(bundle, &self.rows)?;
        }
        Ok(())
    }

    /// Starts the method anew on the seeds that are in the table now, and goes on from their state.
    pub(super) fn restart_from(&mut self, bundle: &Bundle) -> Result<(), SnapshotError> {
        let Some(entry) = methods::find(&self.run.method) else { return Ok(()) };
        self.environment.run = self.run.in_effect(0);
        self.method = (entry.start)(&self.environment, &self.rows);
        self.restore_method(bundle, entry.start)
    }

    /// The current policy of each seed that is trained here, ready to act.
    pub async fn players(&mut self) -> Result<Vec<Player>, SessionError> {
        let bundle = self.own_bundle().await?;
        let player = |seed| Ok(Player::from_bundle(&bundle, seed)?);
        (0..self.rows.splits.len()).map(player).collect()
    }
}
