"""The pages of docs/machines on runs in any order, with their pictures; scripts/machines.py writes them."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import ogd_exact as ogd
from ogd_exact.api.any_order import AnyOrderRun
from ogd_exact.documents.explorer import palette

CIRCUIT, SEED = "counter:3", 0
LIVE = {"any-order": "shuffle", "full-batch": "full-batch"}  # the order that each page begins with
SHOWN = {
    "any-order": "The same examples in another order in every epoch, and the SVM counts on: a clock of weights.",
    "full-batch": "Plain gradient descent on the whole batch, by PyTorch, counts: every weight, epoch by epoch.",
}
SVG = "http" + "://www.w3.org/2000/svg"  # a name, not an address
WIDTH, HEIGHT, ROW = 512, 320, 16


def coloured(names: Mapping[str, str]) -> str:
    true, false, accent = names["true"], names["false"], names["accent"]
    style = f".t{{fill:{true}}}.f{{fill:{false}}}path{{stroke:{true}}}circle{{fill:{accent}}}"
    return f"svg{{background:{names['panel']}}}{style}"


LIGHT, DARK = coloured(palette.LIGHT), coloured(palette.DARK)
STYLE = f"path{{fill:none;stroke-width:1}}{LIGHT}@media(prefers-color-scheme:dark){{{DARK}}}"
SNIPPET = """import ogd_exact as ogd
import torch

run = ogd.reduce("counter:3", tables="any-order")
X, y = (torch.tensor(part) for part in run.arrays())
w = torch.tensor([float(weight) for weight in run.start], dtype=torch.double, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=1)
for epoch in range(1, 7 * run.epochs + 1):
    optimizer.zero_grad()
    torch.clamp(1 - y * (X @ w), min=0).sum().backward()  # the whole batch
    optimizer.step()
    if epoch % run.epochs == 0:
        print(*reversed(run.bits(w.detach().numpy())), sep="", end=" ")
"""


# Of the command below, which needs torch; a test of the docs runs it and compares.
REPLAYED = """counter:2 by svm in torch.optim.SGD, float32, in order full-batch
exact       accepted in frame 3 (epoch 832)
library     accepted in epoch 832
weights     exactly equal after 832 of 832 epochs
bits        right after 3 of 3 frames
"""


def drawn(title: str, width: int, height: int, parts: Iterator[str]) -> str:
    head = f'<svg xmlns="{SVG}" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return "\n".join([head, f"<title>{title}</title>", f"<style>{STYLE}</style>", *parts, "</svg>", ""])


def clock(run: AnyOrderRun) -> str:
    """Every slot's phase over a period, and a dot where one of its members fires."""
    lift = run.drift * run.epochs
    fired = {run.slots[k]: epoch for epoch, k in run.firings(LIVE["any-order"], seed=SEED)}
    top = max(phase - fired[slot] * run.drift for slot, phase in enumerate(run.phases)) + lift

    def x(epoch: int) -> float:
        return round(epoch * WIDTH / run.epochs, 1)

    def y(phase: Fraction) -> float:
        return round(float(HEIGHT - 12 - phase * (HEIGHT - 16) / top), 1)

    def parts() -> Iterator[str]:
        for slot, phase in enumerate(run.phases):
            at = fired[slot]
            low, high = phase - at * run.drift, phase - at * run.drift + lift
            yield f'<path d="M0,{y(phase)}L{x(at)},{y(low)}M{x(at)},{y(high)}L{WIDTH},{y(phase)}"/>'
            yield f'<circle cx="{x(at)}" cy="{y(low)}" r="3"/>'

    return drawn(f"the clock of {CIRCUIT}: phases over a period of {run.epochs} epochs", WIDTH, HEIGHT, parts())


def history(run: AnyOrderRun, periods: int = 7) -> list[list[tuple[int, Fraction]]]:
    """Of every weight but the clocks': from which epoch on it has which value."""
    examples = list(run.examples())
    bits = run.dimension - len(run.phases)
    found = [[(0, weight)] for weight in run.start[:bits]]
    for epoch, k in run.firings(LIVE["full-batch"], frames=periods):
        for c, change in examples[k][0].items():
            if c < bits:
                found[c].append((epoch, found[c][-1][1] + change))
    return found


def weights(run: AnyOrderRun, periods: int = 7) -> str:
    """A row for each weight but the clocks', over all epochs: blue above 0, orange below."""
    rows, total = history(run, periods), periods * run.epochs

    def parts() -> Iterator[str]:
        for row, values in enumerate(rows):
            for (start, value), (end, _) in zip(values, [*values[1:], (total, None)], strict=True):
                if value and end > start:
                    left, wide = round(start * WIDTH / total, 1), round((end - start) * WIDTH / total, 1)
                    kind = "t" if value > 0 else "f"
                    yield f'<rect class="{kind}" x="{left}" y="{row * ROW}" width="{wide}" height="{ROW - 1}"/>'

    return drawn(f"the weights of {CIRCUIT} over {total} epochs of the full batch", WIDTH, ROW * len(rows), parts())


def any_order_page(run: AnyOrderRun, note: str) -> str:
    return f"""# any order
{note}

`{CIRCUIT}`, from {len(run)} examples that are shuffled anew in every epoch.

![The clock of {CIRCUIT}](any-order.svg)

Each line is the phase of a slot, and a slot is a few examples of which one fires in every period of {run.epochs}
epochs: a dot. One more example, the drift, lowers every phase in every epoch. When a phase comes down, the bits decide
which member of its slot fires, and that lifts the phase for a whole period. Lines are so far apart, and come down so
slowly, that no order of the examples can change what a slot does. [The proof](../any-order.md) is for all orders, all
batches and all epochs.

```
$ ogd-exact simulate {CIRCUIT} --tables any-order --order adversary
{ogd.simulate(run, order="adversary").explain()}
```

<a href="../explore/any-order.html">Watch the hands come down, and change the order</a>
"""


def full_batch_page(run: AnyOrderRun, note: str) -> str:
    counted = " ".join(f"{k:03b}" for k in range(1, 8))
    return f"""# full batch in PyTorch
{note}

`{CIRCUIT}`, by `torch.optim.SGD` on the whole batch: no order at all, and no randomness.

![The weights of {CIRCUIT}, epoch by epoch](full-batch.svg)

A row is a weight, blue above 0 and orange below; a column an epoch. These are the bits and gates of a counter; not
shown are the clocks, which fall by the same amount in every epoch. This is all that it takes:

```python
{SNIPPET}```

    {counted}

The gradient is that of the hinge loss, summed over {len(run)} examples. Nothing is rounded, as all numbers are short
and dyadic:

```
$ ogd-exact replay counter:2 --tables any-order --library torch --order full-batch
{REPLAYED}```

<a href="../explore/full-batch.html">Watch it, epoch by epoch</a>
"""


def files(note: str) -> dict[str, str]:
    run = ogd.reduce(CIRCUIT, tables="any-order")
    assert isinstance(run, AnyOrderRun)
    return {
        "any-order.md": any_order_page(run, note),
        "full-batch.md": full_batch_page(run, note),
        "any-order.svg": clock(run),
        "full-batch.svg": weights(run),
    }
