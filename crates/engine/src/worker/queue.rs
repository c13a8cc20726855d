//! A queue of messages that can be awaited.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::task::{Poll, Waker};

pub struct Queue<T> {
    items: RefCell<VecDeque<T>>,
    waker: Cell<Option<Waker>>,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self { items: RefCell::default(), waker: Cell::default() }
    }
}

impl<T> Queue<T> {
    pub fn push(&self, item: T) {
        self.items.borrow_mut().push_back(item);
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    pub fn try_next(&self) -> Option<T> {
        self.items.borrow_mut().pop_front()
    }

    pub async fn next(&self) -> T {
        poll_fn(|context| match self.try_next() {
            Some(item) => Poll::Ready(item),
            None => {
                self.waker.set(Some(context.waker().clone()));
                Poll::Pending
            }
        })
        .await
    }
}
