//! Whole numbers in few bytes.

use super::PackError;

/// The last two places on one axis, and where they lead.
#[derive(Default)]
pub struct Past {
    last: i64,
    pace: i64,
    seen: bool,
}

impl Past {
    fn follow(&mut self, place: i64) {
        self.pace = if self.seen { place - self.last } else { 0 };
        self.last = place;
        self.seen = true;
    }

    pub fn surprise(&mut self, place: i64) -> i64 {
        let surprise = place - (self.last + self.pace);
        self.follow(place);
        surprise
    }

    /// Places further than any court are nonsense; refusing them keeps the sums small.
    pub fn resolve(&mut self, surprise: i64) -> Result<i64, PackError> {
        let place = surprise.checked_add(self.last + self.pace).filter(|place| place.abs() < 1 << 20);
        let place = place.ok_or(PackError::Contradiction)?;
        self.follow(place);
        Ok(place)
    }
}

/// Small numbers of either sign become small numbers without one.
pub fn zigzag(n: i64) -> u64 {
    ((n << 1) ^ (n >> 63)) as u64
}

pub fn unzigzag(n: u64) -> i64 {
    (n >> 1) as i64 ^ -((n & 1) as i64)
}

/// LEB128: seven bits a byte, the lowest first.
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
    fn a_steady_walk_holds_no_surprise() {
        let mut past = Past::default();
        let surprises: Vec<i64> = [100, 103, 106, 110].map(|place| past.surprise(place)).to_vec();
        assert_eq!(surprises, [100, 3, 0, 1]);
        let mut past = Past::default();
        assert_eq!([100, 3, 0, 1].map(|surprise| past.resolve(surprise).unwrap()), [100, 103, 106, 110]);
        assert!(past.resolve(i64::MAX).is_err());
    }
}
