"""Full-batch gradient descent on the logistic loss, in doubles, beside the circuit: at which scales does it compute?

python3 scripts/logistic.py [CIRCUIT ...]          counter:2 counter:3 unless you say

An experiment, and no theorem. All examples are those for any order, multiplied by S, from S times the weights they
start from where the threshold is 0. An example that is presented adds x / (1 + exp(w.x)): nearly x where w.x is far
below 0, and nearly nothing where it is far above.
"""

import sys
from itertools import islice
from pathlib import Path
from typing import Any

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from ogd_exact.training.any_order.reduction import SlotReduction, slot_reduction
from ogd_exact.training.constructions.request import Request

STEPS = 8  # the scale is found to one part in so many


def dense(of: SlotReduction) -> tuple[Any, Any]:
    """The examples, and the weights to start from for threshold 0."""
    x = numpy.zeros((len(of.examples), of.dimension))
    for row, example in enumerate(of.examples):
        for c, value in example.x.items():
            x[row, int(c)] = float(value)
    data = [float(weight) for weight in of.start().values()][: of.program.dimension]
    return x, numpy.array([*data, *(float(phase / of.clock.grip) for phase in of.clock.phases)])


def frames_right(of: SlotReduction, square: float) -> tuple[bool, float]:
    """Whether every frame up to the answer is right at a square of S, and how far bits were off at most."""
    x, w = dense(of)
    scale, inputs = square**0.5, slice(of.program.signal(0), of.program.signal(of.program.netlist.inputs))
    x, w, off = scale * x, scale * w, 0.0
    for _, (bits, answer) in zip(range(2**10), successive(of), strict=False):
        highest = -numpy.inf
        for _ in range(of.epochs):
            with numpy.errstate(over="ignore"):
                w = w + (x / (1 + numpy.exp(x @ w))[:, None]).sum(0)
            highest = max(highest, w[of.program.accept] / scale)
        if (highest > 0.5) != answer:
            return False, off
        if answer:
            return True, off
        wanted = numpy.where(bits, 1.0, -1.0)
        off = max(off, float(abs(w[inputs] / scale - wanted).max()))
        if off > 0.5:
            return False, off
    return False, off


def successive(of: SlotReduction) -> Any:
    """The inputs after each frame, and its answer."""
    netlist = of.program.netlist
    for frame in netlist.run():
        yield netlist.step(frame.bits)


def main(circuits: list[str]) -> None:
    for circuit in circuits:
        of = slot_reduction(Request(circuit, tables="any-order"))
        x, _ = dense(of)
        edge = 8 / float(numpy.linalg.eigvalsh(x.T @ x)[-1])
        tried = [2 ** (k / STEPS) for k in range(-4 * STEPS, 8 * STEPS)]
        right = [square for square in tried if frames_right(of, square)[0]]
        frames = next(k for k, (_, answer) in enumerate(islice(successive(of), 2**10), 1) if answer)
        print(f"{circuit}: {frames} frames, {of.epochs} epochs each; stable below S^2 = {edge:.2g}")
        if not right:
            print("  right at no scale that was tried")
            continue
        least = min(square for square in right if all(s in right for s in tried if s >= square))
        print(f"  right from S^2 = {least:.3g} on, {least / edge:.3g} times the edge; bits off by at most:")
        for square in (least, 2 * least, 4 * least):
            print(f"    S^2 = {square:.3g}: {frames_right(of, square)[1]:.1e}")


if __name__ == "__main__":
    main(sys.argv[1:] or ["counter:2", "counter:3"])
