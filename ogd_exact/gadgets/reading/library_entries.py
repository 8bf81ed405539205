"""What a rule may say of training libraries in its `[library]`: which estimator, loss and options of each are the same.

Only names that are known here are taken, and expressions of the rule's constants; nothing that is said is ever run.
"""

from collections.abc import Iterator, Mapping

from ogd_exact.core.kernel.step import Rule
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.rules import polynomial

Choices = tuple[str, ...]
NUMBER: Choices = ("an expression of the rule's constants",)
STATE: Choices = ("a state of the rule",)
REGRESSION = ("squared_error", "huber", "epsilon_insensitive", "squared_epsilon_insensitive")
CLASSIFICATION = ("hinge", "squared_hinge", "modified_huber", "perceptron")
TORCH = ("hinge", "squared_hinge", "perceptron", "MSELoss", "L1Loss", "HuberLoss", "SmoothL1Loss")
# What can be said of each library, what must be first. A rule that moves k times as far as the loss says times = "k".
KNOWN: Mapping[str, Mapping[str, Choices]] = {
    "sklearn": {
        "estimator": ("SGDClassifier", "SGDRegressor", "Perceptron"),
        "loss": CLASSIFICATION + REGRESSION,
        **{"epsilon": NUMBER, "intercept": STATE, "times": NUMBER},
    },
    "torch": {
        "loss": TORCH,
        "activation": ("relu", "leaky_relu"),
        **{"delta": NUMBER, "beta": NUMBER, "negative_slope": NUMBER, "times": NUMBER},
        **{"intercept": STATE, "layer": STATE},  # a layer is a second one, of one weight
    },
    "river": {"loss": ("Hinge",), "intercept": STATE, "times": NUMBER},
    "vw": {"loss": ("hinge",), "times": NUMBER},
}


def problems(rule: Rule) -> Iterator[tuple[tuple[str, ...], str]]:
    """Where a rule says something of libraries that is not known, and what to say there."""
    for library, said in rule.library.items():
        if library not in KNOWN:
            yield (library,), f"{library[:50]!r} is no library that is known; choose one of {', '.join(KNOWN)}"
            continue
        known = KNOWN[library]
        for key, text in said.items():
            if key not in known:
                yield (library, key), f"{key[:50]!r} is not known of {library}; choose one of {', '.join(known)}"
            elif known[key] is NUMBER:
                try:
                    polynomial(text, dict(rule.constants))
                except (ExpressionError, ValueError) as error:
                    yield (library, key), str(error)
            elif text not in (choices := rule.state if known[key] is STATE else known[key]):
                yield (library, key), f"{text[:50]!r} is no {key} here; choose one of {', '.join(choices)}"
        needed = next(iter(known))
        if needed not in said:
            yield (library,), f"add the {needed}, one of {', '.join(known[needed])}"
        if sorted(said[key] for key in said if known.get(key) is STATE) != sorted(rule.state):
            yield (library,), f"say once for each of {', '.join(rule.state)} what holds it"
