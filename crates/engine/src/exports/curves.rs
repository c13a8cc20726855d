//! The curves of a run as CSV: one row per point, its value the mean over seeds and its spread their standard deviation.

use std::fmt::Write;

use crate::session::Session;

pub fn csv(session: &Session) -> Vec<u8> {
    let mut text = String::from("series,step,value,spread\n");
    for reading in session.record().readings() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{},{},{}", reading.series, reading.step, reading.value, reading.spread);
    }
    text.into_bytes()
}
