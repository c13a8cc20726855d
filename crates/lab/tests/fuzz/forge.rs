//! Changes inside files whose checksums and lengths are then put right, so that they are read further than their first
//! check.

use engine::nn::Bundle;
use miniz_oxide::deflate::{compress_to_vec, compress_to_vec_zlib};
use miniz_oxide::inflate::{decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit};
use protocol::Snapshot;
use worlds::data::Rng;

use crate::mutate;

/// More is not inflated to be changed.
const MOST: usize = 16 << 20;

fn put(file: &mut [u8], at: usize, number: usize) {
    file[at..at + 4].copy_from_slice(&(number as u32).to_le_bytes());
}

/// Where a file with a deflated body behind a header keeps its lengths and checksum.
struct Container {
    header: usize,
    inflated: Option<usize>,
    stored: Option<usize>,
    sum: usize,
    /// Whether the checksum covers the header before it.
    covers_header: bool,
}

impl Container {
    /// Changes header or body, and puts lengths and checksum right most of the time.
    fn change(&self, file: &mut Vec<u8>, rng: &mut Rng) {
        if file.len() < self.header || rng.chance(0.05) {
            return mutate::bytes(file, rng);
        }
        let mut head = file[..self.header].to_vec();
        let mut body = decompress_to_vec_with_limit(&file[self.header..], MOST).unwrap_or_default();
        let lengths_right = rng.chance(0.9);
        if rng.chance(0.3) {
            mutate::bytes(&mut head, rng);
            head.resize(self.header, 0);
        } else {
            mutate::bytes(&mut body, rng);
        }
        let stored = compress_to_vec(&body, 1);
        if lengths_right {
            self.inflated.iter().for_each(|at| put(&mut head, *at, body.len()));
        }
        self.stored.iter().for_each(|at| put(&mut head, *at, stored.len()));
        let covered = if self.covers_header { head[..self.sum].to_vec() } else { vec![] };
        put(&mut head, self.sum, crc32fast::hash(&[covered, stored.clone()].concat()) as usize);
        *file = [head, stored].concat();
    }
}

pub fn pack(file: &mut Vec<u8>, rng: &mut Rng) {
    Container { header: 36, inflated: Some(24), stored: Some(28), sum: 32, covers_header: true }.change(file, rng);
}

pub fn recording(file: &mut Vec<u8>, rng: &mut Rng) {
    Container { header: 28, inflated: None, stored: Some(20), sum: 24, covers_header: true }.change(file, rng);
}

pub fn model(file: &mut Vec<u8>, rng: &mut Rng) {
    Container { header: 16, inflated: None, stored: None, sum: 12, covers_header: false }.change(file, rng);
}

/// An archive of stored or deflated members.
pub fn archive(members: &[(String, Vec<u8>)], deflated: bool) -> Vec<u8> {
    let (mut file, mut list) = (Vec::new(), Vec::new());
    for (name, bytes) in members {
        let (method, stored) = if deflated { (8u16, compress_to_vec(bytes, 1)) } else { (0, bytes.clone()) };
        let (offset, length) = (file.len() as u32, (name.len() as u16).to_le_bytes());
        file.extend([&b"PK\x03\x04"[..], &[0; 22], &length, &[0, 0], name.as_bytes(), &stored].concat());
        list.extend([&b"PK\x01\x02"[..], &[0; 6], &method.to_le_bytes(), &[0; 4]].concat());
        list.extend([crc32fast::hash(bytes), stored.len() as u32, bytes.len() as u32].map(u32::to_le_bytes).concat());
        list.extend([&length[..], &[0; 12], &offset.to_le_bytes(), name.as_bytes()].concat());
    }
    let (start, count) = (file.len() as u32, (members.len() as u16).to_le_bytes());
    file.extend(&list);
    file.extend([&b"PK\x05\x06"[..], &[0; 4], &count, &count, &(list.len() as u32).to_le_bytes()].concat());
    file.extend([&start.to_le_bytes()[..], &[0, 0]].concat());
    file
}

/// The members of an archive of ours; none where it was changed otherwise.
fn members(file: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let long = |at: usize| u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]) as usize;
    for at in (0..file.len().saturating_sub(46)).filter(|at| file[*at..].starts_with(b"PK\x01\x02")) {
        let (stored, offset, name) = (long(at + 20), long(at + 42), usize::from(file[at + 28]));
        let Some(name) = file.get(at + 46..at + 46 + name) else { continue };
        let start = offset.saturating_add(30 + name.len());
        let Some(bytes) = file.get(start..start.saturating_add(stored)) else { continue };
        let bytes = if file[at + 10] == 8 {
            decompress_to_vec_with_limit(bytes, MOST).unwrap_or_default()
        } else {
            bytes.to_vec()
        };
        found.push((String::from_utf8_lossy(name).into_owned(), bytes));
    }
    found
}

