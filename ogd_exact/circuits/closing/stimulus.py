"""Bits over time: what an input is given, frame after frame."""

import re
from typing import NamedTuple

from ogd_exact.core.kernel.errors import InputError, one_line

MAX_TEXT = 1 << 20
FORM = "0 or 1, or bits over time: 1,0 holds the last, (0,1) repeats, and 1,(0,1) does one after the other"
WRITTEN = re.compile(r"((?:[01],)*)(?:([01])|\(([01](?:,[01])*)\))")


class Stimulus(NamedTuple):
    """Bits that come once, a character 0 or 1 for each frame, and then bits that are repeated without end."""

    once: str
    repeated: str

    def bits(self, frames: int) -> str:
        """The bits of the first frames."""
        rounds = -(-max(0, frames - len(self.once)) // len(self.repeated))
        return (self.once + self.repeated * rounds)[:frames]

    @property
    def constant(self) -> bool:
        return not self.once and len(self.repeated) == 1

    def __str__(self) -> str:
        end = self.repeated if len(self.repeated) == 1 else f"({','.join(self.repeated)})"
        return ",".join([*self.once, end])


def stimulus(once: str, repeated: str) -> Stimulus:
    """The shortest way to say the same: 1,0,0 is 1,0 and 0,(1,0) is (0,1)."""
    period = (repeated + repeated).index(repeated, 1)
    repeated = repeated[:period]
    same = 0
    while same < len(once) and once[-1 - same] == repeated[-1 - same % period]:
        same += 1
    turn = same % period
    return Stimulus(once[: len(once) - same], repeated[period - turn :] + repeated[: period - turn])


def held(bits: str) -> Stimulus:
    """A bit for each frame, of which the last is held."""
    return stimulus(bits[:-1], bits[-1])


def read_stimulus(given: "int | str | Stimulus") -> Stimulus:
    """What a user gives an input: a bit, or bits over time as text."""
    if isinstance(given, Stimulus):
        return stimulus(*given)
    if isinstance(given, int):
        if given not in (0, 1):
            raise InputError(f"a signal is tied to 0 or to 1, not to {given}")
        return Stimulus("", str(int(given)))
    match = WRITTEN.fullmatch(given) if isinstance(given, str) and len(given) <= MAX_TEXT else None
    if match is None:
        raise InputError(f"{one_line(repr(given), 42)} is no stimulus; give {FORM}")
    once, last, repeated = (text.replace(",", "") if text else "" for text in match.groups())
    return stimulus(once, last or repeated)
