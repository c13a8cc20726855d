//! The page.

fn main() {
    playground::run();
}