/// Changes a member: its header as text, its numbers as bytes.
pub fn npz(file: &mut Vec<u8>, rng: &mut Rng) {
    let mut all = members(file);
    if all.is_empty() {
        return mutate::bytes(file, rng);
    }
    let chosen = rng.below(all.len());
    let bytes = &mut all[chosen].1;
    let head = bytes.iter().position(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    if head > 10 && rng.chance(0.6) {
        let mut text = bytes[10..head].to_vec();
        mutate::text(&mut text, rng);
        let length = (text.len() as u16).to_le_bytes();
        let numbers = bytes[head..].to_vec();
        *bytes = [&bytes[..8], &length[..], &text, &numbers].concat();
    } else {
        mutate::bytes(bytes, rng);
    }
    *file = archive(&all, rng.chance(0.5));
}

const SIGNATURE: usize = 8;

/// Changes a chunk, pixels inflated, and puts its length and checksum right.
pub fn png(file: &mut Vec<u8>, rng: &mut Rng) {
    let (mut chunks, mut rest) = (Vec::new(), file.get(SIGNATURE..).unwrap_or_default());
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_be_bytes(*length) as usize;
        let (Some(kind), Some(body)) = (after.get(..4), after.get(4..4 + length)) else { break };
        chunks.push((kind.to_vec(), body.to_vec()));
        rest = after.get(8 + length..).unwrap_or_default();
    }
    if chunks.is_empty() {
        return mutate::bytes(file, rng);
    }
    let chosen = rng.below(chunks.len());
    let (kind, body) = &mut chunks[chosen];
    match decompress_to_vec_zlib_with_limit(body, MOST) {
        Ok(mut pixels) if kind == b"IDAT" => {
            mutate::bytes(&mut pixels, rng);
            *body = compress_to_vec_zlib(&pixels, 1);
        }
        _ => mutate::bytes(if rng.chance(0.1) { kind } else { body }, rng),
    }
    file.truncate(SIGNATURE);
    for (kind, body) in chunks {
        let named = [kind, body].concat();
        file.extend((named.len().saturating_sub(4) as u32).to_be_bytes());
        file.extend(&named);
        file.extend(crc32fast::hash(&named).to_be_bytes());
    }
}

/// Changes a note, a table or its shape; now and then the bytes as they are.
pub fn snapshot(file: &mut Vec<u8>, rng: &mut Rng) {
    let bundle = Bundle::from_snapshot(&Snapshot(file[1..].to_vec()), MOST);
    let (Ok(mut bundle), true) = (bundle, rng.chance(0.9)) else { return mutate::bytes(file, rng) };
    let first = file[0];
    let keys: Vec<String> = bundle.notes.keys().cloned().collect();
    let names: Vec<String> = bundle.tables.keys().cloned().collect();
    match rng.below(3) {
        0 if !keys.is_empty() => {
            let key = &keys[rng.below(keys.len())];
            let mut text = bundle.notes.remove(key).unwrap_or_default().into_bytes();
            mutate::text(&mut text, rng);
            if rng.chance(0.9) {
                bundle.notes.insert(key.clone(), String::from_utf8_lossy(&text).into_owned());
            }
        }
        1 if !names.is_empty() => {
            let values = &mut bundle.tables.get_mut(&names[rng.below(names.len())]).unwrap().2;
            let strange = [f32::MAX, f32::MIN, 1e30, -1.0, 0.0, f32::MIN_POSITIVE, 1e-30, 2.5][rng.below(8)];
            let at = rng.below(values.len().max(1));
            match rng.chance(0.3) {
                true => values.fill(strange),
                false => values.iter_mut().skip(at).take(1 + rng.below(8)).for_each(|value| *value = strange),
            }
        }
        _ if !names.is_empty() => {
            let name = &names[rng.below(names.len())];
            let (rows, columns, mut values) = bundle.tables.remove(name).unwrap();
            let (rows, columns) = [(columns, rows), (rows + 1, columns), (rows, 0), (0, 0), (1, 1)][rng.below(5)];
            values.resize((rows * columns).min(MOST / 4), 0.25);
            if rng.chance(0.8) {
                bundle.tables.insert(name.clone(), (rows, columns, values));
            }
        }
        _ => {}
    }
    if let Ok(snapshot) = bundle.to_snapshot() {
        *file = [&[first], snapshot.0.as_slice()].concat();
    }
}
