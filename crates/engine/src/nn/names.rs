//! Names of the tables and notes of a snapshot. They are part of the file format and are written nowhere else.

/// Names of networks. A network's tables and notes are named after it: `policy.parameters`, `policy.steps`, ...
pub mod net {
    pub const POLICY: &str = "policy";
    /// Critics in training, one per seed and fold.
    pub const CRITIC: &str = "critic";
    /// The critic of each seed that guides agents at play time.
    pub const GUIDE: &str = "guide";
    /// SORL: the policies of all starts, while several compete.
    pub const STARTS: &str = "starts";
    /// InfoGAIL: the discriminator, the posterior over codes and the value baseline.
    pub const DISCRIMINATOR: &str = "rival";
    pub const POSTERIOR: &str = "posterior";
    pub const BASELINE: &str = "baseline";
}

/// Tables and notes of any network.
pub fn parameters(net: &str) -> String {
    format!("{net}.parameters")
}

pub fn first_moment(net: &str) -> String {
    format!("{net}.first_moment")
}

pub fn second_moment(net: &str) -> String {
    format!("{net}.second_moment")
}

/// Whether a table holds optimiser state, which only further steps need.
pub fn is_moment(table: &str) -> bool {
    table.ends_with(".first_moment") || table.ends_with(".second_moment")
}

pub fn log_average(net: &str) -> String {
    format!("{net}.log_average")
}

/// Sums of losses since the last check, and the steps in them.
pub fn losses(net: &str) -> String {
    format!("{net}.losses")
}

pub fn summed(net: &str) -> String {
    format!("{net}.summed")
}

pub fn steps(net: &str) -> String {
    format!("{net}.steps")
}

pub fn sizes(net: &str) -> String {
    format!("{net}.sizes")
}

pub fn members(net: &str) -> String {
    format!("{net}.members")
}

/// Whether a note counts the members of a network.
pub fn is_members(note: &str) -> bool {
    note.ends_with(".members")
}

/// Notes: text by name.
pub mod note {
    pub const OBSERVATION_SIZE: &str = "observation_size";
    pub const ACTION_SIZE: &str = "action_size";
    pub const STYLES: &str = "styles";
    /// Width, height and number of the pictures of an observation, where its networks see. Networks of before, which saw whole
    /// pictures, have them under another name, so that they are not taken for these.
    pub const STACK: &str = "pictures.moving";
    pub const SEEDS: &str = "seeds";
    /// The run's link.
    pub const RUN: &str = "run";
    pub const POLICY_KIND: &str = "policy.kind";
    pub const POLICY_CONDITIONED: &str = "policy.conditioned";
    pub const POLICY_HEAD: &str = "policy.head";
    /// The code of every style, where a method finds codes without labels.
    pub const POLICY_CODES: &str = "policy.codes";
    pub const POLICY_LATENT: &str = "policy.latent";
    pub const POLICY_HIDDEN: &str = "policy.hidden";
    pub const POLICY_WINDOW: &str = "policy.window";
    pub const CRITIC_KIND: &str = "critic.kind";
    /// InfoGAIL: slices of work done.
    pub const INFOGAIL_SLICES: &str = "infogail.pieces";
    /// Present in a finished run that was saved without what only further steps need.
    pub const FINISHED: &str = "finished";
    /// Steps taken when rollouts were last counted.
    pub const RECORD_CALIBRATION_STEP: &str = "record.calibration.step";

    /// Number of readings of a curve, before it was thinned.
    pub fn record_count(series: &str) -> String {
        format!("record.count.{series}")
    }
}

/// Tables that belong to no single network.
pub mod table {
    /// How networks that see read pixels: the mean picture `[1, pixels]`, and the factor on what differs from it.
    pub const PICTURE_MEAN: &str = "pictures.mean";
    pub const PICTURE_SCALE: &str = "pictures.scale";
    pub const CRITIC_PRIOR: &str = "critic.prior";
    pub const CRITIC_LABEL_NOISE: &str = "critic.slips";
    /// One weight per row of the demonstrations; other tables have as many rows per seed.
    pub const CRITIC_WEIGHTS: &str = "critic.weights";
    pub const CRITIC_BEST: &str = "critic.best";
    pub const CRITIC_BOUND: &str = "critic.bound";
    pub const GUIDE_LABEL_NOISE: &str = "guide.slips";
    pub const INFOGAIL_LAST_ROUND: &str = "infogail.seen";
    pub const INFOGAIL_AGREEMENT: &str = "infogail.agreement";
    /// The last calibration: `[requested, achieved]`, and mean scores where the world keeps any.
    pub const RECORD_CALIBRATION: &str = "record.calibration";
    pub const RECORD_REWARDS: &str = "record.rewards";
    /// Rollouts of the finished policy as positions, one row per window.
    pub const RECORD_ROLLOUTS: &str = "record.rollouts";

    /// A curve as it was reported, `[points, 3]`: step, value, spread over seeds.
    pub fn record_curve(series: &str) -> String {
        format!("record.curve.{series}")
    }

    /// SORL: responsibilities of one mixture.
    pub fn clusters(mixture: usize) -> String {
        format!("clusters.{mixture}")
    }

    /// InfoGAIL: the rollouts that one seed is learning from.
    pub fn infogail_rows(seed: usize) -> String {
        format!("infogail.rows.{seed}")
    }

    pub fn infogail_targets(seed: usize) -> String {
        format!("infogail.facts.{seed}")
    }
}
