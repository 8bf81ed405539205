"""The limit on the digits of texts is lifted for calls of the library, and found as it was by all others."""

import sys
import threading
from collections.abc import Iterator

import pytest

from ogd_exact.api.digits import unlimited_int_digits

LIMIT = 4300


@pytest.fixture(autouse=True)
def limited() -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(LIMIT)
    yield
    sys.set_int_max_str_digits(before)


def test_calls_that_overlap_each_have_any_digits_and_leave_the_limit_as_it_was() -> None:
    """The first leaves while the second is inside, and the second leaves last."""
    first_in, second_in, first_left = (threading.Event() for _ in range(3))
    written: list[int] = []

    @unlimited_int_digits
    def first() -> None:
        first_in.set()
        assert second_in.wait(60)

    @unlimited_int_digits
    def second() -> None:
        second_in.set()
        assert first_left.wait(60)
        written.append(len(str(10**5000)))

    def then_second() -> None:
        assert first_in.wait(60)
        second()

    thread = threading.Thread(target=then_second)
    thread.start()
    first()
    first_left.set()
    thread.join(60)
    assert written == [5001] and sys.get_int_max_str_digits() == LIMIT


def test_an_error_leaves_the_limit_as_it_was() -> None:
    @unlimited_int_digits
    def fails() -> None:
        raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert sys.get_int_max_str_digits() == LIMIT
