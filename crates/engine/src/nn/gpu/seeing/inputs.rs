//! What a layer reads: pixels, four pictures to a vector, or the outputs of the layer before.

use cubecl::prelude::*;

use super::layer::{LANES, LayerSource, SeeingLayer};
use crate::nn::gpu::tiles::Quad;

/// A layer's inputs. Pictures are read by the first layer, values by all others.
#[derive(CubeLaunch, CubeType)]
pub struct InputBuffers {
    /// See `GatherBuffers`.
    pub seen: Box<[u32]>,
    /// See `GpuPictures`.
    pub scaling: Box<[f32]>,
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
        LayerSource::Pictures { depth, motion } => pixel(inputs, row, offset, depth, motion, layer),
    }
}

/// A pixel of up to four pictures as networks read it: (byte / 255 - mean) · scale, or that of each minus that of the one
/// before it, and zero for the oldest. Lanes without a picture are zero.
#[cube]
fn pixel(
    inputs: &InputBuffers,
    row: usize,
    offset: usize,
    #[comptime] depth: usize,
    #[comptime] motion: bool,
    #[comptime] layer: SeeingLayer,
) -> Quad {
    let bytes = inputs.seen[row + offset];
    let scale = inputs.scaling[0];
    let channels = comptime!(layer.channels);
    let mut four = Quad::new(0.0);
    if comptime!(motion) {
        let mut before = 0u32;
        if comptime!(channels > 1) {
            before = inputs.seen[row + min(offset + 1, comptime!(layer.input_size() - 1))];
        }
        #[unroll]
        for lane in 0..LANES {
            let newer = (bytes >> comptime!(8 * lane as u32)) & 255u32;
            let older = if comptime!(lane + 1 < LANES) {
                (bytes >> comptime!(8 * (lane as u32 + 1) % 32)) & 255u32
            } else {
                before & 255u32
            };
            let moved = (f32::cast_from(newer) - f32::cast_from(older)) * scale;
            four.insert(lane, select(offset % channels * LANES + lane + 1 < depth, moved, 0.0f32));
        }
    } else {
        let mean = inputs.scaling[offset / channels + 1];
        #[unroll]
        for lane in 0..LANES {
            let byte = (bytes >> comptime!(8 * lane as u32)) & 255u32;
            let value = f32::cast_from(byte) * scale - mean;
            four.insert(lane, select(offset % channels * LANES + lane < depth, value, 0.0f32));
        }
    }
    four
}
