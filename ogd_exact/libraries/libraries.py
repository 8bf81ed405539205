"""The libraries that can train a model by its own rule, as the rule's data says, and why the others cannot."""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.step import Step
from ogd_exact.libraries.learner import Learner, LearningTask, Same, Setting, setting
from ogd_exact.libraries.same_step import check_same, same_in, unsaid
from ogd_exact.text.extras import install
from ogd_exact.text.wording import argument


@dataclass(frozen=True)
class Trainer:
    """What it takes to train by a library, which is imported only when it is asked for."""

    learner: str  # a module of this package, and its class
    imports: str
    extra: str  # that installs it, and what rules know it by
    dtypes: Sequence[str]  # the first is what its users get without asking
    intercept: bool  # whether its own intercept learns at the rate of the weights
    why_no_decay: str = ""  # if it cannot: every step, all weights
    starts: bool = False  # whether its weights can start elsewhere than at 0
    momentum: bool = False


SKLEARN = Trainer("scikit.Scikit", "sklearn", "sklearn", ("float64", "float32"), intercept=True, starts=True)
FLOATS = ("float32", "float64", "float16", "bfloat16")
LIBRARIES = {
    "sklearn": SKLEARN,
    # On sparse input its intercept learns at a hundredth of the rate.
    "sklearn-sparse": replace(SKLEARN, learner="scikit.Sparse", intercept=False),
    "torch": Trainer("pytorch.Torch", "torch", "torch", FLOATS, intercept=True, starts=True, momentum=True),
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


def reason_against(name: str, task: LearningTask) -> str | None:
    """Why a library cannot train this model by its own rule, if it cannot."""
    trainer, step = LIBRARIES[name], task.step
    if reason := unsaid(trainer.extra, step.rule):
        return reason
    if "intercept" in step.rule.library[trainer.extra] and not trainer.intercept:
        return "its own intercept does not learn at the rate of the weights"
    if step.momentum is not None and not trainer.momentum:
        return "it has no momentum"
    if step.regularizer != 0 and trainer.why_no_decay:
        return trainer.why_no_decay
    if not trainer.starts and any(weight != 0 for weight in task.start.values()):
        return "its weights start at 0, those of this training set do not"
    return None


def learners(name: str, task: LearningTask, dtype: str | None) -> Callable[[], Learner]:
    """Makes models of the library, before their first example."""
    if reason := reason_against(name, task):
        able = [other for other in LIBRARIES if reason_against(other, task) is None]
        remedy = f"; try {argument('library', able[0])}" if able else ""
        raise InputError(f"{name} cannot train {task.model}: {reason}{remedy}")
    own_intercept = LIBRARIES[name].intercept
    made = made_by(name, dtype, task.step)
    return lambda: made(lambda same, chosen: setting(task, same, chosen, own_intercept))


def made_by(name: str, dtype: str | None, step: Step) -> Callable[[Callable[[Same, str], Setting]], Any]:
    """Makes the library's models of training sets in this dtype, or in the one that its users get without asking."""
    trainer = LIBRARIES[name]
    if dtype is not None and dtype not in trainer.dtypes:
        raise InputError(f"{name} computes in {' or '.join(trainer.dtypes)}; drop {argument('dtype', dtype)}")
    model, same = imported(name), same_in(trainer.extra, step)
    check_same(name, step, same, trainer.starts, model)
    return lambda setting_in: model(setting_in(same, dtype or trainer.dtypes[0]))


def imported(name: str) -> Any:
    """The class of the library's models."""
    trainer = LIBRARIES[name]
    try:
        importlib.import_module(trainer.imports)
    except ImportError:
        raise InputError(f"{argument('library', name)} needs {trainer.imports}; {install(trainer.extra)}") from None
    module, learner = trainer.learner.split(".")
    return getattr(importlib.import_module(f"ogd_exact.libraries.{module}"), learner)
