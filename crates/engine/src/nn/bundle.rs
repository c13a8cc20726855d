//! The contents of a snapshot: named tables of numbers and notes, written in the burnpack format.

use std::collections::BTreeMap;

use burn_pack::{Bytes, DType, Reader, Tensor as Packed, Writer};

use super::names::{note, table};
use super::{Encoder, Mlp, PlainMlp, names};
use protocol::{Snapshot, Text, text};
use worlds::data::{PictureScaling, PictureStack, Pictures};

/// Raised when the contents of snapshots change their meaning.
const VERSION: &str = "2";
/// No count of a snapshot comes near; sums of a few such numbers do not overflow.
const LARGEST_COUNT: u32 = 1 << 30;
/// Larger pictures, and more of them per decision, are not read.
const LARGEST_SIDE: usize = 210;
const DEEPEST: usize = 16;

#[derive(Debug, thiserror::Error, PartialEq)]
pub enum SnapshotError {
    #[error("larger than {most} MB")]
    Large { most: usize },
    #[error("damaged: {0:?}")]
    Damaged(Text),
    #[error("of version {0}")]
    Version(String),
    #[error("of another run: {0:?}")]
    Misfit(Text),
    #[error("for playing only")]
    PlayOnly,
}

impl SnapshotError {
    /// A sentence for the visitor; its attribute `.clause` is the same without capital and full stop.
    pub fn text(&self) -> Text {
        match self {
            Self::Large { most } => text!("error-snapshot-large", most = *most),
            Self::Damaged(reason) => text!("error-snapshot-damaged", reason = reason.clone()),
            Self::Version(version) => text!("error-snapshot-version", version = version.as_str(), ours = VERSION),
            Self::Misfit(reason) => text!("error-snapshot-misfit", reason = reason.clone()),
            Self::PlayOnly => text!("error-snapshot-misfit", reason = text!("snapshot-not-over")),
        }
    }

    pub fn clause(&self) -> Text {
        let mut text = self.text();
        text.key = format!("{}.clause", text.key).into();
        text
    }
}

