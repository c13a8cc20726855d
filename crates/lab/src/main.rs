//! The laboratory: the page's sessions without a page.

mod atari;
mod atari_tables;
mod basketball;
mod basketball_tables;
mod bench;
mod bench_burn;
mod bench_pictures;
mod cells;
mod compare;
mod console;
mod court;
mod demos;
mod dependence;
mod examples;
mod export;
mod files;
mod frames;
mod growth;
mod knobs;
mod known;
mod measure;
mod merge;
mod messages;
mod metrics;
mod mi;
mod onnx;
mod opened;
mod overlap;
mod pack;
mod paper;
mod people;
mod pretrain;
mod reference;
mod report;
mod results;
mod run;
mod search;
mod statistics;
mod table;
mod twin;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "lab", version, about = "PMI Playground without a page: runs, pretrained snapshots, measurements")]
struct Lab {
    /// The folder of datasets.
    #[arg(long, global = true, value_name = "FOLDER", default_value = "datasets")]
    datasets: std::path::PathBuf,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run a configuration to the end and print the numbers the page shows for it.
    Run(run::Arguments),
    /// Runs from snapshots side by side: what differs in their settings, and their numbers.
    Compare(compare::Arguments),
    /// Write a run as files for other programs: safetensors, ONNX, CSV, .npz and JSON.
    Export(export::Arguments),
    /// Mutual information between columns of a CSV file.
    Mi(mi::Arguments),
    /// The same for samples whose mutual information is known.
    Known(known::Arguments),
    /// Make a trajectory pack of tracking files.
    Pack(pack::Arguments),
    /// Write the examples of demonstrations that can be downloaded.
    Examples(examples::Arguments),
    /// Make the snapshots that the page opens with.
    Pretrain(pretrain::Arguments),
    /// Methods side by side over several seeds, next to the paper.
    Table(table::Arguments),
    /// Make a table of what its shards computed.
    Merge(merge::Arguments),
    /// Compute some cells of shards again and compare them to the bit.
    Verify(merge::Verification),
    /// Estimated PMI against the true one, on Circle2D.
    Reference(reference::Arguments),
    /// What every knob of BC-PMI does, one at a time, on Circle2D.
    Knobs(knobs::Arguments),
    /// The same search of settings for every method.
    Search(search::Arguments),
    /// Proposition 1: BC-PMI between BC on each style and BC.
    Overlap(overlap::Arguments),
    /// Every table and figure of the paper, and the page that shows them.
    Paper(paper::Arguments),
    /// Frames of Magpie with weights, actions and the pixels that the critic rests on.
    Frames(frames::Arguments),
    /// Turn the kept reports (docs/results) into the page of results (www/results.html).
    Results(results::Arguments),
    /// Record scripted players of an Atari game.
    Demos(demos::Arguments),
    /// How people play Ms. Pac-Man beside how the scripted players do.
    People(people::Arguments),
    /// The Atari 2600 by itself.
    Console(console::Arguments),
    /// Train the model that basketball's demonstrations are drawn from, and compare it with real paths.
    Twin(twin::Arguments),
    /// Time optimiser steps and a whole run.
    Bench(bench::Arguments),
    /// How the cost of a step grows with batch, width, styles and data.
    Growth(growth::Arguments),
}

fn main() -> ExitCode {
    let lab = Lab::parse();
    files::set_folder(lab.datasets);
    let done = match lab.task {
        Task::Run(arguments) => run::run(&arguments),
        Task::Compare(arguments) => compare::run(&arguments),
        Task::Export(arguments) => export::run(&arguments),
        Task::Mi(arguments) => mi::run(&arguments),
        Task::Known(arguments) => known::run(&arguments),
        Task::Pack(arguments) => pack::run(&arguments),
        Task::Examples(arguments) => examples::run(&arguments),
        Task::Pretrain(arguments) => pretrain::run(&arguments),
        Task::Table(arguments) => table::run(&arguments),
        Task::Merge(arguments) => merge::run(&arguments),
        Task::Verify(arguments) => merge::verify(&arguments),
        Task::Reference(arguments) => reference::run(&arguments),
        Task::Knobs(arguments) => knobs::run(&arguments),
        Task::Search(arguments) => search::run(&arguments),
        Task::Overlap(arguments) => overlap::run(&arguments),
        Task::Paper(arguments) => paper::run(&arguments),
        Task::Frames(arguments) => frames::run(&arguments),
        Task::Results(arguments) => results::run(&arguments),
        Task::Demos(arguments) => demos::run(&arguments),
        Task::People(arguments) => people::run(&arguments),
        Task::Console(arguments) => console::run(&arguments),
        Task::Twin(arguments) => twin::run(&arguments),
        Task::Bench(arguments) => bench::run(&arguments),
        Task::Growth(arguments) => growth::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lab: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn every_command_can_be_asked_for() {
        super::Lab::command().debug_assert();
    }
}
