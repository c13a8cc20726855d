//! The machine's widest vector unit, found at run time. Sums have a fixed order and nothing is fused, so it changes the
//! speed and not one bit of the result.

/// Runs `work`, compiled for the widest vectors this machine has. Mark the closure `#[inline(always)]`, and what it
/// calls: only what ends up inside is compiled for them.
#[inline(always)]
pub fn with_simd<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the machine was just seen to have what the function is compiled for.
            return unsafe { with_avx2(work) };
        }
    }
    work()
}
