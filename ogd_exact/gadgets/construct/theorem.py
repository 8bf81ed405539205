"""Which case of the theorem a model falls under, and what that makes of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.construct.ends import bumped, stepped
from ogd_exact.gadgets.construct.kit import Kit, shortest
from ogd_exact.gadgets.construct.local import local
from ogd_exact.gadgets.construct.one_label import one_label
from ogd_exact.gadgets.construct.pieces import Pieces, at_label, fraction, is_affine, of_residual
from ogd_exact.gadgets.construct.slope import sloped
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.gadgets.properties.traits import moves_alone
from ogd_exact.gadgets.properties.update import has_momentum

Case = Callable[[Pieces, Fraction], Kit | None]
CASES: tuple[Case, ...] = (sloped, stepped, bumped, local)
AFFINE = "the rule is affine: all its moves are one affine function of w.x, so that every pass is an affine map of the weights, and none computes NAND"  # noqa: E501
FALLING = "the rule never rises: its move is a falling function of y - w.x, so that no step brings two weight vectors nearer, and nothing is ever overwritten"  # noqa: E501
TRIED = tuple(map(Fraction, (1, -1, 0, 100, -100)))  # where any label will do, and the rule is no function of y - w.x
ELSEWHERE = "search for tables with synthesize (docs/synthesis.md)"


@dataclass(frozen=True)
class Answer:
    """What the theorem says of a model, with the case of it or the reason; and what it makes."""

    verdict: str  # constructed, cannot, or open
    reason: str
    kit: Kit | None = None


def answer(model: Model) -> Answer:
    if model.symbols or model.magnitudes or model.derived_from:
        raise InputError("the theorem is about numbers; write these in place of symbols", str(model.path))
    constants = {name: fraction(exactly(text, {})) for name, text in model.rule.constants}
    rate = fraction(exactly(model.learning_rate, {}))
    if not rate > 0:
        raise InputError(f"the learning rate is {rate}, and must be positive", str(model.path))
    kinks = [fraction(kink.at(constants)) for kink in model.rule.kinks]
    if any(low >= high for low, high in pairwise(kinks)):
        raise InputError(f"kinks come in increasing order, not {', '.join(map(str, kinks))}", str(model.path))
    if is_affine(model.rule, constants):
        return Answer("cannot", AFFINE)
    if problem := beyond(model):
        return opened(f"the theorem does not cover {problem}")
    labels = [fraction(label) for label in model.rule.labels]
    h = None if labels else of_residual(model.rule, constants)
    if h and h.falls:
        return Answer("cannot", FALLING)
    if h:
        kit = first(CASES, h, rate)
        return Answer("constructed", kit.case, kit) if kit else opened("no end rises, and no piece rises beside a kink")
    found = [(label, at_label(model.rule, constants, label)) for label in labels or TRIED]
    if labels and all(h and h.falls for _, h in found):
        return Answer("cannot", FALLING)
    for label, h in found:
        if h and (kit := first((one_label,), h, rate)):
            return Answer("constructed", kit.case, kit.with_label(label))
    one = f"with the one label {' or '.join(str(label) for label, _ in found)}"
    if not any(h for _, h in found):
        return opened(f"{one} the rule is no function of w.x that is affine between kinks")
    return opened(f"{one} no end rises, and the ends are no lower where w.x is high")


def opened(problem: str) -> Answer:
    return Answer("open", f"{problem}; {ELSEWHERE}")


def beyond(model: Model) -> str:
    """What the theorem does not cover, if the model has it."""
    return next(
        (
            words
            for words, there in (
                ("a regularizer", model.regularizer != "0"),
                ("momentum", has_momentum(model)),
                ("a rule with a state", bool(model.rule.state)),
                ("steps along signs, or what follows a step", not moves_alone(model.rule)),
            )
            if there
        ),
        "",
    )


def first(cases: Sequence[Case], h: Pieces, rate: Fraction) -> Kit | None:
    """The tables by the first case that applies, to h or to its reflection; at once if they need no lift."""
    for case in cases:
        kit = case(h, rate)
        if kit and kit.lift == (1,):
            return kit
        turned = case(h.reflected(), rate)
        if found := shortest(one for one in (kit, turned and turned.reflected()) if one):
            return found
    return None
