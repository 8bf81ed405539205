"""What a rule does with an example, said from its data: where the score lies, and what moves there."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ogd_exact.core.kernel.polynomial import Polynomial
from ogd_exact.core.kernel.step import Rule
from ogd_exact.gadgets.reading.step_data import written
from ogd_exact.text.sentence import Sentence, marked


def rule_words(rule: Rule) -> Sentence:
    """Says: if y p < 1, w gains y x; if y p > 1, nothing moves. There p is w.x, and gains are times the rate."""
    x = " times `x`" if rule.along == "x" else " times the signs of `x`"
    parts = []
    for where, moves in zip(intervals(rule.score, rule.kinks), rule.moves, strict=True):
        gains = [f"`{'w' if to == 'x' else to}` gains `{written(move)}`{x * (to == 'x')}" for to, move in moves]
        parts.append(f"{where}{' and '.join(gains) or 'nothing moves'}")
    if rule.after:
        for where, value in zip(intervals(rule.after.score, rule.after.kinks), rule.after.values, strict=True):
            parts.append(f"then {where}`w` becomes `{written(value)}`")
    parts += [f"`{name} = {text}`" for name, text in rule.constants if name != text]
    return marked("; ".join(parts))


def intervals(score: Polynomial, kinks: Sequence[Polynomial]) -> Iterator[str]:
    """Words for each interval, which are empty where there is but one."""
    ends = [None, *map(written, kinks), None]
    for low, high in pairwise(ends):
        bounds = [f"`{written(score)} {sign} {kink}`" for sign, kink in ((">", low), ("<", high)) if kink is not None]
        yield f"if {' and '.join(bounds)}, " if bounds else ""
