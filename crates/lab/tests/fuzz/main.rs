//! Our own fuzzer. A target is a plain function of bytes; here each is a test that runs a kept corpus and, for some
//! seconds, seeded mutations of it. `./dev fuzz [TARGET] [SECONDS]` runs the same for as long as wanted.
//!
//! Bounds for every input: no panic (overflow checks are on), at most two seconds, at most 512 MB.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod forge;
mod memory;
mod mutate;
mod runner;
mod targets;

use runner::{Target, fuzz};
use targets::{data, engine, files, games, page};

/// One test per target, named after it.
macro_rules! targets {
    ($($name:ident: $run:path, $seeds:path, $mutate:path;)*) => {
        $(
            #[test]
            fn $name() {
                fuzz(&Target { name: stringify!($name), run: $run, seeds: $seeds, mutate: $mutate });
            }
        )*
    };
}

targets! {
    links: page::link, page::link_seeds, mutate::text;
    addresses: page::address, page::link_seeds, mutate::text;
    by_hand: engine::by_hand, engine::by_hand_seeds, mutate::text;
    lessons: page::lesson, page::lesson_seeds, mutate::text;
    hand_ins: page::hand_ins, page::hand_in_seeds, mutate::text;
    messages: engine::message, engine::message_seeds, mutate::bytes;
    packs: files::paths, files::pack_seeds, forge::pack;
    npz: files::paths, files::npz_seeds, forge::npz;
    zip: files::paths, files::npz_seeds, mutate::bytes;
    scenes: files::paths, files::scene_seeds, mutate::text;
    sportvu: files::paths, files::sportvu_seeds, mutate::text;
    labels: files::labels, files::label_seeds, mutate::text;
    png: files::picture, files::png_seeds, forge::png;
    model: files::model, files::model_seeds, forge::model;
    recordings: games::recording, games::recording_seeds, forge::recording;
    cartridges: games::cartridge, games::cartridge_seeds, mutate::bytes;
    roms: games::cartridge, games::random_roms, mutate::noise;
    snapshots: engine::snapshot, engine::snapshot_seeds, forge::snapshot;
    knobs: engine::knobs, engine::knob_seeds, mutate::noise;
    drawn: data::drawn, data::drawn_seeds, mutate::text;
    drawing_files: data::drawing_file, data::drawing_file_seeds, mutate::text;
    tables: data::table, data::table_seeds, mutate::text;
    arrays: data::table, data::array_seeds, forge::npz;
    drawings: engine::drawing, engine::drawing_seeds, mutate::bytes;
}
