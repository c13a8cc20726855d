//! Feed-forward networks as ONNX: a policy from style and observation to its distribution, a critic from observation and
//! action to PMI with every style. Of runs with several seeds, the first.

mod graph;
mod wire;

use engine::estimators::CriticKind;
use engine::exports::{CriticNet, ExportedLayer, FeedForwardNets, Metadata};
use engine::nn::{Columns, Head, LOG_SIGMA};
use graph::{Attribute, Graph};

/// `style` (one-hot) and `observation` to the distribution of actions.
pub fn policy(net: &FeedForwardNets, head: Head, columns: Columns, metadata: &Metadata) -> Result<Vec<u8>, String> {
    let (members, codes) = net.seeds.first().zip(net.codes.first()).ok_or("the run has no policy")?;
    let mut graph = Graph::default();
    let outputs = match members.as_slice() {
        [layers] if !net.conditioned => {
            let observation = graph.input("observation", columns.observation);
            graph.layers(&observation, layers)
        }
        [layers] => {
            let style = graph.input("style", columns.styles);
            let observation = graph.input("observation", columns.observation);
            // Column `code` of what the network sees is the style that has it.
            let style = graph.columns(&style, &styles_by_code(codes));
            let input = graph.apply("Concat", &[&style, &observation], &[Attribute::Whole("axis", 1)]);
            graph.layers(&input, layers)
        }
        several => one_per_style(&mut graph, several, codes, columns),
    };
    add_head(&mut graph, &outputs, head);
    Ok(graph.model("policy", metadata))
}

/// For each code the style that it stands for.
fn styles_by_code(codes: &[usize]) -> Vec<i64> {
    (0..codes.len()).map(|code| codes.iter().position(|of| *of == code).unwrap_or(code) as i64).collect()
}

/// Every network's outputs times its style's column, added up.
fn one_per_style(graph: &mut Graph, members: &[Vec<ExportedLayer>], codes: &[usize], columns: Columns) -> String {
    let style = graph.input("style", columns.styles);
    let observation = graph.input("observation", columns.observation);
    let chosen: Vec<String> = members
        .iter()
        .zip(styles_by_code(codes))
        .map(|(layers, of)| {
            let outputs = graph.layers(&observation, layers);
            let share = graph.columns(&style, &[of]);
            graph.apply("Mul", &[&outputs, &share], &[])
        })
        .collect();
    graph.apply("Sum", &chosen.iter().map(String::as_str).collect::<Vec<_>>(), &[])
}

/// From the network's outputs to a distribution: `outputs` as they are, and what they stand for.
fn add_head(graph: &mut Graph, outputs: &str, head: Head) {
    graph.output(outputs, "outputs", &[head.outputs()]);
    let range = |from: usize, count: usize| (from as i64..(from + count) as i64).collect::<Vec<_>>();
    match head {
        Head::Gaussian { size } => {
            let mean = graph.columns(outputs, &range(0, size));
            graph.output(&mean, "mean", &[size]);
            let raw = graph.columns(outputs, &range(size, size));
            let sigma = sigma(graph, &raw);
            graph.output(&sigma, "sigma", &[size]);
        }
        Head::Categorical { size } => {
            let shares = graph.apply("Softmax", &[outputs], &[Attribute::Whole("axis", 1)]);
            graph.output(&shares, "probabilities", &[size]);
        }
        Head::Mixture { size, parts } => {
            let logits = graph.columns(outputs, &range(0, parts));
            let weights = graph.apply("Softmax", &[&logits], &[Attribute::Whole("axis", 1)]);
            graph.output(&weights, "weights", &[parts]);
            let rest = graph.columns(outputs, &range(parts, 2 * size * parts));
            let shape = graph.wholes(&[-1, parts as i64, 2 * size as i64]);
            let each = graph.apply("Reshape", &[&rest, &shape], &[]);
            let mut part = |from: usize| {
                let indices = graph.wholes(&range(from, size));
                graph.apply("Gather", &[&each, &indices], &[Attribute::Whole("axis", 2)])
            };
            let (means, raw) = (part(0), part(size));
            graph.output(&means, "means", &[parts, size]);
            let sigma = sigma(graph, &raw);
            graph.output(&sigma, "sigmas", &[parts, size]);
        }
    }
}

