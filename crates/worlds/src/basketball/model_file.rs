//! The movement model as a file: magic with version, hidden width, CRC-32; then, deflated, the start density and the
//! weights as little-endian `f32`.

use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec_with_limit};

use super::model::{GRID, INPUTS, MovementModel, OUTPUTS};
use crate::data::Net;
use protocol::{Text, text};

const MAGIC: &[u8; 8] = b"PMITWIN2";
const HEADER: usize = 8 + 4 + 4;
const WIDEST: usize = 1024;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    #[error("not a movement model of this version")]
    Foreign,
    #[error("damaged movement model")]
    Damaged,
}

impl ModelError {
    pub fn text(&self) -> Text {
        match self {
            Self::Foreign => text!("error-model-foreign"),
            Self::Damaged => text!("error-model-damaged"),
        }
    }
}

impl MovementModel {
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers: Vec<u8> = self.starts.iter().chain(&self.net.parameters).flat_map(|n| n.to_le_bytes()).collect();
        let body = compress_to_vec(&numbers, 9);
        let hidden = self.net.sizes.get(1).copied().unwrap_or_default() as u32;
        [MAGIC, &hidden.to_le_bytes()[..], &crc32fast::hash(&body).to_le_bytes(), &body].concat()
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        if !bytes.starts_with(MAGIC) {
            return Err(ModelError::Foreign);
        }
        let word = |at: usize| bytes.get(at..at + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let (Some(hidden), Some(sum), Some(body)) = (word(8), word(12), bytes.get(HEADER..)) else {
            return Err(ModelError::Damaged);
        };
        let hidden = hidden as usize;
        if hidden == 0 || hidden > WIDEST || crc32fast::hash(body) != sum {
            return Err(ModelError::Damaged);
        }
        let sizes = [INPUTS, hidden, hidden, OUTPUTS];
        let cells = GRID[0] * GRID[1];
        let count = 4 * (cells + Net::count(&sizes));
        let numbers = decompress_to_vec_with_limit(body, count).ok().filter(|bytes| bytes.len() == count);
        let numbers = numbers.ok_or(ModelError::Damaged)?;
        let mut numbers = numbers.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let starts: Vec<f32> = numbers.by_ref().take(cells).collect();
        let parameters: Vec<f32> = numbers.collect();
        match starts.iter().all(|share| *share >= 0.0) && parameters.iter().all(|weight| weight.is_finite()) {
            true => Ok(Self { starts, net: Net { sizes: sizes.to_vec(), parameters } }),
            false => Err(ModelError::Damaged),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Rng;

    #[test]
    fn it_comes_back_and_damage_is_noticed() {
        let net = Net::new(&[INPUTS, 8, 8, OUTPUTS], &mut Rng::stream(1, "store", 0));
        let model = MovementModel { starts: vec![0.5; GRID[0] * GRID[1]], net };
        let bytes = model.to_bytes();
        let back = MovementModel::from_bytes(&bytes).unwrap();
        assert_eq!((back.starts, back.net), (model.starts, model.net));
        for length in 0..bytes.len() {
            assert!(MovementModel::from_bytes(&bytes[..length]).is_err());
        }
        for at in (0..bytes.len() * 8).step_by(13) {
            let mut bad = bytes.clone();
            bad[at / 8] ^= 1 << (at % 8);
            assert!(MovementModel::from_bytes(&bad).is_err(), "bit {at}");
        }
    }
}
