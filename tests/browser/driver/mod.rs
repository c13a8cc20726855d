//! A headless Chromium or Firefox, spoken to over WebDriver. Processes and profile end with the value, also on a panic.

mod engine;
pub mod processor;
mod socket;
mod tab;
pub mod trace;

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub use engine::Engine;
use socket::Socket;
pub use tab::Tab;
pub use trace::Trace;

/// What the browser is to know of WebGPU.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Gpu {
    /// In Chromium, WebGPU on the software adapter.
    Software,
    /// As in a browser that finds no adapter to give.
    NoAdapter,
    /// As in a browser that has never heard of WebGPU: a page from a plain-http host is not told of it.
    Unknown,
}

pub struct Browser {
    pub engine: Engine,
    gpu: Gpu,
    /// Address of the driver.
    address: String,
    /// Address of the session at the driver.
    session: String,
    driver: Child,
    profile: PathBuf,
    /// Firefox's.
    socket: Option<RefCell<Socket>>,
    /// Where Chromium speaks its own protocol: host and port.
    debugger: String,
}

/// A name that is not this machine's, so that plain http to it is no secure context.
pub const PLAIN_HOST: &str = "playground.test";

impl Browser {
    pub fn open(engine: Engine, gpu: Gpu) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("pmi-browser-{}-{count}", std::process::id()));
        fs::create_dir_all(&profile).expect("a folder for the profile");
        let (driver, port) = start_driver(engine, &profile);
        let address = format!("http://127.0.0.1:{port}");
        let mut browser = Self {
            engine,
            gpu,
            session: address.clone(),
            address,
            driver,
            profile,
            socket: None,
            debugger: String::new(),
        };
        browser.wait_for_driver();
        browser.start();
        browser
    }

    fn start(&mut self) {
        let engine = self.engine;
        self.session.clone_from(&self.address);
        let answer = self.post("/session", engine.capabilities(self.gpu, &self.profile));
        let id =
            answer["sessionId"].as_str().unwrap_or_else(|| panic!("{engine:?} did not start: {answer}")).to_owned();
        self.session = format!("{}/session/{id}", self.address);
        let debugger = answer["capabilities"]["goog:chromeOptions"]["debuggerAddress"].as_str();
        self.debugger = debugger.unwrap_or_default().to_owned();
        if engine == Engine::Firefox {
            let address = answer["capabilities"]["webSocketUrl"].as_str().expect("a Firefox that speaks BiDi");
            let mut socket = Socket::connect(address);
            socket.ask("session.subscribe", json!({ "events": ["log.entryAdded"] }));
            self.socket = Some(RefCell::new(socket));
        }
    }

    /// Ends all its processes at once, as a power cut would, and starts it again with the same profile.
    pub fn crash(&mut self) {
        end(self.processes("--user-data-dir="));
        drop(ask(minreq::delete(&self.session)));
        self.start();
    }

    /// Opens an address of the site in a tab of its own, apart from the session.
    pub fn new_tab(&self, address: &str) -> Tab {
        assert!(!self.debugger.is_empty(), "only Chromium's tabs can be spoken to apart from the session");
        Tab::open(&self.debugger, address)
    }

    /// Records the tasks of main threads from now on.
    pub fn trace(&self) -> Trace {
        assert!(!self.debugger.is_empty(), "only Chromium records what its threads do");
        Trace::begin(&self.debugger)
    }

    pub fn go(&self, address: &str) {
        self.post("/url", json!({ "url": address }));
    }

    /// Runs a function body in the page and gives back what it returns.
    pub fn run(&self, script: &str, args: Value) -> Value {
        self.post("/execute/sync", json!({ "script": script, "args": args }))
    }

    /// The same for a script that calls its last argument when it is done.
    pub fn run_until_called(&self, script: &str) -> Value {
        self.post("/execute/async", json!({ "script": script, "args": [] }))
    }

    /// Before any script of every page from now on.
    pub fn before_each_page(&self, script: &str) {
        match &self.socket {
            Some(socket) => {
                let function = json!({ "functionDeclaration": format!("() => {{ {script} }}") });
                socket.borrow_mut().ask("script.addPreloadScript", function);
            }
            None => drop(self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }))),
        }
    }

    /// Gives the page this many pixels, on a narrow one as a phone does.
    pub fn resize(&self, width: u32, height: u32) {
        let Some(socket) = &self.socket else {
            let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700 });
            self.devtools("Emulation.setDeviceMetricsOverride", metrics);
            return;
        };
        let page = ask(minreq::get(format!("{}/window", self.session))).expect("the page's handle");
        let viewport = json!({ "context": page, "viewport": { "width": width, "height": height } });
        socket.borrow_mut().ask("browsingContext.setViewport", viewport);
    }

    /// What only Chromium can do.
    pub fn devtools(&self, command: &str, params: Value) -> Value {
        assert!(self.engine == Engine::Chromium, "{command} is Chromium's: this test cannot be run in Firefox");
        self.post("/goog/cdp/execute", json!({ "cmd": command, "params": params }))
    }

    /// A real click in the middle of the element, as WebDriver defines it: refused where something covers it.
    pub fn click(&self, selector: &str) {
        // As a person would: to the middle of the screen, away from what stays at its foot. The driver is content with any pixel.
        self.run(
            "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center', behavior: 'instant' })",
            json!([selector]),
        );
        let element = self.element(selector);
        self.post(&format!("/element/{element}/click"), json!({}));
    }

    pub fn keys(&self, keys: &[&str]) {
        let actions: Vec<_> = keys
            .iter()
            .flat_map(|key| [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })])
            .collect();
        self.post("/actions", json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }));
    }

    fn element(&self, selector: &str) -> String {
        let found = self.post("/element", json!({ "using": "css selector", "value": selector }));
        let id = found.as_object().and_then(|fields| fields.values().next()).and_then(Value::as_str);
        id.unwrap_or_else(|| panic!("nothing on the page fits {selector}: {found}")).to_owned()
    }

    /// What the browser wrote to its console since the last call: warnings left out.
    pub fn complaints(&self) -> Vec<String> {
        if let Some(socket) = &self.socket {
            let events = socket.borrow_mut().events();
            let errors = events.iter().map(|event| &event["params"]).filter(|entry| entry["level"] == "error");
            return errors.map(|entry| entry["text"].as_str().unwrap_or_default().to_owned()).collect();
        }
        let log = self.post("/se/log", json!({ "type": "browser" }));
        let entries = log.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    pub fn picture(&self, file: &Path) {
        let answer = ask(minreq::get(format!("{}/screenshot", self.session)));
        if let Some(bytes) = answer.as_ref().ok().and_then(Value::as_str).and_then(from_base64) {
            drop(fs::write(file, bytes));
        }
    }

    /// Resident memory of the process that runs the page and its workers, in MB. Chromium has others of the same kind (one for
    /// its own address bar, one in reserve: 220 MB that no page can help); the page's is the largest.
    pub fn memory(&self) -> f64 {
        self.kilobytes("status", "VmRSS:").fold(0.0, f64::max) / 1024.0
    }

    /// Memory of all those processes together, in MB: what several of them share, such as the browser's code, is counted once.
    pub fn memory_in_all(&self) -> f64 {
        self.kilobytes("smaps_rollup", "Pss:").sum::<f64>() / 1024.0
    }

    /// A line of a file that the system has of every process that runs pages.
    fn kilobytes(&self, file: &'static str, line: &'static str) -> impl Iterator<Item = f64> {
        self.processes("--type=renderer").into_iter().filter_map(move |process| {
            let text = fs::read_to_string(process.join(file)).ok()?;
            text.lines().find(|text| text.starts_with(line))?.split_whitespace().nth(1)?.parse().ok()
        })
    }

    /// Folders of those of its processes whose command line contains a word.
    fn processes(&self, word: &str) -> Vec<PathBuf> {
        let mine = format!("--user-data-dir={}", self.profile.display());
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.path());
        let fits = |process: &PathBuf| {
            let line = fs::read_to_string(process.join("cmdline")).unwrap_or_default();
            line.contains(word) && line.contains(&mine)
        };
        processes.filter(fits).collect()
    }

    fn post(&self, path: &str, body: Value) -> Value {
        let address = format!("{}{path}", self.session);
        let answer = ask(minreq::post(address).with_body(body.to_string()));
        let answer = answer.unwrap_or_else(|error| panic!("the driver did not answer {path}: {error}"));
        if let Some(error) = answer["error"].as_str() {
            let message = answer["message"].as_str().unwrap_or_default();
            panic!("{path}: {error}: {}", message.lines().next().unwrap_or_default());
        }
        answer
    }

    fn wait_for_driver(&self) {
        let until = Instant::now() + Duration::from_secs(20);
        while ask(minreq::get(format!("{}/status", self.session))).is_err() {
            assert!(Instant::now() < until, "the driver started but does not answer");
            sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Ends the browser; then the driver that we started, and what it left on the disk.
        drop(ask(minreq::delete(&self.session)));
        drop(self.driver.kill());
        drop(self.driver.wait());
        for _ in 0..20 {
            if fs::remove_dir_all(&self.profile).is_ok() {
                break;
            }
            sleep(Duration::from_millis(50));
        }
    }
}

fn end(processes: Vec<PathBuf>) {
    for name in processes.iter().filter_map(|process| process.file_name()) {
        drop(Command::new("kill").arg("-9").arg(name).stderr(Stdio::null()).status());
    }
}

/// What the driver answers: a value, or an error as its value.
fn ask(request: minreq::Request) -> Result<Value, Box<dyn std::error::Error>> {
    let response = request.with_header("Content-Type", "application/json").with_timeout(90).send()?;
    Ok(serde_json::from_slice::<Value>(response.as_bytes())?["value"].take())
}

fn start_driver(engine: Engine, profile: &Path) -> (Child, u16) {
    let port = free_port();
    let (program, arguments) = engine.driver(port, free_port(), profile);
    let driver = Command::new(&program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let driver = driver.unwrap_or_else(|error| panic!("{program} does not start ({error}); ./dev browser installs it"));
    (driver, port)
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its number").port()
}

pub fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.bytes().filter(|byte| *byte != b'=') {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}
