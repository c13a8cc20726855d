//! A critic's raw scores along a path.

use super::Session;
use crate::nn::path_rows;
use worlds::data::Trajectory;

impl Session {
    /// T(s,a,z) along any path of this world, `[steps, styles]`, and log p(z), `[styles]`; None without a critic.
    pub fn scores(&self, path: &Trajectory) -> Option<(Vec<f32>, Vec<f32>)> {
        let (critic, _) = self.method.critic()?;
        let mut rows = Vec::new();
        path_rows(path, self.rows.columns, &mut rows);
        Some((critic.scores(0, &rows), critic.log_prior(0)))
    }
}
