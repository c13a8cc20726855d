//! The widest vector instructions of the machine, found at run time. Sums have a fixed order and nothing is fused, so they
//! change the speed and not one bit of the result.

/// Runs `work`, compiled for the widest vectors that the machine has. The closure and everything it calls must be
/// `#[inline(always)]`: only code that is inlined here is compiled for them.
#[inline(always)]
pub fn with_simd<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        #[target_feature(enable = "avx512f,avx512vl")]
        fn with_avx512<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        if std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512vl") {
            // SAFETY: the machine has the features that the function is compiled for.
            return unsafe { with_avx512(work) };
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has the feature that the function is compiled for.
            return unsafe { with_avx2(work) };
        }
    }
    work()
}
