//! `lab known`: mutual information where the answer is known, as `lab mi` finds it.

use burn::tensor::{Device, Tensor};
use clap::Args;
use serde::{Deserialize, Serialize};
use worlds::data::Rng;

use crate::cells::MeasurementOptions;
use crate::dependence::{Samples, dependence};
use crate::report::{Report, Row, Sheet, spread};
use crate::statistics::{deviation, mean};

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    options: MeasurementOptions,
    /// Rows of every sample.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(500..=1_000_000))]
    rows: u32,
}

/// One sample (x, y).
type Draw = fn(&mut Rng) -> (Vec<f32>, Vec<f32>);

struct Case {
    name: &'static str,
    truth: f64,
    draw: Draw,
}

/// `D` pairs of normals, each pair with a correlation of `RHO` hundredths.
fn normals<const D: usize, const RHO: usize>(rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
    let rho = RHO as f32 / 100.0;
    let x: Vec<f32> = (0..D).map(|_| rng.normal()).collect();
    let y = x.iter().map(|x| rho * x + (1.0 - rho * rho).sqrt() * rng.normal()).collect();
    (x, y)
}

fn of_normals(dimensions: usize, rho: f64) -> f64 {
    -0.5 * dimensions as f64 * (1.0 - rho * rho).ln()
}

/// ln K - H of a row of probabilities.
fn of_row(shares: &[f64]) -> f64 {
    (shares.len() as f64).ln() + shares.iter().map(|p| p * p.ln()).sum::<f64>()
}

fn one_hot(value: usize, of: usize) -> Vec<f32> {
    (0..of).map(|z| f32::from(u8::from(z == value))).collect()
}

fn noisy_table(rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
    let z = rng.below(3);
    let x = if rng.chance(0.7) { z } else { rng.below(3) };
    (vec![x as f32], one_hot(z, 3))
}

fn noisy_parity(rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
    let (a, b) = (rng.below(2), rng.below(2));
    let z = if rng.chance(0.1) { 1 - (a ^ b) } else { a ^ b };
    (vec![a as f32, b as f32], one_hot(z, 2))
}

fn cubes(rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
    let (x, y) = normals::<1, 80>(rng);
    (x.iter().map(|x| x * x * x).collect(), y.iter().map(|y| (2.0 * y).exp()).collect())
}

/// Bent, which can be undone, so nothing is lost: x₁ ← x₁ + x₀².
fn bent(rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
    let (x, y) = normals::<2, 80>(rng);
    let bend = |u: Vec<f32>| vec![u[0], u[1] + u[0] * u[0]];
    (bend(x), bend(y))
}

/// Y is normal around 2X or -2X, by a coin: no correlation, much information.
fn crossed(rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
    let x = rng.normal();
    let side = if rng.chance(0.5) { 2.0 } else { -2.0 };
    (vec![x], vec![side * x + 0.5 * rng.normal()])
}

/// I of `crossed` by summing over a grid: h(Y) - h(Y|X).
fn of_crossed() -> f64 {
    let normal = |at: f64, sd: f64| (-0.5 * at * at / sd / sd).exp() / sd / std::f64::consts::TAU.sqrt();
    let entropy = |density: &dyn Fn(f64) -> f64| -> f64 {
        let step = 0.02;
        let terms = (-1000..=1000).map(|k| density(f64::from(k) * step)).filter(|p| *p > 1e-300);
        terms.map(|p| -p * p.ln() * step).sum()
    };
    let of_y = entropy(&|y| normal(y, 4.25f64.sqrt()));
    let given = |x: f64| entropy(&|y| 0.5 * normal(y - 2.0 * x, 0.5) + 0.5 * normal(y + 2.0 * x, 0.5));
    let mean_given: f64 = (-100..=100).map(|k| f64::from(k) * 0.05).map(|x| normal(x, 1.0) * given(x) * 0.05).sum();
    of_y - mean_given
}

