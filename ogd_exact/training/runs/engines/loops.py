"""Every step of OGD on machine integers, compiled; to be imported only where numba is there.

A rule's polynomials become closures, of which the compiler makes one loop. Each takes its time to compile, so that
linear terms share one. integers.py says what their numbers are, and why nothing overflows. A loop says why it stopped.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from ogd_exact.circuits.netlists.compiled import compiled
from ogd_exact.training.runs.engines.integers import Pieces, Terms

DONE, ROUND, YES, KINK, LARGE, INEXACT, STILL = range(7)
machine_code: Any = partial(compiled, keep=False, inner=True)


@cache
def total(terms: Terms) -> Any:
    """The sum of c * p^i * y^j."""
    constant, by_p, by_y = (sum(c for c, *powers in terms if powers == [i, j]) for i, j in ((0, 0), (1, 0), (0, 1)))
    higher = [term for term in terms if term[1] + term[2] > 1]
    if not higher:
        return machine_code(lambda p, y: constant + by_p * p + by_y * y)
    (c, i, j), rest = higher[0], total(tuple(term for term in terms if term != higher[0]))
    return machine_code(lambda p, y: c * p**i * y**j + rest(p, y))


def branches(pieces: Pieces, doing: Callable[[Terms], Any], k: int = 0) -> Any:
    """Does what the value says in the interval of the score s; nothing on a kink where the two that meet differ."""
    here, value_here = doing(pieces.values[k]), total(pieces.values[k])
    if k == len(pieces.kinks):
        return here
    kink, value_there, beyond = pieces.kinks[k], total(pieces.values[k + 1]), branches(pieces, doing, k + 1)

    @machine_code
    def branch(s, p, y, start, end, index, value, limit, accept, weights):  # type: ignore[no-untyped-def]
        if s < kink:
            return here(s, p, y, start, end, index, value, limit, accept, weights)
        if s == kink and value_here(p, y) != value_there(p, y):
            return KINK
        return beyond(s, p, y, start, end, index, value, limit, accept, weights)

    return branch


@cache
def pass_of(moves: Pieces, after: Pieces, signs: bool, dense: bool) -> Any:
    """Runs one pass in place; most examples name one coordinate, which is worth a path of its own."""
    score, score_after, parts, divisor = total(moves.score), total(after.score), moves.divisor, after.divisor
    added = dense and not signs and after.values == (((1, 1, 0),),) and divisor == 1  # W becomes W + X * move

    def putting(terms: Terms) -> Any:
        become = total(terms)

        @machine_code
        def put(s, w, y, start, end, index, value, limit, accept, weights):  # type: ignore[no-untyped-def]
            wanted = become(w, y)
            weight = wanted // divisor
            weights[index[start]] = weight
            if weight * divisor != wanted:
                return INEXACT
            return LARGE if weight > limit or weight < -limit else DONE

        return put

    put = branches(after, putting)

    def moving(terms: Terms) -> Any:
        move, fires = total(terms), bool(terms)

        @machine_code
        def act(s, p, y, start, end, index, value, limit, accept, weights):  # type: ignore[no-untyped-def]
            if not fires:
                return DONE
            slope = move(p, y)
            rest = start + 0
            if added:
                large, rest = False, end - 1
                for i in range(index[end - 1]):  # without a way out, so that it becomes vector code
                    weights[i] += slope * value[start + i]
                    large |= (weights[i] > limit) | (weights[i] < -limit)
                if large:
                    return LARGE
            for j in range(rest, end):
                entry = (value[j] > 0) - (value[j] < 0) if signs else value[j]
                w = weights[index[j]] * parts + slope * entry
                why = put(score_after(w, y), w, y, j, end, index, value, limit, accept, weights)
                if why != DONE:
                    return why
            return YES if weights[accept] > 0 else DONE

        return act

    step = branches(moves, moving)

    @machine_code
    def one_pass(first, index, value, label, limit, accept, weights):  # type: ignore[no-untyped-def]
        for t in range(first.shape[0] - 1):
            start, end, y = first[t], first[t + 1], label[t]
            p = weights[index[start]] * value[start]
            if not dense and end - start == 1:
                why = step(score(p, y), p, y, start, start + 1, index, value, limit, accept, weights)
            else:
                rest = start + 1
                if dense:
                    rest, p = end - 1, p * 0
                    for i in range(index[end - 1]):  # vector code, too
                        p += weights[i] * value[start + i]
                for j in range(rest, end):
                    p += weights[index[j]] * value[j]
                why = step(score(p, y), p, y, start, end + 0, index, value, limit, accept, weights)  # of the same type
            if why != DONE:
                return why
        return DONE

    return one_pass


@partial(compiled, keep=False)
def passes(one, data, limit, accept, to_stop, weights, before, kept, most):  # type: ignore[no-untyped-def]
    """Passes until the weights are the kept ones, or a pass stops in its middle: then its first weights are restored.

    With to_stop, a pass that changes nothing is the last, and is not counted. Returns how many passes, and why no more.
    """
    size = weights.shape[0]
    for moved in range(most):
        for i in range(size):
            before[i] = weights[i]
        why = one(*data, limit, accept, weights)
        if why != DONE:
            for i in range(size):
                weights[i] = before[i]
            return moved, why
        still, same = to_stop, True
        for i in range(size):
            still, same = still and weights[i] == before[i], same and weights[i] == kept[i]
        if still:
            return moved, STILL
        if same:
            return moved + 1, ROUND
    return most, DONE
