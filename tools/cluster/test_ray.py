"""A real Ray cluster on this machine: a head that computes nothing and two workers, one of which is killed half way. The
report is that of one process, byte for byte. ./dev cluster installs Ray and runs this.

    python tools/cluster/test_ray.py LAB
"""

import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import ray
from ray.cluster_utils import Cluster

import ray_table

SHARDS = 6
# Some thirty small cells. The lab may be of a changed tree: this tests how a table is spread, not what it finds.
TABLE = "circle2d --seeds 1 --set epochs=1 --set trajectories=5 --set hidden=8 --any-commit".split()
LONGEST = 600


def so_far(state):
    """Cells in the files of shards: a line for each, behind one for the table."""
    return sum(len(file.read_text().splitlines()) - 1 for file in pathlib.Path(state).glob("*.jsonl"))


def until_half(state, work, all_cells):
    until = time.monotonic() + LONGEST
    while so_far(state) < all_cells // 2:
        assert work.is_alive() and time.monotonic() < until, f"{so_far(state)} of {all_cells} cells, then nothing"
        time.sleep(0.05)


def main():
    lab = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        alone = [lab, "table", *TABLE, "--json", "--jobs", "1", "--state", f"{folder}/alone.state"]
        whole = subprocess.run(alone, check=True, capture_output=True, text=True).stdout
        spent = time.monotonic() - began
        all_cells = len(pathlib.Path(folder, "alone.state").read_text().splitlines())
        assert all_cells > 2 * SHARDS, f"a table of {all_cells} cells is too small to be shared"
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
        workers = [cluster.add_node(num_cpus=1) for _ in range(2)]
        ray.init(address=cluster.address, log_to_driver=False)
        state, failures = f"{folder}/state", []

        def compute():
            try:
                ray_table.compute(lab, TABLE, state, SHARDS)
            except Exception as error:
                failures.append(error)

        began = time.monotonic()
        work = threading.Thread(target=compute)
        work.start()
        until_half(state, work, all_cells)
        left = so_far(state)
        cluster.remove_node(workers[1], allow_graceful=False)
        print(f"one of two workers killed at {left} of {all_cells} cells", flush=True)
        work.join(LONGEST)
        assert not work.is_alive(), "the shards do not end"
        assert not failures, failures
        shared = time.monotonic() - began
        assert so_far(state) == all_cells, so_far(state)
        assert ray_table.merge(lab, state, ["--json"]) == whole, "the report differs from that of one process"
        print(f"the same report, byte for byte: {spent:.1f} s by one process, {shared:.1f} s by two workers and then one")
        print(subprocess.run([lab, "verify", state, "--sample", "2"], check=True, capture_output=True, text=True).stdout)
        ray.shutdown()
        cluster.shutdown()


if __name__ == "__main__":
    main()
