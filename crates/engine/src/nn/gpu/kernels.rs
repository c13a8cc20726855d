//! The first kernel of a step: a tile of the batch through the network and back, leaving its share of the gradient. Units
//! look after columns; the rows of a tile lie side by side in vectors, so a weight is read once for all of them.
#![expect(clippy::collapsible_if, reason = "what is known when a kernel is compiled is asked before what is not")]

use cubecl::prelude::*;

use super::judge::judge;
use super::layers::{backward, forward, share};
use super::plan::Plan;

pub type Quad = Vector<f32, Const<4>>;

/// Numbers that a tile tells about its loss: the largest score, Σ e^(score - largest), and its share of the loss.
pub const FACTS: usize = 3;

/// Which rows a tile works on.
#[derive(CubeType)]
pub struct Place {
    /// Its first row in the order of the epoch.
    pub order: usize,
    /// Whether its pairs are to be taken as not belonging together.
    pub marginal: bool,
    pub member: usize,
    /// Its number among all tiles of all members.
    pub tile: usize,
}

/// `clock[0]` is the step of the epoch for this kernel; it leaves a copy in `clock[1]` for the other, so that neither
/// writes what its own groups read.
#[cube(launch_unchecked)]
pub fn tiles(
    table: &[f32],
    order: &[u32],
    weights: &[f32],
    state: &[f32],
    mirror: &[f32],
    clock: &mut [u32],
    shares: &mut [f32],
    facts: &mut [f32],
    #[comptime] plan: Plan,
) {
    let step = clock[0];
    let half = comptime!(plan.batch / plan.tile());
    let tile = CUBE_POS_X as usize;
    let member = CUBE_POS_Y as usize;
    let marginal = tile >= half;
    let within = select(marginal, tile - half, tile);
    let place = Place {
        order: (step as usize * comptime!(plan.members) + member) * comptime!(plan.batch)
            + within * comptime!(plan.tile()),
        marginal,
        member,
        tile: member * comptime!(plan.tiles()) + tile,
    };
    // What the layers make of the tile, one after the other; on the way back slopes take the places of hidden values.
    let mut values = Shared::<[Quad]>::new_slice(comptime!(plan.columns() * plan.quads));
    let mut slopes = Shared::<[Quad]>::new_slice(comptime!(plan.outputs() * plan.quads));

    gather(table, order, &mut values, &place, comptime!(plan.clone()));
    sync_cube();
    let depth = comptime!(plan.layers());
    #[unroll]
    for layer in 0..depth {
        forward(state, &values, member, layer, comptime!(plan.clone()));
        sync_cube();
    }
    judge(table, order, weights, mirror, &values, &mut slopes, facts, &place, comptime!(plan.clone()));
    sync_cube();
    #[unroll]
    for above in 0..depth {
        let layer = comptime!(depth - 1 - above);
        share(&values, &slopes, shares, &place, layer, comptime!(plan.clone()));
        if comptime!(layer > 0) {
            sync_cube();
            backward(mirror, &values, &slopes, member, layer, comptime!(plan.clone()));
            sync_cube();
        }
    }
    if CUBE_POS == 0 && UNIT_POS == 0 {
        clock[1] = step;
    }
}

/// Fills the input columns from the rows that the order names.
#[cube]
fn gather(table: &[f32], order: &[u32], values: &mut Shared<[Quad]>, place: &Place, #[comptime] plan: Plan) {
    let inputs = comptime!(plan.sizes[0]);
    let quads = comptime!(plan.quads);
    let mut item = UNIT_POS as usize;
    while item < comptime!(inputs * quads) {
        let column = item % inputs;
        let quad = item / inputs;
        let mut four = Quad::empty();
        #[unroll]
        for lane in 0..4usize {
            let at = place.order + quad * 4 + lane;
            let mut value = table[order[at] as usize * comptime!(plan.stride) + comptime!(plan.inputs_at) + column];
            if comptime!(plan.draws()) {
                if place.marginal && column < comptime!(plan.styles) {
                    let drawn = order[comptime!(plan.drawn_at) + at] as usize;
                    value = select(drawn == column, 1.0f32, 0.0f32);
                }
            }
            four.insert(lane, value);
        }
        values[column * quads + quad] = four;
        item += comptime!(plan.units);
    }
}

#[cube]
pub fn total(four: Quad) -> f32 {
    four.extract(0usize) + four.extract(1usize) + four.extract(2usize) + four.extract(3usize)
}
