pub fn rgb(_index: u8) -> [u8; 3] { [0; 3] }
