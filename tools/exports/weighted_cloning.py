"""Weights of PMI Playground as sample weights: behaviour cloning in PyTorch on a `-steps.npz`.

    python weighted_cloning.py circle2d-bc-pmi-seed1-step2500-steps.npz [STEPS]

A pair's loss counts as often as its weight says; held-out pairs are left for the test.
"""

import sys

import numpy as np
import torch
from torch import nn


def main(path, steps=500):
    torch.manual_seed(1)
    data = np.load(path)
    style = nn.functional.one_hot(torch.from_numpy(data["style"]).long(), int(data["style"].max()) + 1).float()
    inputs = torch.cat([style, torch.from_numpy(data["observations"])], 1)
    actions, weights = torch.from_numpy(data["actions"]), torch.from_numpy(data["weight"])
    train = torch.from_numpy(np.flatnonzero(data["held_out"] == 0))
    policy = nn.Sequential(nn.Linear(inputs.shape[1], 64), nn.ReLU(), nn.Linear(64, actions.shape[1]))
    optimiser = torch.optim.Adam(policy.parameters(), 1e-3)

    def loss(rows):
        return (weights[rows] * (policy(inputs[rows]) - actions[rows]).square().sum(1)).mean()

    print(f"before {loss(train).item():.4f}")
    for _ in range(steps):
        batch = train[torch.randint(len(train), (256,))]
        optimiser.zero_grad()
        loss(batch).backward()
        optimiser.step()
    print(f"after {loss(train).item():.4f}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 500)
