//! Questions of lessons and panels to the trainer, and its answers. They are sent as bytes (`TrainerCommand::Ask`),
//! which panels encode and decode themselves. Probabilities are from 0 to 1; information is in nats.

use serde::{Deserialize, Serialize};

use crate::{PathQuantity, Rule, Stretch, Text, WeightFormula};

/// Largest number of styles and of actions in a table of counts, and largest count.
pub const MAX_TABLE: (u8, u8) = (6, 8);
pub const MAX_COUNT: u32 = 10_000;
/// Most values of β in one question, and the largest.
pub const MAX_BETAS: usize = 64;
pub const MAX_BETA: f64 = 50.0;
/// Most actions whose optimum is computed together.
pub const MAX_ACTIONS: usize = 16;
/// Most demonstrations in one question about strays.
pub const MAX_PATHS: usize = 32;
/// Number of questions of *Check yourself*: ten, and one about the same idea in another field.
pub const QUIZ_LENGTH: u8 = 11;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// Exact shares, PMI and MI of a table of counts, `[styles, actions]` row by row.
    CountTable { counts: Vec<u32>, styles: u8, actions: u8 },
    /// What a constant added to every score T of the open run's critic changes; `trajectory` and `moment` select the
    /// moment whose PMI is compared.
    Shift { constant: f64, trajectory: u32, moment: u32 },
    /// All numbers of one moment, from the critic's scores to the length of its gradient in the policy.
    SlowMotion { trajectory: u32, moment: u32 },
    /// The optimal policy over three actions at one moment of the open run, for each β.
    Optimum { trajectory: u32, moment: u32, betas: Vec<f64> },
    /// The same for given p(a|s) and p(z|s,a), `[actions]` each.
    OptimumOf { prior: Vec<f64>, posterior: Vec<f64>, betas: Vec<f64> },
    /// The value of a quantity for every demonstration.
    Measure { quantity: PathQuantity },
    /// Columns of the demonstrations' file that can be measured.
    Columns,
    /// How much the styles of a rule would tell about a pair. Answered repeatedly while the estimate improves.
    Tells { rule: Rule },
    /// The demonstrations that contradict their label most, at most this many.
    Doubtful { most: u16 },
    /// How much the PMI of a moment drops where its picture is covered.
    Pixels { trajectory: u32, moment: u32 },
    /// Reads run and step of a snapshot.
    ReadSnapshot {
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// A file of the run of a lane, answered in parts.
    Export { lane: u8, what: Export },
    /// One of the questions of *Check yourself*, with the numbers of a seed.
    Quiz { seed: u32, number: u8 },
    /// Where the simulated experts of these demonstrations followed another style than that of their label.
    Strays { paths: Vec<u32> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    CountTable(CountTable),
    Shift(Shift),
    SlowMotion(SlowMotion),
    Optimum(Optimum),
    /// For each β, the probabilities of the actions, `[betas][actions]`.
    OptimumOf(Vec<Vec<f64>>),
    Quiz(Quiz),
    /// In the order of the demonstrations; those that are too short for the quantity are left out.
    Measured(Vec<f32>),
    /// Names of columns; none where demonstrations are from no file.
    Columns(Vec<String>),
    Tells(Tells),
    /// In falling order.
    Doubtful(Vec<Doubtful>),
    Pixels(PixelMap),
    Exported(ExportedPart),
    Snapshot(SnapshotReport),
    /// As stretches of weight zero, the weights by hand that leave these moments out.
    Strays(Vec<Stretch>),
    /// The question cannot be answered, for this reason.
    Refused(Text),
}

/// How much the PMI of a moment with its label drops where its picture is covered, in a run that sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PixelMap {
    pub width: u16,
    pub height: u16,
    /// The newest picture, `[height, width]`, zero to 255.
    #[serde(with = "serde_bytes")]
    pub picture: Vec<u8>,
    /// PMI of the moment with all pixels, nats.
    pub pmi: f32,
    /// The mean drop in PMI over the patches that cover a pixel, nats: `[height, width]`.
    pub drop: Vec<f32>,
}

/// An estimate of how much a label tells about a pair, on held-out demonstrations; nats.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tells {
    /// A lower bound on I(Z;S,A).
    pub information: f32,
    /// H(Z), its upper bound.
    pub entropy: f32,
    /// Share of the work that is done.
    pub done: f32,
}

/// A file of a run for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Export {
    /// The policy's networks, as safetensors.
    Policy,
    /// The critics, as safetensors.
    Critic,
    /// Every moment of the demonstrations with its PMI and weight, as CSV.
    StepsCsv,
    /// The same with observations and actions, as `.npz`.
    StepsNpz,
    /// The points of all curves, as CSV.
    Curves,
    /// The configuration, as JSON.
    Run,
}

impl Export {
    pub const ALL: [Self; 6] = [Self::Policy, Self::Critic, Self::StepsCsv, Self::StepsNpz, Self::Curves, Self::Run];
}

/// Run and step of a snapshot. Whether its networks fit is checked only when it is opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SnapshotReport {
    /// The run's link.
    pub query: String,
    /// Optimiser steps of its networks.
    pub step: u32,
    /// It is in the finished form, without optimiser state.
    pub finished: bool,
}

