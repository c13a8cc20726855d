"""PyTorch's time for the step of task.js, in milliseconds for each shape, as JSON.

Eager and compiled, on one thread and on all: the fastest counts.
"""

import json
import math
import sys
import time

try:
    import torch
except ImportError:
    sys.exit("PyTorch is not installed here (pip install torch)")

SHAPES = [(32, 128), (64, 512), (128, 128)]
PAIR, STYLES, ROWS, BATCHES, STEPS, CHUNKS = 12, 4, 8192, 50, 200, 5


def trainer(hidden, batch, compiled):
    torch.manual_seed(7)
    style = torch.randint(STYLES, (ROWS,))
    styles = torch.nn.functional.one_hot(style, STYLES).float()
    pairs = 2 * torch.rand(ROWS, PAIR) - 1
    pairs[:, :STYLES] += styles
    joint = torch.randint(ROWS, (BATCHES, batch))
    shuffled = torch.randint(ROWS, (BATCHES, batch))
    which = torch.cat([joint, joint], 1)
    whose = torch.cat([joint, shuffled], 1)
    net = torch.nn.Sequential(
        torch.nn.Linear(PAIR + STYLES, hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(hidden, hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(hidden, 1),
    )
    adam = torch.optim.Adam(net.parameters(), lr=1e-3, fused=True)

    def loss(which, whose):
        scores = net(torch.cat([pairs[which], styles[whose]], 1))
        return torch.logsumexp(scores[batch:], (0, 1)) - math.log(batch) - scores[:batch].mean()

    if compiled:
        loss = torch.compile(loss)

    def step(number):
        adam.zero_grad()
        value = loss(which[number % BATCHES], whose[number % BATCHES])
        value.backward()
        adam.step()
        return value

    return step


def measure(hidden, batch, threads, compiled):
    torch.set_num_threads(threads)
    step = trainer(hidden, batch, compiled)
    best, done, value = math.inf, 0, None
    for _ in range(1 + CHUNKS):
        began = time.perf_counter()
        for _ in range(STEPS):
            value = step(done)
            done += 1
        value = value.item()
        # The first chunk warms up, and is never the best.
        best = min(best, (time.perf_counter() - began) * 1000 / STEPS)
    if not value < -0.05:
        sys.exit(f"after {done} steps the loss is {value}: it did not learn")
    return best


def fastest(hidden, batch):
    all_threads = torch.get_num_threads()
    times = [measure(hidden, batch, threads, False) for threads in {1, all_threads}]
    try:
        times.append(measure(hidden, batch, 1, True))
    except Exception as error:  # compiling needs a C++ compiler; without one eager is its best
        print(f"torch.compile: {error}", file=sys.stderr)
    torch.set_num_threads(all_threads)
    return min(times)


print(json.dumps([fastest(hidden, batch) for hidden, batch in SHAPES]))
