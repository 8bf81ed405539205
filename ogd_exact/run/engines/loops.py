"""Every step of OGD on machine integers, compiled; to be imported only where numba is there.

See integers.py for why nothing overflows. The functions ending in _pass run one pass in place and say why they
stopped; most examples name one coordinate, which is worth a path of its own.
"""

from typing import Any

from ogd_exact.circuits.compiled import compiled
from ogd_exact.run.engines.integers import BAR, RELU

DONE, ROUND, YES, KINK, LARGE, INEXACT, STILL = range(7)


def bar_pass(data: Any, scale: int, bar: int, limit: int, accept: int, weights: Any) -> int:
    """If the margin is below the bar, scale*value is added; value has the label in it."""
    first, index, value = data
    for t in range(first.shape[0] - 1):
        start, end = first[t], first[t + 1]
        if end - start == 1:
            weight = weights[index[start]]
            margin = weight * value[start]
            if margin < bar:
                weight += scale * value[start]
                weights[index[start]] = weight
                if weight > limit or weight < -limit:
                    return LARGE
                if weights[accept] > 0:
                    return YES
            elif margin == bar:
                return KINK
            continue
        margin = 0
        for j in range(start, end):
            margin += weights[index[j]] * value[j]
        if margin < bar:
            for j in range(start, end):
                weight = weights[index[j]] + scale * value[j]
                weights[index[j]] = weight
                if weight > limit or weight < -limit:
                    return LARGE
            if weights[accept] > 0:
                return YES
        elif margin == bar:
            return KINK
    return DONE


def relu_pass(data: Any, scale: int, shift: int, limit: int, accept: int, weights: Any) -> int:
    """If the margin is positive, (margin - label)*scale*value/2^shift is added, where that is whole."""
    first, index, value, label = data
    for t in range(first.shape[0] - 1):
        start, end = first[t], first[t + 1]
        margin = 0
        for j in range(start, end):
            margin += weights[index[j]] * value[j]
        if margin > 0:
            slope = (margin - label[t]) * scale
            for j in range(start, end):
                change = slope * value[j]
                if change & ((1 << shift) - 1):
                    return INEXACT
                weight = weights[index[j]] + (change >> shift)
                weights[index[j]] = weight
                if weight > limit or weight < -limit:
                    return LARGE
            if weights[accept] > 0:
                return YES
        elif margin == 0 and label[t] != 0:
            return KINK
    return DONE


def many(
    one: Any,
    data: Any,
    scale: int,
    bar: int,
    limit: int,
    accept: int,
    to_stop: bool,
    weights: Any,
    kept: Any,
    most: int,
) -> tuple[int, int]:
    """Passes until the weights are the kept ones, or a pass stops in its middle: then its first weights are restored.

    With to_stop, a pass that changes nothing is the last, and is not counted. Returns how many passes, and why no more.
    """
    before = weights.copy()
    size = weights.shape[0]
    for moved in range(most):
        for i in range(size):
            before[i] = weights[i]
        why = one(data, scale, bar, limit, accept, weights)
        if why != DONE:
            for i in range(size):
                weights[i] = before[i]
            return moved, int(why)
        still, same = to_stop, True
        for i in range(size):
            still = still and weights[i] == before[i]
            same = same and weights[i] == kept[i]
        if still:
            return moved, STILL
        if same:
            return moved + 1, ROUND
    return most, DONE


PASSES: dict[str, Any] = {BAR: compiled(bar_pass, keep=False), RELU: compiled(relu_pass, keep=False)}
passes: Any = compiled(many, keep=False)
