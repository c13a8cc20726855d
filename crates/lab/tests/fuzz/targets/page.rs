//! Links.

use engine::session::catalog;
use protocol::RunConfig;

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
    seeds
}
