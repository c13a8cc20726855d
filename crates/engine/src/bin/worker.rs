//! The worker binary. The first message of the page selects its role: trainer or stage.

#[cfg(target_family = "wasm")]
unsafe extern "C" {
    /// Runs all constructors. Without an explicit call the linker inserts one into every exported function, which costs
    /// thousands of registrations whenever JavaScript calls into the module.
    fn __wasm_call_ctors();
}

fn main() {
    #[cfg(target_family = "wasm")]
    {
        // SAFETY: the linker generates this function for the module; it is called once, before any other code.
        unsafe { __wasm_call_ctors() };
        engine::worker::start();
    }
}
