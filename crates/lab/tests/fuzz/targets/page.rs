//! What the page reads: links, lessons, lists of hand-ins.

use std::path::Path;

use engine::session::catalog;
use playground::panels::{Lesson, Until, read_list};
use playground::{Action, Model};
use protocol::RunConfig;

/// What links have beside world, method and knobs.
pub const EXTRAS: [&str; 6] = [
    "at=12:rate:0.01,40:beta:2",
    "weigh=0:3-30:0,1:5-9:2.5",
    "relabel=0:1,3:-,2:0",
    "rule=speed:0.2,0.5,0.9",
    "rule=end_x:10,20,30&places=1:2.5:3,4:1:1&mix=1,0,2,1&path=3&moment=40&speed=watch&chart=weights",
    "compare=bc,cbc,bc-pmi&strength=2&drawer=1&lesson=3.2&lang=zh&theme=dark&hide=header,stage&embed=1",
];

/// Whatever a link says becomes a run that exists, which stays the same when it is read again.
pub fn link(input: &[u8]) {
    let (wish, _) = RunConfig::from_query(&String::from_utf8_lossy(input));
    let (run, _) = catalog().settle(&wish);
    assert!(worlds::find(&run.world).is_some_and(|world| world.labeler(&run.label).is_some()));
    let (again, notices) = catalog().settle(&RunConfig::from_query(&run.to_query()).0);
    assert_eq!((again, notices.len()), (run, 0), "a settled run is not changed");
}

pub fn link_seeds() -> Vec<Vec<u8>> {
    let catalog = catalog();
    let mut seeds = vec![b"?world=nowhere&seed=-1&hidden=1e999&method=%ff%00&v=9&beta=NaN&beta=2".to_vec()];
    for world in &catalog.worlds {
        for method in &catalog.methods {
            let wish = RunConfig { world: world.id.clone(), method: method.id.clone(), ..RunConfig::default() };
            seeds.push(catalog.settle(&wish).0.to_query().into_bytes());
        }
    }
    seeds.extend(EXTRAS.map(|extra| format!("world=circle2d&method=bc-pmi&{extra}").into_bytes()));
    seeds
}

/// A page that knows all worlds, at an address.
fn page_at(query: &str) -> Model {
    let mut model = Model::default();
    model.set_catalog(catalog().clone());
    drop(model.perform(Action::Navigate(query.into())));
    model
}

/// Whatever the address says, the page asks for runs that exist.
pub fn address(input: &[u8]) {
    let model = page_at(&String::from_utf8_lossy(input));
    assert!(!model.lanes.is_empty());
    for lane in &model.lanes {
        assert_eq!(catalog().settle(&lane.config).0, lane.config, "{}", lane.config.to_query());
    }
}

/// A lesson that can be read can be gone through, whatever its steps do.
pub fn lesson(input: &[u8]) {
    let Ok(lesson) = serde_json::from_slice::<Lesson>(input) else { return };
    let mut model = page_at("");
    for (number, step) in lesson.steps.iter().enumerate() {
        if let Some(run) = lesson.run_of(number) {
            drop(model.perform(Action::Navigate(run.into())));
        }
        for action in step.begin.iter().chain(&step.after) {
            drop(model.perform(action.clone()));
        }
        let _ = (holds(&step.until, &model), step.hidden(false), step.hidden(true));
    }
}

fn holds(until: &Until, model: &Model) -> bool {
    match until {
        Until::Page(condition) => condition.holds(model),
        Until::All(all) => all.iter().all(|until| holds(until, model)),
        _ => true,
    }
}

pub fn lesson_seeds() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/lessons");
    let lessons = std::fs::read_dir(folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    lessons.collect()
}

/// The runs of a list are settled before they are replayed.
pub fn hand_ins(input: &[u8]) {
    let (hand_ins, _) = read_list(&String::from_utf8_lossy(input));
    for hand_in in hand_ins {
        let (run, _) = catalog().settle(&hand_in.run);
        assert!(worlds::find(&run.world).is_some() && hand_in.name.chars().count() <= 40);
    }
}

pub fn hand_in_seeds() -> Vec<Vec<u8>> {
    let line = "Bo: https://host/?world=circle2d&method=bc&seed=3&digest=00ab12&by=Bo&answers=1.4:0:b,3.4::my%20rule\n";
    let links = EXTRAS.map(|extra| format!("https://host/?{extra}&digest=ffffffffffffffff\n"));
    vec![line.into(), [line, "no link\n", line].concat().into_bytes(), links.concat().into_bytes()]
}
