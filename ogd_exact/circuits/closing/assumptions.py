"""What a verdict takes for granted: how inputs are driven, where latches start, and what must hold on the way."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ogd_exact.circuits.closing.stimulus import Stimulus
from ogd_exact.text.wording import counted

LISTED = 5  # inputs whose bits over time are written out
LONGEST = 10**12  # a search of so many frames takes weeks


@dataclass(frozen=True)
class Driver:
    """A file that said what inputs are given."""

    path: str
    sha256: str
    frames: int
    inputs: tuple[str, ...]  # those that it drives
    unknown: int = 0  # bits that it leaves open, and that were taken for 0


@dataclass(frozen=True)
class Searched:
    """What was left open, inputs and starts of latches by name: all that they can be over so many frames."""

    inputs: tuple[str, ...]
    starts: tuple[str, ...]
    frames: int

    @property
    def passes(self) -> int:
        """How many frames of the closed circuit that takes, and so passes of OGD."""
        return frames_searched(self.frames, len(self.inputs), len(self.starts))

    def __str__(self) -> str:
        what = [counted(len(self.inputs), "input")] * bool(self.inputs)
        what += [counted(len(self.starts), "start")] * bool(self.starts)
        over = f"over {counted(self.frames, 'frame')}, {counted(self.passes, 'frame')} in all"
        return f"searched: {' and '.join(what) or 'nothing open'} {over}"


@dataclass(frozen=True)
class Assumptions:
    """Nothing is assumed of a circuit without inputs whose latches start where it says."""

    inputs: Mapping[str, Stimulus] = field(default_factory=dict)  # each input of the circuit
    starts: Mapping[str, int] = field(default_factory=dict)  # latches that start where the circuit does not say
    constraints: tuple[str, ...] = ()  # hold in each frame up to that of a yes
    driver: Driver | None = None
    searched: Searched | None = None
    quoted: str = ""  # in the words of a certificate, which tells no more of them

    def __str__(self) -> str:
        """The assumptions in words, such as: with 3 inputs tied to 0 and rst = 1,0; empty where nothing is assumed."""
        if self.quoted:
            return self.quoted
        *others, last = list(self.parts()) or [""]
        given = f"with {', '.join(others)} and {last}" if others else f"with {last}" if last else ""
        while_held = f"while {counted(len(self.constraints), 'constraint holds', 'constraints hold')}"
        searched = str(self.searched or "")
        return ", ".join(text for text in (given, while_held if self.constraints else "", searched) if text)

    def parts(self) -> Iterator[str]:
        from_file = set(self.driver.inputs) if self.driver else set()
        by_hand = {name: stimulus for name, stimulus in self.inputs.items() if name not in from_file}
        tied = Counter(str(stimulus) for stimulus in by_hand.values() if stimulus.constant)
        yield from (f"{counted(tied[bit], 'input')} tied to {bit}" for bit in sorted(tied))
        moving = [(name, stimulus) for name, stimulus in by_hand.items() if not stimulus.constant]
        yield from (f"{name[:40]} = {short(stimulus)}" for name, stimulus in moving[:LISTED])
        if len(moving) > LISTED:
            yield f"{len(moving) - LISTED} more inputs over time"
        if self.driver:
            frames = counted(self.driver.frames, "frame")
            open_bits = f", with {counted(self.driver.unknown, 'x', 'x')} read as 0" if self.driver.unknown else ""
            what = counted(len(self.driver.inputs), "input")
            yield f"{what} driven by {self.driver.path[-60:]} ({frames}, the last one held{open_bits})"
        started = Counter(self.starts.values())
        yield from (f"{counted(started[bit], 'latch', 'latches')} started at {bit}" for bit in sorted(started))

    def data(self) -> dict[str, Any]:
        """The assumptions for JSON."""
        return {
            "inputs": {name: str(stimulus) for name, stimulus in self.inputs.items()},
            "starts": dict(self.starts),
            "constraints": list(self.constraints),
            **({"quoted": self.quoted} if self.quoted else {}),
            **({"searched": asdict(self.searched) | {"passes": self.searched.passes}} if self.searched else {}),
            "stimulus": self.driver
            and {"file": self.driver.path, "sha256": self.driver.sha256}
            | {"frames": self.driver.frames, "inputs": list(self.driver.inputs), "unknown": self.driver.unknown},
        }


NOTHING_ASSUMED = Assumptions()


def short(stimulus: Stimulus, most: int = 24) -> str:
    text = str(stimulus)
    return text if len(text) <= most else f"{text[:most]}... ({counted(len(stimulus.once), 'frame')}, then repeated)"


def frames_searched(length: int, inputs: int, starts: int) -> int:
    """How many frames there are in all sequences of a length, for so many open inputs and starts."""
    return length << length * inputs + starts


def frames_text(length: int, inputs: int, starts: int) -> str:
    """How many frames a search takes, as a number unless that is long."""
    bits = length * inputs + starts
    if bits < LONGEST.bit_length() and length << bits <= LONGEST:
        return str(length << bits)
    return f"{length}*2^{bits}" if length > 1 else f"2^{bits}"
