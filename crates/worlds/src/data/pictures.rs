//! Small grey pictures, which observations refer to by number: rows of a table share pictures, and each is kept once.

/// The pictures that a player sees at a decision: its latest ones, all of one size, the newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureStack {
    pub width: usize,
    pub height: usize,
    /// Pictures per decision. An observation in a table begins with their numbers.
    pub depth: usize,
}

impl PictureStack {
    /// Pixels of one picture.
    pub fn area(&self) -> usize {
        self.width * self.height
    }

    /// Pixels of all pictures of a decision.
    pub fn pixels(&self) -> usize {
        self.area() * self.depth
    }

    /// Writes the pictures of a decision as numbers from zero to one, `[height, width, depth]`.
    pub fn interleave<'a>(&self, pictures: impl Iterator<Item = &'a [u8]>, into: &mut [f32]) {
        for (index, picture) in pictures.take(self.depth).enumerate() {
            for (pixel, byte) in into.chunks_exact_mut(self.depth).zip(picture) {
                pixel[index] = f32::from(*byte) * (1.0 / 255.0);
            }
        }
    }
}

/// How pixels are scaled: (pixel - mean picture) · scale. Networks read differences of scaled pictures, which the mean is not
/// in; it also stands for what is covered where the question is which pixels tell.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureScaling {
    /// The mean picture, repeated for every picture of a decision: `[height, width, depth]`, from zero to one.
    offsets: Vec<f32>,
    depth: usize,
    pub scale: f32,
}

/// Pictures behind the mean picture.
const SAMPLE: usize = 4000;
/// The largest scale; pictures that hardly differ would otherwise turn into noise.
const MOST: f64 = 100.0;

impl PictureScaling {
    /// From the mean picture, `[height, width]`.
    pub fn new(stack: PictureStack, mean: &[f32], scale: f32) -> Self {
        let offsets = mean.iter().flat_map(|pixel| std::iter::repeat_n(*pixel, stack.depth)).collect();
        Self { offsets, depth: stack.depth, scale }
    }

    /// The mean of pictures, `[pictures, height, width]`, and the scale that makes the mean square of all inputs one. The
    /// sums are whole numbers, so that they are the same everywhere.
    pub fn of(stack: PictureStack, pixels: &[u8]) -> Self {
        let area = stack.area().max(1);
        let every = (pixels.len() / area).div_ceil(SAMPLE).max(1);
        let (mut sums, mut squares, mut count) = (vec![0u32; area], 0u64, 0u32);
        for picture in pixels.chunks_exact(area).step_by(every) {
            for (sum, byte) in sums.iter_mut().zip(picture) {
                *sum += u32::from(*byte);
                squares += u64::from(*byte) * u64::from(*byte);
            }
            count += 1;
        }
        let count = f64::from(count.max(1));
        let means = sums.iter().map(|sum| f64::from(*sum) / count / 255.0);
        let of_means: f64 = means.clone().map(|mean| mean * mean).sum();
        let variance = (squares as f64 / (count * 255.0 * 255.0) - of_means) / area as f64;
        let scale = (1.0 / variance.max(0.0).sqrt()).min(MOST);
        let means: Vec<f32> = means.map(|mean| mean as f32).collect();
        Self::new(stack, &means, scale as f32)
    }

    /// The mean picture, `[height, width]`, from zero to one.
    pub fn mean(&self) -> impl Iterator<Item = f32> {
        self.offsets.iter().step_by(self.depth.max(1)).copied()
    }

    /// Scales the pictures of a decision, `[height, width, depth]`, from zero to one before.
    #[inline(always)]
    pub fn apply(&self, pixels: &mut [f32]) {
        for (pixel, offset) in pixels.iter_mut().zip(&self.offsets) {
            *pixel = (*pixel - offset) * self.scale;
        }
    }
}

impl PictureScaling {
    /// Scales four pictures on the way into `[height, width, 4]`, the depth of all games: one pass takes a third of the time of
    /// [`PictureStack::interleave`] and [`Self::apply`], with the same bits.
    #[inline(always)]
    fn interleave_four(&self, [first, second, third, fourth]: [&[u8]; 4], into: &mut [f32]) {
        let bytes = first.iter().zip(second).zip(third).zip(fourth);
        let places = into.as_chunks_mut::<4>().0.iter_mut().zip(self.offsets.as_chunks::<4>().0);
        for ((pixel, offset), (((first, second), third), fourth)) in places.zip(bytes) {
            let bytes = [*first, *second, *third, *fourth];
            for index in 0..4 {
                pixel[index] = (f32::from(bytes[index]) * (1.0 / 255.0) - offset[index]) * self.scale;
            }
        }
    }
}

