//! The built site as a static host would serve it: from a folder, with the headers of `_headers`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

use tiny_http::{Header, Request, Response};

/// The folder of the host that the site stands in: relative paths are proven by it.
const FOLDER: &str = "/some/folder/";

/// What goes wrong with files whose path contains the word.
#[derive(Clone, Copy)]
pub enum Fault {
    Missing(&'static str),
    Truncated(&'static str),
    Garbled(&'static str),
}

pub struct Site {
    server: Arc<tiny_http::Server>,
    threads: Vec<JoinHandle<()>>,
}

impl Site {
    pub fn start(fault: Option<Fault>) -> Self {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist");
        assert!(dist.join("index.html").is_file(), "dist/ holds no site; run ./dev build --release");
        let headers = Arc::new(read_headers(&dist.join("_headers")));
        let server = Arc::new(tiny_http::Server::http("127.0.0.1:0").expect("a port for the site"));
        let threads = (0..4).map(|_| {
            let (server, dist, headers) = (server.clone(), dist.clone(), headers.clone());
            std::thread::spawn(move || {
                while let Ok(request) = server.recv() {
                    answer(request, &dist, &headers, fault);
                }
            })
        });
        Self { threads: threads.collect(), server }
    }

    /// Where the page is, with this query.
    pub fn page(&self, query: &str) -> String {
        let address = self.server.server_addr().to_ip().expect("an internet address");
        format!("http://{address}{FOLDER}{query}")
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        for _ in &self.threads {
            self.server.unblock();
        }
        for thread in self.threads.drain(..) {
            drop(thread.join());
        }
    }
}

/// Headers for all paths: the lines under `/*`.
fn read_headers(file: &Path) -> Vec<Header> {
    let text = fs::read_to_string(file).expect("dist/_headers");
    let all = text.lines().skip_while(|line| *line != "/*").skip(1).take_while(|line| line.starts_with(' '));
    all.map(|line| line.trim().parse().unwrap_or_else(|()| panic!("not a header: {line}"))).collect()
}

fn answer(request: Request, dist: &Path, headers: &[Header], fault: Option<Fault>) {
    let path = request.url().split('?').next().unwrap_or_default().to_owned();
    let Some(bytes) = path.strip_prefix(FOLDER).and_then(|inner| read(dist, inner, fault)) else {
        drop(request.respond(Response::from_string("not found").with_status_code(404)));
        return;
    };
    let mut response = Response::from_data(bytes);
    let kind = format!("Content-Type: {}", kind(&path));
    for header in headers.iter().cloned().chain(kind.parse()) {
        response.add_header(header);
    }
    drop(request.respond(response));
}

fn read(dist: &Path, inner: &str, fault: Option<Fault>) -> Option<Vec<u8>> {
    if inner.contains("..") {
        return None;
    }
    let file: PathBuf = if inner.is_empty() { dist.join("index.html") } else { dist.join(inner) };
    let mut bytes = fs::read(file).ok()?;
    match fault {
        Some(Fault::Missing(word)) if inner.contains(word) => return None,
        Some(Fault::Truncated(word)) if inner.contains(word) => bytes.truncate(bytes.len() / 3),
        Some(Fault::Garbled(word)) if inner.contains(word) => {
            bytes.iter_mut().enumerate().for_each(|(at, byte)| *byte ^= (at * 31 + 7) as u8);
        }
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
        "bpk" | "bin" => "application/octet-stream",
        _ => "text/html; charset=utf-8",
    }
}
