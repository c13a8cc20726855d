//! The networks of a run as layers, for other programs' formats.

use crate::estimators::{CriticKind, critic_kind};
use crate::methods::ctvae;
use crate::nn::names::{self, net, note, table};
use crate::nn::{Bundle, Columns, Head, Layer, Mlp, PathNet, SnapshotError};
use protocol::text;

/// A dense layer, y = x · weights + biases, with x `[rows, inputs]` and y `[rows, outputs]`.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedLayer {
    pub inputs: usize,
    pub outputs: usize,
    /// `[inputs, outputs]`.
    pub weights: Vec<f32>,
    /// `[outputs]`.
    pub biases: Vec<f32>,
}

impl ExportedLayer {
    fn of(layer: Layer, parameters: &[f32]) -> Self {
        let weights = parameters[layer.at..layer.biases_at()].to_vec();
        let biases = parameters[layer.biases_at()..layer.end()].to_vec();
        Self { inputs: layer.inputs, outputs: layer.outputs, weights, biases }
    }

    fn all(net: &Mlp, parameters: &[f32]) -> Vec<Self> {
        net.layers().map(|layer| Self::of(layer, parameters)).collect()
    }
}

/// The networks of a policy, one set per seed.
pub enum PolicyNet {
    FeedForward(FeedForwardNets),
    Recurrent(RecurrentNets),
}

/// Layers with ReLU between them, from style one-hot (where it is an input) and observation to the head.
pub struct FeedForwardNets {
    /// Whether the style is an input.
    pub conditioned: bool,
    /// Layers by seed and network: one network per seed, or one per code.
    pub seeds: Vec<Vec<Vec<ExportedLayer>>>,
    /// `[seeds][styles]`: the network that plays a style, where a method found codes without labels; else the style itself.
    pub codes: Vec<Vec<usize>>,
}

/// CTVAE: a GRU reads style, observation and latent; layers go from all of them and its state to the head.
pub struct RecurrentNets {
    /// Size of the latent.
    pub latent: usize,
    /// Steps after which latent and state begin anew.
    pub window: usize,
    pub seeds: Vec<RecurrentSeed>,
}

/// The networks of one seed of a CTVAE policy.
pub struct RecurrentSeed {
    /// The GRU's layer from its inputs; outputs `[3, hidden]`, the gates r, u and n.
    pub input: ExportedLayer,
    /// The GRU's layer from its state, with the same outputs.
    pub state: ExportedLayer,
    /// Layers from inputs and state to the head.
    pub policy: Vec<ExportedLayer>,
}

/// The networks of a critic T(s,a,z).
pub struct CriticNet {
    pub kind: CriticKind,
    /// Layers by seed and fold.
    pub seeds: Vec<Vec<Vec<ExportedLayer>>>,
    /// p(z): `[seeds][styles]`.
    pub prior: Vec<Vec<f32>>,
    /// The share ε of label noise: `[seeds]`.
    pub label_noise: Vec<f32>,
}

/// Reads the policy of a bundle, whose sizes have to fit `columns`, and its head.
pub fn policy(bundle: &Bundle, columns: Columns) -> Result<(PolicyNet, Head), SnapshotError> {
    let head = Head::from_note(bundle.notes.get(note::POLICY_HEAD).map(String::as_str), columns.action)?;
    let seeds = bundle.whole(note::SEEDS)? as usize;
    let recurrent = bundle.notes.get(note::POLICY_KIND).is_some_and(|kind| kind == ctvae::POLICY_KIND);
    let net = match recurrent {
        true => PolicyNet::Recurrent(recurrent_policy(bundle, columns, head, seeds)?),
        false => PolicyNet::FeedForward(FeedForwardNets {
            conditioned: bundle.note(note::POLICY_CONDITIONED)? == true.to_string(),
            seeds: members(bundle, net::POLICY, seeds)?,
            codes: codes(bundle, columns.styles, seeds)?,
        }),
    };
    Ok((net, head))
}

/// Reads the critics of a bundle; None where the method has none.
pub fn critic(bundle: &Bundle, styles: usize) -> Result<Option<CriticNet>, SnapshotError> {
    let Some(kind) = bundle.notes.get(note::CRITIC_KIND) else { return Ok(None) };
    let seeds = bundle.whole(note::SEEDS)? as usize;
    let prior = bundle.table(table::CRITIC_PRIOR, seeds, styles)?;
    Ok(Some(CriticNet {
        kind: critic_kind(kind),
        seeds: members(bundle, net::CRITIC, seeds)?,
        prior: prior.chunks_exact(styles).map(<[f32]>::to_vec).collect(),
        label_noise: bundle.table(table::CRITIC_LABEL_NOISE, seeds, 1)?.to_vec(),
    }))
}

/// Layers of all members of a network: `[seeds][members]`.
fn members(bundle: &Bundle, name: &str, seeds: usize) -> Result<Vec<Vec<Vec<ExportedLayer>>>, SnapshotError> {
    let of_seed = |seed| {
        let plain = bundle.plain_net(name, seed, seeds)?;
        let net = Mlp::new(1, plain.sizes.clone());
        Ok(plain.members.iter().map(|parameters| ExportedLayer::all(&net, parameters)).collect())
    };
    (0..seeds).map(of_seed).collect()
}

/// The code of every style: `[seeds][styles]`.
fn codes(bundle: &Bundle, styles: usize, seeds: usize) -> Result<Vec<Vec<usize>>, SnapshotError> {
    let Some(note) = bundle.notes.get(note::POLICY_CODES) else { return Ok(vec![(0..styles).collect(); seeds]) };
    let all: Vec<usize> = note.split_whitespace().filter_map(|code| code.parse().ok()).collect();
    match all.len() == styles * seeds && all.iter().all(|code| *code < styles) {
        true => Ok(all.chunks_exact(styles).map(<[usize]>::to_vec).collect()),
        false => Err(SnapshotError::Misfit(text!("snapshot-sizes"))),
    }
}

fn recurrent_policy(
    bundle: &Bundle,
    columns: Columns,
    head: Head,
    seeds: usize,
) -> Result<RecurrentNets, SnapshotError> {
    let size = |key: &str| bundle.whole(key).map(|size| size as usize);
    let (latent, window) = (size(note::POLICY_LATENT)?, size(note::POLICY_WINDOW)?);
    let net = PathNet::new(columns, head, latent, size(note::POLICY_HIDDEN)?);
    let count = net.parameters();
    let parameters = bundle.table(&names::parameters(net::POLICY), seeds, count)?;
    let seed = |own: &[f32]| {
        let [input, state] = net.memory.layers().map(|layer| ExportedLayer::of(layer, own));
        let policy = ExportedLayer::all(&net.policy.net, &own[net.policy.at..net.policy.end()]);
        RecurrentSeed { input, state, policy }
    };
    Ok(RecurrentNets { latent, window, seeds: parameters.chunks_exact(count).map(seed).collect() })
}
