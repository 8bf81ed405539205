"""The rule of a model as a term of Theorem.v, written from its polynomials."""

from collections.abc import Mapping

from ogd_exact.core.kernel.polynomial import Polynomial
from ogd_exact.core.tables.model import Model
from ogd_exact.documents.coq.coq_text import formula, listed
from ogd_exact.gadgets.properties.update import has_momentum
from ogd_exact.gadgets.reading.step_data import written

OF = "y p v"  # what score and moves are functions of: the label, w.x, and the state


def beyond(model: Model) -> str:
    """The first part of the model's steps that Theorem.v does not have; empty if it has all of them."""
    rule = model.rule
    lacking = {
        "momentum": has_momentum(model),
        "rule with two states": len(rule.state) > 1,
        "`after`": rule.after is not None,
        "steps along signs": rule.along != "x",
    }
    return next((what for what, lacks in lacking.items() if lacks), "")


def rule_text(model: Model, symbols: Mapping[str, str]) -> str:
    """Writes a rule; symbols has names in Coq by those in the model, none of which is y, p or v."""
    rule = model.rule
    constants = {name: formula(text, symbols) for name, text in rule.constants}
    names = constants | dict.fromkeys(rule.state, "v") | {"y": "y", "p": "p"}

    def coq(polynomial: Polynomial) -> str:
        return formula(written(polynomial), names)

    moves = [dict(move) for move in rule.moves]
    pairs = [[coq(move.get(name, Polynomial())) for name in ("x", *rule.state)] for move in moves]
    functions = [f"fun {OF} => ({', '.join(pair if rule.state else [*pair, '0'])})" for pair in pairs]
    rate, regularizer = (formula(text, symbols) for text in (model.learning_rate, model.regularizer))
    fields = [
        f"learning_rate := {rate}; regularizer := {regularizer};",
        f"score {OF} := {coq(rule.score)}; kinks := {listed(map(coq, rule.kinks))};",
        f"moves := {listed(functions)} |}}.",
    ]
    return "Definition R : rule F := {|\n  " + "\n  ".join(fields)
