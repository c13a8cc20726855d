//! Compact encoding of whole numbers.

use super::PackError;

/// Predicts the next position on one axis from the last two: p + (p - p').
#[derive(Default)]
pub struct LinearPredictor {
    last: i64,
    velocity: i64,
    started: bool,
}

impl LinearPredictor {
    fn update(&mut self, position: i64) {
        self.velocity = if self.started { position - self.last } else { 0 };
        self.last = position;
        self.started = true;
    }

    /// The difference between a position and its prediction.
    pub fn residual(&mut self, position: i64) -> i64 {
        let residual = position - (self.last + self.velocity);
        self.update(position);
        residual
    }

    /// The position of a residual. Positions far outside any court are refused, which also keeps sums from overflowing.
    pub fn restore(&mut self, residual: i64) -> Result<i64, PackError> {
        let position = residual.checked_add(self.last + self.velocity).filter(|position| position.abs() < 1 << 20);
        let position = position.ok_or(PackError::Contradiction)?;
        self.update(position);
        Ok(position)
    }
}

/// Maps small numbers of either sign to small unsigned numbers.
pub fn zigzag(n: i64) -> u64 {
    ((n << 1) ^ (n >> 63)) as u64
}

pub fn unzigzag(n: u64) -> i64 {
    (n >> 1) as i64 ^ -((n & 1) as i64)
}

/// LEB128: seven bits per byte, the lowest first.
pub fn put(into: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

pub fn take(from: &mut &[u8]) -> Result<u64, PackError> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = from.split_first().ok_or(PackError::Contradiction)?;
        *from = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(PackError::Contradiction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, -1, 63, -64, 64, 1 << 40, -(1 << 40), i64::MAX >> 1] {
            let mut bytes = Vec::new();
            put(&mut bytes, zigzag(number));
            assert_eq!(unzigzag(take(&mut bytes.as_slice()).unwrap()), number);
        }
        assert!(take(&mut &[0x80u8; 20][..]).is_err() && take(&mut &[][..]).is_err());
    }

    #[test]
    fn a_steady_walk_has_no_residual() {
        let mut predictor = LinearPredictor::default();
        let residuals: Vec<i64> = [100, 103, 106, 110].map(|position| predictor.residual(position)).to_vec();
        assert_eq!(residuals, [100, 3, 0, 1]);
        let mut predictor = LinearPredictor::default();
        assert_eq!([100, 3, 0, 1].map(|residual| predictor.restore(residual).unwrap()), [100, 103, 106, 110]);
        assert!(predictor.restore(i64::MAX).is_err());
    }
}
