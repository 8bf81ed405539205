"""Effects and conditions of contracts: functions of what coordinates hold, such as nand(false_if_unset(i1), i2).

    effect := function "(" part ("," part)* ")"        part := effect | coordinate

Length, depth and the number of coordinates are bounded, so that every effect can be tried on all that there is.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ogd_exact.core.tables.limits import MAX_TEXT, ExpressionError

Truth = str  # "true", "false", "unset", or the text of a fixed weight such as "1"
TRUTHS = ("true", "false", "unset")
ANY: Truth = "*"  # what stands for a weight of which nothing is promised
BITS = ("false", "true")
KINDS: dict[str, tuple[Truth, ...]] = {
    "bit": BITS,
    "bit or unset": ("false", "unset", "true"),
    **{truth: (truth,) for truth in TRUTHS},
}
MAX_DEPTH = 6
MAX_COORDINATES = 9  # of one effect


def boolean(function: Callable[..., bool]) -> Callable[..., Truth]:
    return lambda *bits: BITS[bool(function(*(bit == "true" for bit in bits)))]


BY_ARITY: tuple[dict[str, Callable[..., Truth]], ...] = (
    {
        "copy": lambda a: a,
        "not": boolean(lambda a: not a),
        "false_if_unset": lambda a: "false" if a == "unset" else a,
        "unset_if_false": lambda a: "true" if a == "true" else "unset",
    },
    {
        "and": boolean(lambda a, b: a and b),
        "or": boolean(lambda a, b: a or b),
        "nand": boolean(lambda a, b: not (a and b)),
        "nor": boolean(lambda a, b: not (a or b)),
        "xor": boolean(lambda a, b: a != b),
        "xnor": boolean(lambda a, b: a == b),
        "implies": boolean(lambda a, b: b or not a),
    },
    {
        "maj": boolean(lambda a, b, c: a + b + c >= 2),
        "mux": boolean(lambda a, b, c: b if a else c),
    },
)
EFFECTS = {name: function for functions in BY_ARITY for name, function in functions.items()}
ARITY = {name: arity for arity, functions in enumerate(BY_ARITY, 1) for name in functions}
AT_LEAST = re.compile("at_least_([1-9])")  # of up to that many coordinates
UNSET_ALLOWED = ("copy", "false_if_unset")
CALL = re.compile(r"\s*[A-Za-z_]\w*\s*\(")  # how an effect begins, and no expression
TOKEN = re.compile(r"\w+|\S")


def applied(word: str, *values: Truth) -> Truth:
    """What a function yields; at_least_3 says whether three of its parts are true, or more."""
    if count := AT_LEAST.fullmatch(word):
        return BITS[values.count("true") >= int(count[1])]
    return EFFECTS[word](*values)


class Node(NamedTuple):
    """A function of its parts, or, without parts, a coordinate."""

    word: str
    offset: int
    parts: tuple["Node", ...] = ()

    @property
    def text(self) -> str:
        return f"{self.word}({', '.join(part.text for part in self.parts)})" if self.parts else self.word

    def coordinates(self) -> Iterator[str]:
        if not self.parts:
            yield self.word
        for part in self.parts:
            yield from part.coordinates()

    def value(self, assignment: Mapping[str, Truth]) -> Truth:
        if not self.parts:
            return assignment[self.word]
        return applied(self.word, *(part.value(assignment) for part in self.parts))

    def outcomes(self, before: Mapping[str, str]) -> frozenset[Truth]:
        """What it may yield, by the kinds of coordinates; raises ExpressionError where a function is not defined."""
        if not self.parts:
            if self.word not in before:
                raise ExpressionError(f"{self.word!r} is not a coordinate of this gadget", self.offset)
            return frozenset(KINDS.get(before[self.word], (before[self.word],)))
        found = [part.outcomes(before) for part in self.parts]
        allowed = TRUTHS if self.word in UNSET_ALLOWED else BITS
        for part, outcomes in zip(self.parts, found, strict=True) if self.word != "copy" else ():
            if other := outcomes - {*allowed}:
                holds = "may be unset" if other == {"unset"} else f"holds the fixed weight {min(other)}"
                raise ExpressionError(f"{self.word} is for bits, and {part.text} {holds}", part.offset)
        return frozenset(applied(self.word, *values) for values in product(*found))


class Parser:
    def __init__(self, text: str) -> None:
        if len(text) > MAX_TEXT:
            raise ExpressionError(f"an effect has at most {MAX_TEXT} characters, this one has {len(text)}")
        self.tokens = [(match[0], match.start()) for match in TOKEN.finditer(text)]
        self.tokens.append(("", len(text)))

    def take(self, *wanted: str) -> str:
        word, offset = self.tokens.pop(0)
        if word not in wanted:
            expected = " or ".join(wanted) if any(wanted) else "nothing more"
            raise ExpressionError(f"expected {expected}, found {word!r}" if word else "missing )", offset)
        return word

    def node(self, depth: int) -> Node:
        word, offset = self.tokens.pop(0)
        if not re.fullmatch(r"\w+", word):
            raise ExpressionError(
                f"expected a coordinate or an effect, found {word!r}" if word else "missing )", offset
            )
        if self.tokens[0][0] != "(":
            return Node(word, offset)
        if word not in EFFECTS and not AT_LEAST.fullmatch(word):
            raise ExpressionError(f"unknown effect {word!r}; known are {', '.join(EFFECTS)}, at_least_2...", offset)
        if depth == MAX_DEPTH:
            raise ExpressionError(f"effects nest at most {MAX_DEPTH} deep", offset)
        parts, sign = list[Node](), self.take("(")
        while sign != ")":
            parts.append(self.node(depth + 1))
            sign = self.take(",", ")")
        if len(parts) != (wanted := ARITY.get(word, min(len(parts), MAX_COORDINATES))):
            raise ExpressionError(f"{word} takes {wanted} coordinate{'s' * (wanted > 1)}", offset)
        return Node(word, offset, tuple(parts))


@lru_cache(maxsize=1000)
def parsed(text: str) -> Node:
    """The effect that a text is; raises ExpressionError where it is none."""
    parser = Parser(text)
    node = parser.node(0)
    parser.take("")
    if len({*node.coordinates()}) > MAX_COORDINATES:
        raise ExpressionError(f"an effect is of at most {MAX_COORDINATES} coordinates")
    return node


def is_call(text: str) -> bool:
    """Whether a text is to be an effect, and not a word or a fixed weight."""
    return CALL.match(text) is not None


def apply_effect(text: str, assignment: Mapping[str, Truth]) -> Truth:
    """The truth value that an effect yields; what is no effect stands for itself."""
    return parsed(text).value(assignment) if is_call(text) else text


def effect_problem(text: str, before: Mapping[str, str]) -> ExpressionError | None:
    """What is wrong with an effect on coordinates of these kinds, if anything is."""
    try:
        if is_call(text):
            parsed(text).outcomes(before)
    except ExpressionError as problem:
        return problem
    return None


def is_condition(text: str) -> bool:
    """Whether the text is a function of bits that is true or false."""
    return is_call(text) and parsed(text).word not in ("false_if_unset", "unset_if_false")


def coordinates_in(text: str) -> tuple[str, ...]:
    """The coordinates that an effect is of, each once."""
    return tuple(dict.fromkeys(parsed(text).coordinates())) if is_call(text) else ()
