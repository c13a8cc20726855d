//! The sizes of a network that sees on the GPU, and where its parameters are there.

use super::layer::{LANES, LayerSource, SeeingLayer};
use crate::nn::encoder::FEATURE_SCALE;
use crate::nn::gpu::layout::{Adapter, LossKind, NetLayout};
use crate::nn::{Encoder, Layer, Mlp, Objective, Rows};

/// Rows of the batches of all members that are taken through the network at once. More would need larger buffers (hidden
/// values of 2,048 rows of a game are 35 MB), and no device is busier for it.
pub const ROWS_AT_ONCE: usize = 2048;

pub struct SeeingLayout {
    pub members: usize,
    /// Members that are taken through the network at once.
    pub group: usize,
    /// The two convolutions, then the dense layers.
    pub layers: Vec<SeeingLayer>,
    pub rest: RestLayout,
    pub loss: LossLayout,
    /// The layout for Adam's kernels.
    pub adam: NetLayout,
    /// Where on the GPU each parameter of a member is.
    places: Vec<u32>,
}

/// The inputs of the first dense layer that are no features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RestLayout {
    pub table: TableLayout,
    pub rows: usize,
    pub batch: usize,
    /// Numbers before the pictures' numbers, pictures per row, and numbers but those of pictures.
    pub at: usize,
    pub depth: usize,
    pub count: usize,
    /// Inputs of the first dense layer in vectors: features, and all.
    pub features: usize,
    pub wide: usize,
}

/// Where a network's columns are in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableLayout {
    pub stride: usize,
    pub inputs_at: usize,
    pub styles: usize,
    pub members: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LossLayout {
    pub table: TableLayout,
    pub kind: LossKind,
    pub batch: usize,
    /// Rows of outputs per member, and the distance between two of them.
    pub rows: usize,
    pub width: usize,
    pub targets_at: usize,
    /// Outputs that count.
    pub used: usize,
    pub weighted: bool,
    pub moving_average: bool,
}

impl SeeingLayout {
    pub fn new(
        net: &Mlp,
        encoder: Encoder,
        objective: &Objective,
        batch: usize,
        rows: &Rows,
        adapter: Adapter,
    ) -> Self {
        let rest = RestLayout::new(net, encoder, objective, batch, rows);
        let layers = layers(net, encoder, &rest);
        Self {
            members: net.members,
            group: (adapter.rows_at_once / batch).clamp(1, net.members),
            adam: adam_layout(net.members, LANES * layers[0].parameters, objective),
            places: places(net, encoder, &layers, &rest),
            loss: LossLayout {
                table: rest.table,
                kind: objective.loss.into(),
                batch,
                rows: rest.rows,
                width: net.outputs().next_multiple_of(LANES),
                targets_at: objective.targets.start,
                used: net.outputs(),
                weighted: false,
                moving_average: objective.moving_average,
            },
            layers,
            rest,
        }
    }

    /// `[members, n]` as networks have it to `[members, parameters]` on the GPU, with zeros in between.
    pub fn padded(&self, values: &[f32]) -> Vec<f32> {
        let size = self.adam.parameters;
        let mut padded = vec![0.0; self.members * size];
        for (row, to) in values.chunks_exact(self.places.len()).zip(padded.chunks_exact_mut(size)) {
            row.iter().zip(&self.places).for_each(|(value, place)| to[*place as usize] = *value);
        }
        padded
    }

    /// The reverse of `padded`.
    pub fn unpadded(&self, padded: &[f32], values: &mut [f32]) {
        let size = self.adam.parameters;
        for (row, from) in values.chunks_exact_mut(self.places.len()).zip(padded.chunks_exact(size)) {
            row.iter_mut().zip(&self.places).for_each(|(value, place)| *value = from[*place as usize]);
        }
    }

    /// Numbers of the largest buffer but those of pictures and of the table.
    pub fn largest(&self) -> usize {
        let rows = |layer: &SeeingLayer| layer.rows * layer.copies * layer.output_stride;
        let (first, values) = (&self.layers[0], self.layers.iter().map(rows).max().unwrap_or(0));
        // Parameters and Adam's two means.
        let state = 3 * self.members * self.adam.parameters;
        let seen = self.group * first.rows * first.input_size();
        (LANES * self.group * values.max(first.partials)).max(state).max(seen)
    }
}

impl RestLayout {
    fn new(net: &Mlp, encoder: Encoder, objective: &Objective, batch: usize, rows: &Rows) -> Self {
        let (features, count) = (encoder.features(), net.inputs() - encoder.features());
        Self {
            table: TableLayout {
                stride: rows.columns.width(),
                inputs_at: objective.inputs.start,
                styles: rows.columns.styles,
                members: net.members,
            },
            rows: if objective.marginal() { 2 * batch } else { batch },
            batch,
            at: encoder.at,
            depth: encoder.stack.depth,
            count,
            features: features / LANES,
            wide: features / LANES + count.div_ceil(LANES),
        }
    }
}