/// Pictures by number, one byte per pixel, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Pictures {
    pub stack: PictureStack,
    pub scaling: PictureScaling,
    pixels: Vec<u8>,
    /// Stands for a number without picture.
    blank: Vec<u8>,
}

impl Pictures {
    /// From the pixels of all pictures, `[pictures, height, width]`.
    pub fn new(stack: PictureStack, pixels: Vec<u8>) -> Self {
        let scaling = PictureScaling::of(stack, &pixels);
        Self { stack, scaling, pixels, blank: vec![0; stack.area()] }
    }

    /// Other pictures, for networks that have learnt from these.
    pub fn others(&self, pixels: Vec<u8>) -> Self {
        Self { stack: self.stack, scaling: self.scaling.clone(), pixels, blank: self.blank.clone() }
    }

    pub fn count(&self) -> usize {
        self.pixels.len() / self.stack.area().max(1)
    }

    /// The pixels of a picture, `[height, width]`; black for a number that there is not.
    pub fn get(&self, number: usize) -> &[u8] {
        let area = self.stack.area();
        let start = number.saturating_mul(area);
        self.pixels.get(start..start.saturating_add(area)).unwrap_or(&self.blank)
    }

    /// Writes the pictures that an observation names as networks read them, `[height, width, depth]`.
    #[inline(always)]
    pub fn look(&self, numbers: &[f32], into: &mut [f32]) {
        if let &[first, second, third, fourth] = numbers {
            let pictures = [first, second, third, fourth].map(|number| self.get(number as usize));
            return self.scaling.interleave_four(pictures, into);
        }
        self.stack.interleave(numbers.iter().map(|number| self.get(*number as usize)), into);
        self.scaling.apply(into);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_lie_side_by_side_pixel_by_pixel() {
        let stack = PictureStack { width: 2, height: 1, depth: 2 };
        let pictures = Pictures::new(stack, vec![0, 51, 255, 102]);
        let mean: Vec<f32> = pictures.scaling.mean().collect();
        assert!((mean[0] - 0.5).abs() < 1e-6 && (mean[1] - 0.3).abs() < 1e-6, "{mean:?}");
        let mut seen = [f32::NAN; 4];
        pictures.look(&[1.0, 0.0], &mut seen);
        // The newest picture deviates by 127.5 and 25.5 from the mean, the other by the same to the other side.
        let size = ((127.5f32 * 127.5 + 25.5 * 25.5) / 2.0).sqrt();
        let expected = [127.5, -127.5, 25.5, -25.5].map(|deviation| deviation / size);
        assert!(seen.iter().zip(expected).all(|(seen, expected)| (seen - expected).abs() < 1e-5), "{seen:?}");
        assert_eq!((pictures.count(), pictures.get(2)), (2, &[0, 0][..]));
        assert_eq!(pictures.get(usize::MAX), [0, 0]);
        let other = pictures.others(vec![255, 102]);
        let mut same = [f32::NAN; 4];
        other.look(&[0.0, 0.0], &mut same);
        assert_eq!((same[0], same[2]), (seen[0], seen[2]));
    }

    #[test]
    fn four_pictures_are_scaled_on_the_way() {
        let stack = PictureStack { width: 3, height: 2, depth: 4 };
        let pictures = Pictures::new(stack, (0..6 * 5).map(|at| (at * 37 % 256) as u8).collect());
        let numbers = [4.0, 0.0, 2.0, 1.0];
        let (mut seen, mut expected) = ([f32::NAN; 24], [f32::NAN; 24]);
        pictures.look(&numbers, &mut seen);
        stack.interleave(numbers.iter().map(|number| pictures.get(*number as usize)), &mut expected);
        pictures.scaling.apply(&mut expected);
        assert_eq!(seen, expected);
    }

    #[test]
    fn pictures_that_do_not_differ_become_zeros() {
        let stack = PictureStack { width: 1, height: 2, depth: 1 };
        let pictures = Pictures::new(stack, vec![7, 200, 7, 200]);
        let mut seen = [f32::NAN; 2];
        pictures.look(&[1.0], &mut seen);
        assert!(seen.iter().all(|pixel| pixel.abs() < 1e-4), "{seen:?}");
    }
}
