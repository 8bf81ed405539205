"""What a gadget promises: its precondition, its effect, and what it leaves alone, or low, on the way.

A contract speaks of truth values (true, false, unset) and of fixed weights; the model's encoding and the
magnitudes turn them into weights.
"""

import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

Truth = str  # "true", "false", "unset", or the text of a fixed weight such as "1"
TRUTHS = ("true", "false", "unset")
KINDS: dict[str, tuple[Truth, ...]] = {
    "bit": ("false", "true"),
    "bit or unset": ("false", "unset", "true"),
    **{truth: (truth,) for truth in TRUTHS},
}


def boolean(function: Callable[..., bool]) -> Callable[..., Truth]:
    return lambda *bits: "true" if function(*(bit == "true" for bit in bits)) else "false"


EFFECTS: dict[str, Callable[..., Truth]] = {
    "copy": lambda a: a,
    "not": boolean(lambda a: not a),
    "and": boolean(lambda a, b: a and b),
    "or": boolean(lambda a, b: a or b),
    "nand": boolean(lambda a, b: not (a and b)),
    "nor": boolean(lambda a, b: not (a or b)),
    "xor": boolean(lambda a, b: a != b),
    "xnor": boolean(lambda a, b: a == b),
    "false_if_unset": lambda a: "false" if a == "unset" else a,
    "unset_if_false": lambda a: "true" if a == "true" else "unset",
}
UNSET_ALLOWED = ("copy", "false_if_unset")
OF_TWO = ("and", "or", "nand", "nor", "xor", "xnor")
CALL = re.compile(r"(\w+)\((\w+(?:, *\w+)*)\)")


@dataclass(frozen=True)
class Contract:
    gadget: str
    label: str
    coordinates: tuple[str, ...]
    before: Mapping[str, str] = field(default_factory=dict)  # coordinate -> a kind, or a fixed weight
    after: Mapping[str, str] = field(default_factory=dict)  # coordinate -> an effect; not named: unchanged
    untouched: Mapping[str, str] = field(default_factory=dict)  # coordinate -> when it never moves
    never_positive: Mapping[str, str] = field(default_factory=dict)  # coordinate -> when it never is, after any example
    magnitudes: Mapping[str, str] = field(default_factory=dict)  # coordinate -> symbol of its magnitude
    returns: tuple[str, ...] = ()  # coordinates whose new magnitude the gadget returns
    entry: tuple[tuple[str, ...], ...] = ()  # or else: the cases themselves, where they are not a product,
    final: tuple[tuple[str, ...], ...] = ()  # and the weights at the end of each
    note: str = ""

    def assignments(self) -> Iterator[dict[str, Truth]]:
        """Each combination of truth values that the precondition allows."""
        choices = [KINDS.get(self.before[c], (self.before[c],)) for c in self.coordinates]
        for values in itertools.product(*choices):
            yield dict(zip(self.coordinates, values, strict=True))

    def effect(self, coordinate: str, assignment: Mapping[str, Truth]) -> Truth:
        """The truth value promised at the end: what `after` does not name keeps its own."""
        return apply_effect(self.after.get(coordinate, f"copy({coordinate})"), assignment)

    def never_moves(self, coordinate: str, assignment: Mapping[str, Truth]) -> bool:
        return apply_effect(self.untouched.get(coordinate, ""), assignment) == "true"

    def stays_low(self, coordinate: str, assignment: Mapping[str, Truth]) -> bool:
        return apply_effect(self.never_positive.get(coordinate, ""), assignment) == "true"


def function_in(text: str) -> tuple[str, tuple[str, ...]]:
    """The function that a text names and the coordinates that it is of, as in nand(i1, i2); of other texts, none."""
    match = CALL.fullmatch(text)
    return (match[1], tuple(name.strip() for name in match[2].split(","))) if match else ("", ())


def is_call(text: str) -> bool:
    return function_in(text)[0] != ""


def apply_effect(text: str, assignment: Mapping[str, Truth]) -> Truth:
    function, names = function_in(text)
    return EFFECTS[function](*(assignment[name] for name in names)) if function else text


def is_defined(text: str, before: Mapping[str, str]) -> bool:
    """Whether an effect is a known function, and defined on all that its coordinates may hold."""
    function, names = function_in(text)
    if not function:
        return True
    kinds = [before.get(name, "") for name in names]
    held = {truth for kind in kinds for truth in KINDS.get(kind, (kind,))}
    allowed = {"true", "false", "unset" if function in UNSET_ALLOWED else "true"}
    known = function in EFFECTS and "" not in kinds and len(kinds) == 1 + (function in OF_TWO)
    return known and (function == "copy" or held <= allowed)


def is_condition(text: str) -> bool:
    """Whether the text is a function of bits that is true or false."""
    return function_in(text)[0] not in ("", "false_if_unset", "unset_if_false")
