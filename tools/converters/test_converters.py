"""The converters as commands, on small files in each format's layout. ./dev converters installs what is needed and runs this.

Files are written by hand, as the formats' own libraries lay them out. Where the library minari is installed it writes and reads a data
set too; the others bring too much along.
"""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import h5py
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

try:
    import minari
except ImportError:
    minari = None

HERE = pathlib.Path(__file__).parent
# Episode 2 is too short, 5 has an infinite number, 6 no style; the others are two paths of each of two styles.
LENGTHS = [5, 4, 2, 7, 6, 4, 5]
STYLES = ["fast", "slow", "fast", "slow", "fast", "slow", None]
KEPT = [0, 1, 3, 4]


def state(episode, rows):
    """Numbers that say where they are from."""
    return np.array([[100 * episode + row, -row, 0.5] for row in range(rows)], np.float32)


def action(episode, rows):
    values = np.array([[episode, row] for row in range(rows)], np.float32)
    if episode == 5:
        values[1, 0] = np.inf
    return values


def make_minari(folder):
    folder = folder / "two-v0"
    (folder / "data").mkdir(parents=True)
    (folder / "data/metadata.json").write_text(json.dumps({"total_episodes": len(LENGTHS), "data_format": "hdf5"}))
    with h5py.File(folder / "data/main_data.hdf5", "w", track_order=True) as file:
        for episode, rows in enumerate(LENGTHS):
            group = file.create_group(f"episode_{episode}")
            group.attrs.update({"id": episode, "total_steps": rows})
            group["observations"] = state(episode, rows + 1)
            group["actions"] = action(episode, rows)
            group["rewards"] = np.full(rows, float(episode))
            group["terminations"] = group["truncations"] = np.zeros(rows, bool)
            # An info more than actions, as of a reset.
            infos = group.create_group("infos")
            if STYLES[episode]:
                group.attrs["options/style"] = STYLES[episode]
                infos.create_dataset("way", data=[STYLES[episode]] * (rows + 1), dtype=h5py.string_dtype())
    return folder


def make_d4rl(folder):
    with h5py.File(folder / "flat.hdf5", "w") as file:
        file["observations"] = np.concatenate([state(*of) for of in enumerate(LENGTHS)])
        file["actions"] = np.concatenate([action(*of) for of in enumerate(LENGTHS)])
        file["rewards"] = np.concatenate([np.full(rows, episode, np.float32) for episode, rows in enumerate(LENGTHS)])
        ends = np.zeros((2, sum(LENGTHS)), bool)
        # By turns; the last episode has no end and is there all the same.
        for episode, end in enumerate(np.cumsum(LENGTHS)[:-1]):
            ends[episode % 2, end - 1] = True
        file["terminals"], file["timeouts"] = ends
        numbers = {"fast": 1.0, "slow": 0.0, None: np.nan}
        file["infos/style"] = np.concatenate([np.full(rows, numbers[STYLES[episode]]) for episode, rows in enumerate(LENGTHS)])
        file["metadata/note"] = "kept"
    return folder / "flat.hdf5"