/// e to the clamped log σ.
fn sigma(graph: &mut Graph, raw: &str) -> String {
    let (low, high) = (graph.floats(&[], &[LOG_SIGMA.0]), graph.floats(&[], &[LOG_SIGMA.1]));
    let clamped = graph.apply("Clip", &[raw, &low, &high], &[]);
    graph.apply("Exp", &[&clamped], &[])
}

/// `observation` and `action` to `pmi`, the mean of all folds' critics: what pairs get that no critic has seen.
pub fn critic(net: &CriticNet, columns: Columns, metadata: &Metadata) -> Result<Vec<u8>, String> {
    let (folds, prior) = net.seeds.first().zip(net.prior.first()).ok_or("the run has no critic")?;
    let noise = net.label_noise.first().copied().unwrap_or(0.0);
    let mut graph = Graph::default();
    let observation = graph.input("observation", columns.observation);
    let action = graph.input("action", columns.action);
    let pair = graph.apply("Concat", &[&observation, &action], &[Attribute::Whole("axis", 1)]);
    let log_prior: Vec<f32> = prior.iter().map(|share| share.max(1e-6).ln()).collect();
    let log_prior = graph.floats(&[1, prior.len()], &log_prior);
    let scores: Vec<String> = folds
        .iter()
        .map(|layers| scores(&mut graph, net.kind, layers, &pair, (&log_prior, prior.len(), noise)))
        .collect();
    let mean = graph.apply("Mean", &scores.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
    let pmi = normalised(&mut graph, &mean, &log_prior);
    graph.output(&pmi, "pmi", &[prior.len()]);
    Ok(graph.model("critic", metadata))
}

/// T(s,a,z) of one critic, with a share of label noise.
fn scores(
    graph: &mut Graph,
    kind: CriticKind,
    layers: &[ExportedLayer],
    pair: &str,
    (log_prior, styles, noise): (&str, usize, f32),
) -> String {
    let scores = match kind {
        CriticKind::Exact => graph.layers(pair, layers),
        CriticKind::Classifier => {
            let logits = graph.layers(pair, layers);
            graph.apply("Sub", &[&logits, log_prior], &[])
        }
        CriticKind::Sampled => {
            let of_styles: Vec<String> =
                (0..styles).map(|style| graph.layers(pair, &with_style(layers, style, styles))).collect();
            let columns: Vec<&str> = of_styles.iter().map(String::as_str).collect();
            graph.apply("Concat", &columns, &[Attribute::Whole("axis", 1)])
        }
    };
    if noise <= 0.0 {
        return scores;
    }
    let pmi = normalised(graph, &scores, log_prior);
    let (genuine, noise) = (graph.floats(&[], &[1.0 - noise]), graph.floats(&[], &[noise]));
    let ratio = graph.apply("Exp", &[&pmi], &[]);
    let ratio = graph.apply("Mul", &[&ratio, &genuine], &[]);
    let ratio = graph.apply("Add", &[&ratio, &noise], &[]);
    graph.apply("Log", &[&ratio], &[])
}

/// A network whose first inputs are a style's columns, with one style put in: its row becomes part of the biases.
fn with_style(layers: &[ExportedLayer], style: usize, styles: usize) -> Vec<ExportedLayer> {
    let mut layers = layers.to_vec();
    if let Some(first) = layers.first_mut() {
        let row = &first.weights[style * first.outputs..(style + 1) * first.outputs];
        first.biases.iter_mut().zip(row).for_each(|(bias, weight)| *bias += weight);
        first.weights.drain(..styles * first.outputs);
        first.inputs -= styles;
    }
    layers
}

/// T - ln Σ_z p(z) e^T, per row.
fn normalised(graph: &mut Graph, scores: &str, log_prior: &str) -> String {
    let joint = graph.apply("Add", &[scores, log_prior], &[]);
    let shift = graph.apply("ReduceLogSumExp", &[&joint], &[Attribute::Wholes("axes", vec![1])]);
    graph.apply("Sub", &[scores, &shift], &[])
}
