//! One visitor on the page: what they see and do, by the names that the page keeps stable (`data-testid`).

use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::driver::{Browser, Engine, Gpu, PLAIN_HOST, setting};
use crate::server::{Fault, Site};

/// Watches from before the page's first script when agents first move.
const WATCH: &str = r#"
    window.__moved = null;
    const seen = new Set();
    const look = () => {
        const agents = document.querySelector('[data-testid=stage]')?.dataset.agents;
        if (agents) seen.add(agents);
        if (seen.size > 1) window.__moved = performance.now(); else setTimeout(look, 10);
    };
    look();
"#;

pub struct Visit {
    name: &'static str,
    began: Instant,
    pub browser: Browser,
    pub site: Site,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agent {
    pub x: f64,
    pub y: f64,
    pub style: usize,
}

/// What can differ from a usual visit.
#[derive(Clone, Copy)]
pub struct Setting {
    /// The browser, where it matters.
    pub engine: Option<Engine>,
    pub gpu: Gpu,
    pub fault: Option<Fault>,
    /// Runs before the page's own scripts.
    pub before: &'static str,
    /// The browser has service workers, and stores the site.
    pub stores_site: bool,
}

/// Without service workers, so that what is asked of the server is the page's own.
pub const USUAL: Setting = Setting { engine: None, gpu: Gpu::Software, fault: None, before: "", stores_site: false };

/// The page as for somebody who wants little motion, which leaves the processor to what is tested. Agents rest, so a test that
/// waits for them to move cannot use it.
pub const CALM: Setting = Setting { before: LITTLE_MOTION, ..USUAL };
const LITTLE_MOTION: &str = "
    const matches = window.matchMedia.bind(window);
    window.matchMedia = query => matches(query.includes('prefers-reduced-motion') ? 'all' : query);
";

const NO_SERVICE_WORKERS: &str = "delete Navigator.prototype.serviceWorker;";

impl Visit {
    pub fn new(name: &'static str, query: &str) -> Self {
        Self::with(name, query, USUAL)
    }

    pub fn with(name: &'static str, query: &str, setting: Setting) -> Self {
        Self::at(Site::start(setting.fault), name, query, setting)
    }

    /// The same on a host of one's own.
    pub fn at(site: Site, name: &'static str, query: &str, setting: Setting) -> Self {
        let engine = setting.engine.unwrap_or_else(Engine::usual);
        let began = Instant::now();
        let visit = Self { name, began, browser: Browser::open(engine, setting.gpu), site };
        let without = if setting.stores_site { "" } else { NO_SERVICE_WORKERS };
        visit.browser.before_each_page(&format!("{WATCH}\n{without}\n{}", setting.before));
        // Tests do not watch; those that do say so.
        let faster = if query.contains("speed=") {
            ""
        } else if query.is_empty() {
            "?speed=full"
        } else {
            "&speed=full"
        };
        let mut address = visit.site.page(&format!("{query}{faster}"));
        if setting.gpu == Gpu::Unknown {
            address = address.replace("127.0.0.1", PLAIN_HOST);
        }
        visit.browser.go(&address);
        visit
    }

    /// Waits until `look` sees something, and says what it last saw of the page when it does not.
    pub fn wait<T>(&self, what: &str, seconds: u64, mut look: impl FnMut(&Self) -> Option<T>) -> T {
        let until = Instant::now() + Duration::from_secs(seconds);
        loop {
            if let Some(seen) = look(self) {
                return seen;
            }
            assert!(Instant::now() < until, "waited {seconds} s in vain: {what}\nlast seen: {}", self.summary());
            sleep(Duration::from_millis(100));
        }
    }

    /// The page as text, for failures.
    pub fn summary(&self) -> String {
        let names = ["device", "steps", "steps-per-second", "mi-train", "mi-heldout", "calibration", "message"];
        let shown = names.map(|name| format!("{name}: {}", self.text(name).unwrap_or_else(|| "(not there)".into())));
        format!("{}\nconsole: {:?}", shown.join(" | "), self.browser.complaints())
    }

    pub fn run(&self, script: &str) -> Value {
        self.browser.run(script, json!([]))
    }

