"""Which library can train which model by its own rule, and why the others cannot."""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from ogd_exact.kernel.errors import InputError
from ogd_exact.learners.learner import Learner, setting
from ogd_exact.reduction.reduction import Reduction
from ogd_exact.run.simulation import Simulation

LINEAR = "SGDClassifier is linear, and MLPRegressor always trains intercepts, which this model lacks"


@dataclass(frozen=True)
class Library:
    """What it takes to train by a library, which is imported only when it is asked for."""

    learner: str  # a module of this package, and its class
    imports: str
    extra: str  # that installs it
    dtypes: Sequence[str]  # the first is what its users get without asking
    intercept: bool  # whether its own intercept learns at the rate of the weights
    rules: Sequence[str] = ("hinge",)
    why_no_other: str = "its models are linear"
    why_no_decay: str = ""  # if it cannot: every step, all weights
    starts: bool = False  # whether its weights can start elsewhere than at 0


LIBRARIES = {
    "sklearn": Library(
        "scikit.Dense", "sklearn", "sklearn", ("float64", "float32"), intercept=True, why_no_other=LINEAR
    ),
    # On sparse input its intercept learns at a hundredth of the rate.
    "sklearn-sparse": Library(
        "scikit.Sparse", "sklearn", "sklearn", ("float64", "float32"), intercept=False, why_no_other=LINEAR
    ),
    "torch": Library(
        "pytorch.Torch",
        "torch",
        "torch",
        ("float32", "float64", "float16", "bfloat16"),
        intercept=True,
        rules=("hinge", "dense-relu", "dense-relu-dense"),
        starts=True,
    ),
    "river": Library("river_linear.River", "river", "river", ("float64",), intercept=True),
    "vw": Library(
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
    library, run, rule = LIBRARIES[name], Simulation(reduction), reduction.model.rule_name
    if rule not in library.rules:
        return library.why_no_other if rule in LIBRARIES["torch"].rules else f"no library here has its rule {rule}"
    if run.regularizer != 0 and library.why_no_decay:
        return library.why_no_decay
    if not library.starts and any(weight != 0 for weight in run.weights.values()):
        return "its weights start at 0, those of this construction do not"
    return None


def learner(name: str, reduction: Reduction, dtype: str | None) -> Learner:
    """A model of the library, before its first example."""
    library = LIBRARIES[name]
    if reason := reason_against(name, reduction):
        remedy = "; try --library torch" if reduction.model.rule_name in LIBRARIES["torch"].rules else ""
        raise InputError(f"{name} cannot train {reduction.model.name}: {reason}{remedy}")
    if dtype is not None and dtype not in library.dtypes:
        raise InputError(f"{name} computes in {' or '.join(library.dtypes)}; drop --dtype {dtype}")
    try:
        importlib.import_module(library.imports)
    except ImportError:
        remedy = f"install it with: pip install 'ogd-exact[{library.extra}]'"
        raise InputError(f"--library {name} needs {library.imports}; {remedy}") from None
    module, maker = library.learner.split(".")
    given = setting(reduction, dtype or library.dtypes[0], library.intercept)
    return cast(Learner, getattr(importlib.import_module(f"ogd_exact.learners.{module}"), maker)(given))
