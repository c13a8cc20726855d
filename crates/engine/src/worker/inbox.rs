//! Messages waiting to be handled, in order.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::task::{Poll, Waker};

use crate::session::Chosen;
use protocol::Command;

pub enum Item {
    Command(Command),
    /// The device test, which runs beside everything else, has an answer.
    Device(Chosen),
}

#[derive(Default)]
pub struct Inbox {
    items: RefCell<VecDeque<Item>>,
    waker: Cell<Option<Waker>>,
}

impl Inbox {
    pub fn push(&self, item: Item) {
        self.items.borrow_mut().push_back(item);
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    pub fn try_next(&self) -> Option<Item> {
        self.items.borrow_mut().pop_front()
    }

    pub async fn next(&self) -> Item {
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
