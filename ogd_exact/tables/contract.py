"""What a gadget promises: its precondition, its effect, and what it leaves alone on the way.

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
    "true": ("true",),
    "false": ("false",),
    "unset": ("unset",),
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
CALL = re.compile(r"(\w+)\((\w+(?:, *\w+)*)\)")


@dataclass(frozen=True)
class Contract:
    gadget: str
    label: str
    coordinates: tuple[str, ...]
    before: Mapping[str, str] = field(default_factory=dict)  # coordinate -> a kind, or a fixed weight
    after: Mapping[str, str] = field(default_factory=dict)  # coordinate -> an effect; not named: unchanged
    untouched: Mapping[str, str] = field(default_factory=dict)  # coordinate -> when it never moves
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
        text = self.after.get(coordinate)
        return assignment[coordinate] if text is None else apply_effect(text, assignment)

    def never_moves(self, coordinate: str, assignment: Mapping[str, Truth]) -> bool:
        text = self.untouched.get(coordinate)
        return text is not None and apply_effect(text, assignment) == "true"


def apply_effect(text: str, assignment: Mapping[str, Truth]) -> Truth:
    match = CALL.fullmatch(text)
    if match is None:
        return text
    return EFFECTS[match[1]](*(assignment[name.strip()] for name in match[2].split(",")))


def is_call(text: str) -> bool:
    return CALL.fullmatch(text) is not None


def effect_problem(text: str, before: Mapping[str, str]) -> str | None:
    """What is wrong with the text of an effect, if it has the form of a call; before: kinds by coordinate."""
    match = CALL.fullmatch(text)
    if match is None:
        return None
    if match[1] not in EFFECTS:
        return f"unknown effect {match[1]!r}; known are {', '.join(EFFECTS)}"
    names = [name.strip() for name in match[2].split(",")]
    for name in names:
        if name not in before:
            return f"{name!r} is not a coordinate of this gadget"
        if before[name] not in KINDS and match[1] != "copy":
            return f"{match[1]} is for bits, and {name} holds the fixed weight {before[name]}"
        if "unset" in KINDS.get(before[name], ()) and match[1] not in UNSET_ALLOWED:
            return f"{match[1]} is for bits, and {name} may be unset"
    wanted = 2 if match[1] in ("and", "or", "nand", "nor", "xor", "xnor") else 1
    return None if len(names) == wanted else f"{match[1]} takes {wanted} coordinate{'s' * (wanted > 1)}"
