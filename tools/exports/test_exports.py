"""Runs of every kind of network, exported by the lab and read by others: to 1e-5 what the page's own code computes.

LAB names the lab's binary, LAB_DATA the folder of datasets. One test alone: test_exports.py Exports.NAME
"""

import csv
import functools
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from playground import Recurrent, load

HERE = Path(__file__).parent
TOLERANCE = 1e-5
SMALL = "trajectories=6&epochs=2&critic_epochs=3&hidden=16&critic_hidden=16&pool=2"
# Every head, critic and shape of network.
RUNS = {
    "sampled": f"world=circle2d&method=bc-pmi&critic=sampled&critic_folds=1&{SMALL}",
    "exact": f"world=overlap&method=bc-pmi&critic=exact&critic_folds=2&{SMALL}",
    "noise": f"world=yours&method=bc-pmi&critic=classifier&critic_folds=2&slips=on&{SMALL}",
    "mixture": f"world=yours&method=cbc&parts=3&{SMALL}",
    "per-style": f"world=circle2d&method=bc&{SMALL}",
    "codes": f"world=circle2d&method=sorl&{SMALL}",
    "adversarial": f"world=circle2d&method=infogail&rounds=2&{SMALL}",
    "recurrent": f"world=circle2d&method=ctvae&{SMALL}",
    "choices": f"world=magpie&method=bc-pmi&critic_folds=2&{SMALL}",
}

work = tempfile.TemporaryDirectory()