def make_lerobot(folder, version):
    folder = folder / version
    (folder / "meta").mkdir(parents=True)
    (folder / "videos").mkdir()
    (folder / "videos/some.mp4").write_bytes(b"film")
    vector = {"observation.state": 3, "action": 2}
    features = {name: {"dtype": "float32", "shape": [size], "names": None} for name, size in vector.items()}
    scalars = ["episode_index", "frame_index", "index", "task_index"]
    features |= {name: {"dtype": "int64", "shape": [1], "names": None} for name in scalars}
    (folder / "meta/info.json").write_text(json.dumps({"codebase_version": version, "fps": 10, "features": features}))
    tables, listed, first = [], [], 0
    for episode, rows in enumerate(LENGTHS):
        known = {name: {"feature": {"dtype": "float32", "_type": "Value"}, "length": size, "_type": "Sequence"}
                 for name, size in vector.items()}
        known |= {name: {"dtype": "int64", "_type": "Value"} for name in scalars}
        tables.append(pa.table({
            "observation.state": pa.FixedSizeListArray.from_arrays(pa.array(state(episode, rows).ravel()), 3),
            "action": pa.array(list(action(episode, rows)), pa.list_(pa.float32())),
            "episode_index": pa.array([episode] * rows),
            "frame_index": pa.array(range(rows)),
            "index": pa.array(range(first, first + rows)),
            "task_index": pa.array([STYLES[episode] == "fast"] * rows).cast(pa.int64()),
        }).replace_schema_metadata({"huggingface": json.dumps({"info": {"features": known}})}))
        tasks = [STYLES[episode]] if STYLES[episode] else []
        listed.append({"episode_index": episode, "tasks": tasks, "length": rows})
        first += rows
    if version.startswith("v2"):
        (folder / "data/chunk-000").mkdir(parents=True)
        for episode, table in enumerate(tables):
            pq.write_table(table, folder / f"data/chunk-000/episode_{episode:06d}.parquet")
        (folder / "meta/episodes.jsonl").write_text("".join(json.dumps(row) + "\n" for row in listed))
    else:
        (folder / "data/chunk-000").mkdir(parents=True)
        (folder / "meta/episodes/chunk-000").mkdir(parents=True)
        # Two files, and in the second the frames stand in another order.
        pq.write_table(pa.concat_tables(tables[:3]), folder / "data/chunk-000/file-000.parquet")
        rest = pa.concat_tables(tables[3:])
        pq.write_table(rest.take(list(reversed(range(len(rest))))), folder / "data/chunk-000/file-001.parquet")
        pq.write_table(pa.Table.from_pylist(listed), folder / "meta/episodes/chunk-000/file-000.parquet")
    return folder


