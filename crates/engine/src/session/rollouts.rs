//! Rollouts of a finished policy, recorded as positions. Where a game cannot be played because its cartridge is
//! missing, the stage shows them instead of agents.
//!
//! In a snapshot they are a table with one row per window. A position is two bytes, x and y in 254ths of the view's
//! width and height. Three bytes make one number of the table, since single precision holds 24 bits exactly.

use crate::methods::Player;
use crate::nn::names::table;
use crate::nn::{Bundle, SnapshotError};
use crate::rollout::RolloutGroup;
use protocol::{View, text};
use worlds::{Environment, World};

/// Consecutive windows that are recorded per style.
pub const WINDOWS: usize = 5;
/// Most positions of other characters that a moment has.
const OTHERS: usize = 4;
/// Bytes per moment: the agent's position, and those of the others.
const MOMENT: usize = 2 * (1 + OTHERS);
/// Stands for a position that is missing.
const NOWHERE: u8 = 255;
/// Steps of a coordinate from one side of the view to the other.
const STEPS: f32 = 254.0;
/// Longer windows are refused, in moments.
const LONGEST: usize = 1000;

#[derive(Clone, Debug, PartialEq)]
pub struct RolloutWindow {
    pub style: usize,
    /// x, y, x, y, ...
    pub path: Vec<f32>,
    /// Positions of the other characters, per moment.
    pub others: Vec<Vec<[f32; 2]>>,
}

/// `[styles × WINDOWS]` windows as bytes, all of the same length.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedRollouts {
    windows: Vec<Vec<u8>>,
}

fn to_byte(value: f32, low: f32, high: f32) -> u8 {
    ((value - low) / (high - low) * STEPS).round().clamp(0.0, STEPS) as u8
}

fn from_byte(byte: u8, low: f32, high: f32) -> f32 {
    low + f32::from(byte) / STEPS * (high - low)
}

fn pack(view: &View, [x, y]: [f32; 2]) -> [u8; 2] {
    [to_byte(x, view.left, view.right), to_byte(y, view.bottom, view.top)]
}

fn unpack(view: &View, [x, y]: [u8; 2]) -> Option<[f32; 2]> {
    let position = [from_byte(x, view.left, view.right), from_byte(y, view.bottom, view.top)];
    (x != NOWHERE).then_some(position)
}

impl RecordedRollouts {
    /// Plays games until `WINDOWS` windows of each style are complete; one game per style if it lasts that long.
    pub fn play(environment: &Environment, player: &mut Player) -> Self {
        let (view, steps) = (environment.world.card().view, environment.world.max_steps());
        let styles: Vec<usize> = (0..player.styles).collect();
        let mut group = RolloutGroup::new(environment, &styles);
        let mut windows = Vec::with_capacity(styles.len() * WINDOWS);
        for agent in styles {
            for window in 0..WINDOWS {
                if window > 0 && !group.go_on(agent) {
                    group.restart(agent);
                }
                windows.push(play_window(&mut group, agent, player, &view, steps));
            }
        }
        Self { windows }
    }

    /// The windows, with positions in the units of the world.
    pub fn windows(&self, world: &dyn World) -> Vec<RolloutWindow> {
        let view = world.card().view;
        let window = |(index, bytes): (usize, &Vec<u8>)| {
            let mut window = RolloutWindow { style: index / WINDOWS, path: vec![], others: vec![] };
            for moment in bytes.as_chunks::<MOMENT>().0 {
                let mut positions = moment.as_chunks::<2>().0.iter().map(|place| unpack(&view, *place));
                let Some(agent) = positions.next().flatten() else { break };
                window.path.extend(agent);
                window.others.push(positions.flatten().collect());
            }
            window
        };
        self.windows.iter().enumerate().map(window).collect()
    }

