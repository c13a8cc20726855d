//! What a layer reads: pixels, four pictures to a vector, or the outputs of the layer before.

use cubecl::prelude::*;

use super::layer::{LANES, LayerSource, SeeingLayer};
use crate::nn::gpu::tiles::Quad;

/// A layer's inputs. Pictures are read by the first layer, values by all others.
#[derive(CubeLaunch, CubeType)]
pub struct InputBuffers {
    /// See `GatherBuffers`.
    pub seen: Box<[u32]>,
    /// What differences of bytes are multiplied by.
    pub scale: Box<[f32]>,
    /// `[members, rows, height, width, channels]`.
    pub values: Box<[Quad]>,
}

/// The offset of a row's inputs, of a member of the group.
#[cube]
pub fn row_inputs(row: usize, #[comptime] layer: SeeingLayer) -> usize {
    (CUBE_POS_Y as usize * comptime!(layer.rows) + row) * comptime!(layer.input_size())
}

/// The offset of the patch at a position in the inputs of its row.
#[cube]
pub fn patch_origin(y: usize, x: usize, #[comptime] layer: SeeingLayer) -> usize {
    (y * comptime!(layer.width) + x) * comptime!(layer.stride * layer.channels)
}

/// The vector of inputs at `offset` in the inputs of a row, which begin at `row`.
#[cube]
pub fn input_vector(inputs: &InputBuffers, row: usize, offset: usize, #[comptime] layer: SeeingLayer) -> Quad {
    match comptime!(layer.source) {
        LayerSource::Values => inputs.values[row + offset],
        LayerSource::Pictures { depth } => moved(inputs, row, offset, depth, layer),
    }
}

/// What moved in a pixel of up to four pictures: each minus the one before it, scaled, and zero for the oldest. Lanes without a
/// picture are zero.
#[cube]
fn moved(
    inputs: &InputBuffers,
    row: usize,
    offset: usize,
    #[comptime] depth: usize,
    #[comptime] layer: SeeingLayer,
) -> Quad {
    let bytes = inputs.seen[row + offset];
    let scale = inputs.scale[0];
    let channels = comptime!(layer.channels);
    let mut before = 0u32;
    if comptime!(channels > 1) {
        before = inputs.seen[row + min(offset + 1, comptime!(layer.input_size() - 1))];
    }
    let mut four = Quad::new(0.0);
    #[unroll]
    for lane in 0..LANES {
        let newer = (bytes >> comptime!(8 * lane as u32)) & 255u32;
        let older = if comptime!(lane + 1 < LANES) {
            (bytes >> comptime!(8 * (lane as u32 + 1) % 32)) & 255u32
        } else {
            before & 255u32
        };
        let difference = (f32::cast_from(newer) - f32::cast_from(older)) * scale;
        four.insert(lane, select(offset % channels * LANES + lane + 1 < depth, difference, 0.0f32));
    }
    four
}