fn cases() -> Vec<Case> {
    let case = |name, truth, draw| Case { name, truth, draw };
    vec![
        case("normals, ρ 0, 1 dimension", 0.0, normals::<1, 0> as Draw),
        case("normals, ρ 0.5, 1 dimension", of_normals(1, 0.5), normals::<1, 50>),
        case("normals, ρ 0.9, 1 dimension", of_normals(1, 0.9), normals::<1, 90>),
        case("normals, ρ 0.99, 1 dimension", of_normals(1, 0.99), normals::<1, 99>),
        case("normals, ρ 0.5, 5 dimensions", of_normals(5, 0.5), normals::<5, 50>),
        case("normals, ρ 0.9, 5 dimensions", of_normals(5, 0.9), normals::<5, 90>),
        case("normals, ρ 0, 20 dimensions", 0.0, normals::<20, 0>),
        case("normals, ρ 0.5, 20 dimensions", of_normals(20, 0.5), normals::<20, 50>),
        case("normals, ρ 0.99, 20 dimensions (more than rows can show)", of_normals(20, 0.99), normals::<20, 99>),
        case("heavy tails: x³ and e^2y of normals, ρ 0.8", of_normals(1, 0.8), cubes),
        case("bent normals, ρ 0.8, 2 dimensions", of_normals(2, 0.8), bent),
        case("crossed lines, uncorrelated", of_crossed(), crossed),
        case("finite: three values, shown right in 80 %", of_row(&[0.8, 0.1, 0.1]), noisy_table),
        case("finite: parity of two bits, wrong in 10 %", of_row(&[0.9, 0.1]), noisy_parity),
    ]
}

#[derive(Serialize, Deserialize)]
struct Cell {
    train: f64,
    held_out: f64,
    ceiling: f64,
}

fn measure(case: &Case, rows: usize, seed: u64) -> Result<Cell, String> {
    let mut rng = Rng::stream(seed, case.name, 0);
    let (x, y) = (0..rows).map(|_| (case.draw)(&mut rng)).unzip();
    let number = async |tensor: Tensor<1>| tensor.into_scalar_async::<f32>().await.map_err(|error| error.to_string());
    let found = pollster::block_on(dependence(Samples { x, y }, 6000, seed, &Device::flex(), number, |_| ()))?;
    let [train, held_out, ceiling] = [found.train_nats, found.heldout_nats, found.ceiling_nats].map(f64::from);
    Ok(Cell { train, held_out, ceiling })
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { options, rows } = arguments;
    let cases = cases();
    let mut cells = Vec::new();
    for case in 0..cases.len() {
        cells.extend(options.range().map(|seed| format!("{case} {rows} {seed}")));
    }
    let found = options.work("known", &cells, |cell| {
        let numbers: Vec<u64> = cell.split(' ').filter_map(|number| number.parse().ok()).collect();
        let [case, rows, seed] = numbers[..] else { return Err("a cell that names no case".into()) };
        measure(&cases[case as usize], rows as usize, seed)
    })?;
    let mut sheet = Sheet {
        caption: format!("{rows} rows, of which a fifth are held out"),
        head: ["sample", "true, nats", "held out", "training", "ceiling", ""].map(String::from).into(),
        rows: vec![],
        ahead: vec![],
    };
    let mut all = Vec::new();
    let mut near = 0;
    for (case, cells) in cases.iter().zip(found.chunks(options.seeds as usize)) {
        let [held_out, train] = [|cell: &Cell| cell.held_out, |cell: &Cell| cell.train]
            .map(|value| cells.iter().map(value).collect::<Vec<f64>>());
        let close = (mean(&held_out) - case.truth).abs() <= (0.1 * case.truth).max(0.05);
        near += usize::from(close);
        sheet.rows.push(vec![
            case.name.into(),
            format!("{:.3}", case.truth),
            spread(mean(&held_out), deviation(&held_out), 3),
            spread(mean(&train), deviation(&train), 3),
            format!("{:.2}", cells.first().map_or(0.0, |cell| cell.ceiling)),
            if close { "✓ within 10 % or 0.05 nats" } else { "✗" }.into(),
        ]);
        let of = vec![case.name.into(), "held out, nats".into()];
        all.push(Row { of, mean: mean(&held_out), sd: deviation(&held_out), values: held_out });
    }
    let report = Report {
        finding: vec![format!("{near} of {} samples come out within 10 % or 0.05 nats.", cases.len())],
        sheets: vec![sheet],
        rows: all,
        ..Report::new(
            "Mutual information where the answer is known",
            format!("lab known {}", options.seed_flags()),
            "drawn from each seed",
            options,
        )
    };
    report.publish(options)
}
