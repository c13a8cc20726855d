//! A run as the query part of an address, and back. Reading never fails: what cannot be
//! understood is named in a notice and left to its default.

use super::{CONFIG_VERSION, RunConfig, Value};

/// Longer addresses are refused unread.
const LONGEST: usize = 4096;

impl RunConfig {
    /// `v=1&world=...&label=...&method=...&seed=...&knob=value...`, every knob included.
    pub fn to_query(&self) -> String {
        let mut query = format!(
            "v={}&world={}&label={}&method={}&seed={}",
            self.version,
            escape(&self.world),
            escape(&self.label),
            escape(&self.method),
            self.seed
        );
        for (id, value) in &self.knobs {
            let text = match value {
                Value::Number(number) => number.to_string(),
                Value::Word(word) => escape(word),
            };
            query.push_str(&format!("&{}={}", escape(id), text));
        }
        query
    }

    /// Reads what `to_query` wrote, or anything else. `device` and other page settings are passed over.
    pub fn from_query(query: &str) -> (Self, Vec<String>) {
        let query = query.trim_start_matches('?');
        let mut config = Self { version: CONFIG_VERSION, ..Self::default() };
        let mut notices = Vec::new();
        if query.len() > LONGEST {
            notices.push(format!("The link is longer than {LONGEST} characters and was not read."));
            return (config, notices);
        }
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, text) = pair.split_once('=').unwrap_or((pair, ""));
            let (key, text) = (unescape(key), unescape(text));
            match key.as_str() {
                "v" => match text.parse() {
                    Ok(version) => config.version = version,
                    Err(_) => notices.push(format!("The link's version “{}” is not a number.", excerpt(&text))),
                },
                "world" => config.world = text,
                "label" => config.label = text,
                "method" => config.method = text,
                "seed" => match text.parse::<f64>() {
                    Ok(seed) if seed.is_finite() && seed >= 0.0 && seed.fract() == 0.0 => config.seed = seed as u64,
                    _ => notices.push(format!("“{}” is not a seed; {} is used.", excerpt(&text), config.seed)),
                },
                "device" | "compare" | "mix" | "strength" | "lesson" => {}
                _ => {
                    let value = text.parse().map(Value::Number).unwrap_or(Value::Word(text));
                    config.knobs.insert(key, value);
                }
            }
        }
        (config, notices)
    }
}

/// What a stranger wrote, short enough to show.
pub(super) fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(24).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => out.push(byte as char),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

fn unescape(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let hex = |offset: usize| bytes.get(at + offset).and_then(|b| (*b as char).to_digit(16));
        match (bytes[at], hex(1), hex(2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            (b'+', ..) => {
                out.push(b' ');
                at += 1;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
