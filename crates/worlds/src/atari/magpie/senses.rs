//! What an observation of Magpie has beyond that of the other games. Walls are not in the memory, and where a corridor
//! leads is a question of many steps, so observations say it for each way out of the player's cell.

use super::maze::{STEP, UNREACHED, WAYS};
use super::memory::Memory;
use super::ways::{FLIGHT, Ways};

/// Numbers per way: open, lead over the cats, flight, towards the nearest coin, towards the cats, towards each quarter.
const PER_WAY: usize = 9;
/// Ways; the direction of the last move; distance to the middle of the cell, steps to a coin, steps to a cat, distance
/// to the nearest cat.
pub const SENSES: usize = WAYS * PER_WAY + WAYS + 4;
/// Frames of lead, and pixels of distance, that count as one.
const LEAD: f32 = 48.0;
const FAR: f32 = 64.0;

/// Writes `[SENSES]` numbers of about one.
pub fn observe(ram: &[u8; 128], into: &mut [f32]) {
    let memory = Memory(ram);
    let ways = Ways::new(memory);
    let to_coins = ways.maze.steps(|cell| memory.coin(cell));
    let (slots, rest) = into.split_at_mut(WAYS * PER_WAY);
    for (slot, way) in slots.as_chunks_mut::<PER_WAY>().0.iter_mut().zip(ways.ways) {
        let Some(way) = way else {
            *slot = [0.0; PER_WAY];
            continue;
        };
        // Steps that are saved by going there.
        let gain = |field: &[u16]| f32::from(field[ways.here]) - f32::from(field[way.cell]);
        let [lower_left, lower_right, upper_left, upper_right] = ways.maze.to_quarters.each_ref().map(|to| gain(to));
        *slot = [
            1.0,
            (way.lead as f32 / LEAD).clamp(-1.0, 1.0),
            f32::from(way.flight) / f32::from(FLIGHT),
            gain(&to_coins),
            gain(&ways.to_cats),
            lower_left,
            lower_right,
            upper_left,
            upper_right,
        ];
    }
    let (last, rest) = rest.split_at_mut(WAYS);
    last.fill(0.0);
    last[memory.direction(0)] = 1.0;
    let steps = |field: &[u16]| match field[ways.here] {
        UNREACHED => 0.0,
        steps => 1.0 / (1.0 + f32::from(steps)),
    };
    let off = f32::from(memory.remaining(0).min(STEP)) / f32::from(STEP);
    let near = (1.0 - f32::from(memory.near()) / FAR).max(-1.0);
    rest.copy_from_slice(&[off, steps(&to_coins), steps(&ways.to_cats), near]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_written_and_of_about_one() {
        for byte in [0, 1, 2, 60, 255] {
            let mut senses = [f32::NAN; SENSES];
            observe(&[byte; 128], &mut senses);
            assert!(senses.iter().all(|value| value.abs() <= 1.0), "{byte}: {senses:?}");
        }
    }

    #[test]
    fn ways_say_where_coins_are() {
        let mut ram = [0; 128];
        // In the upper left corner of the first maze; the only coin is two cells to the right.
        (ram[0x0E], ram[0x12], ram[0x25]) = (6, 7, 0x02);
        let mut senses = [0.0; SENSES];
        observe(&ram, &mut senses);
        let gains: Vec<f32> = senses.chunks(PER_WAY).take(WAYS).map(|way| way[3]).collect();
        assert_eq!(gains, [0.0, -1.0, 0.0, 1.0]);
    }
}
