//! Basketball: attackers on a half court.

pub mod twin;
