//! Which of the 160 pixels of a line something covers, as bits: overlaps and collisions become a few ANDs.

use crate::console::WIDTH;

/// Bit `x % 64` of word `x / 64` is pixel x; the upper half of the last word stays empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mask([u64; 3]);

impl Mask {
    /// The pixels from `from` up to, not including, `to`.
    pub fn span(from: usize, to: usize) -> Self {
        let (below, above) = (&BELOW[from], &BELOW[to]);
        Self([above[0] & !below[0], above[1] & !below[1], above[2] & !below[2]])
    }

    /// Adds a pattern of up to 32 pixels, its lowest bit at `x`, around the edge if need be.
    pub fn stamp(&mut self, pattern: u32, x: usize) {
        let (word, shift) = (x / 64, x % 64);
        let bits = u128::from(pattern) << shift;
        self.0[word] |= bits as u64;
        if word < 2 {
            self.0[word + 1] |= (bits >> 64) as u64;
        }
        self.0[0] |= self.0[2] >> 32;
        self.0[2] &= 0xFFFF_FFFF;
    }

    /// Both halves of a playfield of 80 pixels each.
    pub fn halves(left: u128, right: u128) -> Self {
        Self([left as u64, (left >> 64 | right << 16) as u64, (right >> 48) as u64 & 0xFFFF_FFFF])
    }

    pub fn and(&self, other: &Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }

    pub fn or(&self, other: &Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }

    pub fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Gives the covered pixels of a row a colour, eight at a time.
    pub fn paint(&self, row: &mut [u8; WIDTH], colour: u8) {
        let colour = u64::from_le_bytes([colour; 8]);
        let eights = row.as_chunks_mut::<8>().0;
        for (word, mut bits) in self.0.into_iter().enumerate() {
            while bits != 0 {
                let at = bits.trailing_zeros() as usize / 8;
                let covered = WIDEN[(bits >> (8 * at)) as usize & 0xFF];
                if let Some(pixels) = eights.get_mut(8 * word + at) {
                    *pixels = (u64::from_le_bytes(*pixels) & !covered | colour & covered).to_le_bytes();
                }
                bits &= !(0xFF << (8 * at));
            }
        }
    }
}

/// The pixels left of each place.
static BELOW: [[u64; 3]; WIDTH + 1] = {
    let mut below = [[0; 3]; WIDTH + 1];
    let mut x = 0;
    while x < WIDTH {
        below[x + 1] = below[x];
        below[x + 1][x / 64] |= 1 << (x % 64);
        x += 1;
    }
    below
};

/// Each bit as a byte of ones.
static WIDEN: [u64; 256] = {
    let mut wide = [0; 256];
    let mut at = 0;
    while at < 2048 {
        if ((at / 8) >> (at % 8)) & 1 == 1 {
            wide[at / 8] |= 0xFF << (8 * (at % 8));
        }
        at += 1;
    }
    wide
};

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(mask: &Mask) -> Vec<usize> {
        let mut row = [0; WIDTH];
        mask.paint(&mut row, 7);
        (0..WIDTH).filter(|x| row[*x] == 7).collect()
    }

    #[test]
    fn stamps_wrap_around_the_edge() {
        let mut mask = Mask::default();
        mask.stamp(0b1011, 62);
        mask.stamp(0b111, 158);
        assert_eq!(pixels(&mask), [0, 62, 63, 65, 158, 159]);
        assert_eq!(pixels(&mask.and(&Mask::span(63, 159))), [63, 65, 158]);
    }

    #[test]
    fn halves_lie_side_by_side() {
        assert_eq!(pixels(&Mask::halves(1 | 1 << 79, 1 | 1 << 79)), [0, 79, 80, 159]);
    }
}