def convert(name, *arguments):
    command = [sys.executable, HERE / f"{name}_to_npz.py", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONUTF8": "1"})


def weight_of(episode, moment):
    return episode + moment / 8


class Converters(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "out.npz"

    def works(self, name, *arguments):
        done = convert(name, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def refuses(self, sentence, name, *arguments):
        done = convert(name, *arguments)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn(sentence, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def load(self):
        with np.load(self.out) as archive:
            return dict(archive)

    def is_right(self, arrays, called={"fast": "fast", "slow": "slow"}):
        names = sorted(called.values())
        self.assertEqual(arrays["episode"].tolist(), KEPT)
        self.assertEqual(arrays["lengths"].tolist(), [LENGTHS[episode] for episode in KEPT])
        self.assertEqual(arrays["observations"].shape, (4, 7, 3))
        self.assertEqual(arrays["actions"].shape, (4, 7, 2))
        # The page reads no other types of numbers.
        types = {name: arrays[name].dtype.str for name in ("observations", "actions", "style", "lengths")}
        self.assertEqual(types, {"observations": "<f4", "actions": "<f4", "style": "<i4", "lengths": "<i4"})
        self.assertEqual(arrays["style_names"].tolist(), names)
        self.assertEqual([names[style] for style in arrays["style"]], [called[STYLES[episode]] for episode in KEPT])
        for path, episode in enumerate(KEPT):
            rows = LENGTHS[episode]
            np.testing.assert_array_equal(arrays["observations"][path, :rows], state(episode, rows))
            np.testing.assert_array_equal(arrays["actions"][path, :rows], action(episode, rows))
            self.assertTrue(np.isnan(arrays["observations"][path, rows:]).all())
            self.assertTrue(np.isnan(arrays["actions"][path, rows:]).all())

    def weights(self, paths=(0, 2, 3), skip=None):
        """As the page writes them; path 1 is held out and has none."""
        with open(self.folder / "weights.csv", "w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["path", "moment", "pmi", "weight"])
            for path in paths:
                for moment in range(LENGTHS[KEPT[path]]):
                    if (path, moment) != skip:
                        rows.writerow([path, moment, 0.25, weight_of(KEPT[path], moment)])
        return self.folder / "weights.csv"

    def expected(self, episode):
        weighed = episode in (0, 3, 4)
        return [weight_of(episode, moment) if weighed else np.nan for moment in range(LENGTHS[episode])]

    def test_help(self):
        for name in ("minari", "lerobot", "d4rl"):
            self.assertIn("--style-quantile", self.works(name, "--help"))

    def test_minari_there_and_back(self):
        source = make_minari(self.folder)
        for field in ("options/style", "infos/way"):
            said = self.works("minari", source, "--style-field", field, "--out", self.out)
            self.is_right(self.load())
            for reason in ("no style, or several: 1 (episode 6)", "moments: 1 (episode 2)", "not finite: 1 (episode 5)"):
                self.assertIn(reason, said)
        before = (source / "data/main_data.hdf5").read_bytes()
        copy = self.folder / "copy"
        self.works("minari", source, "--weights", self.weights(), "--npz", self.out, "--out", copy)
        self.assertEqual((source / "data/main_data.hdf5").read_bytes(), before)
        self.assertTrue((copy / "data/metadata.json").is_file())
        with h5py.File(copy / "data/main_data.hdf5") as file:
            for episode in range(len(LENGTHS)):
                found = file[f"episode_{episode}/infos/pmi_weight"][()]
                np.testing.assert_array_equal(found, np.array([*self.expected(episode), np.nan], np.float32))
                np.testing.assert_array_equal(file[f"episode_{episode}/actions"][()], action(episode, LENGTHS[episode]))
        # The file alone will do, and a copy with weights is a source as any other.
        self.works("minari", copy / "data/main_data.hdf5", "--style-field", "infos/way", "--out", self.out)
        self.works("minari", copy, "--weights", self.weights(), "--npz", self.out, "--out", self.folder / "again")

    def test_minari_groups_of_observations(self):
        source = make_minari(self.folder)
        with h5py.File(source / "data/main_data.hdf5", "r+") as file:
            for group in file.values():
                values = group["observations"][()]
                del group["observations"]
                group["observations/desired"], group["observations/position"] = values[:, 2], values[:, :2]
        self.works("minari", source, "--style-field", "infos/way", "--out", self.out)
        np.testing.assert_array_equal(self.load()["observations"][0, :5], state(0, 5)[:, [2, 0, 1]])
        only = ["--observations", "observations/position", "--state-columns", "1"]
        self.works("minari", source, "--style-field", "infos/way", *only, "--out", self.out)
        np.testing.assert_array_equal(self.load()["observations"][0, :5], state(0, 5)[:, [1]])

    def test_d4rl_there_and_back(self):
        source = make_d4rl(self.folder)
        self.works("d4rl", source, "--style-field", "infos/style", "--out", self.out)
        self.is_right(self.load(), {"fast": "1", "slow": "0"})
        before = source.read_bytes()
        copy = self.folder / "copy.hdf5"
        self.works("d4rl", source, "--weights", self.weights(), "--npz", self.out, "--out", copy)
        self.assertEqual(source.read_bytes(), before)
        with h5py.File(copy) as file:
            expected = np.concatenate([self.expected(episode) for episode in range(len(LENGTHS))]).astype(np.float32)
            np.testing.assert_array_equal(file["pmi_weight"][()], expected)
            self.assertEqual(file["metadata/note"][()], b"kept")
        self.works("d4rl", copy, "--weights", self.weights(), "--npz", self.out, "--out", self.folder / "again.hdf5")

    def test_d4rl_without_timeouts(self):
        source = make_d4rl(self.folder)
        with h5py.File(source, "r+") as file:
            del file["timeouts"], file["terminals"]
        self.refuses("neither terminals nor timeouts", "d4rl", source, "--style-quantile", "length", "--out", self.out)
        self.works("d4rl", source, "--longest", "4", "--style-quantile", "observations[0]:first", "--out", self.out)
        # 33 rows are eight whole episodes, of which one has the infinite number, and a row.
        self.assertEqual(self.load()["lengths"].tolist(), [4] * 7)

    def test_lerobot_there_and_back(self):
        for version in ("v2.1", "v3.0"):
            source = make_lerobot(self.folder, version)
            self.works("lerobot", source, "--style-field", "tasks", "--out", self.out)
            self.is_right(self.load())
            copy = self.folder / f"copy-{version}"
            self.works("lerobot", source, "--weights", self.weights(), "--npz", self.out, "--out", copy)
            self.assertEqual((copy / "videos/some.mp4").read_bytes(), b"film")
            feature = json.loads((copy / "meta/info.json").read_text())["features"]["pmi_weight"]
            self.assertEqual((feature["dtype"], feature["shape"]), ("float32", [1]))
            seen = 0
            for file in sorted((source / "data").rglob("*.parquet")):
                old, new = pq.read_table(file), pq.read_table(copy / file.relative_to(source))
                self.assertNotIn("pmi_weight", old.schema.names)
                self.assertTrue(old.equals(new.drop_columns(["pmi_weight"])))
                known = json.loads(new.schema.metadata[b"huggingface"])["info"]["features"]
                self.assertEqual(list(known), new.schema.names)
                for row in new.to_pylist():
                    expected = np.float32(self.expected(row["episode_index"])[row["frame_index"]])
                    np.testing.assert_array_equal(np.float32(row["pmi_weight"]), expected)
                    seen += 1
            self.assertEqual(seen, sum(LENGTHS))
            # By a column of the frames; there episode 6 has a style too.
            self.works("lerobot", source, "--style-field", "task_index", "--out", self.out)
            self.assertEqual(self.load()["episode"].tolist(), [*KEPT, 6])

    def test_styles_from_a_file(self):
        source = make_d4rl(self.folder)
        styles = self.folder / "styles.csv"
        rows = [f"{episode},{style}" for episode, style in enumerate(STYLES) if style]
        styles.write_text("\n".join(["episode,style", *rows]))
        self.works("d4rl", source, "--style-file", styles, "--out", self.out)
        self.is_right(self.load())
        styles.write_text("episode,style\n99,fast\n")
        self.refuses("episode 99", "d4rl", source, "--style-file", styles, "--out", self.out)
        styles.write_text("episode\n1\n")
        self.refuses("no column style", "d4rl", source, "--style-file", styles, "--out", self.out)

    def test_styles_from_a_quantity(self):
        quantities = {
            "d4rl": (make_d4rl(self.folder), "rewards:sum"),
            "minari": (make_minari(self.folder), "rewards:sum"),
            "lerobot": (make_lerobot(self.folder, "v3.0"), "observation.state[0]:last"),
        }
        for name, (source, quantity) in quantities.items():
            self.works(name, source, "--style-quantile", quantity, "--out", self.out)
            # Nearly growing from episode to episode.
            arrays = self.load()
            self.assertEqual(arrays["episode"].tolist(), [0, 1, 3, 4, 6])
            self.assertEqual(arrays["style"].tolist(), [0, 0, 1, 1, 1])
        source = quantities["d4rl"][0]
        chosen = ["--episodes", "0-1,3-4", "--style-quantile"]
        self.works("d4rl", source, *chosen, "length", "--out", self.out)
        self.assertEqual(self.load()["style"].tolist(), [0, 0, 1, 1])
        for quantity, sentence in {
            "observations:mean": "3 columns; say which one",
            "observations[3]:mean": "no column 3",
            "observations[0]:middle": "no summary",
            "observations[2]:mean": "too many equal values",
            "speed": "no array speed",
        }.items():
            self.refuses(sentence, "d4rl", source, *chosen, quantity, "--out", self.out)

    def test_bad_sources_get_a_sentence(self):
        out = ["--out", self.out]
        text = self.folder / "text"
        text.write_text("nothing of the kind")
        folder = self.folder / "empty"
        folder.mkdir()
        by_length = ["--style-quantile", "length", *out]
        self.refuses("not there", "d4rl", self.folder / "missing", *by_length)
        self.refuses("no HDF5 file", "d4rl", text, *by_length)
        self.refuses("no HDF5 file", "minari", text, *by_length)
        self.refuses("no main_data.hdf5", "minari", folder, *by_length)
        self.refuses("no LeRobot data set", "lerobot", folder, *by_length)
        (folder / "metadata.json").write_text('{"data_format": "arrow"}')
        self.refuses("stored as arrow", "minari", folder, *by_length)
        sources = {"d4rl": make_d4rl(self.folder), "minari": make_minari(self.folder), "lerobot": make_lerobot(self.folder, "v2.1")}
        for name, source in sources.items():
            self.refuses("nothing", name, source, "--observations", "nothing", *by_length)
            self.refuses("nothing", name, source, "--actions", "nothing", *by_length)
            self.refuses("nothing", name, source, "--style-field", "nothing", *out)
            self.refuses("Say what the styles are", name, source, *out)
            self.refuses("end in .npz", name, source, "--style-quantile", "length", "--out", self.folder / "out")
            self.refuses("Two styles", name, source, "--episodes", "0-1", *by_length)
        flat = sources["d4rl"]
        with h5py.File(flat, "r+") as file:
            file["wide"] = np.zeros((sum(LENGTHS), 90))
            file["short"] = np.zeros(3)
        self.refuses("80 columns", "d4rl", flat, "--observations", "wide", "--style-field", "infos/style", *out)
        self.refuses("does not have a row for each", "d4rl", flat, "--observations", "short", *by_length)
        words = ["--actions", "infos/way", "--episodes", "0"]
        self.refuses("no rows of numbers", "minari", sources["minari"], *words, "--style-field", "id", *out)
        (sources["lerobot"] / "data/chunk-000/episode_000000.parquet").write_bytes(b"damaged")
        self.refuses("cannot be read", "lerobot", sources["lerobot"], *by_length)
        self.assertFalse(self.out.exists())

    def test_bad_weights_get_a_sentence(self):
        source, copy = make_d4rl(self.folder), self.folder / "copy.hdf5"
        self.works("d4rl", source, "--style-field", "infos/style", "--out", self.out)
        weights = self.weights(skip=(0, 2))
        back = [source, "--weights", weights, "--npz", self.out, "--out", copy]
        self.refuses("needs --npz", "d4rl", source, "--weights", weights, "--out", copy)
        self.refuses("some moments of path 0", "d4rl", *back)
        for row, sentence in {"4,0,0,1": "path 4", "1,4,0,1": "moment 4", "1,x,0,1": "no path", "": "no weights"}.items():
            weights.write_text(f"path,moment,pmi,weight\n{row}\n")
            self.refuses(sentence, "d4rl", *back)
        weights.write_text("path,moment,pmi\n0,0,1\n")
        self.refuses("no column weight", "d4rl", *back)
        self.weights()
        with h5py.File(source, "r+") as file:
            file["actions"][0, 0] += 1
        self.refuses("was not made of", "d4rl", *back)
        with h5py.File(source, "r+") as file:
            file["actions"][0, 0] -= 1
        self.assertFalse(copy.exists())
        self.weights(skip=(0, 2))
        self.works("d4rl", *back, "--partial")
        with h5py.File(copy) as file:
            self.assertEqual(np.isnan(file["pmi_weight"][:5]).tolist(), [False, False, True, False, False])
        self.refuses("there already", "d4rl", *back, "--partial")
        np.savez(self.out, other=1)
        self.refuses("no .npz file of this converter", "d4rl", *back)

    @unittest.skipUnless(minari, "the library minari is not installed")
    def test_minari_by_its_own_library(self):
        from gymnasium import spaces
        from minari.data_collector import EpisodeBuffer

        os.environ["MINARI_DATASETS_PATH"] = str(self.folder / "sets")
        buffers = [
            EpisodeBuffer(
                id=episode, options={"style": STYLES[episode]} if STYLES[episode] else None,
                observations=list(state(episode, rows + 1)), actions=list(action(episode, rows)), rewards=[0.0] * rows,
                terminations=[False] * rows, truncations=[False] * (rows - 1) + [True], infos={},
            )
            for episode, rows in enumerate(LENGTHS)
        ]
        minari.create_dataset_from_buffers(
            "two-v0", buffers, data_format="hdf5", observation_space=spaces.Box(-np.inf, np.inf, (3,)),
            action_space=spaces.Box(-np.inf, np.inf, (2,)),
        )
        source = self.folder / "sets/two-v0"
        self.works("minari", source, "--style-field", "options/style", "--out", self.out)
        self.is_right(self.load())
        copy = self.folder / "sets/weighted-v0"
        self.works("minari", source, "--weights", self.weights(), "--npz", self.out, "--out", copy)
        for episode in minari.MinariDataset(copy / "data"):
            expected = np.array([*self.expected(episode.id), np.nan], np.float32)
            np.testing.assert_array_equal(episode.infos["pmi_weight"], expected)
            np.testing.assert_array_equal(episode.actions, action(episode.id, LENGTHS[episode.id]))


if __name__ == "__main__":
    unittest.main()
