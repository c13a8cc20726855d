//! Mutual information where the answer is known, and files that are no use.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::process::{Command, Output};

use worlds::data::Rng;

/// Fewer than networks take by themselves, and enough for these answers; `lab known` takes all of them.
const STEPS: &str = "400";

fn lab(name: &str, text: &str) -> Output {
    let file = std::env::temp_dir().join(format!("pmi-{}-{name}.csv", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    let output = command.args(["mi", "--json", "--steps", STEPS, "--input"]).arg(&file).output().unwrap();
    std::fs::remove_file(&file).unwrap();
    output
}

fn nats(name: &str, text: &str) -> (f64, f64) {
    let output = lab(name, text);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["steps"].as_u64().unwrap() > 0 && answer["train_nats"].is_number());
    (answer["heldout_nats"].as_f64().unwrap(), answer["ceiling_nats"].as_f64().unwrap())
}

/// Pairs with correlation ρ, Y through `transform`.
fn pairs(correlation: f32, rows: usize, transform: fn(f32) -> f32) -> String {
    let mut rng = Rng::stream(1, "pairs", 0);
    let row = |_| {
        let x = rng.normal();
        let y = correlation * x + (1.0 - correlation * correlation).sqrt() * rng.normal();
        format!("{x},{}\n", transform(y))
    };
    std::iter::once("x0,y0\n".to_string()).chain((0..rows).map(row)).collect()
}

#[test]
fn correlated_gaussians_have_their_known_information() {
    for (correlation, transform) in [(0.0, (|y| y) as fn(f32) -> f32), (0.95, |y| y), (0.8, |y| (3.0 * y).sinh())] {
        let truth = -0.5 * (1.0 - f64::from(correlation * correlation)).ln();
        let (found, _) = nats("gauss", &pairs(correlation, 4000, transform));
        assert!((found - truth).abs() < (0.1 * truth).max(0.05), "ρ {correlation}: {found} nats, truly {truth}");
    }
}

#[test]
fn what_turns_is_followed() {
    // Normals with ρ 0.8, turned by half their squared distance from the middle, which can be turned back: nothing is lost.
    let mut rng = Rng::stream(3, "turned", 0);
    let turned = |a: f32, b: f32| {
        let (sine, cosine) = (0.5 * (a * a + b * b)).sin_cos();
        [cosine * a - sine * b, sine * a + cosine * b]
    };
    let row = |_| {
        let x = [rng.normal(), rng.normal()];
        let y = x.map(|x| 0.8 * x + 0.6 * rng.normal());
        let ([x0, x1], [y0, y1]) = (turned(x[0], x[1]), turned(y[0], y[1]));
        format!("{x0},{x1},{y0},{y1}\n")
    };
    let text: String = std::iter::once("x0,x1,y0,y1\n".to_string()).chain((0..6000).map(row)).collect();
    let truth = -0.36f64.ln();
    let (found, _) = nats("turned", &text);
    // Networks of rectifiers find four fifths of it, also from more rows.
    assert!((0.87..1.1).contains(&(found / truth)), "{found} nats, truly {truth}");
}

#[test]
fn a_finite_table_has_its_known_information() {
    // Z is one of three; X shows it with probability 0.8, each other value with 0.1.
    let mut rng = Rng::stream(2, "table", 0);
    let row = |_| {
        let z = rng.below(3);
        let x = if rng.chance(0.7) { z } else { rng.below(3) };
        format!("{x},{z}\n")
    };
    let text: String = std::iter::once("x0,z\n".to_string()).chain((0..8000).map(row)).collect();
    let truth = 3f64.ln() + 0.8 * 0.8f64.ln() + 0.2 * 0.1f64.ln();
    let (found, ceiling) = nats("table", &text);
    assert!((found - truth).abs() < 0.05, "{found} nats, truly {truth}");
    assert!((ceiling - 3f64.ln()).abs() < 1e-6);
}

#[test]
fn bad_files_get_a_sentence() {
    let few = "x0,y0\n1,2\n";
    let words = format!("x0,y0\n{}one,2\n", "1,2\n".repeat(100));
    let nan = format!("x0,y0\n{}NaN,2\n", "1,2\n".repeat(100));
    let ragged = format!("x0,y0\n{}1\n", "1,2\n".repeat(100));
    let fractions = format!("x0,z\n{}1,0.5\n", "1,2\n".repeat(100));
    for (name, text, expected) in [
        ("empty", "", "needs columns"),
        ("one", "x0\n1\n", "needs columns"),
        ("few", few, "at least 50"),
        ("words", &words, "line 102: “one” is not a number"),
        ("nan", &nan, "“NaN” is not a number"),
        ("ragged", &ragged, "line 102"),
        ("fractions", &fractions, "whole numbers"),
    ] {
        let output = lab(name, text);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(expected), "{name}: {said}");
        assert_eq!(said.trim().lines().count(), 1, "{name}: {said}");
    }
}
