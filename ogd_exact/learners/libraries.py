"""Which library can train which model by its own rule, and why the others cannot."""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ogd_exact.kernel.errors import InputError
from ogd_exact.learners.learner import Learner, Setting, setting
from ogd_exact.output.extras import install
from ogd_exact.output.wording import argument
from ogd_exact.reduction.reduction import Reduction

LINEAR = "SGDClassifier is linear, and MLPRegressor always trains intercepts, which this model lacks"


@dataclass(frozen=True)
class Trainer:
    """What it takes to train by a library, which is imported only when it is asked for."""

    learner: str  # a module of this package, and its class
    imports: str
    extra: str  # that installs it
    dtypes: Sequence[str]  # the first is what its users get without asking
    intercept: bool  # whether its own intercept learns at the rate of the weights
    rules: Sequence[str] = ("hinge", "hinge-bias")
    why_no_other: str = "its models are linear, and trained here by the hinge loss"
    why_no_decay: str = ""  # if it cannot: every step, all weights
    starts: bool = False  # whether its weights can start elsewhere than at 0
    momentum: bool = False


SKLEARN = Trainer(
    "scikit.Dense",
    "sklearn",
    "sklearn",
    ("float64", "float32"),
    intercept=True,
    rules=("hinge", "hinge-bias", "perceptron"),
    why_no_other=LINEAR,
    starts=True,
)
LIBRARIES = {
    "sklearn": SKLEARN,
    # On sparse input its intercept learns at a hundredth of the rate.
    "sklearn-sparse": replace(SKLEARN, learner="scikit.Sparse", intercept=False),
    "torch": Trainer(
        "pytorch.Torch",
        "torch",
        "torch",
        ("float32", "float64", "float16", "bfloat16"),
        intercept=True,
        rules=("hinge", "hinge-bias", "perceptron", "dense-relu", "dense-relu-dense"),
        starts=True,
        momentum=True,
    ),
    "river": Trainer("river_linear.River", "river", "river", ("float64",), intercept=True),
    "vw": Trainer(
        "vowpal.Vowpal",
        "vowpalwabbit",
        "vw",
        ("float32",),
        intercept=False,
        why_no_decay="it keeps the decay in a factor beside the weights, which its interface does not show",
    ),
}


def reason_against(name: str, reduction: Reduction) -> str | None:
    """Why a library cannot train this model by its own rule, if it cannot."""
    trainer, rule = LIBRARIES[name], reduction.model.rule.name
    if rule not in trainer.rules:
        known = any(rule in other.rules for other in LIBRARIES.values())
        return trainer.why_no_other if known else f"no library here has its rule {rule}"
    if rule == "hinge-bias" and not trainer.intercept:
        return "its own intercept does not learn at the rate of the weights"
    if reduction.values.momentum is not None and not trainer.momentum:
        return "it has no momentum"
    if reduction.values.regularizer != 0 and trainer.why_no_decay:
        return trainer.why_no_decay
    if not trainer.starts and any(weight != 0 for weight in reduction.start().values()):
        return "its weights start at 0, those of this construction do not"
    return None


def learner(name: str, reduction: Reduction, dtype: str | None) -> Learner:
    """A model of the library, before its first example."""
    trainer = LIBRARIES[name]
    if reason := reason_against(name, reduction):
        able = [other for other in LIBRARIES if reason_against(other, reduction) is None]
        most = max(able, key=lambda other: len(LIBRARIES[other].rules), default=None)
        remedy = f"; try {argument('library', most)}" if most else ""
        raise InputError(f"{name} cannot train {reduction.model.name}: {reason}{remedy}")
    found: Learner = made(name, dtype, lambda chosen: setting(reduction, chosen, trainer.intercept))
    return found


def made(name: str, dtype: str | None, setting_in: Callable[[str], Setting]) -> Any:
    """The library's model of a training set in this dtype, or in the one that its users get without asking."""
    trainer = LIBRARIES[name]
    if dtype is not None and dtype not in trainer.dtypes:
        raise InputError(f"{name} computes in {' or '.join(trainer.dtypes)}; drop {argument('dtype', dtype)}")
    try:
        importlib.import_module(trainer.imports)
    except ImportError:
        raise InputError(f"{argument('library', name)} needs {trainer.imports}; {install(trainer.extra)}") from None
    module, maker = trainer.learner.split(".")
    model = getattr(importlib.import_module(f"ogd_exact.learners.{module}"), maker)
    return model(setting_in(dtype or trainer.dtypes[0]))
