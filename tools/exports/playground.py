"""Reads networks that PMI Playground wrote as safetensors into PyTorch.

    from playground import load
    policy = load("circle2d-bc-pmi-seed1-step2500-policy.safetensors")
    actions = policy(observations, styles).sample()          # a torch.distributions object; styles are whole numbers
    critic = load("circle2d-bc-pmi-seed1-step2500-critic.safetensors")
    pmi = critic(observations, actions)                       # [rows, styles], nats

Observations and actions are in the networks' own numbers: (value - offset) / scale, by the `columns` in `about`.
Of a run with several seeds, `load(path, seed=1)` takes the second.
"""

import json

import torch
from safetensors import safe_open
from torch import distributions as D
from torch import nn


def load(path, seed=0):
    with safe_open(path, "pt") as file:
        about = file.metadata()
        own = {name.split(".", 1)[1]: file.get_tensor(name) for name in file.keys() if name.startswith(f"{seed}.")}
    if about.get("playground") != "1":
        raise ValueError(f"{path} is not a network of PMI Playground that this reader knows")
    kind = {"policy": Recurrent if about["kind"] == "ctvae" else Policy, "critic": Critic}[about["role"]]
    return kind(about, own, seed).eval()


def layers(tensors, prefix):
    """Linear layers with ReLU between them, from `prefix.0.weight`, `prefix.2.weight`, ..."""
    own = {name.removeprefix(f"{prefix}."): tensor for name, tensor in tensors.items() if name.startswith(f"{prefix}.")}
    sequence = []
    for index in range(0, 2 * len(own), 2):
        if f"{index}.weight" not in own:
            break
        outputs, inputs = own[f"{index}.weight"].shape
        sequence += [nn.Linear(inputs, outputs), nn.ReLU()]
    net = nn.Sequential(*sequence[:-1])
    net.load_state_dict(own)
    return net


def members(tensors):
    """One network per member: `0.0.weight`, `1.0.weight`, ..."""
    count = 1 + max(int(name.split(".")[0]) for name in tensors)
    return nn.ModuleList(layers(tensors, str(member)) for member in range(count))


def distribution(head, outputs):
    """What a policy's outputs stand for; sigma is e to the clamped second half."""
    def gaussian(part):
        mean, log_sigma = part.split(head["size"], -1)
        return D.Independent(D.Normal(mean, log_sigma.clamp(*head["log_sigma"]).exp()), 1)

    if head["kind"] == "categorical":
        return D.OneHotCategorical(logits=outputs)
    if head["kind"] == "gaussian":
        return gaussian(outputs)
    weights, parts = outputs.split([head["parts"], outputs.shape[-1] - head["parts"]], -1)
    parts = parts.unflatten(-1, (head["parts"], 2 * head["size"]))
    return D.MixtureSameFamily(D.Categorical(logits=weights), gaussian(parts))


class Policy(nn.Module):
    """From observations [rows, observation] and styles [rows] to a distribution of actions."""

    def __init__(self, about, tensors, seed):
        super().__init__()
        self.about, self.head, self.styles = about, json.loads(about["head"]), int(about["styles"])
        self.conditioned = json.loads(about["inputs"])[0][0] == "style"
        # Methods that find styles without labels number them in their own order.
        self.register_buffer("codes", torch.tensor(json.loads(about["codes"])[seed]))
        self.nets = members(tensors)

    def outputs(self, observations, styles):
        codes = self.codes[styles]
        if self.conditioned:
            style = nn.functional.one_hot(codes, self.styles).to(observations.dtype)
            observations = torch.cat([style, observations], -1)
        if len(self.nets) == 1:
            return self.nets[0](observations)
        return torch.stack([net(observations) for net in self.nets])[codes, torch.arange(len(codes))]

    def forward(self, observations, styles):
        return distribution(self.head, self.outputs(observations, styles))


class Recurrent(nn.Module):
    """CTVAE: windows of observations [rows, steps, observation] in order, and one latent per row (zeros where none is
    given). After `window` steps a new latent and a new window begin."""

    def __init__(self, about, tensors, seed):
        super().__init__()
        self.about, self.head, self.styles = about, json.loads(about["head"]), int(about["styles"])
        self.latent, self.window = int(about["latent"]), int(about["window"])
        gates, inputs = tensors["memory.weight_ih_l0"].shape
        self.memory = nn.GRU(inputs, gates // 3, batch_first=True)
        self.memory.load_state_dict({name.removeprefix("memory."): tensor for name, tensor in tensors.items() if name.startswith("memory.")})
        self.policy = layers(tensors, "policy")

    def outputs(self, observations, styles, latent=None):
        rows, steps, _ = observations.shape
        latent = torch.zeros(rows, self.latent) if latent is None else latent
        style = nn.functional.one_hot(styles, self.styles).to(observations.dtype)
        seen = torch.cat([style[:, None].expand(-1, steps, -1), observations, latent[:, None].expand(-1, steps, -1)], -1)
        return self.policy(torch.cat([seen, self.memory(seen)[0]], -1))

    def forward(self, observations, styles, latent=None):
        return distribution(self.head, self.outputs(observations, styles, latent))


class Critic(nn.Module):
    """From observations and actions to pmi(z; s,a) with every style, nats: the mean over the critics of all folds."""

    def __init__(self, about, tensors, seed):
        super().__init__()
        self.about, self.kind, self.styles = about, about["kind"], int(about["styles"])
        self.noise = json.loads(about["label_noise"])[seed]
        self.register_buffer("log_prior", torch.tensor(json.loads(about["prior"])[seed]).clamp(min=1e-6).log())
        self.nets = members(tensors)

    def normalise(self, scores):
        return scores - torch.logsumexp(scores + self.log_prior, -1, keepdim=True)

    def scores(self, net, pairs):
        if self.kind == "sampled":
            styles = torch.eye(self.styles, dtype=pairs.dtype)
            each = [net(torch.cat([style.expand(len(pairs), -1), pairs], -1)) for style in styles]
            scores = torch.cat(each, -1)
        else:
            scores = net(pairs) - (self.log_prior if self.kind == "classifier" else 0)
        # A share of the labels says nothing: p(z|s,a) = (1 - noise) q(z|s,a) + noise p(z).
        return (self.normalise(scores).exp() * (1 - self.noise) + self.noise).log() if self.noise > 0 else scores

    def forward(self, observations, actions):
        pairs = torch.cat([observations, actions], -1)
        return self.normalise(torch.stack([self.scores(net, pairs) for net in self.nets]).mean(0))
