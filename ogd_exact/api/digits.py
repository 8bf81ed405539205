"""Texts of numbers with more digits than Python writes unless it is told to."""

import sys
import threading
from contextlib import ContextDecorator


class Unlimited(ContextDecorator):
    """Lets numbers of any length become text for the time of a call.

    The first call to come in lifts the limit of the process, and the last to leave puts it back.
    """

    def __init__(self) -> None:
        self.lock, self.inside, self.before = threading.Lock(), 0, 0

    def __enter__(self) -> None:
        with self.lock:
            if not self.inside:
                self.before = sys.get_int_max_str_digits()
                sys.set_int_max_str_digits(0)
            self.inside += 1

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.inside -= 1
            if not self.inside:
                sys.set_int_max_str_digits(self.before)


unlimited_int_digits = Unlimited()
