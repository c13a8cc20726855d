//! Products of the patches of a picture with filters, read where they lie: a patch is some lines of consecutive numbers, so
//! nothing is copied. Sums keep the order of their terms, as in `product`.

use super::product::{BLOCK, WIDE, add};

/// The patches of one picture: each is `lines` lines of `line` numbers, `next` numbers apart, from its origin on.
pub struct Patches<'a> {
    pub inputs: &'a [f32],
    /// One per position, in whole blocks; those beyond `count` are repeated and count for nothing.
    pub origins: &'a [usize],
    pub count: usize,
    pub lines: usize,
    pub line: usize,
    pub next: usize,
}

impl Patches<'_> {
    /// `out[positions, n] = start[n] + patches[positions, depth] · b[depth, n]`, with `b` packed.
    #[inline(always)]
    pub fn product(&self, depth: usize, b: &[f32], n: usize, start: &[f32], out: &mut [f32]) {
        let mut column = 0;
        while column + WIDE <= n {
            self.bands::<WIDE>(depth, b, n, start, out, column);
            column += WIDE;
        }
        while column < n {
            self.bands::<BLOCK>(depth, b, n, start, out, column);
            column += BLOCK;
        }
    }

    /// All positions of the `N` columns from `column` on, four positions at a time.
    #[inline(always)]
    fn bands<const N: usize>(&self, depth: usize, b: &[f32], n: usize, start: &[f32], out: &mut [f32], column: usize) {
        let first: [f32; N] = std::array::from_fn(|c| start[column + c]);
        let panel = b[column * depth..(column + N) * depth].as_chunks::<N>().0;
        for (origins, out) in self.origins.as_chunks::<BLOCK>().0.iter().zip(out.chunks_exact_mut(BLOCK * n)) {
            let mut sums = [first; BLOCK];
            for (number, rows) in panel.chunks_exact(self.line).take(self.lines).enumerate() {
                let [a0, a1, a2, a3] = origins.map(|origin| &self.inputs[origin + number * self.next..][..self.line]);
                for ((((row, x0), x1), x2), x3) in rows.iter().zip(a0).zip(a1).zip(a2).zip(a3) {
                    add(&mut sums, [*x0, *x1, *x2, *x3], row);
                }
            }
            for (sums, out) in sums.iter().zip(out.chunks_exact_mut(n)) {
                out[column..column + N].copy_from_slice(sums);
            }
        }
    }

    /// `out[depth, n] += patchesᵀ[depth, positions] · b[positions, n]`: the gradient of filters.
    #[inline(always)]
    pub fn add_outer(&self, b: &[f32], n: usize, out: &mut [f32]) {
        for (number, out) in out.chunks_exact_mut(self.line * n).take(self.lines).enumerate() {
            let mut place = 0;
            while place + BLOCK <= self.line {
                let out = &mut out[place * n..(place + BLOCK) * n];
                self.rows::<BLOCK>(number * self.next + place, b, n, out);
                place += BLOCK;
            }
            while place < self.line {
                self.rows::<1>(number * self.next + place, b, n, &mut out[place * n..(place + 1) * n]);
                place += 1;
            }
        }
    }

    /// The rows of `out` that belong to the numbers from `shift` on behind each origin.
    #[inline(always)]
    fn rows<const R: usize>(&self, shift: usize, b: &[f32], n: usize, out: &mut [f32]) {
        let mut column = 0;
        while column + WIDE <= n {
            self.tile::<R, WIDE>(shift, b, n, column, out);
            column += WIDE;
        }
        while column < n {
            self.tile::<R, BLOCK>(shift, b, n, column, out);
            column += BLOCK;
        }
    }

    /// `R` rows of the `N` columns from `column` on.
    #[inline(always)]
    fn tile<const R: usize, const N: usize>(&self, shift: usize, b: &[f32], n: usize, column: usize, out: &mut [f32]) {
        let mut sums = [[0.0; N]; R];
        for (sums, out) in sums.iter_mut().zip(out.chunks_exact(n)) {
            sums.copy_from_slice(&out[column..column + N]);
        }
        for (origin, b) in self.origins.iter().take(self.count).zip(b.chunks_exact(n)) {
            let (Some(a), Some(b)) = (self.inputs[origin + shift..].first_chunk::<R>(), b[column..].first_chunk::<N>())
            else {
                break;
            };
            add(&mut sums, *a, b);
        }
        for (sums, out) in sums.iter().zip(out.chunks_exact_mut(n)) {
            out[column..column + N].copy_from_slice(sums);
        }
    }
}
