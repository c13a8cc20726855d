"""A table of the lab on a Ray cluster, one shard for each task:

    ./dev cluster build
    python tools/cluster/ray_table.py --shards 16 --state lab-state -- circle2d --seeds 20

All nodes must see the lab and the folder of the shards' files. When a node dies, its shards are given to others and go on
where they were. What follows the two dashes is as for "lab table"; the report is printed.
"""

import argparse
import ctypes
import pathlib
import signal
import subprocess
import sys
import time

import ray

HERE = pathlib.Path(__file__).parent
# How often a shard is given to another node.
TRIES = 10


def end_with_parent():
    """Linux: a lab whose Ray worker is killed ends too, so that the shard's file is free for its successor."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


@ray.remote(num_cpus=1, max_retries=TRIES, retry_exceptions=True)
def shard(lab, table, state, index, count):
    command = [lab, "table", *table, "--keep-going", "--jobs", "1", "--state", state, "--shard", f"{index}/{count}"]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=end_with_parent)
    if done.returncode != 0:
        # The file may still be locked by a process that is about to end.
        time.sleep(2)
        raise RuntimeError(f"shard {index}/{count}: {done.stderr.strip()}")
    return done.stdout.strip()


def compute(lab, table, state, count):
    """Computes all shards on the cluster that Ray is connected to."""
    waiting = [shard.remote(lab, table, state, index, count) for index in range(count)]
    while waiting:
        finished, waiting = ray.wait(waiting)
        for one in finished:
            print(ray.get(one), file=sys.stderr)


def merge(lab, state, options=()):
    return subprocess.run([lab, "merge", state, *options], check=True, capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--state", default="lab-state", help="folder of the shards' files")
    parser.add_argument("--lab", default=str(HERE / "lab"))
    parser.add_argument("--address", help="of the cluster; without it, the one around this process, or one of this machine")
    parser.add_argument("--json", action="store_true", help="print JSON instead of Markdown")
    parser.add_argument("table", nargs="+", help='what follows "lab table"')
    given = parser.parse_args()
    ray.init(address=given.address)
    lab, state = str(pathlib.Path(given.lab).resolve()), str(pathlib.Path(given.state).resolve())
    compute(lab, given.table, state, given.shards)
    print(merge(lab, state, ["--json"] if given.json else []), end="")


if __name__ == "__main__":
    main()
