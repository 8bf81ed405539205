"""Which case of the theorem a model falls under, and what that makes of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

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
ELSEWHERE = "search for tables with synthesize (docs/synthesis.md)"


@dataclass(frozen=True)
class Answer:
    """A kit and the label of its examples, if there is any; or why there cannot be, or why the theorem does not say."""

    kit: Kit | None = None
    cannot: str = ""
    open: str = ""


def answer(model: Model) -> Answer:
    if model.symbols or model.magnitudes or model.derived_from:
        raise InputError("a construction is made for numbers; write these in place of symbols", str(model.path))
    constants = {name: fraction(exactly(text, {})) for name, text in model.rule.constants}
    rate = fraction(exactly(model.learning_rate, {}))
    if not rate > 0:
        raise InputError(f"the learning rate is {rate}, and must be positive", str(model.path))
    if is_affine(model.rule, constants):
        return Answer(cannot=AFFINE)
    if problem := beyond(model):
        return Answer(open=f"the theorem does not cover {problem}; {ELSEWHERE}")
    labels = [fraction(label) for label in model.rule.labels]
    if not labels:
        h = of_residual(model.rule, constants)
        if h is None:
            return Answer(open=f"the rule is neither h(y - p), affine between kinks, nor of given labels; {ELSEWHERE}")
        if h.falls:
            return Answer(cannot=FALLING)
        kit = first(CASES, h, rate)
        return Answer(kit) if kit else Answer(open=f"no end rises, and no piece rises beside a kink; {ELSEWHERE}")
    found = [(label, at_label(model.rule, constants, label)) for label in labels]
    if all(h and h.falls for _, h in found):
        return Answer(cannot=FALLING)
    for label, h in found:
        if h and (kit := first((one_label,), h, rate)):
            return Answer(kit.with_label(label))
    return Answer(open=f"with one label, no end rises, and the ends are no lower where w.x is high; {ELSEWHERE}")


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
