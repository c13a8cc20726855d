//! How long tasks of a page's main thread keep its processor. The clock alone says less: while the workers train, the threads
//! of a page are more than the cores of a small machine, and a short task then waits for one.

use serde_json::{Value, json};

use super::socket::Socket;

/// Names of Chromium's trace: where tasks are recorded, a task, the thread that runs a page.
const CATEGORY: &str = "disabled-by-default-devtools.timeline";
const TASK: &str = "RunTask";
const MAIN_THREAD: &str = "CrRendererMain";

/// A task of the main thread, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// By the clock, with whatever else had the processor meanwhile.
    pub took: f64,
    /// Of the thread itself.
    pub processor: f64,
}

pub struct Trace {
    socket: Socket,
}

impl Trace {
    pub(super) fn begin(debugger: &str) -> Self {
        let version = minreq::get(format!("http://{debugger}/json/version")).with_timeout(30).send();
        let version: Value = serde_json::from_slice(version.expect("the browser's version").as_bytes()).expect("JSON");
        let mut socket = Socket::connect(version["webSocketDebuggerUrl"].as_str().expect("the browser's address"));
        let config = json!({ "includedCategories": [CATEGORY], "excludedCategories": ["*"] });
        socket.ask("Tracing.start", json!({ "traceConfig": config, "transferMode": "ReportEvents" }));
        Self { socket }
    }

    /// Every task since the beginning.
    pub fn end(mut self) -> Vec<Task> {
        self.socket.ask("Tracing.end", json!({}));
        let batches = self.socket.until("Tracing.tracingComplete");
        let events = batches.iter().filter_map(|batch| batch["params"]["value"].as_array()).flatten();
        let thread = |event: &Value| (event["pid"].as_u64(), event["tid"].as_u64());
        let (mut main, mut tasks) = (Vec::new(), Vec::new());
        for event in events {
            if event["name"] == "thread_name" && event["args"]["name"] == MAIN_THREAD {
                main.push(thread(event));
            } else if event["name"] == TASK {
                tasks.push(event);
            }
        }
        let milliseconds = |value: &Value| value.as_f64().unwrap_or_default() / 1000.0;
        let of_main = tasks.into_iter().filter(|event| main.contains(&thread(event)));
        of_main
            .map(|event| Task { took: milliseconds(&event["dur"]), processor: milliseconds(&event["tdur"]) })
            .collect()
    }
}
