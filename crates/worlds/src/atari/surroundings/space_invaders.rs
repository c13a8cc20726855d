//! Space Invaders: where bombs land and when, what a shot would hit, and what is left of the block and the shields.

use crate::atari::game::Ram;

const CANNON: usize = 28;
/// x and y of two bombs and of the player's shot; the y of one that is not there.
const BOMBS: [[usize; 2]; 2] = [[83, 81], [84, 82]];
const SHOT: [usize; 2] = [87, 85];
const ABSENT: u8 = 246;
/// The saucer's x, which is larger than the screen where there is none; it flies a pixel per decision.
const SAUCER: usize = 30;
const SCREEN: u8 = 160;
/// A bomb falls two pixels per decision and hits, near this y, a cannon whose x is up to this many pixels left of it.
const FALL: f32 = 2.0;
const GROUND: f32 = 88.0;
const WIDTH: f32 = 9.0;
/// A shot starts this far right of the cannon's x.
const MUZZLE: f32 = 5.0;
/// Rows of the block from the lowest, one bit per column; invaders left; x of the first column, distance of columns, and
/// the middle of an invader. Bit 1 of the block's state: it moves to the right.
const ROWS: usize = 18;
const COUNT: usize = 17;
const BLOCK: usize = 26;
const STATE: usize = 24;
const COLUMNS: usize = 6;
const COLUMN: f32 = 16.0;
const INVADER: f32 = 4.5;
/// Shields: nine bytes each, one bit per pixel across from the leftmost, and x of the leftmost.
const SHIELDS: [(usize, f32); 3] = [(43, 44.0), (52, 76.0), (61, 108.0)];
const SHIELD_ROWS: usize = 9;
const SHIELD_WIDTH: f32 = 8.0;

/// Pixels to the left and right of the cannon for which it is said when a bomb lands there, and how covered they are.
const ASIDE: [f32; 9] = [-20.0, -14.0, -9.0, -4.0, 0.0, 4.0, 9.0, 14.0, 20.0];
/// Decisions until a bomb lands that count as half as near as none.
const HALF: f32 = 6.0;
/// Pixels of an offset that count as one.
const FAR: f32 = 32.0;

/// Decisions until a bomb hits within which it is a danger.
const DANGER: f32 = 8.0;

/// Pixels that a cannon moves in a decision.
const SPEED: f32 = 2.0;

pub const SIZE: usize = 2 * ASIDE.len() + 2 * 3 + 3 + 4 * COLUMNS + 4 + 3 + 1;

pub fn names() -> impl Iterator<Item = String> {
    let aside = |what: &'static str| ASIDE.iter().map(move |pixels| format!("{what} at {pixels:+} pixels"));
    let bomb = |number: usize| ["there", "offset", "nearness"].map(|what| format!("bomb {number}: {what}"));
    let column = |number: usize| {
        ["left of it", "offset", "in line", "lowest row"].map(|what| format!("column {}: {what}", number + 1))
    };
    let shot = ["there", "offset", "height"].map(|what| format!("shot: {what}"));
    let rest = [
        "moves right",
        "invaders left",
        "nearest column",
        "covered",
        "saucer: there",
        "saucer: offset",
        "saucer: in line",
        "last move",
    ];
    aside("bomb lands")
        .chain(aside("shield"))
        .chain((1..=2).flat_map(bomb))
        .chain(shot)
        .chain((0..COLUMNS).flat_map(column))
        .chain(rest.map(str::to_string))
}

/// Writes `[SIZE]` numbers of about one. `moved` is how far the cannon has moved in the last decision, pixels: who dodges
/// goes on in one direction.
pub fn observe(ram: &Ram, moved: f32, into: &mut [f32]) {
    let cannon = f32::from(ram[CANNON]);
    let bombs = BOMBS.map(|[x, y]| bomb(ram[x], ram[y]));
    let mut numbers: Vec<f32> = Vec::with_capacity(SIZE);
    numbers.extend(ASIDE.map(|aside| landing(&bombs, cannon + aside)));
    numbers.extend(ASIDE.map(|aside| shield(ram, cannon + aside + MUZZLE)));
    for bomb in bombs {
        numbers.extend(
            bomb.map_or([0.0; 3], |(x, decisions)| [1.0, offset(x - WIDTH / 2.0 - cannon), HALF / (HALF + decisions)]),
        );
    }
    let flies = ram[SHOT[1]] != ABSENT;
    let height = 1.0 - f32::from(ram[SHOT[1]]) / GROUND;
    let shot = [1.0, offset(f32::from(ram[SHOT[0]]) - MUZZLE - cannon), height.clamp(-1.0, 1.0)];
    numbers.extend(if flies { shot } else { [0.0; 3] });
    let columns: [[f32; 4]; COLUMNS] = std::array::from_fn(|number| column(ram, number, cannon));
    numbers.extend(columns.iter().flatten());
    let standing = columns.iter().filter(|column| column[0] > 0.0).map(|column| column[1]);
    let nearest = standing.fold(1.0, |best: f32, offset| if offset.abs() < best.abs() { offset } else { best });
    let right = f32::from(ram[STATE] >> 1 & 1);
    numbers.extend([right, f32::from(ram[COUNT].min(36)) / 36.0, nearest, shield(ram, cannon + MUZZLE)]);
    let saucer = f32::from(ram[SAUCER]) - MUZZLE - cannon;
    let there = ram[SAUCER] < SCREEN;
    numbers.extend(if there { [1.0, offset(saucer), near(saucer)] } else { [0.0; 3] });
    numbers.push((moved / SPEED).clamp(-1.0, 1.0));
    match numbers.len() == into.len() {
        true => into.copy_from_slice(&numbers),
        false => into.fill(0.0),
    }
}

