"""Brent's method on states that are numbers, in moves of any size that leaves room."""

from hypothesis import given
from hypothesis import strategies as st

from ogd_exact.training.runs.cycle import Cycle


@given(st.lists(st.integers(0, 19), min_size=20, max_size=20), st.randoms())
def test_the_period_is_that_of_the_cycle(follows: list[int], chance: object) -> None:
    states = [0]
    while follows[states[-1]] not in states:
        states.append(follows[states[-1]])
    period = len(states) - states.index(follows[states[-1]])

    cycle, state, moves = Cycle(0), 0, 0
    while not cycle.closed(state):
        before = cycle.kept
        assert 0 < cycle.room <= cycle.reach
        state, moves = follows[state], moves + 1
        cycle.move(1, state)
        assert cycle.closed(state) or cycle.distance < cycle.reach
        assert moves == cycle.reach - 1 + cycle.distance
    assert (cycle.distance, state) == (period, before)
    assert moves <= 3 * len(states) + 1


def test_what_is_kept_is_a_copy() -> None:
    state = {"w": 0}
    cycle = Cycle({"w": 7})
    cycle.move(1, state)
    state["w"] = 1
    assert cycle.kept == {"w": 0} and not cycle.closed(state)
