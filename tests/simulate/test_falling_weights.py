"""Weights that decay all at once: the same as if each were multiplied at every step."""

from hypothesis import given
from hypothesis import strategies as st

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.runs.weights import FallingWeights

KEYS = "abc"
NUMBERS = st.fractions(-3, 3, max_denominator=5).map(rational)


@given(
    st.lists(NUMBERS, min_size=3, max_size=3),
    st.sampled_from([rational(9, 10), rational(1, 2)]),
    st.lists(st.dictionaries(st.sampled_from(KEYS), NUMBERS), max_size=8),
    st.data(),
)
def test_as_if_each_weight_were_multiplied(start: list, decay: object, steps: list[dict], data: st.DataObject) -> None:
    plain = dict(zip(KEYS, start, strict=True))
    falling = FallingWeights(plain, decay)
    for after in steps:
        plain = {key: weight * decay for key, weight in plain.items()} | after
        falling.fall()
        falling.update(after)
        looked_at = data.draw(st.sampled_from(KEYS))  # which brings it, and no other, up to date
        assert falling[looked_at] == plain[looked_at]
    assert falling == plain and list(falling) == list(plain) and len(falling) == 3
