//! Sets of the 160 pixels of a row as bits: a test for overlap is three ANDs.

use crate::WIDTH;

/// Bit `x % 64` of word `x / 64` is pixel `x`; the upper half of the last word is zero.
#[derive(Clone, Copy, Debug, Default)]
pub struct PixelMask([u64; 3]);

impl PixelMask {
    /// The pixels `from..to`.
    pub fn span(from: usize, to: usize) -> Self {
        let (below, above) = (&PIXELS_LEFT_OF[from], &PIXELS_LEFT_OF[to]);
        Self([above[0] & !below[0], above[1] & !below[1], above[2] & !below[2]])
    }

    /// A pattern of up to 96 pixels with its lowest bit at pixel `x`, wrapping around the right edge.
    #[inline(always)]
    pub fn pattern_at(x: usize, pattern: u128) -> Self {
        let shift = x % 64;
        let (low, high) = (pattern as u64, (pattern >> 64) as u64);
        let carried = |word: u64| word >> 1 >> (63 - shift);
        let [first, second, third] = [low << shift, carried(low) | high << shift, carried(high)];
        let wrapped = |word: u64, next: u64| word >> 32 | next << 32;
        match x / 64 {
            0 => Self([first, second, third]),
            1 => Self([wrapped(second, third), first, second & LAST_WORD]),
            _ => Self([wrapped(first, second), wrapped(second, third), first & LAST_WORD]),
        }
    }

    /// The two halves of a playfield, 80 pixels each.
    #[inline(always)]
    pub fn from_halves(left: u128, right: u128) -> Self {
        Self([left as u64, (left >> 64 | right << 16) as u64, (right >> 48) as u64 & LAST_WORD])
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

    /// Equality of words held in registers; a derived `PartialEq` compares memory.
    #[inline(always)]
    pub fn equals(&self, other: &Self) -> bool {
        (self.0[0] ^ other.0[0]) | (self.0[1] ^ other.0[1]) | (self.0[2] ^ other.0[2]) == 0
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Sets the pixels of the mask to `colour` and all others to `other`.
    pub fn fill_both(&self, row: &mut [u8; WIDTH], colour: u8, other: u8) {
        let (colour, other) = (u64::from_le_bytes([colour; 8]), u64::from_le_bytes([other; 8]));
        let bytes = self.0.map(u64::to_le_bytes);
        for (pixels, bits) in row.as_chunks_mut::<8>().0.iter_mut().zip(bytes.as_flattened()) {
            *pixels = (other ^ (colour ^ other) & BITS_TO_BYTES[*bits as usize]).to_le_bytes();
        }
    }

    /// Sets the pixels of the mask to `colour`, eight at a time; others are unchanged.
    pub fn fill(&self, row: &mut [u8; WIDTH], colour: u8) {
        let colour = u64::from_le_bytes([colour; 8]);
        let eights = row.as_chunks_mut::<8>().0;
        for (word, mut bits) in self.0.into_iter().enumerate() {
            while bits != 0 {
                let at = bits.trailing_zeros() as usize / 8;
                let covered = BITS_TO_BYTES[(bits >> (8 * at)) as usize & 0xFF];
                if let Some(pixels) = eights.get_mut(8 * word + at) {
                    *pixels = (u64::from_le_bytes(*pixels) & !covered | colour & covered).to_le_bytes();
                }
                bits &= !(0xFF << (8 * at));
            }
        }
    }
}

/// The bits of the last word that are pixels.
const LAST_WORD: u64 = 0xFFFF_FFFF;

/// The mask of the pixels left of each x.
static PIXELS_LEFT_OF: [[u64; 3]; WIDTH + 1] = {
    let mut below = [[0; 3]; WIDTH + 1];
    let mut x = 0;
    while x < WIDTH {
        below[x + 1] = below[x];
        below[x + 1][x / 64] |= 1 << (x % 64);
        x += 1;
    }
    below
};

/// Eight bits as eight bytes, 0xFF for each bit that is set.
static BITS_TO_BYTES: [u64; 256] = {
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

    fn pixels(mask: &PixelMask) -> Vec<usize> {
        let mut row = [0; WIDTH];
        mask.fill(&mut row, 7);
        (0..WIDTH).filter(|x| row[*x] == 7).collect()
    }

    #[test]
    fn patterns_wrap_around_the_edge() {
        let mask = PixelMask::pattern_at(62, 0b1011).or(&PixelMask::pattern_at(158, 0b111));
        assert_eq!(pixels(&mask), [0, 62, 63, 65, 158, 159]);
        assert_eq!(pixels(&mask.and(&PixelMask::span(63, 159))), [63, 65, 158]);
        for x in 0..WIDTH {
            let mut expected = [x, x + 1, x + 95].map(|pixel| pixel % WIDTH);
            expected.sort_unstable();
            assert_eq!(pixels(&PixelMask::pattern_at(x, 1 << 95 | 0b11)), expected);
        }
    }

    #[test]
    fn filling_both_sets_every_pixel() {
        let mut row = [0; WIDTH];
        PixelMask::span(63, 159).fill_both(&mut row, 7, 5);
        assert!(row.iter().enumerate().all(|(x, colour)| *colour == if (63..159).contains(&x) { 7 } else { 5 }));
    }

    #[test]
    fn halves_lie_side_by_side() {
        assert_eq!(pixels(&PixelMask::from_halves(1 | 1 << 79, 1 | 1 << 79)), [0, 79, 80, 159]);
    }
}
