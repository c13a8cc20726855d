//! The panels: lessons and everything else that is fetched only when it is opened.

fn main() {
    playground::panels::run();
}
