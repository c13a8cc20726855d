//! Networks as safetensors, with the names and layouts of PyTorch; whatever else is needed to use them is metadata.
//! `tools/exports/playground.py` reads them.

use std::collections::BTreeMap;

use safetensors::Dtype;
use safetensors::tensor::TensorView;
use serde_json::{Value, json};

use super::networks::{self, CriticNet, ExportedLayer, PolicyNet};
use crate::nn::{Bundle, Head, LOG_SIGMA, SnapshotError};
use crate::session::Session;
use protocol::knobs::critic::CRITIC;
use protocol::{Text, text};

/// Raised when names or metadata change their meaning.
const VERSION: &str = "1";

/// A tensor of single-precision numbers: its shape, and its numbers as little-endian bytes.
type Tensor = (Vec<usize>, Vec<u8>);
type Tensors = BTreeMap<String, Tensor>;
/// Entries of a file besides its tensors, by key.
pub type Metadata = BTreeMap<String, String>;

pub async fn policy(session: &mut Session) -> Result<Vec<u8>, Text> {
    let bundle = session.networks().await.map_err(|error| error.text())?;
    let (net, head) = networks::policy(&bundle, session.columns()).map_err(|error| error.text())?;
    let mut tensors = Tensors::new();
    match &net {
        PolicyNet::FeedForward(net) => add_members(&mut tensors, &net.seeds),
        PolicyNet::Recurrent(net) => {
            for (seed, own) in net.seeds.iter().enumerate() {
                for (name, gates) in [("ih", &own.input), ("hh", &own.state)] {
                    tensors.insert(format!("{seed}.memory.weight_{name}_l0"), transposed(gates));
                    tensors.insert(format!("{seed}.memory.bias_{name}_l0"), biases(gates));
                }
                add_layers(&mut tensors, &format!("{seed}.policy"), &own.policy);
            }
        }
    }
    written(&tensors, policy_metadata(session, &net, head))
}

pub async fn critic(session: &mut Session) -> Result<Vec<u8>, Text> {
    let bundle = session.networks().await.map_err(|error| error.text())?;
    let net = critic_of(&bundle, session).map_err(|error| error.text())?;
    let net = net.ok_or_else(|| text!("export-no-critic"))?;
    let mut tensors = Tensors::new();
    add_members(&mut tensors, &net.seeds);
    written(&tensors, critic_metadata(session, &net))
}

fn critic_of(bundle: &Bundle, session: &Session) -> Result<Option<CriticNet>, SnapshotError> {
    networks::critic(bundle, session.columns().styles)
}

/// Entries of a policy's file.
pub fn policy_metadata(session: &Session, net: &PolicyNet, head: Head) -> Metadata {
    let columns = session.columns();
    let inputs = |conditioned: bool| match conditioned {
        true => json!([["style", columns.styles], ["observation", columns.observation]]),
        false => json!([["observation", columns.observation]]),
    };
    let own = match net {
        PolicyNet::FeedForward(net) => {
            [("kind", json!("mlp")), ("inputs", inputs(net.conditioned)), ("codes", json!(net.codes))].to_vec()
        }
        PolicyNet::Recurrent(net) => [
            ("kind", json!("ctvae")),
            ("inputs", inputs(true)),
            ("latent", json!(net.latent)),
            ("window", json!(net.window)),
        ]
        .to_vec(),
    };
    let mut metadata = run_metadata(session, "policy");
    metadata.insert("head".into(), described(head).to_string());
    metadata.extend(own.into_iter().map(|(key, value)| (key.to_string(), word(value))));
    metadata
}

/// Entries of a critic's file.
pub fn critic_metadata(session: &Session, net: &CriticNet) -> Metadata {
    let mut metadata = run_metadata(session, "critic");
    metadata.insert("kind".into(), CRITIC.word(net.kind).into());
    metadata.insert("prior".into(), json!(net.prior).to_string());
    metadata.insert("label_noise".into(), json!(net.label_noise).to_string());
    metadata
}

/// Entries that the files of all networks of a run have.
fn run_metadata(session: &Session, role: &str) -> Metadata {
    let (step, steps) = session.steps();
    let environment = session.environment();
    let columns = environment.world.columns(&environment.run, &environment.files);
    let size = session.columns();
    let entries = [
        // Readers of safetensors look for this key.
        ("format", "pt".to_string()),
        ("playground", VERSION.to_string()),
        ("role", role.to_string()),
        ("link", format!("?{}", session.run.to_query())),
        ("step", step.to_string()),
        ("steps", steps.to_string()),
        ("styles", size.styles.to_string()),
        ("observation", size.observation.to_string()),
        ("action", size.action.to_string()),
        // Names, units, and how values become a network's numbers.
        ("columns", json!(columns).to_string()),
    ];
    entries.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
}

/// A head as JSON, with the range that its log σ is clamped to.
fn described(head: Head) -> Value {
    match head {
        Head::Gaussian { size } => json!({ "kind": "gaussian", "size": size, "log_sigma": LOG_SIGMA }),
        Head::Categorical { size } => json!({ "kind": "categorical", "size": size }),
        Head::Mixture { size, parts } => {
            json!({ "kind": "mixture", "size": size, "parts": parts, "log_sigma": LOG_SIGMA })
        }
    }
}

/// A string without its quotes, everything else as JSON.
fn word(value: Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

/// Adds tensors named `{seed}.{member}.{layer}.weight` and `.bias`. Layers have even numbers, as in PyTorch's
/// `Sequential` with a ReLU between any two.
fn add_members(tensors: &mut Tensors, seeds: &[Vec<Vec<ExportedLayer>>]) {
    for (seed, members) in seeds.iter().enumerate() {
        for (member, layers) in members.iter().enumerate() {
            add_layers(tensors, &format!("{seed}.{member}"), layers);
        }
    }
}

fn add_layers(tensors: &mut Tensors, prefix: &str, layers: &[ExportedLayer]) {
    for (index, layer) in layers.iter().enumerate() {
        tensors.insert(format!("{prefix}.{}.weight", 2 * index), transposed(layer));
        tensors.insert(format!("{prefix}.{}.bias", 2 * index), biases(layer));
    }
}

/// The weights as `[outputs, inputs]`, the layout of PyTorch's linear layers.
fn transposed(layer: &ExportedLayer) -> Tensor {
    let value = |output: usize, input: usize| layer.weights[input * layer.outputs + output].to_le_bytes();
    let rows = (0..layer.outputs).flat_map(|output| (0..layer.inputs).map(move |input| (output, input)));
    (vec![layer.outputs, layer.inputs], rows.flat_map(|(output, input)| value(output, input)).collect())
}

fn biases(layer: &ExportedLayer) -> Tensor {
    (vec![layer.outputs], layer.biases.iter().flat_map(|value| value.to_le_bytes()).collect())
}

fn written(tensors: &Tensors, metadata: Metadata) -> Result<Vec<u8>, Text> {
    let failed = |error: safetensors::SafeTensorError| text!("export-failed", why = error.to_string());
    let mut views = Vec::with_capacity(tensors.len());
    for (name, (shape, bytes)) in tensors {
        views.push((name.clone(), TensorView::new(Dtype::F32, shape.clone(), bytes.as_slice()).map_err(failed)?));
    }
    safetensors::serialize(views, Some(metadata.into_iter().collect())).map_err(failed)
}
