"""Rules from data: those of the kernel, a file each, and whatever says the same keys."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel import step
from ogd_exact.core.kernel.polynomial import Polynomial
from ogd_exact.core.kernel.step import VELOCITY, After, Rule
from ogd_exact.core.tables.expressions import evaluate, parse

ALONG = ("x", "sign")
RESERVED = ("p", "x", "y", "w")  # what examples and weights are called
FOLDER = Path(step.__file__).parent / "rules"


def polynomial(text: str, names: Iterable[str]) -> Any:
    """What an expression of these names is; it divides by numbers alone."""
    return evaluate(parse(text), {n: Polynomial(((1, (n,)),)) for n in names}, Polynomial.number)


def rule_in(name: str, said: Mapping[str, Any]) -> Rule:
    """The rule that data says; raises ValueError unless its names differ and each interval has its moves."""
    state, constants = said.get("state", {}), said.get("constants", {})
    names = ("p", "y", *state, *constants)
    moved = {to for moves in said["moves"] for to in moves}
    distinct = len({*RESERVED, *names}) == len(RESERVED) + len(names) - 2
    if not distinct or not moved <= {"x", *state} or any(name.startswith(VELOCITY) for name in names):
        raise ValueError(f"names of a rule mean one thing each, none a velocity as {VELOCITY}x; it moves x or a state")
    follows = said.get("after", {"kinks": [], "values": ["w"]})
    if len(said["moves"]) != len(said["kinks"]) + 1 or len(follows["values"]) != len(follows["kinks"]) + 1:
        raise ValueError("each interval between kinks has its moves or value")
    if said.get("along", "x") not in ALONG:
        raise ValueError("weights move along x or its signs")
    return Rule(
        name=name,
        score=polynomial(said["score"], names),
        kinks=tuple(polynomial(text, constants) for text in said["kinks"]),
        moves=tuple(tuple((to, polynomial(text, names)) for to, text in moves.items()) for moves in said["moves"]),
        state=tuple(state),
        state_words=tuple(state.values()),
        constants=tuple(constants.items()),
        labels=tuple(polynomial(text, ()).at({}) for text in said.get("labels", ())),
        after=after_in(follows, constants) if "after" in said else None,
        **{key: said[key] for key in ("words", "noun", "loss", "regularized", "library", "along") if key in said},
    )


def after_in(said: Mapping[str, Any], constants: Mapping[str, str]) -> After:
    kinks, values = (
        tuple(polynomial(text, names) for text in said[key])
        for key, names in (("kinks", constants), ("values", ("w", *constants)))
    )
    return After(polynomial(said["score"], ("w", *constants)), kinks, values)


NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
RULES = {name: rule_in(name, tomllib.loads((FOLDER / f"{name}.toml").read_text())) for name in NAMES}
