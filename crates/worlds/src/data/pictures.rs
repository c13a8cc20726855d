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

/// Pictures by number, one byte per pixel, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pictures {
    pub stack: PictureStack,
    pixels: Vec<u8>,
    /// Stands for a number without picture.
    blank: Vec<u8>,
}

impl Pictures {
    /// From the pixels of all pictures, `[pictures, height, width]`.
    pub fn new(stack: PictureStack, pixels: Vec<u8>) -> Self {
        Self { stack, pixels, blank: vec![0; stack.area()] }
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

    /// Writes the pictures that an observation names, `[height, width, depth]`.
    pub fn look(&self, numbers: &[f32], into: &mut [f32]) {
        self.stack.interleave(numbers.iter().map(|number| self.get(*number as usize)), into);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_lie_side_by_side_pixel_by_pixel() {
        let stack = PictureStack { width: 2, height: 1, depth: 2 };
        let pictures = Pictures::new(stack, vec![0, 51, 255, 102]);
        let mut seen = [f32::NAN; 4];
        pictures.look(&[1.0, 0.0], &mut seen);
        assert_eq!(seen.map(|pixel| (255.0 * pixel).round()), [255.0, 0.0, 102.0, 51.0]);
        assert_eq!((pictures.count(), pictures.get(2)), (2, &[0, 0][..]));
        assert_eq!(pictures.get(usize::MAX), [0, 0]);
    }
}
