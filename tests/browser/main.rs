//! The built page in a real Chromium.
