#!/usr/bin/env python3
"""A Minari data set to the .npz that PMI Playground loads, and weights back.

A data set is a folder with data/main_data.hdf5, where each group episode_N holds observations (one more than actions, or a group
of them), actions, rewards, terminations, truncations and infos; metadata.json stands beside the file. Fields are such names,
infos/NAME, or attributes of the group such as options/NAME. Weights come back as infos/pmi_weight of every episode, where Minari shows
them: row t is of observation t and action t, and the last, after the end, is NaN.

    minari_to_npz.py ~/.minari/datasets/D4RL/door/human-v2 --style-quantile length --styles 3 --out door.npz
    minari_to_npz.py ~/.minari/datasets/D4RL/door/human-v2 --weights weights.csv --npz door.npz --out door-weighted
"""

import json
import re
import shutil

import h5py
import numpy as np

from common import numbers, Problem, run, WEIGHT

NAME = "main_data.hdf5"


class Minari:
    @staticmethod
    def add_options(_parser):
        pass

    def __init__(self, path, options):
        self.path, self.options = path, options
        files = [file for file in (path, path / NAME, path / "data" / NAME) if file.is_file()]
        if not files:
            self.explain_absence()
        try:
            self.file = h5py.File(files[0], "r")
        except OSError:
            raise Problem(f"{files[0]} is no HDF5 file.") from None
        # Where the file is in the copy.
        self.inside = files[0].relative_to(path)
        self.ids = sorted(int(name[8:]) for name in self.file if re.fullmatch(r"episode_\d+", name))
        if not self.ids:
            raise Problem(f"{files[0]} has no groups episode_0, episode_1, …; it is not Minari's.")

    def explain_absence(self):
        for folder in (self.path, self.path / "data"):
            try:
                stored = json.loads((folder / "metadata.json").read_text()).get("data_format")
            except (OSError, ValueError, AttributeError):
                continue
            if stored not in (None, "hdf5"):
                raise Problem(f"{self.path} is stored as {stored}, and only hdf5 is read here.")
        raise Problem(f"{self.path} has no {NAME}.")

    def episodes(self):
        return self.ids

    def group(self, episode):
        return self.file[f"episode_{episode}"]

    def length(self, episode):
        return len(self.leaves(episode, self.options.actions)[0][1])

    def leaves(self, episode, names):
        """Name and array for each of the names; a group stands for all it holds."""
        group, found = self.group(episode), []
        for name in names.split(","):
            if name not in group:
                raise Problem(f"Episode {episode} has no {name}; it has {', '.join(sorted(group))}.")
            if isinstance(group[name], h5py.Dataset):
                found.append((name, group[name]))
            else:
                group[name].visititems(lambda inner, item, name=name: found.append((f"{name}/{inner}", item))
                                       if isinstance(item, h5py.Dataset) else None)
        if not found or any(item.ndim == 0 for _, item in found):
            raise Problem(f"{names} of episode {episode} holds no rows.")
        return found

    def columns(self, episode, names, length):
        tables = [(name, numbers(item[()], name)) for name, item in self.leaves(episode, names)]
        for name, table in tables:
            # There may be an observation, and an info, after the last action.
            if len(table) not in (length, length + 1):
                raise Problem(f"{name} of episode {episode} has {len(table)} rows, and there are {length} actions.")
        return np.concatenate([table[:length] for _, table in tables], axis=1)

    def field(self, episode, name):
        group = self.group(episode)
        if name in group.attrs:
            return np.atleast_1d(group.attrs[name])
        if name in group and isinstance(group[name], h5py.Dataset):
            values = np.atleast_1d(group[name][()])
            return values[:self.length(episode)]
        # A field may be absent in some episodes, which then have no style; in all of them it is a mistake.
        if not any(name in self.group(other).attrs or isinstance(self.group(other).get(name), h5py.Dataset) for other in self.ids):
            raise Problem(f"No episode has a field {name}; the first has {', '.join(sorted([*group, *group.attrs]))}.")
        return None

    def actions(self, episode):
        return self.columns(episode, self.options.actions, self.length(episode))

    def arrays(self, episode):
        return self.columns(episode, self.options.observations, self.length(episode)), self.actions(episode)

    def write(self, out, weights):
        lengths = {episode: self.length(episode) for episode in self.ids}
        self.file.close()
        if self.path.is_dir():
            shutil.copytree(self.path, out)
        else:
            shutil.copyfile(self.path, out)
        with h5py.File(out / self.inside if self.path.is_dir() else out, "r+") as file:
            for episode, length in lengths.items():
                column = np.full(length + 1, np.nan, np.float32)
                column[:length] = weights.get(episode, np.nan)
                infos = file[f"episode_{episode}"].require_group("infos")
                if WEIGHT in infos:
                    del infos[WEIGHT]
                infos.create_dataset(WEIGHT, data=column, chunks=True, maxshape=(None,))


if __name__ == "__main__":
    run(Minari, __doc__, "observations", "actions")
