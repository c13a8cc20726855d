//! Files that worlds read, from where `./dev data` and the project keep them.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use protocol::LARGEST_FILE;
use worlds::Files;

use crate::messages;

/// Where files may be in the folder of datasets.
const FOLDERS: [&str; 4] = ["", "examples", "local", "roms"];

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// The folder of datasets, as the command line names it.
pub fn folder() -> &'static Path {
    FOLDER.get().map_or(Path::new("datasets"), PathBuf::as_path)
}

/// Said once, before anything is read.
pub fn set_folder(path: PathBuf) {
    FOLDER.get_or_init(|| path);
}

fn find(name: &str) -> Option<PathBuf> {
    FOLDERS.iter().map(|place| folder().join(place).join(name)).find(|path| path.is_file())
}

/// Loads the files on a world's card that are here, as the page does before it opens a run.
pub fn load(world: &str) -> Result<Files, String> {
    let mut files = Files::default();
    add(&mut files, world)?;
    Ok(files)
}

/// Adds the files of one more world.
pub fn add(files: &mut Files, world: &str) -> Result<(), String> {
    let Some(world) = worlds::find(world) else { return Ok(()) };
    for card in world.card().files {
        let Some(path) = find(&card.name) else {
            match card.needed {
                true => return Err(format!("{} is not in {}: ./dev data may bring it", card.name, folder().display())),
                false => continue,
            }
        };
        let say = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        if std::fs::metadata(&path).map_err(|error| say(&error))?.len() > LARGEST_FILE {
            return Err(say(&format!("it is larger than {} MB", LARGEST_FILE >> 20)));
        }
        let bytes = std::fs::read(&path).map_err(|error| say(&error))?;
        world.load(files, &card.name, &bytes).map_err(|error| say(&messages::say(&error.text())))?;
    }
    Ok(())
}
