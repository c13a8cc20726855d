//! What browsers speak over a WebSocket: WebDriver BiDi in Firefox, whose plain WebDriver cannot do everything, and
//! Chromium's own protocol, for tabs that die.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

/// Kinds of WebSocket frames.
const CONTINUED: u8 = 0;
const TEXT: u8 = 1;
const CLOSE: u8 = 8;

const MASK: [u8; 4] = *b"mask";

pub struct Socket {
    stream: TcpStream,
    last: u64,
    /// Events that came between answers.
    events: Vec<Value>,
}

impl Socket {
    /// `address` is as the driver gives it: ws://HOST:PORT/PATH.
    pub fn connect(address: &str) -> Self {
        let rest = address.strip_prefix("ws://").expect("a WebSocket's address");
        let (host, path) = rest.split_once('/').expect("its path");
        let mut stream = TcpStream::connect(host).expect("a connection to the browser");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let hello = format!(
            "GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: cG1pLXBsYXlncm91bmQ2OQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        );
        stream.write_all(hello.as_bytes()).expect("a request");
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("an answer to the request");
            answer.extend(byte);
        }
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(answer.starts_with("HTTP/1.1 101"), "no WebSocket: {answer}");
        Self { stream, last: 0, events: Vec::new() }
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.attempt(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The result, or what the browser says instead.
    pub fn attempt(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.last += 1;
        self.send(&json!({ "id": self.last, "method": method, "params": params }).to_string());
        loop {
            let mut message = self.message();
            if message["id"] != self.last {
                self.events.push(message);
                continue;
            }
            return if message["error"].is_null() { Ok(message["result"].take()) } else { Err(message) };
        }
    }

    /// Sends a command that gets no answer.
    pub fn tell(&mut self, method: &str) {
        self.last += 1;
        self.send(&json!({ "id": self.last, "method": method, "params": {} }).to_string());
    }

    /// Waits for an event.
    pub fn wait_for(&mut self, event: &str) {
        while self.message()["method"] != event {}
    }

    /// All events up to one of a name.
    pub fn until(&mut self, event: &str) -> Vec<Value> {
        let mut events = std::mem::take(&mut self.events);
        while events.last().is_none_or(|last| last["method"] != event) {
            let message = self.message();
            events.push(message);
        }
        events
    }

    /// Events since the last call.
    pub fn events(&mut self) -> Vec<Value> {
        // What happened before this answer has been sent before it.
        self.ask("session.status", json!({}));
        std::mem::take(&mut self.events)
    }

    fn send(&mut self, text: &str) {
        let mut frame = vec![0x80 | TEXT];
        match text.len() {
            short @ 0..126 => frame.push(0x80 | short as u8),
            middle @ 126..65_536 => {
                frame.push(0x80 | 126);
                frame.extend((middle as u16).to_be_bytes());
            }
            long => {
                frame.push(0x80 | 127);
                frame.extend((long as u64).to_be_bytes());
            }
        }
        // Clients must mask what they send; Firefox takes a mask of zeros for none.
        frame.extend(MASK);
        frame.extend(text.bytes().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.stream.write_all(&frame).expect("a message to the browser");
    }

    fn message(&mut self) -> Value {
        let mut text = Vec::new();
        loop {
            let (kind, last, bytes) = self.frame();
            assert!(kind != CLOSE, "the browser closed the connection");
            if kind == TEXT || kind == CONTINUED {
                text.extend(bytes);
                if last {
                    return serde_json::from_slice(&text).expect("a message in JSON");
                }
            }
        }
    }

    /// (its kind, whether it is the last of its message, what it carries)
    fn frame(&mut self) -> (u8, bool, Vec<u8>) {
        let [first, second] = self.bytes();
        let length = match second & 0x7f {
            126 => u64::from(u16::from_be_bytes(self.bytes())),
            127 => u64::from_be_bytes(self.bytes()),
            short => u64::from(short),
        };
        let mut bytes = vec![0; length as usize];
        self.stream.read_exact(&mut bytes).expect("a whole frame");
        (first & 0x0f, first & 0x80 != 0, bytes)
    }

    fn bytes<const COUNT: usize>(&mut self) -> [u8; COUNT] {
        let mut bytes = [0; COUNT];
        self.stream.read_exact(&mut bytes).expect("a frame");
        bytes
    }
}