/// The two convolutions, then the dense layers, with the places of their parameters.
fn layers(net: &Mlp, encoder: Encoder, rest: &RestLayout) -> Vec<SeeingLayer> {
    let [first, second] = encoder.convolutions();
    let pictures = LayerSource::Pictures { depth: encoder.stack.depth };
    let copies = rest.rows / rest.batch;
    let scale = FEATURE_SCALE.to_bits();
    let last = net.layers().count().saturating_sub(1);
    let mut inputs = rest.wide;
    let dense = net.layers().enumerate().map(|(index, layer)| {
        let outputs = layer.outputs.div_ceil(LANES);
        let shape = SeeingLayer { relu: index < last, ..SeeingLayer::dense(inputs, outputs, rest.rows) };
        inputs = outputs;
        match index {
            0 => SeeingLayer { needed: rest.features, same: copies, input_scale: scale, ..shape },
            _ => shape,
        }
    });
    let second = SeeingLayer::convolution(&second, LayerSource::Values, rest.batch);
    let second = SeeingLayer { copies, scale, output_stride: rest.wide, ..second };
    let mut layers = vec![SeeingLayer::convolution(&first, pictures, rest.batch), second];
    layers.extend(dense);
    let (mut at, mut partials_at) = (0, 0);
    for layer in &mut layers {
        *layer = SeeingLayer { at, partials_at, ..layer.sliced() };
        at += layer.size();
        partials_at += layer.slices() * layer.size();
    }
    layers.iter_mut().for_each(|layer| (layer.parameters, layer.partials) = (at, partials_at));
    layers
}

/// Where on the GPU each parameter of a member is: layers have padded inputs and outputs there, and features come first.
fn places(net: &Mlp, encoder: Encoder, layers: &[SeeingLayer], rest: &RestLayout) -> Vec<u32> {
    let [first, second] = encoder.convolutions();
    let (depth, features) = (rest.depth, LANES * rest.features);
    let input = |number: usize, input: usize| match number {
        0 => input / depth * layers[0].channels * LANES + input % depth,
        2 if input < rest.at => features + input,
        2 if input < rest.at + features => input - rest.at,
        _ => input,
    };
    let all = [first.layer(), second.layer()].into_iter().chain(net.layers());
    let of_layer = |(number, (Layer { inputs, outputs, .. }, layer)): (usize, (Layer, &SeeingLayer))| {
        let (at, width, biases) = (LANES * layer.at, LANES * layer.filters, layer.patch() * LANES);
        let row = move |row: usize| if row < inputs { input(number, row) } else { biases };
        (0..=inputs).flat_map(move |k| (0..outputs).map(move |column| (at + row(k) * width + column) as u32))
    };
    all.zip(layers).enumerate().flat_map(of_layer).collect()
}

/// The layout for Adam's kernels: one tile has the whole gradient, and the step's loss.
fn adam_layout(members: usize, parameters: usize, objective: &Objective) -> NetLayout {
    NetLayout {
        sizes: vec![1],
        threads: 1,
        quads: 1,
        members,
        parameters,
        transposed: Vec::new(),
        loss: LossKind::Categorical,
        batch: LANES,
        stride: 0,
        inputs_at: 0,
        targets_at: 0,
        targets: 0,
        styles: 0,
        weighted: false,
        moving_average: false,
        clip: objective.clip.map(f32::to_bits),
        drawn_at: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use worlds::data::PictureStack;

    #[test]
    fn every_parameter_has_a_place_of_its_own() {
        for (depth, at, hidden) in [(4, 0, 8), (2, 3, 7), (6, 4, 5)] {
            let encoder = Encoder { stack: PictureStack { width: 21, height: 25, depth }, at };
            let net = Mlp::new(1, [depth + at + 2, hidden, 1]).seeing(Some(encoder));
            let table = TableLayout { stride: 0, inputs_at: 0, styles: at, members: 1 };
            let (features, count) = (encoder.features() / LANES, at + 2);
            let wide = features + count.div_ceil(LANES);
            let rest = RestLayout { table, rows: 32, batch: 16, at, depth, count, features, wide };
            let layers = layers(&net, encoder, &rest);
            let mut places = places(&net, encoder, &layers, &rest);
            assert_eq!(places.len(), net.parameters());
            let dense = encoder.parameters() + at * hidden;
            assert_eq!(places[dense] as usize, LANES * layers[2].at, "features come first");
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), net.parameters());
            assert!(places.iter().all(|place| (*place as usize) < LANES * layers[0].parameters));
        }
    }
}
