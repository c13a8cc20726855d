//! Which run a command is about: from a link, a configuration or a snapshot.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use engine::nn::{Device, Gpu};
use engine::session::{Session, catalog, run_of};
use protocol::{LARGEST_FILE, RunConfig, Snapshot, Text};

use crate::messages::{explain, say};

#[derive(Args)]
pub struct Wish {
    /// A RunConfig as JSON (the page's *Take away* writes one); “-” reads standard input.
    #[arg(long)]
    config: Option<PathBuf>,
    /// The query part of a link, instead of or on top of the defaults.
    #[arg(long)]
    link: Option<String>,
    /// Go on from a snapshot that the page or --save wrote, with the run that it is of.
    #[arg(long, value_name = "FILE")]
    snapshot: Option<PathBuf>,
    /// Change a setting: --set method=cbc --set spells=0
    #[arg(long = "set", value_name = "NAME=VALUE")]
    changes: Vec<String>,
    /// Where to compute: on the CPU, or through WebGPU's kernels on this machine's graphics adapter.
    #[arg(long, default_value = "cpu", value_parser = ["cpu", "webgpu"])]
    pub device: String,
}

pub struct Opened {
    pub session: Session,
    pub notices: Vec<String>,
}

/// A snapshot's bytes, no more of them than the page would read.
pub fn read_snapshot(path: &Path) -> Result<Snapshot, String> {
    let failed = |error: std::io::Error| format!("{} cannot be read: {error}", path.display());
    if std::fs::metadata(path).map_err(failed)?.len() > LARGEST_FILE {
        return Err(format!("{} has more than {} MB", path.display(), LARGEST_FILE >> 20));
    }
    std::fs::read(path).map(Snapshot).map_err(failed)
}

/// Opens the run that a snapshot is of, where it was left.
pub fn open_snapshot(path: &Path, device: &Device) -> Result<Opened, String> {
    let snapshot = read_snapshot(path)?;
    let (config, said) = run_of(&snapshot).map_err(|error| format!("{}: {}", path.display(), say(&error.text())))?;
    open(&config, said, device, Some(&snapshot))
}

fn open(wish: &RunConfig, said: Vec<Text>, device: &Device, snapshot: Option<&Snapshot>) -> Result<Opened, String> {
    let (config, more) = catalog().settle(wish);
    let notices = said.iter().chain(&more).map(say).collect();
    let files = crate::files::load(&config.world)?;
    let session = Session::open(&config, &files, None, device, snapshot).map_err(|error| explain(&error))?;
    Ok(Opened { session, notices })
}

impl Wish {
    pub fn open(&self) -> Result<Opened, String> {
        let device = device(&self.device)?;
        let snapshot = self.snapshot.as_deref().map(read_snapshot).transpose()?;
        let (config, notices) = self.requested(snapshot.as_ref())?;
        open(&config, notices, &device, snapshot.as_ref())
    }

    /// The requested run, before it is settled.
    fn requested(&self, snapshot: Option<&Snapshot>) -> Result<(RunConfig, Vec<Text>), String> {
        let (mut config, mut notices) = match (&self.config, &self.link, snapshot) {
            (Some(path), ..) => (read_config(path)?, vec![]),
            (None, Some(link), _) => RunConfig::from_query(link),
            (None, None, Some(snapshot)) => run_of(snapshot).map_err(|error| say(&error.text()))?,
            (None, None, None) => Default::default(),
        };
        for change in &self.changes {
            let (changed, said) = RunConfig::from_query(&format!("{}&{change}", config.to_query()));
            notices.extend(said);
            config = changed;
        }
        Ok((config, notices))
    }
}

fn read_config(path: &Path) -> Result<RunConfig, String> {
    let text = if path.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(path)
    };
    let text = text.map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{} is not a configuration: {error}", path.display()))
}

fn device(name: &str) -> Result<Device, String> {
    if name == "cpu" {
        return Ok(Device::Cpu);
    }
    let gpu = Gpu::native().map_err(|reason| format!("WebGPU found no graphics adapter on this machine ({reason})"))?;
    eprintln!("WebGPU on {}", gpu.name());
    Ok(Device::WebGpu(gpu))
}
