//! The built site as a static host would serve it: from a folder, with the headers of `_headers`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::driver::setting;

/// The folder of the host that the site stands in: relative paths are proven by it.
const FOLDER: &str = "/some/folder/";

/// How long a request waits for an answer that does not come.
const STALL: Duration = Duration::from_secs(60);

/// What goes wrong with files whose path contains the word.
#[derive(Clone, Copy)]
pub enum Fault {
    Missing(&'static str),
    Truncated(&'static str),
    Garbled(&'static str),
    /// A script begins with lines that the site does not have: the second text.
    Begins(&'static str, &'static str),
}

/// Serves until dropped, a thread for each connection and a connection for each file.
pub struct Site {
    address: SocketAddr,
    files: Arc<Files>,
    over: Arc<AtomicBool>,
}

/// Pages beside the site may use shared memory, and so threads, where a library wants them.
const ISOLATED: &str = "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n";

/// A folder that is served beside those of the site, or over one of them, with headers of its own: its name there, and where
/// it is.
pub type ExtraFolder = (&'static str, PathBuf);

/// The worker with the exports of the feature `probes`, which the site does not have.
pub fn probes() -> ExtraFolder {
    let folder = setting("PMI_PROBES").expect("PMI_PROBES names the worker with probes; ./dev browser builds it");
    ("probes", folder.into())
}

struct Files {
    dist: Mutex<PathBuf>,
    /// How many files will still be sent; after that, connections are left without an answer. Negative: as many as asked for.
    left: AtomicI64,
    /// Connections are closed without an answer.
    cut: AtomicBool,
    extra: Vec<ExtraFolder>,
    headers: String,
    fault: Option<Fault>,
    /// Every path that was asked for.
    asked: Mutex<Vec<String>>,
}

impl Site {
    pub fn start(fault: Option<Fault>) -> Self {
        Self::with(fault, Vec::new())
    }

    pub fn with(fault: Option<Fault>, extra: Vec<ExtraFolder>) -> Self {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist");
        assert!(dist.join("index.html").is_file(), "dist/ holds no site; run ./dev build --release");
        let headers = read_headers(&dist.join("_headers"));
        let (dist, left, cut, asked) = (Mutex::new(dist), AtomicI64::new(-1), AtomicBool::new(false), Mutex::default());
        let files = Arc::new(Files { dist, left, cut, extra, headers, fault, asked });
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port for the site");
        let address = listener.local_addr().expect("its address");
        let over = Arc::new(AtomicBool::new(false));
        let (served, ended) = (files.clone(), over.clone());
        std::thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                let files = served.clone();
                std::thread::spawn(move || drop(answer(connection, &files)));
            }
        });
        Self { address, files, over }
    }

    /// How often a file of the site was asked for.
    pub fn asked_for(&self, file: &str) -> usize {
        let path = format!("{FOLDER}{file}");
        self.files.asked.lock().unwrap().iter().filter(|asked| **asked == path).count()
    }

    /// From now on the site of another folder is served.
    pub fn replace(&self, folder: &Path) {
        *self.files.dist.lock().unwrap() = folder.to_owned();
    }

    /// Whether the network is cut.
    pub fn cut(&self, cut: bool) {
        self.files.cut.store(cut, Ordering::Relaxed);
    }

    /// Answers only so many requests more and leaves the others waiting; None answers all that come.
    pub fn stall_after(&self, answers: Option<u32>) {
        self.files.left.store(answers.map_or(-1, i64::from), Ordering::Relaxed);
    }

    /// Whether requests wait for their answer.
    pub fn stalls(&self) -> bool {
        self.files.left.load(Ordering::Relaxed) == 0
    }

    /// Where the page is, with this query.
    pub fn page(&self, query: &str) -> String {
        format!("http://{}{FOLDER}{query}", self.address)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        // Wakes the listener, which then ends.
        drop(TcpStream::connect(self.address));
    }
}

/// Headers for all paths: the lines under `/*`.
fn read_headers(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("dist/_headers");
    let all = text.lines().skip_while(|line| *line != "/*").skip(1).take_while(|line| line.starts_with(' '));
    let headers: String = all.map(|line| format!("{}\r\n", line.trim())).collect();
    assert!(headers.contains("Content-Security-Policy: "), "dist/_headers has no policy");
    headers
}

fn answer(mut connection: TcpStream, files: &Files) -> std::io::Result<()> {
    let mut lines = BufReader::new(connection.try_clone()?).lines();
    let first = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    // The rest of the request says nothing that matters here, but it has to be taken.
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = first.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default();
    files.asked.lock().unwrap().push(path.to_owned());
    if files.cut.load(Ordering::Relaxed) {
        return Ok(());
    }
    let one_less = |left: i64| (left > 0).then_some(left - 1);
    if files.left.try_update(Ordering::Relaxed, Ordering::Relaxed, one_less) == Err(0) {
        std::thread::sleep(STALL);
        return Ok(());
    }
    let inner = path.strip_prefix(FOLDER);
    let extra = inner.and_then(|inner| files.extra_file(inner));
    let headers = if extra.is_some() { ISOLATED } else { &files.headers };
    let found = inner.and_then(|inner| read(files, inner, extra));
    let (status, bytes) = found.map_or(("404 Not Found", b"not found".to_vec()), |bytes| ("200 OK", bytes));
    let (kind, length) = (kind(path), bytes.len());
    write!(connection, "HTTP/1.1 {status}\r\n{headers}Content-Type: {kind}\r\nContent-Length: {length}\r\n")?;
    connection.write_all(b"Connection: close\r\n\r\n")?;
    connection.write_all(&bytes)
}

impl Files {
    fn file(&self, inner: &str) -> PathBuf {
        self.dist.lock().unwrap().join(inner)
    }

    fn extra_file(&self, inner: &str) -> Option<PathBuf> {
        let file = |(name, folder): &ExtraFolder| Some(folder.join(inner.strip_prefix(name)?.strip_prefix('/')?));
        self.extra.iter().filter_map(file).find(|file| file.is_file())
    }
}

fn read(files: &Files, inner: &str, extra: Option<PathBuf>) -> Option<Vec<u8>> {
    if inner.contains("..") {
        return None;
    }
    let file = extra.unwrap_or_else(|| files.file(if inner.is_empty() { "index.html" } else { inner }));
    let mut bytes = fs::read(file).ok()?;
    match files.fault {
        Some(Fault::Missing(word)) if inner.contains(word) => return None,
        Some(Fault::Truncated(word)) if inner.contains(word) => bytes.truncate(bytes.len() / 3),
        Some(Fault::Garbled(word)) if inner.contains(word) => {
            bytes.iter_mut().enumerate().for_each(|(at, byte)| *byte ^= (at * 31 + 7) as u8);
        }
        Some(Fault::Begins(word, lines)) if inner.contains(word) => bytes = [lines.as_bytes(), &bytes].concat(),
        _ => {}
    }
    Some(bytes)
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" | "mjs" => "text/javascript",
        "wasm" => "application/wasm",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        "bpk" | "plays" | "bin" => "application/octet-stream",
        _ => "text/html; charset=utf-8",
    }
}
