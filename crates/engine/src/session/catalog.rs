//! The catalog: cards of all worlds and methods.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::methods;
use protocol::{Catalog, RunConfig};

static CATALOG: LazyLock<Catalog> = LazyLock::new(build);

/// All worlds and methods, in the order of their lists; built once per process.
pub fn catalog() -> &'static Catalog {
    &CATALOG
}

/// The first world and method make the run that a visitor sees first.
fn build() -> Catalog {
    let worlds: Vec<_> = worlds::all().iter().map(|world| world.card()).collect();
    let methods: Vec<_> = methods::all().iter().map(|entry| (entry.card)()).collect();
    let mut first = RunConfig::default();
    if let (Some(world), Some(method)) = (worlds.first(), methods.first()) {
        first.world = world.id.clone();
        first.label = world.labels.first().map(|label| label.id.clone()).unwrap_or_default();
        first.method = method.id.clone();
        let knobs = world.knobs.iter().chain(&method.knobs);
        first.knobs =
            knobs.map(|knob| (knob.id.clone(), world.default_of(knob, &method.id, &BTreeMap::new()))).collect();
    }
    Catalog { worlds, methods, first }
}