    /// The readable text of an element.
    pub fn text(&self, name: &str) -> Option<String> {
        let script = "return document.querySelector(arguments[0])?.innerText ?? null";
        let text = self.browser.run(script, json!([named(name)]));
        text.as_str().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    pub fn attribute(&self, name: &str, attribute: &str) -> Option<String> {
        let script = "return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? null";
        self.browser.run(script, json!([named(name), attribute])).as_str().map(String::from)
    }

    /// The number behind an element's text, exactly as the page holds it.
    pub fn exact(&self, name: &str) -> Option<String> {
        self.attribute(name, "data-value").filter(|value| !value.is_empty())
    }

    pub fn number(&self, name: &str) -> Option<f64> {
        self.exact(name)?.parse().ok().filter(|value: &f64| value.is_finite())
    }

    pub fn steps(&self) -> u32 {
        self.number("steps").unwrap_or(0.0) as u32
    }

    /// Steps of the whole run.
    pub fn all_steps(&self) -> u32 {
        self.text("steps").and_then(|text| digits(text.split_once(" of ")?.1)).unwrap_or(0)
    }

    /// Clicks, once the element can be used: a click on what is still disabled would be lost.
    pub fn click(&self, name: &str) {
        self.wait(&format!("{name} enabled"), 10, |visit| visit.attribute(name, "disabled").is_none().then_some(()));
        self.browser.click(&named(name));
    }

    /// Drops a file on the page.
    pub fn drop_file(&self, name: &str, bytes: &[u8]) {
        let script = "
            const carried = new DataTransfer();
            carried.items.add(new File([new Uint8Array(arguments[1])], arguments[0]));
            window.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }))";
        self.browser.run(script, json!([name, bytes]));
    }

    /// Moves a slider or fills a field, as a hand would: value, then its events.
    pub fn set(&self, name: &str, value: &str) {
        let script = "
            const field = document.querySelector(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }));
            return field.value";
        let now = self.browser.run(script, json!([named(name), value]));
        let same = now == value || now.as_str().and_then(|now| now.parse::<f64>().ok()) == value.parse().ok();
        assert!(same, "{name} was set to {value} and is now {now}");
    }

    pub fn agents(&self) -> Vec<Agent> {
        let text = self.attribute("stage", "data-agents").unwrap_or_default();
        let agent = |one: &str| {
            let mut parts = one.split(',');
            let mut next = || parts.next()?.parse::<f64>().ok();
            Some(Agent { x: next()?, y: next()?, style: next()? as usize })
        };
        text.split(';').filter_map(agent).collect()
    }

    /// Waits until the worker has announced itself and agents are on the stage.
    pub fn ready(&self) -> &Self {
        self.wait("agents on the stage", 30, |visit| (!visit.agents().is_empty()).then_some(()));
        self
    }

    pub fn train(&self) -> &Self {
        self.wait("a run that can be trained", 30, |visit| (visit.all_steps() > 0).then_some(()));
        self.click("train");
        self
    }

    pub fn wait_for_step(&self, step: u32, seconds: u64) {
        self.wait(&format!("step {step}"), seconds, |visit| (visit.steps() >= step).then_some(()));
    }

    /// Trains to the end: all steps done and the styles counted on the final policy.
    pub fn train_to_the_end(&self, seconds: u64) -> &Self {
        self.train().finish_run(seconds)
    }

    pub fn finish_run(&self, seconds: u64) -> &Self {
        self.wait("the end of the run", seconds, |visit| {
            let all = visit.all_steps();
            let calibrated = visit.text("calibration").and_then(|text| digits(text.split_once("(step ")?.1));
            (all > 0 && visit.steps() == all && calibrated == Some(all)).then_some(())
        });
        self
    }

    /// Waits until the chip names the device (`cpu` or `webgpu`); gives back its text, with the reason.
    pub fn wait_for_device(&self, kind: &str) -> String {
        self.wait(&format!("{kind} on the chip"), 90, |visit| {
            let shown = visit.attribute("device", "data-kind")? == kind;
            visit.text("device").filter(|text| shown && !text.is_empty())
        })
    }

    /// A sentence in the place for messages that contains the word.
    pub fn wait_for_message(&self, word: &str) -> String {
        // Earlier notices are folded, so this reads what is hidden too.
        let all = "return document.querySelector('[data-testid=message]')?.textContent ?? ''";
        self.wait(&format!("a sentence with “{word}”"), 30, |visit| {
            visit.run(all).as_str().map(String::from).filter(|text| text.to_lowercase().contains(&word.to_lowercase()))
        })
    }

    pub fn now(&self) -> f64 {
        self.run("return performance.now()").as_f64().unwrap_or_default()
    }

    /// The end of every test: nothing was written to the console that the visitor should not cause.
    pub fn leave(self, forgiven: &[&str]) {
        let complaints = self.browser.complaints();
        let unforgiven = |text: &&String| !forgiven.iter().any(|word| text.contains(word));
        let left: Vec<_> = complaints.iter().filter(unforgiven).collect();
        assert!(left.is_empty(), "the console has complaints: {left:#?}");
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        println!("visit {}: {:.1} s", self.name, self.began.elapsed().as_secs_f64());
        if std::thread::panicking() {
            let folder = setting("PMI_LOGS").map_or_else(std::env::temp_dir, PathBuf::from);
            let file = folder.join(format!("browser-{}.png", self.name));
            self.browser.picture(&file);
            eprintln!("the page as it was: {}", file.display());
        }
    }
}

pub fn named(name: &str) -> String {
    format!("[data-testid=\"{name}\"]")
}

/// The number at the start of a text, with whatever parts its thousands.
fn digits(text: &str) -> Option<u32> {
    let part = |c: &char| c.is_ascii_digit() || ",.'\u{2009}\u{202f}\u{a0}".contains(*c);
    text.chars().take_while(part).filter(char::is_ascii_digit).collect::<String>().parse().ok()
}
