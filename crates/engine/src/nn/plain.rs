//! The forward pass of single rows, for agents. Plain loops have none of the overhead of tensors, which would take most of
//! the time for a few rows at sixty frames per second, and compute the same bits natively and in every browser.

use super::cpu::with_simd;

/// The parameters of an [`Mlp`](super::Mlp) on the CPU.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainMlp {
    pub sizes: Vec<usize>,
    /// `[members, parameters]`, laid out as in `Mlp`.
    pub members: Vec<Vec<f32>>,
}

/// The values of two layers, allocated once.
#[derive(Default)]
pub struct Scratch {
    from: Vec<f32>,
    to: Vec<f32>,
}

impl PlainMlp {
    /// The outputs of one member for one row of inputs, in the scratch.
    pub fn forward<'a>(&self, member: usize, input: &[f32], scratch: &'a mut Scratch) -> &'a [f32] {
        with_simd(
            #[inline(always)]
            || self.pass(member, input, scratch),
        )
    }

    #[inline(always)]
    fn pass<'a>(&self, member: usize, input: &[f32], scratch: &'a mut Scratch) -> &'a [f32] {
        let Scratch { from, to } = scratch;
        from.clear();
        from.extend_from_slice(input);
        let mut rest = self.members[member].as_slice();
        let last = self.sizes.len() - 2;
        for (index, layer) in self.sizes.windows(2).enumerate() {
            let (weights, tail) = rest.split_at(layer[0] * layer[1]);
            let (biases, tail) = tail.split_at(layer[1]);
            rest = tail;
            to.clear();
            to.extend_from_slice(biases);
            // Along the rows of the weights, so that the inner loop is contiguous and vectorises.
            for (x, row) in from.iter().zip(weights.chunks_exact(layer[1])) {
                for (sum, weight) in to.iter_mut().zip(row) {
                    *sum += x * weight;
                }
            }
            if index < last {
                to.iter_mut().for_each(|value| *value = value.max(0.0));
            }
            std::mem::swap(from, to);
        }
        from
    }

    pub fn outputs(&self) -> usize {
        self.sizes.last().copied().unwrap_or(0)
    }

    pub fn inputs(&self) -> usize {
        self.sizes.first().copied().unwrap_or(0)
    }
}
