"""Bits over time: what they say frame by frame, how they are written, and what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ogd_exact.circuits.closing.stimulus import Stimulus, held, read_stimulus, stimulus
from ogd_exact.core.kernel.errors import InputError

ONCE, REPEATED = st.text("01", max_size=8), st.text("01", min_size=1, max_size=6)


@given(ONCE, REPEATED)
def test_the_shortest_form_says_the_same(once: str, repeated: str) -> None:
    short = stimulus(once, repeated)
    for frames in range(30):
        assert short.bits(frames) == (once + repeated * 30)[:frames]
    assert len(short.once) <= len(once) and len(short.repeated) <= len(repeated)
    assert stimulus(*short) == short == read_stimulus(str(short))
    assert short.constant == (len(set(once + repeated)) == 1)


@given(ONCE, REPEATED, ONCE, REPEATED)
def test_equal_bits_have_one_form(once: str, repeated: str, other: str, others: str) -> None:
    same = (once + repeated * 100)[:100] == (other + others * 100)[:100]  # two such sequences differ soon or never
    assert (stimulus(once, repeated) == stimulus(other, others)) == same


@pytest.mark.parametrize(
    ("text", "bits", "shown"),
    [
        ("0", "00000", "0"),
        ("1,0", "10000", "1,0"),
        ("1,1,0,0", "11000", "1,1,0"),
        ("(0,1)", "01010", "(0,1)"),
        ("1,1,(1,0,0)", "1110010", "1,1,(1,0,0)"),
        ("0,(1,0)", "01010", "(0,1)"),
        ("(1,1)", "11111", "1"),
    ],
)
def test_what_users_write(text: str, bits: str, shown: str) -> None:
    assert read_stimulus(text).bits(len(bits)) == bits and str(read_stimulus(text)) == shown


def test_a_bit_and_a_list_of_bits() -> None:
    assert read_stimulus(1) == Stimulus("", "1") == read_stimulus(True) == held("1111")
    assert held("1101") == Stimulus("110", "1")


@pytest.mark.parametrize(
    "text", ["", ",", "2", "1,", ",1", "10", "()", "(0", "0)", "(0,1),1", "((0,1))", "1 ,0", "x", "1" * 99]
)
def test_what_is_no_stimulus(text: str) -> None:
    with pytest.raises(InputError, match="is no stimulus; give 0 or 1, or bits over time"):
        read_stimulus(text)


def test_a_number_is_a_bit() -> None:
    with pytest.raises(InputError, match="a signal is tied to 0 or to 1, not to 2"):
        read_stimulus(2)
