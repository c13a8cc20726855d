//! `lab table`: methods side by side over several seeds, next to the paper's figures. One table a file, one line in
//! [`TABLES`].

mod circle2d;

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cells::Keeping;
use crate::report::Report;
use crate::{atari, basketball};

#[derive(Args)]
pub struct Arguments {
    /// The world whose table is made.
    #[arg(value_parser = PossibleValuesParser::new(TABLES.map(|(name, _)| name)))]
    world: String,
    #[command(flatten)]
    keeping: Keeping,
    /// Change a setting of every run: --set beta=0.5
    #[arg(long = "set", value_name = "NAME=VALUE")]
    changes: Vec<String>,
    /// Real paths for basketball: a pack, or anything that “lab pack” reads; without it they are simulated.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Only runs of basketball or Atari whose link has this in it: --only method=cbc
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Strengths of guidance at play time that have rows of their own, for basketball and Atari.
    #[arg(long, value_name = "β", default_values_t = GUIDED)]
    guided: Vec<f32>,
}

pub const GUIDED: [f32; 2] = [1.0, 2.0];

/// What a table is made from.
pub struct Request<'a> {
    pub keeping: &'a Keeping,
    /// Settings that every run of it has, as NAME=VALUE.
    pub changes: &'a [String],
    pub data: Option<&'a Path>,
    /// Runs whose link has all of this in it.
    pub only: &'a [String],
    /// Strengths of guidance at play time.
    pub guided: &'a [f32],
}

impl<'a> Request<'a> {
    /// A table as it comes, of all there is.
    pub fn whole(keeping: &'a Keeping) -> Self {
        Self { keeping, changes: &[], data: None, only: &[], guided: &GUIDED }
    }
}

impl Request<'_> {
    /// The same as the end of a link.
    pub fn changed(&self) -> String {
        self.changes.iter().map(|change| format!("&{change}")).collect()
    }

    /// What makes the table of `world` again.
    pub fn command(&self, world: &str) -> String {
        let changes = self.changes.iter().map(|change| format!(" --set {change}"));
        format!("lab table {world} {}{}", self.keeping.said(), changes.collect::<String>())
    }
}

pub type Make = fn(&Request) -> Result<Report, String>;

/// (its name, what makes it)
pub const TABLES: [(&str, Make); 3] =
    [("circle2d", circle2d::report), ("basketball", basketball::report), ("atari", atari::report)];

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { world, keeping, changes, data, only, guided } = arguments;
    let (_, make) = TABLES.iter().find(|(name, _)| name == world).ok_or("there is no such table")?;
    make(&Request { keeping, changes, data: data.as_deref(), only, guided })?.publish(keeping)
}
