//! The first kernels of a step: the pictures and the other inputs of a batch, gathered from the table.
#![expect(clippy::collapsible_if, reason = "conditions known at compile time are outside of those that are not")]

use cubecl::prelude::*;

use super::layer::LANES;
use super::layout::RestLayout;
use super::pictures::{PACKED, PictureBuffers, PictureLayout, four_pixels};
use crate::nn::gpu::tiles::{Quad, RowBuffers};

/// Threads per workgroup.
pub const WORKGROUP: usize = 64;

/// Numbers of a group's place, by index: the step of the epoch, the offset of the drawn styles in the order, and the first
/// member of the group.
pub const STEP: usize = 0;
pub const DRAWN_AT: usize = 1;
pub const FIRST: usize = 2;

/// The place in the order of a row of a group's member.
#[cube]
pub fn order_place(place: &[u32], row: usize, #[comptime] members: usize, #[comptime] batch: usize) -> usize {
    let member = place[FIRST] as usize + CUBE_POS_Y as usize;
    (place[STEP] as usize * members + member) * batch + row
}

/// The buffers of [`gather_pictures`].
#[derive(CubeLaunch, CubeType)]
pub struct GatherBuffers {
    pub rows: RowBuffers,
    /// See [`STEP`].
    pub place: Box<[u32]>,
    pub pictures: PictureBuffers,
    /// `[members, batch, area, channels]`, written: a byte for each of four pictures.
    pub seen: Box<[u32]>,
}

/// Writes the pictures of a batch side by side, pixel by pixel. A thread has four pixels of a row; members of the group are
/// the second dimension of the launch.
#[cube(launch_unchecked)]
pub fn gather_pictures(mut buffers: GatherBuffers, #[comptime] rest: RestLayout, #[comptime] pictures: PictureLayout) {
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let (row, word) = (index / comptime!(pictures.words), index % comptime!(pictures.words));
    let (area, channels) = comptime!((pictures.area, rest.depth.div_ceil(LANES)));
    if row < comptime!(rest.batch) {
        let at = order_place(&buffers.place, row, comptime!(rest.table.members), comptime!(rest.batch));
        let numbers =
            buffers.rows.order[at] as usize * comptime!(rest.table.stride) + comptime!(rest.table.inputs_at + rest.at);
        let to = (CUBE_POS_Y as usize * comptime!(rest.batch) + row) * comptime!(area * channels);
        #[unroll]
        for channel in 0..channels {
            let mut four = Sequence::<u32>::new();
            #[unroll]
            for lane in 0..LANES {
                if comptime!(channel * LANES + lane < rest.depth) {
                    let number = buffers.rows.table[numbers + comptime!(channel * LANES + lane)];
                    four.push(four_pixels(&buffers.pictures, usize::cast_from(number), word, pictures));
                } else {
                    four.push(0u32);
                }
            }
            #[unroll]
            for pixel in 0..PACKED {
                let shift = comptime!(8 * pixel as u32);
                let mut side_by_side = 0u32;
                #[unroll]
                for lane in 0..LANES {
                    side_by_side += ((four[lane] >> shift) & 255u32) << comptime!(8 * lane as u32);
                }
                if word * PACKED + pixel < area {
                    buffers.seen[to + (word * PACKED + pixel) * channels + channel] = side_by_side;
                }
            }
        }
    }
}

/// The buffers of [`gather_rest`].
#[derive(CubeLaunch, CubeType)]
pub struct RestBuffers {
    pub rows: RowBuffers,
    /// See [`STEP`].
    pub place: Box<[u32]>,
    /// `[members, rows, wide]`: inputs of the first dense layer, of which those that are no features are written.
    pub inputs: Box<[Quad]>,
}

/// Writes the inputs that are no features behind them, with zeros up to a whole vector. A thread has one vector of a row.
#[cube(launch_unchecked)]
pub fn gather_rest(mut buffers: RestBuffers, #[comptime] rest: RestLayout) {
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let vectors = comptime!(rest.wide - rest.features);
    let (row, vector) = (index / vectors, index % vectors);
    if row < comptime!(rest.rows) {
        let again = row >= comptime!(rest.batch);
        let of_batch = select(again, row - comptime!(rest.batch), row);
        let at = order_place(&buffers.place, of_batch, comptime!(rest.table.members), comptime!(rest.batch));
        let columns = buffers.rows.order[at] as usize * comptime!(rest.table.stride) + comptime!(rest.table.inputs_at);
        let mut four = Quad::new(0.0);
        #[unroll]
        for lane in 0..LANES {
            let number = vector * LANES + lane;
            if number < comptime!(rest.count) {
                let behind = select(number < comptime!(rest.at), 0usize, comptime!(rest.depth));
                let mut value = buffers.rows.table[columns + number + behind];
                if comptime!(rest.rows > rest.batch) {
                    if again && number < comptime!(rest.table.styles) {
                        let drawn = buffers.rows.order[buffers.place[DRAWN_AT] as usize + at] as usize;
                        value = select(drawn == number, 1.0f32, 0.0f32);
                    }
                }
                four.insert(lane, value);
            }
        }
        let to = (CUBE_POS_Y as usize * comptime!(rest.rows) + row) * comptime!(rest.wide);
        buffers.inputs[to + comptime!(rest.features) + vector] = four;
    }
}
