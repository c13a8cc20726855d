//! The worker: trainer or stage, as the page tells it.

#[cfg(target_family = "wasm")]
unsafe extern "C" {
    /// What the linker makes of all constructors. Unless somebody calls it by name, the linker has every exported function
    /// call it first: thousands of registrations, whenever JavaScript so much as hands over a reference.
    fn __wasm_call_ctors();
}

fn main() {
    #[cfg(target_family = "wasm")]
    {
        // SAFETY: made by the linker for this very module, and called once, before anything else.
        unsafe { __wasm_call_ctors() };
        engine::worker::start();
    }
}
