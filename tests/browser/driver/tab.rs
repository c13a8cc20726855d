//! A tab of Chromium that is spoken to over the browser's own protocol: the session of the driver would end with a tab that
//! dies.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::socket::Socket;

pub struct Tab {
    debugger: String,
    id: String,
    socket: Socket,
}

impl Tab {
    /// Waits until the page is loaded.
    pub(super) fn open(debugger: &str, address: &str) -> Self {
        let made = minreq::put(format!("http://{debugger}/json/new?{address}")).with_timeout(30).send();
        let made = made.expect("a new tab");
        let made: Value = serde_json::from_slice(made.as_bytes()).expect("what the browser says of the tab");
        let text = |field: &str| made[field].as_str().unwrap_or_else(|| panic!("no {field}: {made}")).to_owned();
        let (id, socket) = (text("id"), Socket::connect(&text("webSocketDebuggerUrl")));
        let mut tab = Self { debugger: debugger.into(), id, socket };
        let until = Instant::now() + Duration::from_secs(30);
        let loaded = "return document.readyState === 'complete' && location.protocol.startsWith('http')";
        // The tab is empty at first, and a script that runs then gets no answer.
        while tab.attempt(loaded).is_none_or(|loaded| loaded != true) {
            assert!(Instant::now() < until, "the tab did not load {address}");
            sleep(Duration::from_millis(10));
        }
        tab
    }

    /// Runs the body of an asynchronous function in the page and gives back what it returns.
    pub fn run(&mut self, script: &str) -> Value {
        self.attempt(script).unwrap_or_else(|| panic!("the tab cannot run {script}"))
    }

    fn attempt(&mut self, script: &str) -> Option<Value> {
        let expression = format!("(async () => {{ {script} }})()");
        let how = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.socket.attempt("Runtime.evaluate", how).ok()?;
        answer["exceptionDetails"].is_null().then(|| answer["result"]["value"].take())
    }

    /// Crashes the process of the tab, in the middle of whatever it does.
    pub fn crash(mut self) {
        self.socket.ask("Inspector.enable", json!({}));
        self.socket.tell("Page.crash");
        self.socket.wait_for("Inspector.targetCrashed");
        // What is left of it would only take up room.
        drop(minreq::get(format!("http://{}/json/close/{}", self.debugger, self.id)).with_timeout(30).send());
    }
}