    pub fn save(&self, bundle: &mut Bundle) {
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0u32, |number, byte| number << 8 | u32::from(*byte)) as f32;
        let values: Vec<f32> = self.windows.iter().flat_map(|window| window.chunks(3).map(number)).collect();
        let rows = self.windows.len();
        bundle.tables.insert(table::RECORD_ROLLOUTS.into(), (rows, values.len() / rows.max(1), values));
    }

    /// Reads the rollouts of a snapshot; None if it has none.
    pub fn restore(bundle: &Bundle, styles: usize) -> Result<Option<Self>, SnapshotError> {
        let Some((_, columns, _)) = bundle.tables.get(table::RECORD_ROLLOUTS) else { return Ok(None) };
        let steps = (3 * (*columns).min(LONGEST * MOMENT) / MOMENT).min(LONGEST);
        let values = bundle.table(table::RECORD_ROLLOUTS, styles * WINDOWS, (steps * MOMENT).div_ceil(3))?;
        let whole = |value: &f32| (0.0..16_777_216.0).contains(value) && value.fract() == 0.0;
        if steps == 0 || !values.iter().all(whole) {
            return Err(SnapshotError::Damaged(text!("snapshot-record", name = table::RECORD_ROLLOUTS)));
        }
        let window = |row: &[f32]| {
            let bytes = row.iter().flat_map(|value| {
                let [a, b, c, _] = (*value as u32).to_le_bytes();
                [a, b, c]
            });
            bytes.take(steps * MOMENT).collect()
        };
        Ok(Some(Self { windows: values.chunks_exact((steps * MOMENT).div_ceil(3)).map(window).collect() }))
    }
}

fn play_window(group: &mut RolloutGroup, agent: usize, player: &mut Player, view: &View, steps: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(steps * MOMENT);
    for _ in 0..steps {
        let (x, y) = group.position(agent);
        bytes.extend(pack(view, [x, y]));
        let others = group.others(agent);
        let places = others.into_iter().map(|place| pack(view, place)).chain(std::iter::repeat([NOWHERE; 2]));
        places.take(OTHERS).for_each(|place| bytes.extend(place));
        if !group.step(agent, player, 0.0) {
            break;
        }
    }
    bytes.resize(steps * MOMENT, NOWHERE);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use worlds::find;

    fn some(styles: usize) -> RecordedRollouts {
        let byte = |window: usize, at: usize| ((window * 7 + at * 3) % 255) as u8;
        let window = |window| (0..100 * MOMENT).map(|at| byte(window, at)).collect();
        RecordedRollouts { windows: (0..styles * WINDOWS).map(window).collect() }
    }

    #[test]
    fn what_is_saved_is_restored_and_nothing_else_is_accepted() {
        let mut bundle = Bundle::default();
        assert_eq!(RecordedRollouts::restore(&bundle, 4), Ok(None));
        some(4).save(&mut bundle);
        assert_eq!(RecordedRollouts::restore(&bundle, 4), Ok(Some(some(4))));
        assert!(RecordedRollouts::restore(&bundle, 3).is_err(), "other styles");
        let values = |bundle: &mut Bundle| {
            bundle.tables.get_mut(table::RECORD_ROLLOUTS).map(|table| &mut table.2[5]).map(|value| *value = 0.5)
        };
        values(&mut bundle);
        assert!(RecordedRollouts::restore(&bundle, 4).is_err(), "half a byte");
        bundle.tables.insert(table::RECORD_ROLLOUTS.into(), (20, 0, vec![]));
        assert!(RecordedRollouts::restore(&bundle, 4).is_err(), "no moments");
    }

    #[test]
    fn positions_are_those_of_the_plane_and_end_where_the_game_is_over() {
        let world = find("ms_pacman").unwrap();
        let view = world.card().view;
        let mut rollouts = some(4);
        let window = &mut rollouts.windows[6];
        window.fill(NOWHERE);
        let [agent, ghost] = [[40.0, 60.0], [100.0, 20.0]];
        window[..2].copy_from_slice(&pack(&view, agent));
        window[2..4].copy_from_slice(&pack(&view, ghost));
        let shown = &rollouts.windows(world)[6];
        let near = |a: [f32; 2], b: [f32; 2]| (a[0] - b[0]).abs() < 0.4 && (a[1] - b[1]).abs() < 0.4;
        assert_eq!((shown.style, shown.path.len(), shown.others.len()), (1, 2, 1));
        assert!(near([shown.path[0], shown.path[1]], agent) && near(shown.others[0][0], ghost), "{shown:?}");
        assert_eq!(shown.others[0].len(), 1);
    }
}
