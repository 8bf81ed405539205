"""Rules from data: those of the kernel, a file each, and whatever says the same keys."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ogd_exact.kernel import step
from ogd_exact.kernel.polynomial import Polynomial
from ogd_exact.kernel.step import Rule
from ogd_exact.tables.expressions import evaluate, parse

FOLDER = Path(step.__file__).parent / "rules"


def polynomial(text: str, names: Iterable[str]) -> Any:
    """What an expression of these names is; it divides by numbers alone."""
    return evaluate(parse(text), {n: Polynomial(((1, (n,)),)) for n in names}, Polynomial.number)


def rule_in(name: str, said: Mapping[str, Any]) -> Rule:
    state, constants = said.get("state", {}), said.get("constants", {})
    names = ("p", "y", *state, *constants)
    return Rule(
        name=name,
        score=polynomial(said["score"], names),
        kinks=tuple(polynomial(text, constants) for text in said["kinks"]),
        moves=tuple(tuple((to, polynomial(text, names)) for to, text in moves.items()) for moves in said["moves"]),
        state=tuple(state),
        state_words=tuple(state.values()),
        constants=tuple(constants.items()),
        labels=tuple(polynomial(text, ()).at({}) for text in said.get("labels", ())),
        **{key: said[key] for key in ("words", "noun", "loss", "regularized", "library") if key in said},
    )


NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
RULES = {name: rule_in(name, tomllib.loads((FOLDER / f"{name}.toml").read_text())) for name in NAMES}
