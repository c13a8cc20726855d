//! Counts the memory of each thread, so that targets that run side by side are told apart.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// Beyond this nothing is given, before the machine suffers; the process then ends.
const MOST: isize = 4 << 30;

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

/// Adds to the thread's count; false where it would have too much. A thread that is ending is no longer counted.
fn add(bytes: isize) -> bool {
    LIVE.try_with(|live| {
        let now = live.get() + bytes;
        if now > MOST {
            return false;
        }
        live.set(now);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now)));
        true
    })
    .unwrap_or(true)
}

// SAFETY: everything is passed on to the system's allocator; counting neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match add(layout.size() as isize) {
            // SAFETY: the caller's promises are passed on.
            true => unsafe { System.alloc(layout) },
            false => std::ptr::null_mut(),
        }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        add(-(layout.size() as isize));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match add(layout.size() as isize) {
            // SAFETY: the caller's promises are passed on.
            true => unsafe { System.alloc_zeroed(layout) },
            false => std::ptr::null_mut(),
        }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match add(size as isize - layout.size() as isize) {
            // SAFETY: the caller's promises are passed on.
            true => unsafe { System.realloc(pointer, layout, size) },
            false => std::ptr::null_mut(),
        }
    }
}

/// Runs a task; returns its result and the most bytes it had at a time beyond those of before.
pub fn measured<T>(task: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.with(Cell::get);
    PEAK.with(|peak| peak.set(before));
    let result = task();
    (result, (PEAK.with(Cell::get) - before).max(0) as usize)
}
