//! `lab bench`: what a step costs natively.

use std::collections::BTreeMap;
use std::fs;
use std::time::Instant;

use clap::Args;
use engine::nn::Device;
use engine::probe::{StepKind, Workload, measure};
use engine::session::{Session, catalog};
use protocol::RunConfig;
use serde::Serialize;
use worlds::atari::{AleStepper, Game};
use worlds::{Files, basketball};

use crate::court::{WORLD, roll_out};
use crate::messages::{explain, say};
use crate::{bench_burn, bench_pictures};

#[derive(Args)]
pub struct Arguments {
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Milliseconds per step of networks of one shape.
#[derive(Serialize)]
struct ShapeTimings {
    hidden: usize,
    batch: usize,
    first_step_ms: f64,
    critic_step_ms: f64,
    policy_step_ms: f64,
    /// The critic's step by burn's automatic differentiation.
    burn_step_ms: f64,
}

#[derive(Serialize)]
struct Bench {
    shapes: Vec<ShapeTimings>,
    full_run_seconds: f64,
    full_run_steps: u32,
    /// Basketball rollouts of eight seconds of play each, and the seconds to compute them unguided and guided.
    rollouts: usize,
    rollouts_seconds: f64,
    guided_rollouts_seconds: f64,
    pictures: bench_pictures::PictureTimings,
    /// Frames per second with picture, for the games whose ROM is here.
    console: BTreeMap<&'static str, f64>,
}

/// Where `./dev data` puts the games.
const ROMS: &str = "datasets/roms";

const TIMED: usize = 100;

fn open(link: &str) -> Result<Session, String> {
    let (config, _) = catalog().settle(&RunConfig::from_query(link).0);
    Session::open(&config, &Files::default(), None, &Device::Cpu, None).map_err(|error| explain(&error))
}

/// First step and the fastest stretch of steps, milliseconds per step.
pub fn time(kind: StepKind, workload: Workload) -> Result<(f64, f64), String> {
    let times = pollster::block_on(measure(&Device::Cpu, kind, workload, TIMED))?;
    Ok((times[0], times[1..].iter().copied().fold(f64::MAX, f64::min)))
}

fn shape(hidden: usize, batch: usize) -> Result<ShapeTimings, String> {
    let (first_step_ms, critic_step_ms) = time(StepKind::Mine, Workload::new(hidden, batch))?;
    let (_, policy_step_ms) = time(StepKind::Policy, Workload::new(hidden, batch))?;
    let burn_step_ms = bench_burn::time(hidden, batch, TIMED)?;
    Ok(ShapeTimings { hidden, batch, first_step_ms, critic_step_ms, policy_step_ms, burn_step_ms })
}

fn console() -> Result<BTreeMap<&'static str, f64>, String> {
    let rom = |game: &Game| fs::read(format!("{ROMS}/{}.bin", game.id())).ok().map(|rom| (game.id(), rom));
    let here = Game::ALL.iter().filter_map(rom);
    let speed = |rom: &[u8]| AleStepper::new(rom).map(|mut stepper| stepper.frames_per_second());
    here.map(|(id, rom)| Ok((id, speed(&rom).map_err(|error| error.to_string())?))).collect()
}

const ROLLOUTS: usize = 3_000;

/// Seconds of rolling out players from the starts of held-out paths; what the policy has learnt does not matter.
fn rollouts(strength: f32) -> Result<f64, String> {
    let mut session = open(&format!("world={WORLD}&method=bc-pmi&paths=100"))?;
    let mut players = pollster::block_on(session.players()).map_err(|error| explain(&error))?;
    let player = players.first_mut().ok_or("there is nobody to play")?;
    let environment = session.environment();
    let paths = basketball::paths(&environment.run, &environment.files, true, ROLLOUTS);
    let paths = paths.map_err(|error| say(&error.text()))?;
    let starts = paths.iter().filter_map(|xy| xy.first_chunk::<2>().copied());
    let requests: Vec<_> = starts.enumerate().map(|(index, start)| (index % player.styles, start)).collect();
    let start = Instant::now();
    let made = roll_out(environment, player, &requests, strength, 0);
    let seconds = start.elapsed().as_secs_f64();
    if made.len() == ROLLOUTS { Ok(seconds) } else { Err("some players did not play".into()) }
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let shapes = [(32, 128), (64, 512), (128, 128)].map(|(hidden, batch)| shape(hidden, batch));
    let shapes = shapes.into_iter().collect::<Result<Vec<_>, _>>()?;
    // The paper's settings: one sampled MINE of width 32, ten epochs each.
    let mut full = open(
        "method=bc-pmi&critic=sampled&critic_folds=1&critic_hidden=32&critic_epochs=10&hidden=32&epochs=10&batch=128",
    )?;
    let steps = full.steps().1;
    let start = Instant::now();
    pollster::block_on(full.advance(steps)).map_err(|error| explain(&error))?;
    let full_run_seconds = start.elapsed().as_secs_f64();
    let bench = Bench {
        shapes,
        full_run_seconds,
        full_run_steps: steps,
        rollouts: ROLLOUTS,
        rollouts_seconds: rollouts(0.0)?,
        guided_rollouts_seconds: rollouts(2.0)?,
        pictures: bench_pictures::time()?,
        console: console()?,
    };
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&bench).map_err(|error| error.to_string())?);
        return Ok(());
    }
    println!("native CPU           first step  MINE step  policy step  MINE step by burn's autodiff");
    for shape in &bench.shapes {
        let ShapeTimings { hidden, batch, first_step_ms, critic_step_ms, policy_step_ms, burn_step_ms } = shape;
        println!(
            "hidden {hidden:3} batch {batch:3} {first_step_ms:8.2} ms {critic_step_ms:7.3} ms {policy_step_ms:9.3} ms \
             {burn_step_ms:9.3} ms"
        );
    }
    println!("Circle2D at the paper's settings: {steps} steps in {full_run_seconds:.1} s");
    println!(
        "{ROLLOUTS} players of basketball, eight seconds each: {:.2} s, guided {:.2} s",
        bench.rollouts_seconds, bench.guided_rollouts_seconds
    );
    bench.pictures.print();
    for (game, frames) in &bench.console {
        println!("{game}: {frames:.0} frames a second, {:.0} times real time", frames / 60.0);
    }
    if bench.console.is_empty() {
        println!("No Atari games in {ROMS}; ./dev data fetches them.");
    }
    Ok(())
}