/// Whether a bomb hits the cannon where it is within [`DANGER`] decisions.
pub fn in_danger(ram: &Ram) -> bool {
    let bombs = BOMBS.map(|[x, y]| bomb(ram[x], ram[y]));
    landing(&bombs, f32::from(ram[CANNON])) > HALF / (HALF + DANGER)
}

/// Where a bomb is and the decisions until it lands; None where there is none, or it is past the cannon.
fn bomb(x: u8, y: u8) -> Option<(f32, f32)> {
    let decisions = (GROUND - f32::from(y)) / FALL;
    (y != ABSENT && decisions > -3.0).then(|| (f32::from(x), decisions.max(0.0)))
}

/// How soon a bomb hits a cannon at this x: 1 now, 1/2 in [`HALF`] decisions, 0 never.
fn landing(bombs: &[Option<(f32, f32)>], cannon: f32) -> f32 {
    let hits = bombs.iter().flatten().filter(|(x, _)| (-1.0..=WIDTH + 1.0).contains(&(x - cannon)));
    hits.map(|(_, decisions)| HALF / (HALF + decisions)).fold(0.0, f32::max)
}

/// The share that is left of the shields above an x.
fn shield(ram: &Ram, x: f32) -> f32 {
    let above = SHIELDS.iter().find(|(_, left)| (0.0..SHIELD_WIDTH).contains(&(x - left)));
    above.map_or(0.0, |(first, left)| {
        let bit = 7 - (x - left) as u8;
        let rows = ram[*first..][..SHIELD_ROWS].iter().filter(|byte| **byte >> bit & 1 == 1).count();
        rows as f32 / SHIELD_ROWS as f32
    })
}

/// Of a column: the share of invaders that is left, its offset, how exactly a shot would fly through it, and the height of its
/// lowest invader.
fn column(ram: &Ram, number: usize, cannon: f32) -> [f32; 4] {
    let has = |row: usize| ram[ROWS + row] >> number & 1 == 1;
    let Some(lowest) = (0..6).find(|row| has(*row)) else { return [0.0; 4] };
    let left = (0..6).filter(|row| has(*row)).count() as f32 / 6.0;
    let aside = f32::from(ram[BLOCK]) + COLUMN * number as f32 + INVADER - MUZZLE - cannon;
    [left, offset(aside), near(aside), lowest as f32 / 5.0]
}

/// 1 in line, 0 from a column's distance on.
fn near(pixels: f32) -> f32 {
    (1.0 - pixels.abs() / COLUMN).max(0.0)
}

fn offset(pixels: f32) -> f32 {
    (pixels / FAR).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(ram: &Ram) -> Vec<(String, f32)> {
        let mut into = [f32::NAN; SIZE];
        observe(ram, 0.0, &mut into);
        names().zip(into).collect()
    }

    fn value(ram: &Ram, name: &str) -> f32 {
        numbers(ram).into_iter().find(|(found, _)| found == name).unwrap_or_else(|| panic!("{name}")).1
    }

    fn quiet() -> Ram {
        let mut ram = [0; 128];
        (ram[81], ram[82], ram[85], ram[SAUCER], ram[CANNON]) = (ABSENT, ABSENT, ABSENT, 180, 60);
        ram
    }

    #[test]
    fn every_number_has_a_name_and_is_of_about_one() {
        assert_eq!(names().count(), SIZE);
        for byte in [0, 1, 60, 127, 255] {
            assert!(numbers(&[byte; 128]).iter().all(|(_, number)| number.abs() <= 1.0), "{byte}");
        }
    }

    #[test]
    fn a_bomb_threatens_where_it_lands() {
        let mut ram = quiet();
        assert_eq!(value(&ram, "bomb lands at +0 pixels"), 0.0);
        // Six decisions above the cannon's height, four pixels right of the cannon's x.
        (ram[83], ram[81]) = (64, 76);
        assert_eq!(value(&ram, "bomb lands at +0 pixels"), 0.5);
        assert_eq!(value(&ram, "bomb lands at +9 pixels"), 0.0, "a step aside is safe");
        assert_eq!(value(&ram, "bomb 1: there"), 1.0);
    }

    #[test]
    fn columns_and_shields_are_relative_to_the_cannon() {
        let mut ram = quiet();
        // The second column, with one invader in its third row, right above the muzzle.
        (ram[ROWS + 2], ram[BLOCK]) = (0b10, 44);
        assert!(value(&ram, "column 2: in line") > 0.9 && value(&ram, "column 1: left of it") == 0.0);
        assert_eq!(value(&ram, "column 2: lowest row"), 0.4);
        assert_eq!(value(&ram, "covered"), 0.0);
        (ram[CANNON], ram[43]) = (39, 0x80);
        assert!(value(&ram, "covered") > 0.1, "under the leftmost pixel of the first shield");
    }
}
