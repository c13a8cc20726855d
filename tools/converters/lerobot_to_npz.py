#!/usr/bin/env python3
"""A LeRobot data set (v2 or v3) to the .npz that PMI Playground loads, and weights back.

A data set is a folder with meta/info.json, tables data/**/*.parquet with a row per frame (observation.state, action, episode_index,
frame_index, …), and a list of episodes: meta/episodes.jsonl in v2, meta/episodes/**/*.parquet in v3. Fields are columns of the
frames, such as task_index, or of the list of episodes, such as tasks. Weights come back as a column pmi_weight of the frames.

    lerobot_to_npz.py pusht --style-field task_index --out pusht.npz
    lerobot_to_npz.py pusht --weights weights.csv --npz pusht.npz --out pusht-weighted
"""

import json
import re
import shutil

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from common import numbers, Problem, run, WEIGHT

INFO = "meta/info.json"
FEATURE = {"dtype": "float32", "shape": [1], "names": None}


def rows_of(column, what):
    """A column as an array with a row per frame. Lists have to be equally long."""
    column = column.combine_chunks()
    if isinstance(column, pa.ChunkedArray):
        column = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
    if not pa.types.is_nested(column.type):
        return column.to_numpy(zero_copy_only=False)
    # At once where rows are plain lists; the way by Python's lists takes a hundred times as long.
    flat = column.flatten() if not pa.types.is_struct(column.type) and column.null_count == 0 else None
    if flat is not None and not pa.types.is_nested(flat.type) and len(column) and len(flat) % len(column) == 0:
        lengths = pc.list_value_length(column)
        if pc.min_max(lengths)["min"] == pc.min_max(lengths)["max"]:
            return flat.to_numpy(zero_copy_only=False).reshape(len(column), -1)
    try:
        return np.array(column.to_pylist(), dtype=np.float64)
    except (ValueError, TypeError):
        raise Problem(f"{what} holds no numbers, or rows of different lengths.") from None


class LeRobot:
    @staticmethod
    def add_options(_parser):
        pass

    def __init__(self, path, options):
        self.path, self.options, self.kept = path, options, {}
        try:
            self.info = json.loads((path / INFO).read_text(encoding="utf-8"))
            version = str(self.info["codebase_version"])
        except (OSError, ValueError, KeyError, TypeError):
            raise Problem(f"{path} is no LeRobot data set: {INFO} is missing or says no version.") from None
        if not re.match(r"v[23]\b", version):
            raise Problem(f"{path} is of version {version}, and v2 and v3 are read here.")
        self.files = sorted((path / "data").rglob("*.parquet"))
        if not self.files:
            raise Problem(f"{path} has no tables in data/.")
        self.names = self.parquet(self.files[0], None).schema_arrow.names
        self.list = self.read_list()
        index = self.column("episode_index").astype(np.int64)
        frame = self.column("frame_index").astype(np.int64)
        # Rows of each episode in the order of its frames, wherever they stand in the files.
        order = np.lexsort((frame, index))
        ids, starts = np.unique(index[order], return_index=True)
        self.rows = dict(zip(ids.tolist(), np.split(order, starts[1:])))

    def parquet(self, file, columns):
        try:
            return pq.ParquetFile(file) if columns is None else pq.read_table(file, columns=columns, partitioning=None)
        except (pa.ArrowException, KeyError):
            raise Problem(f"{file} cannot be read as a table with {', '.join(columns or ['columns'])}.") from None

    def read_list(self):
        """What the list of episodes says of each, but for the statistics, which are large."""
        rows = []
        try:
            if (self.path / "meta/episodes.jsonl").is_file():
                text = (self.path / "meta/episodes.jsonl").read_text(encoding="utf-8")
                rows = [json.loads(line) for line in text.splitlines() if line.strip()]
            for file in sorted((self.path / "meta/episodes").rglob("*.parquet")):
                names = [name for name in self.parquet(file, None).schema_arrow.names if not name.startswith("stats/")]
                rows += self.parquet(file, names).to_pylist()
            return {int(row["episode_index"]): row for row in rows}
        except (ValueError, KeyError, TypeError):
            raise Problem(f"The list of episodes in {self.path}/meta is damaged.") from None

    def column(self, name):
        if name not in self.kept:
            if name not in self.names:
                raise Problem(f"{self.path} has no column {name}; it has {', '.join(self.names)}.")
            parts = [rows_of(self.parquet(file, [name])[name], name) for file in self.files]
            if len({part.shape[1:] for part in parts}) > 1:
                raise Problem(f"{name} has different numbers of columns in different files.")
            self.kept[name] = np.concatenate(parts)
        return self.kept[name]

    def episodes(self):
        return list(self.rows)

    def length(self, episode):
        return len(self.rows[episode])

    def field(self, episode, name):
        if name in self.names:
            return self.column(name)[self.rows[episode]]
        if not any(name in row for row in self.list.values()):
            known = sorted({*self.names, *(key for row in self.list.values() for key in row)})
            raise Problem(f"{self.path} has no field {name}; it has {', '.join(known)}.")
        return self.list.get(episode, {}).get(name)

    def columns(self, episode, names):
        return np.concatenate([numbers(self.column(name)[self.rows[episode]], name) for name in names.split(",")], axis=1)

    def actions(self, episode):
        return self.columns(episode, self.options.actions)

    def arrays(self, episode):
        return self.columns(episode, self.options.observations), self.actions(episode)

    def write(self, out, weights):
        column = np.full(len(self.column("episode_index")), np.nan, np.float32)
        for episode, values in weights.items():
            column[self.rows[episode]] = values
        shutil.copytree(self.path, out)
        at = 0
        for file in self.files:
            table = pq.read_table(file, partitioning=None)
            self.rewrite(table, column[at:at + len(table)], out / file.relative_to(self.path))
            at += len(table)
        info = {**self.info, "features": {**self.info.get("features", {}), WEIGHT: FEATURE}}
        (out / INFO).write_text(json.dumps(info, indent=4, ensure_ascii=False), encoding="utf-8")

    @staticmethod
    def rewrite(table, values, file):
        if WEIGHT in table.schema.names:
            table = table.drop_columns([WEIGHT])
        metadata = dict(table.schema.metadata or {})
        # The library that LeRobot reads tables with keeps a list of columns of its own, and refuses others.
        if b"huggingface" in metadata:
            known = json.loads(metadata[b"huggingface"])
            known.get("info", {}).get("features", {})[WEIGHT] = {"dtype": "float32", "_type": "Value"}
            metadata[b"huggingface"] = json.dumps(known).encode()
        table = table.append_column(WEIGHT, pa.array(values, pa.float32()))
        pq.write_table(table.replace_schema_metadata(metadata), file)


if __name__ == "__main__":
    run(LeRobot, __doc__, "observation.state", "action")