/// The burnpack reader's own words.
fn damaged(error: &burn_pack::Error) -> SnapshotError {
    SnapshotError::Damaged(text!("snapshot-unreadable", message = error.to_string()))
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bundle {
    /// (rows, columns, values) by name.
    pub tables: BTreeMap<String, (usize, usize, Vec<f32>)>,
    pub notes: BTreeMap<String, String>,
}

impl Bundle {
    pub fn to_snapshot(&self) -> Result<Snapshot, SnapshotError> {
        let pack = |(name, (rows, columns, values)): (&String, &(usize, usize, Vec<f32>))| {
            let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            Packed::new(name.clone(), DType::F32, vec![*rows, *columns], None, Bytes::from_bytes_vec(bytes))
        };
        let mut writer = Writer::new(self.tables.iter().map(pack).collect()).with_metadata("version", VERSION);
        for (key, value) in &self.notes {
            writer = writer.with_metadata(key, value);
        }
        let bytes = writer.into_bytes().map_err(|error| damaged(&error))?;
        Ok(Snapshot(bytes.to_vec()))
    }

    /// Reads at most `most` bytes. The tables take no more room than the snapshot itself.
    pub fn from_snapshot(snapshot: &Snapshot, most: usize) -> Result<Self, SnapshotError> {
        if snapshot.0.len() > most {
            return Err(SnapshotError::Large { most: most >> 20 });
        }
        let damaged = |error: burn_pack::Error| damaged(&error);
        let reader = Reader::from_bytes(Bytes::from_bytes_vec(snapshot.0.clone())).map_err(damaged)?;
        let notes: BTreeMap<String, String> = reader.metadata().clone();
        match notes.get("version") {
            Some(version) if version == VERSION => {}
            other => return Err(SnapshotError::Version(other.cloned().unwrap_or_else(|| "unknown".into()))),
        }
        let (mut tables, mut unread) = (BTreeMap::new(), snapshot.0.len());
        for tensor in reader.into_tensors().map_err(damaged)? {
            let shape = tensor.shape.to_vec();
            let (name, dtype) = (tensor.name.clone(), tensor.dtype);
            let bytes = tensor.into_bytes().map_err(damaged)?;
            let &[rows, columns] = shape.as_slice() else {
                return Err(SnapshotError::Damaged(text!("snapshot-no-table", name = name)));
            };
            // Tables that share their bytes would be copied again and again.
            let left = unread.checked_sub(bytes.len());
            unread = left.ok_or_else(|| SnapshotError::Damaged(text!("snapshot-shared-bytes")))?;
            let values: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
            if dtype != DType::F32 || Some(values.len()) != rows.checked_mul(columns) {
                return Err(SnapshotError::Damaged(text!("snapshot-wrong-size", name = name)));
            }
            if values.iter().any(|value| !value.is_finite()) {
                return Err(SnapshotError::Damaged(text!("snapshot-not-finite", name = name)));
            }
            tables.insert(name, (rows, columns, values));
        }
        Ok(Self { tables, notes })
    }

    pub fn note(&self, key: &str) -> Result<&str, SnapshotError> {
        self.notes
            .get(key)
            .map(String::as_str)
            .ok_or_else(|| SnapshotError::Misfit(text!("snapshot-lacks", name = key)))
    }

    pub fn whole(&self, key: &str) -> Result<u32, SnapshotError> {
        let text = self.note(key)?;
        let number = text.parse().ok().filter(|number| *number <= LARGEST_COUNT);
        number.ok_or_else(|| SnapshotError::Misfit(text!("snapshot-not-whole", name = key)))
    }

    /// The values of a table, which must have the given shape.
    pub fn table(&self, name: &str, rows: usize, columns: usize) -> Result<&[f32], SnapshotError> {
        match self.tables.get(name) {
            None => Err(SnapshotError::Misfit(text!("snapshot-lacks", name = name))),
            Some((r, c, values)) if (*r, *c) == (rows, columns) => Ok(values),
            Some((r, c, _)) => Err(SnapshotError::Misfit(text!(
                "snapshot-other-shape",
                name = name,
                rows = *r,
                columns = *c,
                expected_rows = rows,
                expected_columns = columns
            ))),
        }
    }

    /// Reduces a finished run to what shows it: no optimiser moments.
    pub fn finish(&mut self) {
        self.tables.retain(|name, _| !names::is_moment(name));
        self.notes.insert(note::FINISHED.into(), true.to_string());
    }

    /// Whether this holds agents, but no run that could be opened.
    pub fn is_play_only(&self) -> bool {
        !self.is_finished() && !self.tables.keys().any(|name| names::is_moment(name))
    }

    /// Whether this is a finished run without what only further steps need.
    pub fn is_finished(&self) -> bool {
        self.notes.contains_key(note::FINISHED)
    }

    /// The same for optimiser moments, which a finished run lacks: zeros there.
    pub fn moments(&self, name: &str, rows: usize, columns: usize) -> Result<Vec<f32>, SnapshotError> {
        match self.is_finished() {
            true => Ok(vec![0.0; rows * columns]),
            false => self.table(name, rows, columns).map(<[f32]>::to_vec),
        }
    }

    /// Notes the shape of a network under `name`.
    pub fn note_net(&mut self, name: &str, net: &Mlp) {
        let sizes: Vec<String> = net.sizes.iter().map(ToString::to_string).collect();
        self.notes.insert(names::sizes(name), sizes.join(" "));
        self.notes.insert(names::members(name), net.members.to_string());
    }

    /// Notes the pictures of an observation, and how networks read their pixels.
    pub fn note_pictures(&mut self, pictures: &Pictures) {
        let PictureStack { width, height, depth } = pictures.stack;
        self.notes.insert(note::STACK.into(), format!("{width} {height} {depth}"));
        let mean: Vec<f32> = pictures.scaling.mean().collect();
        self.tables.insert(table::PICTURE_MEAN.into(), (1, mean.len(), mean));
        self.tables.insert(table::PICTURE_SCALE.into(), (1, 1, vec![pictures.scaling.scale]));
    }

    /// How networks read the pixels of these pictures.
    fn scaling(&self, stack: PictureStack) -> Result<PictureScaling, SnapshotError> {
        let mean = self.table(table::PICTURE_MEAN, 1, stack.area())?;
        Ok(PictureScaling::new(stack, mean, self.table(table::PICTURE_SCALE, 1, 1)?[0]))
    }

    /// The pictures of an observation, where its networks see.
    pub fn stack(&self) -> Result<Option<PictureStack>, SnapshotError> {
        let Some(text) = self.notes.get(note::STACK) else { return Ok(None) };
        let numbers: Result<Vec<usize>, _> = text.split(' ').map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[width, height, depth])
                if [width, height].iter().all(|side| (1..=LARGEST_SIDE).contains(side))
                    && (1..=DEEPEST).contains(&depth) =>
            {
                Ok(Some(PictureStack { width, height, depth }))
            }
            _ => Err(SnapshotError::Misfit(text!("snapshot-sizes"))),
        }
    }

    /// The network `name` with its parameters: the members of one of the seeds that were trained side by side.
    pub fn plain_net(&self, name: &str, seed: usize, seeds: usize) -> Result<PlainMlp, SnapshotError> {
        let sizes: Result<Vec<usize>, _> =
            self.note(&names::sizes(name))?.split(' ').map(str::parse::<usize>).collect();
        let misfit = || SnapshotError::Misfit(text!("snapshot-layers", name = name));
        let sizes = sizes.map_err(|_| misfit())?;
        let members = self.whole(&names::members(name))? as usize;
        let sound = sizes.len() >= 2 && sizes.iter().all(|size| (1..=65_536).contains(size));
        if !sound || !(1..=64).contains(&members) || seed >= seeds || !members.is_multiple_of(seeds) {
            return Err(misfit());
        }
        let encoder = self.stack()?.map(|stack| Encoder { stack, at: 0 });
        let scaling = encoder.map(|encoder| self.scaling(encoder.stack)).transpose()?;
        let net = Mlp { encoder, ..Mlp::new(members, sizes) };
        // Sizes whose product overflows fit no table.
        let all = net.sizes.windows(2).try_fold(0usize, |sum, pair| {
            let weights = (pair[0] + 1).checked_mul(pair[1])?;
            sum.checked_add(weights)
        });
        all.ok_or_else(misfit)?;
        let rows = self.table(&names::parameters(name), members, net.parameters())?.chunks_exact(net.parameters());
        let each = members / seeds;
        let members = rows.skip(seed * each).take(each).map(<[f32]>::to_vec).collect();
        Ok(PlainMlp { encoder: encoder.zip(scaling), sizes: net.sizes, members })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle(tables: &[(&str, usize)]) -> Bundle {
        let table = |(name, count): &(&str, usize)| (name.to_string(), (1, *count, vec![0.5; *count]));
        Bundle { tables: tables.iter().map(table).collect(), ..Bundle::default() }
    }

    #[test]
    fn what_was_written_is_read_within_the_budget() {
        let written = bundle(&[("a", 1000), ("b", 10)]);
        let snapshot = written.to_snapshot().unwrap();
        assert_eq!(Bundle::from_snapshot(&snapshot, snapshot.0.len()).unwrap().tables, written.tables);
        let error = Bundle::from_snapshot(&snapshot, snapshot.0.len() - 1).unwrap_err();
        assert!(matches!(error, SnapshotError::Large { .. }), "{error}");
    }

    #[test]
    fn tables_that_share_their_bytes_are_refused() {
        let mut snapshot = bundle(&[("a", 4000), ("b", 4000)]).to_snapshot().unwrap();
        // The second table's offsets in CBOR: an array of two numbers of two bytes each. It is moved onto the first.
        let key = b"data_offsets";
        let second = snapshot.0.windows(key.len()).rposition(|bytes| bytes == key).unwrap() + key.len();
        assert_eq!((snapshot.0[second], snapshot.0[second + 1], snapshot.0[second + 4]), (0x82, 0x19, 0x19));
        snapshot.0[second + 2..second + 4].copy_from_slice(&0u16.to_be_bytes());
        snapshot.0[second + 5..second + 7].copy_from_slice(&16_000u16.to_be_bytes());
        snapshot.0.truncate(snapshot.0.len() - 16_000);
        match Bundle::from_snapshot(&snapshot, 1 << 30) {
            Err(SnapshotError::Damaged(reason)) => assert_eq!(reason.key, "snapshot-shared-bytes"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn counts_beyond_any_run_and_layers_beyond_any_memory_are_refused() {
        let mut bundle = bundle(&[]);
        for (key, value) in [("steps", "4294967295"), ("sizes", "65536 65536 65536"), ("members", "1")] {
            bundle.notes.insert(key.into(), value.into());
        }
        assert!(bundle.whole("steps").is_err());
        bundle.notes.insert(names::sizes("net"), "65536 65536 65536".into());
        bundle.notes.insert(names::members("net"), "1".into());
        assert!(bundle.plain_net("net", 0, 1).is_err());
    }
}
