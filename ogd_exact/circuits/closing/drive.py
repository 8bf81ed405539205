"""Latches that give inputs their bits over time: counters of frames, and tables that say what each frame shows."""

from collections.abc import Collection, Sequence

from ogd_exact.circuits.closing.stimulus import Stimulus
from ogd_exact.circuits.netlists.builder import Circuit, Signal
from ogd_exact.circuits.netlists.graph import Graph
from ogd_exact.circuits.netlists.sequential import unused_name

FLIPPED = str.maketrans("01", "10")


class Lookup:
    """Signals that show a character of a text of 0 and 1, at the place that `select` spells, lowest bit first.

    Beyond the text's end anything may be shown, as no counter comes there.
    """

    def __init__(self, graph: Graph, select: Sequence[int]) -> None:
        self.graph, self.select = graph, select
        self.known: dict[str, int] = {}

    def literal(self, text: str) -> int:
        if text[0] == "1":  # so that opposites share their gates
            return self.literal(text.translate(FLIPPED)) ^ 1
        if "1" not in text:
            return 0
        if text not in self.known:
            top = (len(text) - 1).bit_length() - 1
            low, high = text[: 1 << top], text[1 << top :]
            self.known[text] = (
                self.literal(low)
                if low.startswith(high)
                else self.graph.choice(self.select[top], self.literal(high), self.literal(low))
            )
        return self.known[text]


class Counters:
    """A counter of frames for each length of what is repeated; all stimuli of that length share it.

    It goes up to its last frame, and from there back to the first of those that are repeated.
    """

    def __init__(self, made: Circuit, stimuli: Collection[Stimulus], taken: set[str]) -> None:
        """Makes all latches at once, before any gate, so that nothing has to be renumbered in the end."""
        self.made = made
        self.frames: dict[int, int] = {}
        for stimulus in stimuli:
            period = len(stimulus.repeated)
            self.frames[period] = max(self.frames.get(period, 0), len(stimulus.once) + period)
        times = {period: self.latches(period, taken) for period in sorted(self.frames)}
        self.tables = {period: Lookup(made.graph, [made.own(bit) for bit in time]) for period, time in times.items()}
        for period, time in times.items():
            frames = self.frames[period]
            follows = [*range(1, frames), frames - period]
            for i, bit in enumerate(time):
                text = "".join("01"[frame >> i & 1] for frame in follows)
                made.set_next(bit, made.signal(self.tables[period].literal(text)))

    def latches(self, period: int, taken: set[str]) -> list[Signal]:
        name = "frame" if period == 1 else f"frame_of_{period}_"
        wide = (self.frames[period] - 1).bit_length()
        return [self.made.state(unused_name(f"{name}{i}", taken)) for i in range(wide)]

    def signal(self, stimulus: Stimulus) -> Signal:
        """The signal that shows the bits of one of the stimuli."""
        period = len(stimulus.repeated)
        return self.made.signal(self.tables[period].literal(stimulus.bits(self.frames[period])))