/// A part of a file. Files are sent in parts, in order, so that no message is large.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExportedPart {
    /// Name of the file.
    pub name: String,
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
    /// Share of the work that is done; 1 in the last part.
    pub done: f32,
    pub last: bool,
}

/// Shares, PMI and MI of a table of counts; cells are `[styles, actions]`, row by row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CountTable {
    /// Sum of all counts.
    pub total: u32,
    /// p(z), `[styles]`.
    pub style_shares: Vec<f64>,
    /// p(a), `[actions]`.
    pub action_shares: Vec<f64>,
    pub cells: Vec<CountCell>,
    /// I(Z;A): the mean of PMI, weighted by p(z,a).
    pub information: f64,
    /// H(Z), the upper bound of the information.
    pub entropy: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CountCell {
    /// p(z,a).
    pub joint: f64,
    /// p(z|a); None where the action was never taken.
    pub posterior: Option<f64>,
    /// p(z|a) / p(z); None where the action was never taken or nothing has the style.
    pub ratio: Option<f64>,
    /// ln of the ratio, nats; None also if the ratio is zero, where PMI is minus infinity.
    pub pmi: Option<f64>,
}

/// The held-out pairs' scores before and after a constant was added to each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shift {
    pub constant: f64,
    /// Number of held-out pairs, over which the means are taken.
    pub pairs: u32,
    pub before: ShiftedScores,
    pub after: ShiftedScores,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShiftedScores {
    /// E[T] over held-out pairs with their labels: the bound's first term.
    pub mean_score: f64,
    /// ln E[e^T] over the same pairs with styles from p(z): the bound's second term.
    pub log_mean_exponential: f64,
    /// Donsker and Varadhan's bound: the difference of the two.
    pub bound: f64,
    /// T of the selected moment with its label.
    pub score: f64,
    /// PMI of the selected moment with its label.
    pub pmi: f64,
}

/// One moment, from the critic's scores to the gradient.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlowMotion {
    pub trajectory: u32,
    pub moment: u32,
    /// The style that the path is labelled with.
    pub style: u8,
    /// T(s,a,z), `[styles]`.
    pub scores: Vec<f64>,
    /// p(z), `[styles]`.
    pub prior: Vec<f64>,
    /// p(z|s,a), `[styles]`.
    pub posterior: Vec<f64>,
    /// ln p(z|s,a)/p(z) for each style, `[styles]`.
    pub pmi: Vec<f64>,
    /// The quantity that the weight is computed from, of the label.
    pub weighed: f64,
    /// How the weight follows from it.
    pub formula: WeightFormula,
    /// e^{β·sharpness·weighed}.
    pub power: f64,
    /// The power, clamped to the cap.
    pub capped: f64,
    /// The weight by hand; 1 if there is none.
    pub by_hand: f64,
    /// The weight in the policy's loss.
    pub weight: f64,
    /// -log π(a|s,z) of this moment under the current policy.
    pub loss: f64,
    /// |∇θ loss|: length (2-norm) of the gradient of that loss with respect to the policy's parameters.
    pub gradient_length: f64,
    /// |∇θ weight·loss|: the same for the weighted loss.
    pub weighted_length: f64,
    /// Number of the policy's parameters: components of the gradient.
    pub parameters: u32,
}

/// π*(a|s,z) ∝ p(a|s) p(z|s,a)^{1+β} over three actions that demonstrations took in states like this one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Optimum {
    /// The style that the path is labelled with.
    pub style: u8,
    /// Position of the moment.
    pub at: [f32; 2],
    /// Training pairs in the most similar states, among which actions were counted.
    pub neighbours: u32,
    pub candidates: Vec<Candidate>,
    /// For each β, the probabilities of the candidates, `[betas][candidates]`.
    pub optimum: Vec<Vec<f64>>,
}

/// One of the actions that are compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The action as it stands in demonstrations, `[action size]`.
    pub action: Vec<f32>,
    /// The label of the demonstration that took it, its index and the moment.
    pub style: u8,
    pub trajectory: u32,
    pub moment: u32,
    /// p(a|s): the share of the neighbours whose action is nearest to this one.
    pub prior: f64,
    /// p(z|s,a), where z is the label of the path.
    pub posterior: f64,
}

/// A question with several choices, one of them right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quiz {
    pub question: Text,
    pub choices: Vec<Text>,
    /// Index of the right choice.
    pub right: u8,
    /// Why it is right.
    pub why: Text,
}

/// A demonstration and its guilty stretch: the moments that speak most against its label.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doubtful {
    pub trajectory: u32,
    /// The style that the path is labelled with.
    pub style: u8,
    /// The style that the stretch shows most.
    pub looks_like: u8,
    pub held_out: bool,
    /// Moments of the whole path.
    pub moments: u32,
    /// First and last moment of the stretch, both included.
    pub from: u32,
    pub to: u32,
    /// The sum of -pmi over the stretch, nats.
    pub against: f32,
    /// The mean of pmi over the whole path, nats.
    pub mean_pmi: f32,
}
