//! `lab known`: mutual information where the answer is known, as `lab mi` finds it.

use burn::tensor::Device;
use clap::Args;
use serde::{Deserialize, Serialize};
use worlds::data::Rng;

use crate::cells::MeasurementOptions;
use crate::dependence::{Samples, dependence, numbers};
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

/// Student's distribution of x and y together, `D` dimensions each, pairs with a correlation of `RHO` hundredths: normals
/// divided by one common √(χ²/ν), so that also uncorrelated ones are dependent.
fn student<const D: usize, const RHO: usize, const FREEDOM: usize>(rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
    let (x, y) = normals::<D, RHO>(rng);
    let squares: f32 = (0..FREEDOM).map(|_| rng.normal()).map(|one| one * one).sum();
    let scale = (FREEDOM as f32 / squares.max(1e-12)).sqrt();
    (x.iter().map(|x| scale * x).collect(), y.iter().map(|y| scale * y).collect())
}

/// I of the normals plus f(ν) + f(ν+2d) - 2 f(ν+d) with f(u) = log Γ(u/2) - u/2 ψ(u/2) (Arellano-Valle and others, 2013).
fn of_student(dimensions: usize, rho: f64, freedom: f64) -> f64 {
    // ψ is the slope of log Γ.
    let digamma = |at: f64| (libm::lgamma(at + 1e-5) - libm::lgamma(at - 1e-5)) / 2e-5;
    let f = |u: f64| libm::lgamma(u / 2.0) - u / 2.0 * digamma(u / 2.0);
    let d = dimensions as f64;
    of_normals(dimensions, rho) + f(freedom) + f(freedom + 2.0 * d) - 2.0 * f(freedom + d)
}

/// Normals whose first two coordinates are turned by an angle that grows with their distance from the middle; it can be
/// turned back, so nothing is lost.
fn spiral<const D: usize, const RHO: usize>(rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
    let (x, y) = normals::<D, RHO>(rng);
    let turn = |mut u: Vec<f32>| {
        let (sine, cosine) = (u[0] * u[0] + u[1] * u[1]).sin_cos();
        (u[0], u[1]) = (cosine * u[0] - sine * u[1], sine * u[0] + cosine * u[1]);
        u
    };
    (turn(x), turn(y))
}

/// Fifty dimensions of which two tell something.
fn few_of_many(rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
    let (mut x, mut y) = normals::<2, 80>(rng);
    x.extend((2..50).map(|_| rng.normal()));
    y.extend((2..50).map(|_| rng.normal()));
    (x, y)
}

/// Independent normals of one common scale, small or large by a coin: no correlation, and no elliptical distribution.
const SCALES: [f64; 2] = [0.3, 2.0];
fn common_scale(rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
    let scale = SCALES[usize::from(rng.chance(0.5))] as f32;
    (vec![scale * rng.normal()], vec![scale * rng.normal()])
}

/// I of `common_scale` by summing over a grid.
fn of_common_scale() -> f64 {
    let normal = |at: f64, sd: f64| (-0.5 * at * at / sd / sd).exp() / sd / std::f64::consts::TAU.sqrt();
    let alone = |x: f64| SCALES.iter().map(|sd| 0.5 * normal(x, *sd)).sum::<f64>();
    let together = |x: f64, y: f64| SCALES.iter().map(|sd| 0.5 * normal(x, *sd) * normal(y, *sd)).sum::<f64>();
    let step = 0.03;
    let places = || (-400..=400).map(|k| f64::from(k) * step);
    let term = |x: f64, y: f64| together(x, y) * (together(x, y).max(1e-300) / (alone(x) * alone(y)).max(1e-300)).ln();
    places().map(|x| places().map(|y| term(x, y)).sum::<f64>()).sum::<f64>() * step * step
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
        case("Student ν 1, ρ 0, 2 dimensions", of_student(2, 0.0, 1.0), student::<2, 0, 1>),
        case("Student ν 1, ρ 0.5, 5 dimensions", of_student(5, 0.5, 1.0), student::<5, 50, 1>),
        case("Student ν 2, ρ 0.5, 3 dimensions", of_student(3, 0.5, 2.0), student::<3, 50, 2>),
        case("Student ν 3, ρ 0.8, 5 dimensions", of_student(5, 0.8, 3.0), student::<5, 80, 3>),
        case("common scale, uncorrelated", of_common_scale(), common_scale),
        case("spiral of normals, ρ 0.8, 2 dimensions", of_normals(2, 0.8), spiral::<2, 80>),
        case("spiral of normals, ρ 0.8, 3 dimensions", of_normals(3, 0.8), spiral::<3, 80>),
        case("normals, ρ 0.3, 50 dimensions", of_normals(50, 0.3), normals::<50, 30>),
        case("normals, 2 of 50 dimensions with ρ 0.8", of_normals(2, 0.8), few_of_many),
    ]
}

#[derive(Serialize, Deserialize)]
struct Cell {
    train: f64,
    held_out: f64,
    /// Half of the 95 % interval over held-out rows.
    half: f64,
    ceiling: f64,
}

fn measure(case: &Case, rows: usize, seed: u64) -> Result<Cell, String> {
    let mut rng = Rng::stream(seed, case.name, 0);
    let (x, y) = (0..rows).map(|_| (case.draw)(&mut rng)).unzip();
    let found = pollster::block_on(dependence(Samples { x, y }, 6000, seed, &Device::flex(), numbers, |_| ()))?;
    let [train, held_out, half, ceiling] =
        [found.train_nats, found.heldout_nats, found.half_interval_nats, found.ceiling_nats].map(f64::from);
    Ok(Cell { train, held_out, half, ceiling })
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
        head: ["sample", "true, nats", "held out", "interval of one seed", "training", "ceiling", ""]
            .map(String::from)
            .into(),
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
            cells.first().map_or(String::new(), |cell| {
                format!("{:.3} to {:.3}", cell.held_out - cell.half, cell.held_out + cell.half)
            }),
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