def lab(*arguments):
    data = ["--datasets", os.environ.get("LAB_DATA", "datasets")]
    done = subprocess.run([os.environ["LAB"], *data, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f"lab {' '.join(arguments)}: {done.stderr}")
    return done.stdout


@functools.cache
def exported(name):
    folder = Path(work.name) / name
    lab("export", "--link", RUNS[name], "--out", str(folder), "--reference", "400")
    return folder


def one(name, ending):
    found = list(exported(name).glob(f"*-{ending}"))
    return found[0] if found else None


def reference(name):
    return {key: torch.from_numpy(value) for key, value in np.load(exported(name) / "reference.npz").items()}


class Exports(unittest.TestCase):
    def near(self, found, expected, what):
        found, expected = torch.as_tensor(np.asarray(found)), torch.as_tensor(np.asarray(expected))
        self.assertEqual(found.shape, expected.shape, what)
        off = ((found - expected).abs() / expected.abs().clamp(min=1)).max().item()
        self.assertLess(off, TOLERANCE, what)
        return off

    def test_policies_in_pytorch(self):
        for name in RUNS:
            with self.subTest(name), torch.no_grad():
                policy, known = load(one(name, "policy.safetensors")), reference(name)
                for style in range(policy.styles):
                    if isinstance(policy, Recurrent):
                        outputs = self.windows(policy, known, style)
                    else:
                        styles = torch.full((len(known["path"]),), style)
                        outputs = policy.outputs(known["observations"], styles)
                        policy(known["observations"], styles).log_prob(known["actions"])
                    self.near(outputs, known["outputs"][:, style], f"{name}, style {style}")

    def windows(self, policy, known, style):
        """Path by path, and window by window."""
        parts = []
        for path in known["path"].unique():
            rows = known["observations"][known["path"] == path]
            for window in rows.split(policy.window):
                parts.append(policy.outputs(window[None], torch.tensor([style]))[0])
        return torch.cat(parts)

    def test_critics_in_pytorch(self):
        for name in ["sampled", "exact", "noise", "choices"]:
            with self.subTest(name), torch.no_grad():
                critic, known = load(one(name, "critic.safetensors")), reference(name)
                self.near(critic(known["observations"], known["actions"]), known["pmi"], name)

    def test_policies_in_onnx_runtime(self):
        for name in RUNS:
            if name == "recurrent":
                self.assertIsNone(one(name, "policy.onnx"))
                continue
            with self.subTest(name):
                session, known = onnxruntime.InferenceSession(one(name, "policy.onnx")), reference(name)
                inputs = [value.name for value in session.get_inputs()]
                styles, head = known["outputs"].shape[1:]
                for style in range(styles):
                    one_hot = np.tile(np.eye(styles, dtype=np.float32)[style], (len(known["path"]), 1))
                    given = {"observation": known["observations"].numpy(), "style": one_hot}
                    outputs = session.run(None, {key: given[key] for key in inputs})
                    named = dict(zip([value.name for value in session.get_outputs()], outputs))
                    self.near(named["outputs"], known["outputs"][:, style], name)
                    self.distributed(name, named, style)

    def distributed(self, name, named, style):
        """The head's other outputs are those of PyTorch's distribution."""
        policy, known = load(one(name, "policy.safetensors")), reference(name)
        with torch.no_grad():
            told = policy(known["observations"], torch.full((len(known["path"]),), style))
        if "probabilities" in named:
            self.near(named["probabilities"], told.probs, name)
        elif "weights" in named:
            self.near(named["weights"], told.mixture_distribution.probs, name)
            self.near(named["means"], told.component_distribution.mean, name)
            self.near(named["sigmas"], told.component_distribution.stddev, name)
        else:
            self.near(named["mean"], told.mean, name)
            self.near(named["sigma"], told.stddev, name)

    def test_critics_in_onnx_runtime(self):
        for name in ["sampled", "exact", "noise", "choices"]:
            with self.subTest(name):
                session, known = onnxruntime.InferenceSession(one(name, "critic.onnx")), reference(name)
                given = {"observation": known["observations"].numpy(), "action": known["actions"].numpy()}
                self.near(session.run(["pmi"], given)[0], known["pmi"], name)
                notes = session.get_modelmeta().custom_metadata_map
                self.assertIn("world=", notes["link"])

    def test_metadata_says_what_the_numbers_are(self):
        about = load(one("sampled", "policy.safetensors")).about
        columns = json.loads(about["columns"])
        self.assertEqual(columns["observation"][-2], {"name": "x[t]", "unit": "units", "offset": 10.0, "scale": 6.0})
        self.assertEqual([column["name"] for column in columns["action"]], ["cos", "sin"])
        self.assertIn("method=bc-pmi", about["link"])
        self.assertEqual(about["step"], about["steps"])

    def test_steps_as_lines_and_as_arrays_are_the_same(self):
        arrays = np.load(one("sampled", "steps.npz"))
        with open(one("sampled", "steps.csv"), newline="") as file:
            lines = list(csv.DictReader(file))
        self.assertEqual(len(lines), len(arrays["pmi"]))
        for column in ["path", "moment", "style", "held_out", "pmi", "weight"]:
            self.near(np.array([float(line[column]) for line in lines], dtype=np.float32), arrays[column].astype(np.float32), column)
        shares = np.array([[float(line[f"p_style{z}"]) for z in range(arrays["posterior"].shape[1])] for line in lines])
        self.assertLess(np.abs(shares.sum(1) - 1).max(), 1e-5)
        # Of held-out moments, PMI is that of the critic.
        known, held_out = reference("sampled"), arrays["held_out"] == 1
        styles = arrays["style"][held_out][: len(known["pmi"])]
        self.near(arrays["pmi"][held_out][: len(styles)], known["pmi"].numpy()[np.arange(len(styles)), styles], "pmi")

    def test_weights_are_sample_weights(self):
        command = [sys.executable, "-B", HERE / "weighted_cloning.py", one("noise", "steps.npz"), "200"]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        self.assertLess(float(said[3]), 0.7 * float(said[1]))

    def test_curves_hold_every_series(self):
        with open(one("sampled", "curves.csv"), newline="") as file:
            series = {line["series"] for line in csv.DictReader(file)}
        self.assertLessEqual({"mi-train", "mi-heldout", "policy-loss"}, series)

    def test_the_run_is_replayed_and_snapshots_go_on(self):
        first = json.loads(lab("run", "--link", RUNS["sampled"], "--json", "--save", f"{work.name}/whole.bpk"))
        replayed = json.loads(lab("run", "--config", str(one("sampled", "run.json")), "--json"))
        opened = json.loads(lab("run", "--snapshot", f"{work.name}/whole.bpk", "--json"))
        for other in (replayed, opened):
            for key in ("config", "readings", "calibration", "steps"):
                self.assertEqual(other[key], first[key], key)
        lab("run", "--link", RUNS["per-style"], "--save", f"{work.name}/other.bpk")
        table = lab("compare", f"{work.name}/whole.bpk", f"{work.name}/other.bpk")
        self.assertRegex(table, r"method +bc-pmi +bc\b")
        self.assertRegex(table, r"calibration +0\.\d+")


if __name__ == "__main__":
    unittest.main()
