//! The wire format of protocol buffers, as far as writing a model needs it: numbers and bytes behind a field's number. A
//! library would bring a compiler for message definitions to write some twenty fields.

/// A message under construction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WireMessage(Vec<u8>);

impl WireMessage {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    /// A whole number.
    pub fn number(mut self, field: u64, value: i64) -> Self {
        self.varint(field << 3);
        self.varint(value as u64);
        self
    }

    pub fn bytes(mut self, field: u64, bytes: &[u8]) -> Self {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
        self
    }

    pub fn text(self, field: u64, text: &str) -> Self {
        self.bytes(field, text.as_bytes())
    }

    pub fn message(self, field: u64, message: &WireMessage) -> Self {
        self.bytes(field, &message.0)
    }

    /// The same field once per message.
    pub fn messages<'a>(self, field: u64, messages: impl IntoIterator<Item = &'a WireMessage>) -> Self {
        messages.into_iter().fold(self, |whole, message| whole.message(field, message))
    }

    pub fn finish(self) -> Vec<u8> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_written_as_the_specification_says() {
        // The examples of the specification: field 1 is 150, field 2 is "testing", field 3 a message with the first.
        let inner = WireMessage::default().number(1, 150);
        assert_eq!(inner.0, [0x08, 0x96, 0x01]);
        let whole = WireMessage::default().text(2, "testing").message(3, &inner);
        assert_eq!(whole.0, [&[0x12, 7][..], b"testing", &[0x1a, 3, 0x08, 0x96, 0x01]].concat());
        assert_eq!(WireMessage::default().number(1, -1).0.len(), 11);
        assert_eq!(whole.clone().finish(), whole.0);
    }
}
