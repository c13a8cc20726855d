#!/usr/bin/env python3
"""D4RL-style HDF5 to the .npz that PMI Playground loads, and weights back.

Such a file holds all episodes in one: observations, actions, rewards, terminals and timeouts have a row for each moment, and an
episode ends where terminals or timeouts say so. Weights come back as an array pmi_weight beside them.

    d4rl_to_npz.py hopper.hdf5 --style-quantile rewards:sum --styles 3 --out hopper.npz
    d4rl_to_npz.py hopper.hdf5 --weights weights.csv --npz hopper.npz --out hopper-weighted.hdf5
"""

import shutil

import h5py
import numpy as np

from common import numbers, Problem, run, WEIGHT


class D4rl:
    @staticmethod
    def add_options(parser):
        parser.add_argument("--longest", type=int, metavar="N",
                            help="where a file has no timeouts: an episode ends after N moments at the latest")

    def __init__(self, path, options):
        self.path, self.options, self.read = path, options, {}
        try:
            with h5py.File(path, "r") as file:
                self.file = {name: None for name in self.names(file)}
        except OSError:
            raise Problem(f"{path} is no HDF5 file.") from None
        ends = [name for name in ("terminals", "timeouts") if name in self.file]
        if not ends and not options.longest:
            raise Problem(f"{path} has neither terminals nor timeouts, so that nothing says where episodes end.")
        self.rows = len(self.array(ends[0] if ends else options.actions.split(",")[0]))
        if self.rows == 0:
            raise Problem(f"{path} has no rows.")
        over = np.any([np.zeros(self.rows, bool), *(numbers(self.array(name), name)[:, 0] > 0 for name in ends)], axis=0)
        # What follows the last end is an episode that was broken off.
        stops, begin, self.spans = sorted({*(np.flatnonzero(over) + 1).tolist(), self.rows}), 0, []
        for stop in stops:
            step = options.longest if options.longest and "timeouts" not in self.file else stop - begin
            if step < 1:
                raise Problem("--longest is to be 1 or more.")
            self.spans += [(at, min(at + step, stop)) for at in range(begin, stop, step)]
            begin = stop

    @staticmethod
    def names(file):
        found = []
        file.visititems(lambda name, item: found.append(name) if isinstance(item, h5py.Dataset) else None)
        return found

    def array(self, name):
        if name not in self.file:
            raise Problem(f"{self.path} has no array {name}; it has {', '.join(sorted(self.file)) or 'none'}.")
        if name not in self.read:
            with h5py.File(self.path, "r") as file:
                self.read[name] = file[name][()]
            if np.ndim(self.read[name]) == 0 or hasattr(self, "rows") and len(self.read[name]) != self.rows:
                raise Problem(f"{name} in {self.path} does not have a row for each of its {self.rows} moments.")
        return self.read[name]

    def episodes(self):
        return range(len(self.spans))

    def length(self, episode):
        return self.spans[episode][1] - self.spans[episode][0]

    def field(self, episode, name):
        return self.array(name)[slice(*self.spans[episode])]

    def columns(self, episode, names):
        return np.concatenate([numbers(self.field(episode, name), name) for name in names.split(",")], axis=1)

    def actions(self, episode):
        return self.columns(episode, self.options.actions)

    def arrays(self, episode):
        return self.columns(episode, self.options.observations), self.actions(episode)

    def write(self, out, weights):
        column = np.full(self.rows, np.nan, np.float32)
        for episode, values in weights.items():
            column[slice(*self.spans[episode])] = values
        shutil.copyfile(self.path, out)
        with h5py.File(out, "r+") as file:
            if WEIGHT in file:
                del file[WEIGHT]
            file.create_dataset(WEIGHT, data=column, compression="gzip")


if __name__ == "__main__":
    run(D4rl, __doc__, "observations", "actions")
