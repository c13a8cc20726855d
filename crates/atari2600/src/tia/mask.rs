//! Which of the 160 pixels of a line something covers, as bits: overlaps and collisions become a few ANDs.

use crate::WIDTH;

/// Bit `x % 64` of word `x / 64` is pixel x; the upper half of the last word stays empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mask([u64; 3]);

impl Mask {
    /// The pixels from `from` up to, not including, `to`.
    pub fn span(from: usize, to: usize) -> Self {
        let (below, above) = (&BELOW[from], &BELOW[to]);
        Self([above[0] & !below[0], above[1] & !below[1], above[2] & !below[2]])
    }

    /// A pattern of up to 96 pixels, its lowest bit at `x`, around the edge if need be.
    #[inline(always)]
    pub fn at(x: usize, pattern: u128) -> Self {
        let shift = x % 64;
        let (low, high) = (pattern as u64, (pattern >> 64) as u64);
        let carried = |word: u64| word >> 1 >> (63 - shift);
        let [first, second, third] = [low << shift, carried(low) | high << shift, carried(high)];
        let around = |word: u64, next: u64| word >> 32 | next << 32;
        match x / 64 {
            0 => Self([first, second, third]),
            1 => Self([around(second, third), first, second & LAST]),
            _ => Self([around(first, second), around(second, third), first & LAST]),
        }
    }

    /// Both halves of a playfield of 80 pixels each.
    #[inline(always)]
    pub fn halves(left: u128, right: u128) -> Self {
        Self([left as u64, (left >> 64 | right << 16) as u64, (right >> 48) as u64 & LAST])
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

    /// Not derived: that compares memory, and a mask just made is not there yet.
    #[inline(always)]
    pub fn equals(&self, other: &Self) -> bool {
        (self.0[0] ^ other.0[0]) | (self.0[1] ^ other.0[1]) | (self.0[2] ^ other.0[2]) == 0
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Gives the covered pixels of a row one colour and all others another.
    pub fn spread(&self, row: &mut [u8; WIDTH], colour: u8, other: u8) {
        let (colour, other) = (u64::from_le_bytes([colour; 8]), u64::from_le_bytes([other; 8]));
        let bytes = self.0.map(u64::to_le_bytes);
        for (pixels, bits) in row.as_chunks_mut::<8>().0.iter_mut().zip(bytes.as_flattened()) {
            *pixels = (other ^ (colour ^ other) & WIDEN[*bits as usize]).to_le_bytes();
        }
    }

    /// Gives the covered pixels of a row a colour, eight at a time, and leaves all others.
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

/// What the last word has.
const LAST: u64 = 0xFFFF_FFFF;

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
    fn patterns_wrap_around_the_edge() {
        let mask = Mask::at(62, 0b1011).or(&Mask::at(158, 0b111));
        assert_eq!(pixels(&mask), [0, 62, 63, 65, 158, 159]);
        assert_eq!(pixels(&mask.and(&Mask::span(63, 159))), [63, 65, 158]);
        for x in 0..WIDTH {
            let mut expected = [x, x + 1, x + 95].map(|pixel| pixel % WIDTH);
            expected.sort_unstable();
            assert_eq!(pixels(&Mask::at(x, 1 << 95 | 0b11)), expected);
        }
    }

    #[test]
    fn spreading_colours_all() {
        let mut row = [0; WIDTH];
        Mask::span(63, 159).spread(&mut row, 7, 5);
        assert!(row.iter().enumerate().all(|(x, colour)| *colour == if (63..159).contains(&x) { 7 } else { 5 }));
    }

    #[test]
    fn halves_lie_side_by_side() {
        assert_eq!(pixels(&Mask::halves(1 | 1 << 79, 1 | 1 << 79)), [0, 79, 80, 159]);
    }
}
