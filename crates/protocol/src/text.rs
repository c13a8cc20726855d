//! Sentences for the visitor as data: the key of a message and the values of its named holes. The page and the lab turn
//! them into words with the message files (`src/text/<language>`).

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A message: its key in the message files, and a value for every hole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Text {
    pub key: Cow<'static, str>,
    pub values: Vec<(Cow<'static, str>, TextValue)>,
}

/// The value of a hole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TextValue {
    /// Formatted by the language, with the digits that the message asks for.
    Number(f64),
    /// Shown as it is: a file name, or something that a visitor wrote.
    Word(String),
    /// Another message.
    Text(Box<Text>),
}

impl Text {
    pub fn new(key: impl Into<Cow<'static, str>>) -> Self {
        Self { key: key.into(), values: Vec::new() }
    }

    /// Fills a hole.
    pub fn with(mut self, name: &'static str, value: impl Into<TextValue>) -> Self {
        self.values.push((name.into(), value.into()));
        self
    }

    /// The explanation that belongs to a name: the attribute `.about` of the same message.
    pub fn about(&self) -> Self {
        Self { key: format!("{}.about", self.key).into(), values: self.values.clone() }
    }
}

/// `text!("key")`, or `text!("key", name = value, ...)` with a value for every hole.
#[macro_export]
macro_rules! text {
    ($key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Text::new($key)$(.with(stringify!($name), $value))*
    };
}

impl From<Text> for TextValue {
    fn from(text: Text) -> Self {
        Self::Text(Box::new(text))
    }
}

impl From<String> for TextValue {
    fn from(word: String) -> Self {
        Self::Word(word)
    }
}

impl From<&str> for TextValue {
    fn from(word: &str) -> Self {
        Self::Word(word.into())
    }
}

macro_rules! from_numbers {
    ($($number:ty)*) => { $(impl From<$number> for TextValue {
        fn from(number: $number) -> Self {
            Self::Number(number as f64)
        }
    })* };
}
from_numbers!(f32 f64 u8 u16 u32 u64 usize i32 i64);
