//! The two browsers: how each is started.

use std::path::Path;

use serde_json::{Value, json};

use super::{Gpu, PLAIN_HOST, setting};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Chromium,
    Firefox,
}

const CHROMIUM_ARGS: [&str; 12] = [
    "--headless",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--window-size=1280,900",
];

impl Engine {
    /// The one that tests are run in where they do not name one: PMI_ENGINE, or Chromium.
    pub fn usual() -> Self {
        match setting("PMI_ENGINE").as_deref() {
            Some("firefox") => Self::Firefox,
            _ => Self::Chromium,
        }
    }

    /// The program that drives it, and its arguments.
    pub fn driver(self, port: u16, spare: u16, profile: &Path) -> (String, Vec<String>) {
        match self {
            Self::Chromium => {
                (setting("PMI_DRIVER").unwrap_or_else(|| "chromedriver".into()), vec![format!("--port={port}")])
            }
            Self::Firefox => {
                let program = setting("PMI_GECKODRIVER").unwrap_or_else(|| "geckodriver".into());
                let profile = profile.display().to_string();
                let [port, spare] = [port, spare].map(|port| port.to_string());
                let arguments = ["--port", &port, "--websocket-port", &spare, "--profile-root", &profile];
                (program, arguments.map(String::from).into())
            }
        }
    }

    pub fn capabilities(self, gpu: Gpu, profile: &Path) -> Value {
        let mut wishes = match self {
            Self::Chromium => chromium(gpu, profile),
            Self::Firefox => firefox(gpu),
        };
        wishes["timeouts"] = json!({ "script": 60_000, "pageLoad": 60_000 });
        json!({ "capabilities": { "alwaysMatch": wishes } })
    }
}

fn chromium(gpu: Gpu, profile: &Path) -> Value {
    let mut args: Vec<String> = CHROMIUM_ARGS.iter().map(|arg| (*arg).to_owned()).collect();
    args.push(format!("--user-data-dir={}", profile.display()));
    match gpu {
        Gpu::Software => args.extend(["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"].map(String::from)),
        Gpu::NoAdapter => args.push("--disable-features=WebGPU,WebGPUService".into()),
        Gpu::Unknown => args.push(format!("--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1")),
    }
    let mut options = json!({ "args": args });
    if let Some(binary) = setting("PMI_BROWSER") {
        options["binary"] = binary.into();
    }
    json!({ "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } })
}

fn firefox(gpu: Gpu) -> Value {
    let prefs = match gpu {
        // As it comes: where this system's Firefox has WebGPU, the page finds it.
        Gpu::Software => json!({}),
        Gpu::NoAdapter | Gpu::Unknown => {
            json!({ "dom.webgpu.enabled": false, "network.dns.localDomains": PLAIN_HOST })
        }
    };
    let mut options = json!({ "args": ["-headless", "--width=1280", "--height=900"], "prefs": prefs });
    if let Some(binary) = setting("PMI_FIREFOX") {
        options["binary"] = binary.into();
    }
    json!({ "moz:firefoxOptions": options, "webSocketUrl": true })
}
