//! `lab demos`: scripted players of an Atari game, recorded on our console.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use atari2600::{Cartridge, Console};
use clap::Args;
use protocol::Text;
use worlds::atari::{
    Game, Playthrough, Recording, cartridge_file, count_styles, players, recording_from_pictures, style_scores,
};
use worlds::data::import::{atari_head, png};

use crate::messages::say;
use crate::run::progress_bar;
use crate::statistics::{deviation, mean};

#[derive(Args)]
pub struct Arguments {
    /// The game: magpie, alien, ms_pacman or space_invaders.
    game: String,
    /// Decisions to record, those before the player can move not counted. The last play is kept whole.
    #[arg(long, default_value_t = 120_000, value_parser = clap::value_parser!(u32).range(1..=500_000))]
    decisions: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder of the ROMs.
    #[arg(long, default_value = "datasets/roms")]
    roms: PathBuf,
    /// Read a trial of Atari-HEAD instead: its label file. Only what pictures show of the memory is known then.
    #[arg(long, value_name = "LABELS", requires = "frames")]
    import: Option<PathBuf>,
    /// The folder of that trial's pictures (PNG, unpacked).
    #[arg(long)]
    frames: Option<PathBuf>,
    /// Where the recording goes.
    #[arg(long)]
    out: PathBuf,
}

pub fn find(id: &str) -> Result<Game, String> {
    let known = Game::ALL.map(Game::id).join(", ");
    Game::ALL.into_iter().find(|game| game.id() == id).ok_or(format!("“{id}” is not one of {known}"))
}

fn start(game: Game, roms: &Path) -> Result<Console, String> {
    let file = cartridge_file(game);
    let ships = Path::new("datasets").join(&file);
    let path = if ships.is_file() { ships } else { roms.join(file) };
    let rom = std::fs::read(&path)
        .map_err(|error| format!("{} cannot be read ({error}); ./dev data atari fetches the games", path.display()))?;
    if Game::of_rom(&rom) != Some(game) {
        return Err(format!("{} is not the cartridge of {} that is known here", path.display(), game.name()));
    }
    let cartridge = Cartridge::new(&rom).map_err(|error| error.to_string())?;
    Ok(Console::start(Arc::new(cartridge)))
}

/// Decisions at which the stick did something.
fn played(game: Game, playthrough: &Playthrough) -> usize {
    playthrough.rams.iter().filter(|ram| game.in_play(ram)).count()
}

/// Plays on all cores. Which plays there are depends on the seed and on how many decisions are wanted, not on the cores.
fn recorded(game: Game, start: &Console, seed: u64, decisions: u32) -> Recording {
    let bar = progress_bar(decisions);
    bar.set_message(format!("decisions of {}", game.name()));
    let (mut playthroughs, mut found) = (Vec::new(), 0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    while found < decisions as usize {
        let first = playthroughs.len() as u64;
        let batch: Vec<Playthrough> = std::thread::scope(|scope| {
            let play = |number| scope.spawn(move || players::play(game, start, seed, number));
            let threads: Vec<_> = (first..first + cores).map(play).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        for play in batch {
            if found < decisions as usize {
                found += played(game, &play);
                playthroughs.push(play);
            }
        }
        bar.set_position(found.min(decisions as usize) as u64);
    }
    bar.finish_and_clear();
    Recording { game, playthroughs }
}

fn imported(game: Game, labels: &Path, folder: &Path) -> Result<Recording, String> {
    let say = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = std::fs::read(labels).map_err(|error| say(labels, &error))?;
    let frames = atari_head::read(&bytes).map_err(|error| say(labels, &error))?;
    // Frames without a picture are passed over: a sample has only some of them.
    let picture = |id: &str| match std::fs::read(folder.join(format!("{id}.png"))) {
        Ok(bytes) => png::read(&bytes).map(Some),
        Err(_) => Ok(None),
    };
    recording_from_pictures(game, &frames, picture).map_err(|error| say(folder, &error))
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let game = find(&arguments.game)?;
    let recording = match (&arguments.import, &arguments.frames) {
        (Some(labels), Some(frames)) => imported(game, labels, frames)?,
        _ => recorded(game, &start(game, &arguments.roms)?, arguments.seed, arguments.decisions),
    };
    let bytes = recording.write();
    std::fs::write(&arguments.out, &bytes)
        .map_err(|error| format!("{} cannot be written: {error}", arguments.out.display()))?;
    describe(&recording);
    println!("{}: {} kB", arguments.out.display(), bytes.len() / 1000);
    Ok(())
}

fn describe(recording: &Recording) {
    let game = recording.game;
    let scores: Vec<f64> = recording.playthroughs.iter().map(|play| f64::from(play.score)).collect();
    let in_play: usize = recording.playthroughs.iter().map(|play| played(game, play)).sum();
    println!(
        "{}: {} plays, {in_play} decisions in play, score {:.0} ± {:.0} points",
        game.name(),
        recording.playthroughs.len(),
        mean(&scores),
        deviation(&scores)
    );
    let Some(world) = worlds::find(game.id()) else { return };
    for card in world.card().labels {
        let Some(labeler) = world.labeler(&card.id) else { continue };
        let counts = count_styles(recording, labeler.as_ref());
        let all: u32 = counts.iter().sum();
        let share = |(style, count): (&Text, &u32)| {
            format!("{} {:.0} %", say(style), 100.0 * f64::from(*count) / f64::from(all.max(1)))
        };
        let shares: Vec<String> = card.styles.iter().zip(&counts).map(share).collect();
        println!("{} of {all} stretches: {}", say(&card.name), shares.join(", "));
        let scores = style_scores(recording, labeler.as_ref());
        let at = |share: f64| scores.get((share * scores.len() as f64) as usize);
        if let [Some(third), Some(half), Some(two_thirds)] = [1.0 / 3.0, 0.5, 2.0 / 3.0].map(at) {
            println!("  thirds at {third:.1} and {two_thirds:.1}, half at {half:.1}");
        }
    }
}
