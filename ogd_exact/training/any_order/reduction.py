"""Makes of a request a training set that is proved to run its circuit in every order."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.gadgets.properties.traits import is_additive
from ogd_exact.text.wording import argument
from ogd_exact.training.any_order.assemble import assemble
from ogd_exact.training.any_order.clock import Clock
from ogd_exact.training.any_order.proof import prove, start_weights
from ogd_exact.training.any_order.read import read_slots
from ogd_exact.training.any_order.table import SlotSet
from ogd_exact.training.any_order.walk import Member, placed, wrong
from ogd_exact.training.constructions.asked import NetlistQuestion, asked_of
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.request import Request, parameter

DRIFT = 0  # the place of the drift among the examples; those of slots follow, slot by slot
WHY_NO_DECAY = (
    "with a regularizer weights depend on the epoch in which a slot fires, and that on the order (docs/any-order.md)"
)


@dataclass(frozen=True)
class SlotReduction:
    """A netlist, and a training set that is proved to run it, presented in any order."""

    asked: NetlistQuestion
    tables: SlotSet
    program: Program
    clock: Clock
    rate: Number
    distance: Number  # by which every margin stays off the kink at rate 1, as proved; of the drift's only that it fires

    @property
    def model(self) -> str:
        return self.tables.model

    @cached_property
    def step(self) -> Step:
        return Step(self.tables.rule, self.rate)

    @property
    def order(self) -> str:
        """How it may be presented."""
        return "any"

    @property
    def epochs(self) -> int:
        """How many there are from one application of the circuit to the next."""
        return self.clock.epochs

    @property
    def kink_bound(self) -> Number:
        """The distance by which margins stay off the kink, the drift's apart: what a step adds grows with the rate."""
        return self.rate * self.distance

    @cached_property
    def slots(self) -> list[tuple[Member, ...]]:
        return placed(self.program, self.tables)

    @property
    def dimension(self) -> int:
        return self.program.dimension + len(self.slots)

    def coordinates(self) -> list[str]:
        return self.program.coordinates(*self.more())

    def more(self) -> list[str]:
        """The coordinates besides those of the circuit."""
        return [f"clock{t}" for t in range(len(self.slots))]

    @cached_property
    def slot_of(self) -> list[int]:
        """The slot of each example; that of the drift, which has none, is -1."""
        return [-1, *(t for t, slot in enumerate(self.slots) for _ in slot)]

    @cached_property
    def examples(self) -> list[Example]:
        """The drift, then the members of each slot."""
        clock, first = self.clock, self.program.dimension
        lowering = -clock.drift / clock.grip
        one = rational(1)
        drift = Example({str(first + t): lowering for t in range(len(self.slots))}, one)
        return [drift] + [
            Example({**{str(c): x for c, x in member}, str(first + t): clock.grip}, one)
            for t, slot in enumerate(self.slots)
            for member in slot
        ]

    @cached_property
    def threshold(self) -> Number:
        """An example fires where w.x is below it: 1 for the hinge loss, 0 for the perceptron."""
        (kink,) = self.step.kinks
        found: Number = rational(kink)
        return found

    def start(self) -> dict[str, Number]:
        """The weights before the first epoch; the same examples serve every rate and threshold, from other weights."""
        data = [self.rate * weight for weight in start_weights(self.program, self.tables)]
        clocks = [(self.threshold + self.rate * phase) / self.clock.grip for phase in self.clock.phases]
        return {str(c): weight for c, weight in enumerate([*data, *clocks])}

    def bits(self, weights: Mapping[str, Number]) -> tuple[bool, ...] | None:
        """The inputs of the netlist as weights hold them, if all of them are bits."""
        encoding = {self.rate * self.tables.encoding[truth]: truth == "true" for truth in ("true", "false")}
        found = [encoding.get(weights[str(self.program.signal(i))]) for i in range(self.program.netlist.inputs)]
        known = tuple(bit for bit in found if bit is not None)
        return known if len(known) == len(found) else None


def slot_reduction(request: Request, asked: NetlistQuestion | None = None) -> SlotReduction:
    """Reads, assembles and proves; raises InputError where any of it fails."""
    assert request.tables is not None
    if request.question != "first-coordinate":
        raise InputError(f"slots answer by the first coordinate; drop {argument('question', request.question)}")
    tables = read_slots(request.tables, request.model)
    return assembled(asked or asked_of(request), tables, rate_of(request.parameters))


def rate_of(parameters: Mapping[str, Number]) -> Number:
    for name in parameters:
        if name == "lambda":
            raise InputError(f"{parameter(name)} is not for slots: {WHY_NO_DECAY}; drop it")
        if name != "eta":
            raise InputError(f"{parameter(name)}: slots have no such symbol; drop it")
    rate: Number = parameters.get("eta", rational(1))
    if not rate > 0:
        raise InputError(f"{parameter('eta')} must be positive, such as 1/4")
    return rate


def assembled(asked: NetlistQuestion, tables: SlotSet, rate: Number, clock: Clock | None = None) -> SlotReduction:
    """The training set with the clock that is given, or one that is chosen; it is proved in either case."""
    program = Program(tables.construction, asked.netlist, asked.inputs)
    clock = clock or assemble(program, tables)
    found = SlotReduction(asked, tables, program, clock, rate, prove(program, tables, clock))
    if not is_additive(tables.rule) or found.threshold < 0 or not rate > 0:
        raise wrong(5, "an example must fire where w.x is below a threshold, which must not be negative")
    return found
