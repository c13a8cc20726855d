//! Files that worlds read, from where `./dev data` and the project keep them.

use std::path::PathBuf;

use protocol::LARGEST_FILE;
use worlds::Files;

use crate::messages;

const FOLDERS: [&str; 3] = ["datasets", "datasets/local", "datasets/roms"];

fn find(name: &str) -> Option<PathBuf> {
    FOLDERS.iter().map(|folder| PathBuf::from(folder).join(name)).find(|path| path.is_file())
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
                true => return Err(format!("{} is not in datasets/: ./dev data may bring it", card.name)),
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
