"""Random circuits, and an evaluator that shares nothing with what is tested."""

from typing import NamedTuple

from hypothesis import strategies as st

from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential

NAME = st.text("abcXYZ019_[]$.", min_size=1, max_size=6)


@st.composite
def sequentials(
    draw: st.DrawFn, *, inputs: int = 3, resets: tuple[int | None, ...] = (0, 1, None), constraints: int = 0
) -> Sequential:
    """Circuits of every odd shape: without gates, without latches, constants everywhere, outputs tied together."""
    count = draw(st.integers(0, inputs)), draw(st.integers(0, 4)), draw(st.integers(0, 8))
    roots = draw(st.integers(0, 3)), draw(st.integers(0, 2))
    # One name for one thing, whatever it is, so that every format can keep it.
    names = iter(draw(st.lists(NAME, min_size=sum(count[:2]) + sum(roots), max_size=12, unique=True)))
    first = 1 + count[0] + count[1]
    ands = []
    for variable in range(first, first + count[2]):
        literal = st.integers(0, 2 * variable - 1)
        ands.append((draw(literal), draw(literal)))
    literal = st.integers(0, 2 * (first + count[2]) - 1)
    return Sequential(
        tuple(next(names) for _ in range(count[0])),
        tuple(Latch(next(names), draw(literal), draw(st.sampled_from(resets))) for _ in range(count[1])),
        tuple(ands),
        tuple(Named(next(names), draw(literal)) for _ in range(roots[0])),
        tuple(Named(next(names), draw(literal)) for _ in range(roots[1])),
        constraints=tuple(Named(f"c{i}", draw(literal)) for i in range(draw(st.integers(0, constraints)))),
    )


Bits = tuple[bool, ...]


class Shown(NamedTuple):
    outputs: Bits
    bads: Bits
    next: Bits


def shown(circuit: Sequential, state: Bits, inputs: Bits = ()) -> Shown:
    """What a circuit shows in a state, signal by signal."""
    values = [False, *inputs, *state]

    def value(literal: int) -> bool:
        return values[literal // 2] != bool(literal % 2)

    for a, b in circuit.ands:
        values.append(value(a) and value(b))
    outputs, bads = (tuple(value(x.literal) for x in part) for part in (circuit.outputs, circuit.bads))
    return Shown(outputs, bads, tuple(value(latch.next) for latch in circuit.latches))


def bits(number: int, width: int) -> Bits:
    """Lowest bit first."""
    return tuple(bool(number >> i & 1) for i in range(width))
