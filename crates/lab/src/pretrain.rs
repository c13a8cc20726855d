//! `lab pretrain`: the snapshots that ship with the page, from recorded configurations.

use std::path::{Path, PathBuf};

use clap::Args;
use engine::nn::Device;
use engine::session::{Session, catalog};
use protocol::{RunConfig, Snapshot};

use crate::messages::explain;
use crate::run::finish;

#[derive(Args)]
pub struct Arguments {
    /// Where the snapshots and their configurations go.
    #[arg(long, default_value = "datasets/pretrained")]
    out: PathBuf,
    /// Only this world.
    #[arg(long)]
    world: Option<String>,
    /// Only this method.
    #[arg(long)]
    method: Option<String>,
    /// Do not train: open what is there, record the rollouts of games anew and save it.
    #[arg(long)]
    rollouts: bool,
}

/// One snapshot for every requested world and method, at their defaults.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let catalog = catalog();
    std::fs::create_dir_all(&arguments.out).map_err(|error| error.to_string())?;
    let asked = |only: &Option<String>, id: &str| only.as_deref().is_none_or(|only| only == id);
    for world in catalog.worlds.iter().filter(|card| asked(&arguments.world, &card.id)) {
        for method in catalog.methods.iter().filter(|card| asked(&arguments.method, &card.id)) {
            let wish = RunConfig { world: world.id.clone(), method: method.id.clone(), ..RunConfig::default() };
            let (config, _) = catalog.settle(&wish);
            match arguments.rollouts {
                true => record(&config, &arguments.out)?,
                false => pretrain(&config, &arguments.out)?,
            }
        }
    }
    Ok(())
}

fn pretrain(config: &RunConfig, out: &Path) -> Result<(), String> {
    let say = |error: engine::session::SessionError| explain(&error);
    let name = format!("{}-{}", config.world, config.method);
    let files = crate::files::load(&config.world)?;
    println!("{name}: training");
    let mut session = Session::open(config, &files, None, &Device::Cpu, None).map_err(say)?;
    finish(&mut session).map_err(say)?;
    let calibration = pollster::block_on(session.calibration(session.strength()));
    pollster::block_on(session.record_rollouts()).map_err(say)?;
    let snapshot = pollster::block_on(session.finished_snapshot()).map_err(say)?;
    let recorded = serde_json::to_string_pretty(config).map_err(|error| error.to_string())?;
    let write = |ending: &str, bytes: &[u8]| {
        std::fs::write(out.join(format!("{name}.{ending}")), bytes).map_err(|error| error.to_string())
    };
    write("bpk", &snapshot.0)?;
    write("json", recorded.as_bytes())?;
    let share = calibration.map_or_else(|why| why.to_string(), |counted| format!("calibration {:.2}", counted.share));
    println!("{name}: {share}, {} kB", snapshot.0.len() / 1000);
    Ok(())
}

/// Networks, curves and calibration stay as they are, to the bit.
fn record(config: &RunConfig, out: &Path) -> Result<(), String> {
    let say = |error: engine::session::SessionError| explain(&error);
    let name = format!("{}-{}", config.world, config.method);
    let file = out.join(format!("{name}.bpk"));
    let snapshot = Snapshot(std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?);
    let files = crate::files::load(&config.world)?;
    let mut session = Session::open(config, &files, None, &Device::Cpu, Some(&snapshot)).map_err(say)?;
    pollster::block_on(session.record_rollouts()).map_err(say)?;
    if session.record().rollouts.is_none() {
        println!("{name}: nothing to record");
        return Ok(());
    }
    let recorded = pollster::block_on(session.finished_snapshot()).map_err(say)?;
    std::fs::write(&file, &recorded.0).map_err(|error| error.to_string())?;
    println!("{name}: {} kB, was {} kB", recorded.0.len() / 1000, snapshot.0.len() / 1000);
    Ok(())
}
