//! `lab table`: methods side by side over several seeds, next to the paper's figures. One table a file, one line in
//! [`TABLES`].

mod circle2d;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cells::Keeping;
use crate::report::Report;

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
}

/// What a table is made from.
pub struct Request<'a> {
    pub keeping: &'a Keeping,
    /// Settings that every run of it has, as NAME=VALUE.
    pub changes: &'a [String],
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
pub const TABLES: [(&str, Make); 1] = [("circle2d", circle2d::report)];

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { world, keeping, changes } = arguments;
    let (_, make) = TABLES.iter().find(|(name, _)| name == world).ok_or("there is no such table")?;
    make(&Request { keeping, changes })?.publish(keeping)
}
