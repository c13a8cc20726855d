//! Messages as bytes, in the postcard format.

use serde::{Serialize, de::DeserializeOwned};

#[derive(Debug, thiserror::Error)]
pub enum WireError {
    #[error("a message could not be written: {0}")]
    Write(postcard::Error),
    #[error("a message could not be read: {0}")]
    Read(postcard::Error),
}

pub fn encode<T: Serialize>(message: &T) -> Result<Vec<u8>, WireError> {
    postcard::to_stdvec(message).map_err(WireError::Write)
}

pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, WireError> {
    postcard::from_bytes(bytes).map_err(WireError::Read)
}
