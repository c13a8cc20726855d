//! Products of small matrices, the same to the bit on every machine: each sum runs in the order of its terms
//! and nothing is fused, so the width of the vector unit changes the speed and not the result.

/// Rows are computed in blocks of this many; numbers of rows and columns are padded to it.
pub const BLOCK: usize = 4;

/// Columns that are summed in registers at once; with four rows they take half of the machine's vector registers.
#[cfg(target_family = "wasm")]
pub const WIDE: usize = 8;
#[cfg(not(target_family = "wasm"))]
pub const WIDE: usize = 16;

/// Lays out the matrix `[depth, n]`, whose element at row k and column c is `at(k, c)`, in panels of `WIDE` columns, so that
/// a product reads it from front to back. With a stride that is a power of two, its rows would compete for few cache sets.
#[inline(always)]
pub fn pack(depth: usize, n: usize, packed: &mut [f32], at: impl Fn(usize, usize) -> f32) {
    let mut column = 0;
    while column < n {
        let width = if column + WIDE <= n { WIDE } else { BLOCK };
        let panel = &mut packed[column * depth..(column + width) * depth];
        for (k, row) in panel.chunks_exact_mut(width).enumerate() {
            for (c, slot) in row.iter_mut().enumerate() {
                *slot = at(k, column + c);
            }
        }
        column += width;
    }
}

/// `out[rows, n] = start[n] + a[rows, depth] · b[depth, n]`, with `b` packed.
#[inline(always)]
pub fn product(a: &[f32], depth: usize, b: &[f32], n: usize, start: &[f32], out: &mut [f32]) {
    let mut column = 0;
    while column + WIDE <= n {
        bands::<WIDE>(a, depth, b, n, start, out, column);
        column += WIDE;
    }
    while column < n {
        bands::<BLOCK>(a, depth, b, n, start, out, column);
        column += BLOCK;
    }
}

/// All rows of the `N` columns from `column` on, four rows at a time.
#[inline(always)]
fn bands<const N: usize>(a: &[f32], depth: usize, b: &[f32], n: usize, start: &[f32], out: &mut [f32], column: usize) {
    let first: [f32; N] = std::array::from_fn(|c| start[column + c]);
    let panel = b[column * depth..(column + N) * depth].as_chunks::<N>().0;
    for (a, out) in a.chunks_exact(BLOCK * depth).zip(out.chunks_exact_mut(BLOCK * n)) {
        let mut sums = [first; BLOCK];
        let (a0, rest) = a.split_at(depth);
        let (a1, rest) = rest.split_at(depth);
        let (a2, a3) = rest.split_at(depth);
        for ((((row, x0), x1), x2), x3) in panel.iter().zip(a0).zip(a1).zip(a2).zip(a3) {
            add(&mut sums, [*x0, *x1, *x2, *x3], row);
        }
        for (sums, out) in sums.iter().zip(out.chunks_exact_mut(n)) {
            out[column..column + N].copy_from_slice(sums);
        }
    }
}

/// `out[m, n] += aᵀ[m, rows] · b[rows, n]`: the gradient of weights.
#[inline(always)]
pub fn add_outer(a: &[f32], m: usize, b: &[f32], n: usize, out: &mut [f32]) {
    for (band, out) in out.chunks_exact_mut(BLOCK * n).enumerate() {
        let mut column = 0;
        while column + WIDE <= n {
            patch::<WIDE>(a, m, band * BLOCK, b, n, column, out);
            column += WIDE;
        }
        while column < n {
            patch::<BLOCK>(a, m, band * BLOCK, b, n, column, out);
            column += BLOCK;
        }
    }
}

/// Four rows of the `N` columns from `column` on.
#[inline(always)]
fn patch<const N: usize>(a: &[f32], m: usize, from: usize, b: &[f32], n: usize, column: usize, out: &mut [f32]) {
    let mut sums = [[0.0; N]; BLOCK];
    for (sums, out) in sums.iter_mut().zip(out.chunks_exact(n)) {
        sums.copy_from_slice(&out[column..column + N]);
    }
    for (a, b) in a.chunks_exact(m).zip(b.chunks_exact(n)) {
        let (Some(a), Some(b)) = (a[from..].first_chunk::<BLOCK>(), b[column..].first_chunk::<N>()) else { break };
        add(&mut sums, *a, b);
    }
    for (sums, out) in sums.iter().zip(out.chunks_exact_mut(n)) {
        out[column..column + N].copy_from_slice(sums);
    }
}

/// sums[r] += x[r] · row, for some rows r.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
pub fn add<const R: usize, const N: usize>(sums: &mut [[f32; N]; R], x: [f32; R], row: &[f32; N]) {
    for c in 0..N {
        for r in 0..R {
            sums[r][c] += x[r] * row[c];
        }
    }
}

/// The same in explicit vectors, since the compiler does not vectorise some of these loops by itself.
#[cfg(target_family = "wasm")]
#[inline(always)]
pub fn add<const R: usize, const N: usize>(sums: &mut [[f32; N]; R], x: [f32; R], row: &[f32; N]) {
    use core::arch::wasm32::{f32x4, f32x4_add, f32x4_extract_lane, f32x4_mul, f32x4_splat};
    for (sums, x) in sums.iter_mut().zip(x) {
        let x = f32x4_splat(x);
        for (sums, row) in sums.as_chunks_mut::<4>().0.iter_mut().zip(row.as_chunks::<4>().0) {
            let sum = f32x4(sums[0], sums[1], sums[2], sums[3]);
            let row = f32x4(row[0], row[1], row[2], row[3]);
            let sum = f32x4_add(sum, f32x4_mul(x, row));
            *sums = [
                f32x4_extract_lane::<0>(sum),
                f32x4_extract_lane::<1>(sum),
                f32x4_extract_lane::<2>(sum),
                f32x4_extract_lane::<3>(sum),
            ];
        }
    }
}
