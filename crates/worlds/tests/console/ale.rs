//! `ale-py` in a virtual environment: the reference of the emulator, and the source of its ROMs.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use worlds::atari::Game;

pub fn rom(game: Game) -> Vec<u8> {
    let code = format!("import ale_py.roms; print(ale_py.roms.get_rom_path('{}'))", game.id());
    let output = Command::new(python()).args(["-c", &code]).output().unwrap();
    fs::read(success("ALE", output).trim()).unwrap()
}

/// The Python interpreter of a virtual environment with ale-py, which is created on first use.
pub fn python() -> &'static Path {
    static PYTHON: OnceLock<PathBuf> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let folder = cache().join("venv");
        let python = folder.join("bin/python");
        let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("../worlds/tests/console/requirements.txt");
        if !python.exists() {
            let created = Command::new("python3").args(["-m", "venv"]).arg(&folder).output();
            success(
                "python3 -m venv",
                created.expect("These tests need python3 with venv; install it (apt install python3-venv)."),
            );
        }
        // Fast and offline if everything is installed already.
        let installed = Command::new(&python).args(["-m", "pip", "install", "-q", "-r"]).arg(requirements).output();
        success("pip install ale-py (it needs a connection the first time)", installed.unwrap());
        python
    })
}

pub fn cache() -> PathBuf {
    let given = |name: &str| env::var_os(name).map(PathBuf::from);
    let shared = || given("XDG_CACHE_HOME").or_else(|| given("HOME").map(|home| home.join(".cache")));
    let folder = given("PMI_CACHE").unwrap_or_else(|| shared().unwrap().join("pmi-playground"));
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn success(what: &str, output: Output) -> String {
    assert!(output.status.success(), "{what} failed: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
