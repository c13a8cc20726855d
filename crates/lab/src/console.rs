//! `lab console`: the Atari 2600 by itself.

use std::fs;
use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;

use atari2600::JoystickAction;
use clap::{Args, Subcommand};
use worlds::atari::AleStepper;

#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    task: ConsoleTask,
}

#[derive(Subcommand)]
enum ConsoleTask {
    /// Play a list of actions from where ALE's reset leaves a game, and print every frame: the memory in hexadecimal
    /// and the CRC-32 of the picture's palette indices (210 rows of 160).
    Trace(TraceArguments),
}

#[derive(Args)]
struct TraceArguments {
    /// The ROM of the game.
    #[arg(long)]
    rom: PathBuf,
    /// A file with one of ALE's actions (0 to 17) a line, one frame each; nothing is repeated.
    #[arg(long)]
    actions: PathBuf,
    /// Start again when a game is over. Without this it stands still, as in ALE.
    #[arg(long)]
    restart: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    match &arguments.task {
        ConsoleTask::Trace(arguments) => trace(arguments),
    }
}

fn trace(arguments: &TraceArguments) -> Result<(), String> {
    let rom = fs::read(&arguments.rom).map_err(|error| {
        format!("{} cannot be read ({error}); ./dev data fetches the games.", arguments.rom.display())
    })?;
    let text = fs::read_to_string(&arguments.actions)
        .map_err(|error| format!("{} cannot be read: {error}.", arguments.actions.display()))?;
    let mut stepper = AleStepper::new(&rom).map_err(|error| error.to_string())?;
    let mut out = BufWriter::new(stdout().lock());
    for (number, line) in text.lines().enumerate() {
        let action = line.trim().parse().ok().and_then(JoystickAction::new);
        let action = action.ok_or_else(|| {
            format!(
                "Line {} of the actions is “{line}”; it should be a number from 0 to {}.",
                number + 1,
                JoystickAction::COUNT - 1
            )
        })?;
        if arguments.restart && stepper.is_over() {
            stepper.restart();
        }
        stepper.act(action);
        writeln!(out, "{}", stepper.fingerprint()).map_err(|error| error.to_string())?;
    }
    out.flush().map_err(|error| error.to_string())
}
