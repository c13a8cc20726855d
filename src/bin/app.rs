//! The page.

fn main() {
    playground::ui::run();
}
