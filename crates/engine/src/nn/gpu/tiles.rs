//! The first kernel of a step: takes one tile of the batch forward and backward through the network, and writes the
//! tile's partial gradient. Threads are assigned to columns; the rows of a tile lie side by side in vectors of four, so a
//! weight is read once for all of them.
#![expect(clippy::collapsible_if, reason = "conditions known at compile time are outside of those that are not")]

use cubecl::prelude::*;

use super::layers::{backward, forward, partial_gradient};
use super::layout::NetLayout;
use super::loss::tile_loss;

/// Four rows side by side.
pub type Quad = Vector<f32, Const<4>>;

/// Numbers per tile in `TileBuffers::stats`: its largest score, Σ e^(score - largest), and its part of the loss.
pub const STATS: usize = 3;

/// The table of demonstrations, and the rows of it that make the batches of an epoch.
#[derive(CubeLaunch, CubeType)]
pub struct RowBuffers {
    /// `[rows, stride]`.
    pub table: Box<[f32]>,
    /// `[steps, members, batch]`, then as many drawn styles where the loss needs them.
    pub order: Box<[u32]>,
}

/// The buffers of [`tile_gradients`].
#[derive(CubeLaunch, CubeType)]
pub struct TileBuffers {
    pub rows: RowBuffers,
    /// `[rows]`; read only where rows have weights.
    pub weights: Box<[f32]>,
    /// Parameters `[members, parameters]`; moments and sums follow, which this kernel does not read.
    pub state: Box<[f32]>,
    /// Transposed weights, then p(z); see `NetLayout`.
    pub transposed: Box<[f32]>,
    /// `[0]` is the step of the epoch. This kernel copies it to `[1]`, where Adam's kernels read it, so that no workgroup
    /// writes what another one of the same launch reads. `[2]` is the step at which the epoch began.
    pub counters: Box<[u32]>,
    /// `[members, tiles, parameters]`, written.
    pub partials: Box<[f32]>,
    /// `[members, tiles, STATS]`, written.
    pub stats: Box<[f32]>,
}

/// The rows that a workgroup works on.
#[derive(CubeType)]
pub struct TilePosition {
    /// The offset of its first row in the order.
    pub order: usize,
    /// Whether it belongs to the second term of Donsker and Varadhan's bound.
    pub marginal: bool,
    pub member: usize,
    /// Its number among the tiles of all members.
    pub tile: usize,
}

/// Launched with workgroups `[tiles, members]`.
#[cube(launch_unchecked)]
pub fn tile_gradients(mut buffers: TileBuffers, #[comptime] layout: NetLayout) {
    let step = buffers.counters[0];
    let half = comptime!(layout.batch / layout.tile_rows());
    let tile = CUBE_POS_X as usize;
    let member = CUBE_POS_Y as usize;
    let marginal = tile >= half;
    let within = select(marginal, tile - half, tile);
    let position = TilePosition {
        order: (step as usize * comptime!(layout.members) + member) * comptime!(layout.batch)
            + within * comptime!(layout.tile_rows()),
        marginal,
        member,
        tile: member * comptime!(layout.tiles()) + tile,
    };
    // The values of all layers. The backward pass overwrites those of hidden layers with their gradient.
    let mut values = Shared::<[Quad]>::new_slice(comptime!(layout.columns() * layout.quads));
    let mut gradients = Shared::<[Quad]>::new_slice(comptime!(layout.outputs() * layout.quads));

    gather(&buffers.rows, &mut values, &position, comptime!(layout.clone()));
    sync_cube();
    let depth = comptime!(layout.layers());
    #[unroll]
    for layer in 0..depth {
        forward(&buffers.state, &values, member, layer, comptime!(layout.clone()));
        sync_cube();
    }
    tile_loss(&mut buffers, &values, &mut gradients, &position, comptime!(layout.clone()));
    sync_cube();
    #[unroll]
    for above in 0..depth {
        let layer = comptime!(depth - 1 - above);
        partial_gradient(&values, &gradients, &mut buffers.partials, &position, layer, comptime!(layout.clone()));
        if comptime!(layer > 0) {
            sync_cube();
            backward(&buffers.transposed, &values, &gradients, member, layer, comptime!(layout.clone()));
            sync_cube();
        }
    }
    if CUBE_POS == 0 && UNIT_POS == 0 {
        buffers.counters[1] = step;
    }
}

/// Fills the input columns with the rows of the batch.
#[cube]
fn gather(rows: &RowBuffers, values: &mut Shared<[Quad]>, position: &TilePosition, #[comptime] layout: NetLayout) {
    let inputs = comptime!(layout.sizes[0]);
    let quads = comptime!(layout.quads);
    let mut item = UNIT_POS as usize;
    while item < comptime!(inputs * quads) {
        let column = item % inputs;
        let quad = item / inputs;
        let mut four = Quad::empty();
        #[unroll]
        for lane in 0..4usize {
            let at = position.order + quad * 4 + lane;
            let row = rows.order[at] as usize;
            let mut value = rows.table[row * comptime!(layout.stride) + comptime!(layout.inputs_at) + column];
            if comptime!(layout.draws_styles()) {
                if position.marginal && column < comptime!(layout.styles) {
                    let drawn = rows.order[comptime!(layout.drawn_at) + at] as usize;
                    value = select(drawn == column, 1.0f32, 0.0f32);
                }
            }
            four.insert(lane, value);
        }
        values[column * quads + quad] = four;
        item += comptime!(layout.threads);
    }
}

/// One column of the table for the four rows from `at` on in the order.
#[cube]
pub fn gather_column(rows: &RowBuffers, at: usize, column: usize, #[comptime] stride: usize) -> Quad {
    let mut four = Quad::empty();
    #[unroll]
    for lane in 0..4usize {
        four.insert(lane, rows.table[rows.order[at + lane] as usize * stride + column]);
    }
    four
}

/// The sum over the four lanes.
#[cube]
pub fn sum_lanes(four: Quad) -> f32 {
    four.extract(0usize) + four.extract(1usize) + four.extract(2usize) + four.extract(3usize)
}
