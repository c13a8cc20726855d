//! `lab table`: methods side by side over several seeds, next to the paper's figures. One table a file, one line in
//! [`TABLES`].

mod circle2d;

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cells::{CellSelection, MeasurementOptions, Shard, Stop, from_scheduler};
use crate::merge::ShardHeader;
use crate::report::{Report, commit};
use crate::{atari, basketball};

pub use circle2d::methods as circle2d_methods;

#[derive(Args)]
pub struct Arguments {
    /// The world whose table is made.
    #[arg(value_parser = PossibleValuesParser::new(TABLES.map(|(name, _)| name)))]
    world: String,
    #[command(flatten)]
    options: MeasurementOptions,
    /// Change a setting of every run: --set beta=0.5
    #[arg(long = "set", value_name = "NAME=VALUE")]
    changes: Vec<String>,
    /// Real paths for basketball: a pack, or anything that “lab pack” reads; without it they are simulated.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Only runs of basketball or Atari whose link has a setting like this: --only label=area --only method=bc,cbc. In Atari
    /// also by the row of the table: --only row=bc-pmi leaves out BC-PMI as in the paper.
    #[arg(long, value_name = "NAME=VALUE,...")]
    only: Vec<String>,
    /// A strength of guidance at play time that has rows of its own, for basketball and Atari, in place of the usual ones.
    #[arg(long, value_name = "γ")]
    guided: Vec<f32>,
    /// Compute only this part of the cells and keep them in a file, for “lab merge”: --shard 0/8 to --shard 7/8. In an array
    /// of Slurm or an indexed job of Kubernetes (with LAB_SHARDS) it is known without this option.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Shard also where the commit is not known or files have changed since.
    #[arg(long)]
    any_commit: bool,
}

/// Where `./dev data` puts real paths of basketball, in the folder of datasets.
pub const REAL: &str = "local/nba.pack";

/// What a table is made from.
pub struct TableRequest<'a> {
    pub options: &'a MeasurementOptions,
    /// Settings that every run of it has, as NAME=VALUE.
    pub changes: &'a [String],
    pub data: Option<&'a Path>,
    /// Settings of the runs that are wanted, as NAME=VALUE,VALUE...
    pub only: &'a [String],
    /// Strengths of guidance at play time, where they are not the table's own.
    pub guided: &'a [f32],
}

impl<'a> TableRequest<'a> {
    /// A table as it comes, of all there is: real paths, where `./dev data` made them.
    pub fn whole(options: &'a MeasurementOptions, real: &'a Path) -> Self {
        Self { options, changes: &[], data: Some(real).filter(|path| path.exists()), only: &[], guided: &[] }
    }

    /// Whether a run with this link is wanted.
    pub fn wants(&self, link: &str) -> bool {
        let among = |(name, values): (&str, &str)| {
            let set = link.split('&').filter_map(|setting| setting.split_once('='));
            set.into_iter().any(|(id, value)| id == name && values.split(',').any(|wanted| wanted == value))
        };
        self.only.iter().all(|text| text.split_once('=').is_some_and(among))
    }

    pub fn guided(&self, usual: &'a [f32]) -> &'a [f32] {
        if self.guided.is_empty() { usual } else { self.guided }
    }

    /// The same as the end of a link.
    pub fn changed(&self) -> String {
        self.changes.iter().map(|change| format!("&{change}")).collect()
    }

    /// What makes the table of `world` again.
    pub fn command(&self, world: &str) -> String {
        let changes = self.changes.iter().map(|change| format!(" --set {change}"));
        let only = self.only.iter().map(|text| format!(" --only {text}"));
        let guided = self.guided.iter().map(|strength| format!(" --guided {strength}"));
        format!(
            "lab table {world} {}{}",
            self.options.seed_flags(),
            changes.chain(only).chain(guided).collect::<String>()
        )
    }
}

pub type Make = fn(&TableRequest) -> Result<Report, Stop>;

/// (its name, what makes it)
pub const TABLES: [(&str, Make); 3] =
    [("circle2d", circle2d::report), ("basketball", basketball::report), ("atari", atari::report)];

/// Makes the table of `world` and shows it, or says which part of it was computed.
pub fn make(world: &str, request: &TableRequest) -> Result<(), String> {
    let (_, make) = TABLES.iter().find(|(name, _)| *name == world).ok_or("there is no such table")?;
    match make(request) {
        Ok(report) => report.publish(request.options),
        Err(Stop::Part(text)) => {
            println!("{text}");
            Ok(())
        }
        Err(Stop::Failed(error)) => Err(error),
    }
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { world, options, changes, data, only, guided, shard, any_commit } = arguments;
    let given = || from_scheduler(|name| std::env::var(name).ok());
    let mut options = options.clone();
    if let Some(shard) = shard.map_or_else(given, |shard| Ok(Some(shard)))? {
        if !any_commit {
            certain(&commit())?;
        }
        let header = ShardHeader::new(
            world,
            &TableRequest { options: &options, changes, data: data.as_deref(), only, guided },
            shard,
        );
        options.cells = CellSelection::Shard { shard, header: header.line()? };
    }
    make(world, &TableRequest { options: &options, changes, data: data.as_deref(), only, guided })
}

/// Shards are merged because they were computed by the same code, which only a commit says.
fn certain(commit: &str) -> Result<(), String> {
    let why = match commit {
        "unknown" => "the commit of this lab is not known".to_string(),
        dirty if dirty.ends_with("-dirty") => format!("files had changed since commit {}", dirty.replace("-dirty", "")),
        _ => return Ok(()),
    };
    Err(format!(
        "{why}, so that other shards could be of other code; “./dev cluster build” makes a lab that knows its commit"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_wanted_by_their_settings() {
        let options = MeasurementOptions { seeds: 2, first_seed: 1, ..MeasurementOptions::default() };
        let only = ["method=bc,cbc", "label=area"].map(String::from);
        let request = TableRequest { options: &options, changes: &[], data: None, only: &only, guided: &[4.0] };
        assert!(request.wants("world=alien&label=area&method=cbc"));
        assert!(!request.wants("world=alien&label=area&method=bc-pmi"));
        assert!(!request.wants("world=alien&label=range&method=bc") && !request.wants("method=bc"));
        let said = "lab table atari --seeds 2 --only method=bc,cbc --only label=area --guided 4";
        assert_eq!(request.command("atari"), said);
    }

    #[test]
    fn only_a_certain_commit_is_sharded() {
        assert!(certain("f6c0e59").is_ok());
        assert!(certain("unknown").is_err() && certain("f6c0e59-dirty").unwrap_err().contains("commit f6c0e59,"));
    }
}
