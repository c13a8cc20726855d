//! The worker: trainer or stage, as the page tells it.

fn main() {
    #[cfg(target_family = "wasm")]
    playground::worker::start();
}
