//! `lab bench`: what a step costs natively.

use std::time::Instant;

use burn::tensor::Device;
use clap::Args;
use playground::protocol::RunConfig;
use playground::session::{Session, catalog};
use serde::Serialize;

#[derive(Args)]
pub struct Arguments {
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shape {
    hidden: usize,
    batch: usize,
    first_step_ms: f64,
    critic_step_ms: f64,
    policy_step_ms: f64,
}

#[derive(Serialize)]
struct Bench {
    shapes: Vec<Shape>,
    full_run_seconds: f64,
    full_run_steps: u32,
}

const TIMED: u32 = 200;

fn open(link: &str) -> Result<Session, String> {
    let (config, _) = catalog().settle(&RunConfig::from_query(link).0);
    Session::open(&config, None, &Device::flex(), None).map_err(|error| error.to_string())
}

/// Milliseconds a step over `steps` steps.
fn time(session: &mut Session, steps: u32) -> Result<f64, String> {
    let start = Instant::now();
    pollster::block_on(async {
        session.advance(steps).await?;
        session.settle().await
    })
    .map_err(|error| error.to_string())?;
    Ok(start.elapsed().as_secs_f64() * 1000.0 / f64::from(steps))
}

fn shape(hidden: usize, batch: usize) -> Result<Shape, String> {
    let knobs = format!("critic_hidden={hidden}&hidden={hidden}&batch={batch}&trajectories=50");
    let mut critic = open(&format!("method=bc-pmi&critic=sampled&critic_epochs=100&{knobs}"))?;
    let first_step_ms = time(&mut critic, 1)?;
    time(&mut critic, 20)?;
    let critic_step_ms = time(&mut critic, TIMED)?;
    let mut policy = open(&format!("method=cbc&epochs=100&{knobs}"))?;
    time(&mut policy, 20)?;
    Ok(Shape { hidden, batch, first_step_ms, critic_step_ms, policy_step_ms: time(&mut policy, TIMED)? })
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let shapes = [(32, 128), (64, 512), (128, 128)].map(|(hidden, batch)| shape(hidden, batch));
    let shapes = shapes.into_iter().collect::<Result<Vec<_>, _>>()?;
    // The paper's settings: sampled MINE of width 32, ten epochs each.
    let mut full =
        open("method=bc-pmi&critic=sampled&critic_hidden=32&critic_epochs=10&hidden=32&epochs=10&batch=128")?;
    let steps = full.steps().1;
    let full_run_seconds = time(&mut full, steps)? * f64::from(steps) / 1000.0;
    let bench = Bench { shapes, full_run_seconds, full_run_steps: steps };
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&bench).map_err(|error| error.to_string())?);
        return Ok(());
    }
    println!("native CPU           first step  MINE step  policy step");
    for shape in &bench.shapes {
        let Shape { hidden, batch, first_step_ms, critic_step_ms, policy_step_ms } = shape;
        println!(
            "hidden {hidden:3} batch {batch:3} {first_step_ms:8.2} ms {critic_step_ms:7.3} ms {policy_step_ms:9.3} ms"
        );
    }
    println!("Circle2D at the paper's settings: {steps} steps in {full_run_seconds:.1} s");
    Ok(())
}
