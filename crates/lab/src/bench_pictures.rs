//! What players that see cost natively, on Magpie: its pictures, and epochs of their networks.

use std::time::Instant;

use engine::nn::Device;
use engine::session::{Session, catalog};
use protocol::RunConfig;
use serde::Serialize;

use crate::files;
use crate::messages::explain;

/// Decisions of the epoch that times are given for.
const EPOCH: f64 = 100_000.0;
const BATCH: usize = 512;
/// Steps that are timed; they stay clear of checks.
const TIMED: u32 = 15;

/// Durations for agents that see pictures.
#[derive(Serialize)]
pub struct PictureTimings {
    /// Pictures of a whole recording, and the seconds to make them.
    count: usize,
    made_seconds: f64,
    megabytes: f64,
    /// Seconds of an epoch over 100,000 decisions: of a policy, and of the paper's critic.
    policy_epoch_seconds: f64,
    critic_epoch_seconds: f64,
}

pub fn time() -> Result<PictureTimings, String> {
    let loaded = files::load("magpie")?;
    let open = |method: &str| {
        let link = format!("world=magpie&sees=picture&batch={BATCH}&{method}");
        let (config, _) = catalog().settle(&RunConfig::from_query(&link).0);
        Session::open(&config, &loaded, None, &Device::Cpu, None).map_err(|error| explain(&error))
    };
    let start = Instant::now();
    let mut policy = open("method=cbc")?;
    let made_seconds = start.elapsed().as_secs_f64();
    let demos = policy.demos();
    let pictures = demos[0].pictures.as_ref().ok_or("there are no pictures")?;
    let mut critic = open("method=bc-pmi&critic=sampled&critic_folds=1")?;
    Ok(PictureTimings {
        count: pictures.count(),
        made_seconds,
        megabytes: (pictures.count() * pictures.stack.area()) as f64 / 1e6,
        policy_epoch_seconds: epoch(&mut policy)?,
        critic_epoch_seconds: epoch(&mut critic)?,
    })
}

fn epoch(session: &mut Session) -> Result<f64, String> {
    let mut advance = |steps| pollster::block_on(session.advance(steps)).map_err(|error| explain(&error));
    advance(1)?;
    let start = Instant::now();
    advance(TIMED)?;
    Ok(start.elapsed().as_secs_f64() / f64::from(TIMED) * EPOCH / BATCH as f64)
}

impl PictureTimings {
    pub fn print(&self) {
        let Self { count, made_seconds, megabytes, policy_epoch_seconds, critic_epoch_seconds } = self;
        println!("Magpie: {count} pictures in {made_seconds:.1} s, {megabytes:.0} MB");
        println!(
            "an epoch over 100,000 decisions that are seen: policy {policy_epoch_seconds:.1} s, MINE {critic_epoch_seconds:.1} s"
        );
    }
}
