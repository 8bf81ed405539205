"""What a rule says of a library is compared with the kernel's own steps, and refused where it is not so."""

import tomllib
from typing import Any

import pytest

from conftest import needs
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.step import Rule, Step
from ogd_exact.core.tables.rules import RULES, rule_in
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.libraries.libraries import LIBRARIES, made_by

LOSSES = tomllib.loads("""
[squared-hinge]
score = "y*p"
kinks = ["1"]
moves = [{ x = "2*y*(1 - y*p)" }, {}]
labels = ["1", "-1"]
regularized = true
library.sklearn = { estimator = "SGDClassifier", loss = "squared_hinge" }
library.torch = { loss = "squared_hinge" }

[modified-huber]
score = "y*p"
kinks = ["-1", "1"]
moves = [{ x = "4*y" }, { x = "2*y*(1 - y*p)" }, {}]
labels = ["1", "-1"]
library.sklearn = { estimator = "SGDClassifier", loss = "modified_huber" }

[perceptron]
score = "y*p"
kinks = ["0"]
moves = [{ x = "y" }, {}]
labels = ["1", "-1"]
library.sklearn = { estimator = "SGDClassifier", loss = "perceptron" }

[huber]
constants = { epsilon = "1/3" }
score = "y - p"
kinks = ["-epsilon", "epsilon"]
moves = [{ x = "-epsilon" }, { x = "y - p" }, { x = "epsilon" }]
regularized = true
library.sklearn = { estimator = "SGDRegressor", loss = "huber", epsilon = "epsilon" }
library.torch = { loss = "HuberLoss", delta = "epsilon" }

[smooth-l1]  # which PyTorch divides by beta
constants = { epsilon = "1/2" }
score = "y - p"
kinks = ["-epsilon", "epsilon"]
moves = [{ x = "-epsilon" }, { x = "y - p" }, { x = "epsilon" }]
regularized = true
library.torch = { loss = "SmoothL1Loss", beta = "epsilon", times = "epsilon" }

[far]  # kinks where no small number comes
constants = { epsilon = "1000000" }
score = "y - p"
kinks = ["-epsilon", "epsilon"]
moves = [{ x = "-1" }, {}, { x = "1" }]
library.sklearn = { estimator = "SGDRegressor", loss = "epsilon_insensitive", epsilon = "epsilon" }

[squared-epsilon-insensitive]
constants = { epsilon = "8" }
score = "y - p"
kinks = ["-epsilon", "epsilon"]
moves = [{ x = "2*(y - p + epsilon)" }, {}, { x = "2*(y - p - epsilon)" }]
library.sklearn = { estimator = "SGDRegressor", loss = "squared_epsilon_insensitive", epsilon = "epsilon" }

[absolute]
score = "y - p"
kinks = ["0"]
moves = [{ x = "-1" }, { x = "1" }]
library.sklearn = { estimator = "SGDRegressor", loss = "epsilon_insensitive", epsilon = "0" }
library.torch = { loss = "L1Loss" }

[leaky-relu]
constants = { slope = "1/4" }
score = "p"
kinks = ["0"]
moves = [{ x = "2*slope*(y - slope*p)" }, { x = "2*(y - p)" }]
library.torch = { loss = "MSELoss", activation = "leaky_relu", negative_slope = "slope" }

[least-squares]  # of which scikit-learn takes half
score = "p"
kinks = []
moves = [{ x = "2*(y - p)" }]
library.sklearn = { estimator = "SGDRegressor", loss = "squared_error", times = "2" }
library.torch = { loss = "MSELoss" }
""")
ALL = {f"{name} of ours": rule for name, rule in RULES.items()}
ALL |= {name: rule_in(name, {"words": name, **said}) for name, said in LOSSES.items()}
SAID = [
    (name, library)
    for name, rule in ALL.items()
    for library, trainer in LIBRARIES.items()
    if trainer.extra in rule.library and (trainer.intercept or not rule.state)
]


def compared(library: str, rule: Rule, regularizer: int = 0) -> None:
    needs(LIBRARIES[library].imports, LIBRARIES[library].extra)
    constants = tuple((name, exactly(text, {})) for name, text in rule.constants)
    made_by(library, None, Step(rule, rational(1, 3), rational(regularizer), constants))


@pytest.mark.parametrize(("name", "library"), SAID)
def test_what_is_said_to_be_the_same_is(name: str, library: str) -> None:
    rule = ALL[name]
    for regularizer in (0, 1) if rule.regularized and not LIBRARIES[library].why_no_decay else (0,):
        compared(library, rule, regularizer)


HINGE = {"score": "y*p", "kinks": ["1"], "moves": [{"x": "y"}, {}], "labels": ["1", "-1"]}


@pytest.mark.parametrize(
    ("rule", "library", "entry"),
    [
        (HINGE, "sklearn", {"estimator": "SGDClassifier", "loss": "perceptron"}),
        (HINGE, "sklearn", {"estimator": "Perceptron"}),
        (HINGE, "sklearn-sparse", {"estimator": "SGDClassifier", "loss": "squared_hinge"}),
        (HINGE, "sklearn", {"estimator": "SGDClassifier", "loss": "hinge", "times": "2"}),
        (HINGE, "torch", {"loss": "perceptron"}),
        (HINGE, "torch", {"loss": "hinge", "activation": "relu"}),
        (HINGE | {"kinks": ["2"]}, "river", {"loss": "Hinge"}),
        (HINGE | {"kinks": ["101/100"]}, "sklearn", {"estimator": "SGDClassifier", "loss": "hinge"}),
        (HINGE | {"moves": [{"x": "2*y"}, {}]}, "vw", {"loss": "hinge"}),
        (LOSSES["squared-hinge"], "sklearn", {"estimator": "SGDClassifier", "loss": "modified_huber"}),
        (HINGE | {"kinks": ["1", "65536"], "moves": [{"x": "y"}, {}, {"x": "y"}]}, "torch", {"loss": "hinge"}),
        (LOSSES["huber"], "sklearn", {"estimator": "SGDRegressor", "loss": "huber", "epsilon": "epsilon + 1/8"}),
        (LOSSES["huber"], "torch", {"loss": "SmoothL1Loss", "beta": "epsilon"}),
        (LOSSES["least-squares"], "sklearn", {"estimator": "SGDRegressor", "loss": "squared_error"}),
        (LOSSES["leaky-relu"], "torch", {"loss": "MSELoss", "activation": "leaky_relu"}),
        (LOSSES["absolute"], "sklearn", {"estimator": "SGDRegressor", "loss": "epsilon_insensitive"}),
    ],
)
def test_another_rule_is_refused(rule: dict[str, Any], library: str, entry: dict[str, str]) -> None:
    other = rule_in("mine", rule | {"words": "mine", "library": {LIBRARIES[library].extra: entry}})
    with pytest.raises(
        InputError, match=r"^[^\n]* is not the rule mine: it moves weights from [^\n]*, and the rule to [^\n]*$"
    ):
        compared(library, other)


@pytest.mark.parametrize(
    ("library", "entry", "says"),
    [
        ("sklearn", {"estimator": "SGDRegressor", "loss": "hinge"}, "sklearn does not take estimator=SGDRegressor"),
        ("sklearn", {"estimator": "Perceptron", "loss": "hinge"}, "sklearn does not take estimator=Perceptron"),
        ("sklearn", {"estimator": "SGDOneClassSVM"}, "library.sklearn.estimator: 'SGDOneClassSVM' is no estimator"),
        ("sklearn", {"loss": "hinge"}, "library.sklearn: add the estimator, one of SGDClassifier"),
        ("torch", {"loss": "os.system"}, "library.torch.loss: 'os.system' is no loss here; choose one of hinge"),
        ("torch", {"loss": "hinge", "__class__": "x"}, "'__class__' is not known of torch; choose one of loss"),
        ("torch", {"loss": "hinge", "times": "y"}, "library.torch.times: unknown symbol 'y'"),
        ("torch", {"loss": "hinge", "times": "10^200*10^200"}, "times: 1000000000"),
        ("sklearn", {"estimator": "SGDClassifier", "loss": "hinge", "times": "0"}, "does not take estimator"),
        ("torch", {"loss": "hinge", "times": "1/0"}, "library.torch.times: "),
        ("torch", {"loss": "hinge", "intercept": "bias"}, "library.torch.intercept: 'bias' is no intercept here"),
        ("vw", {"loss": "hinge", "estimator": "x"}, "'estimator' is not known of vw; choose one of loss"),
    ],
)
def test_only_what_is_known_is_taken(library: str, entry: dict[str, str], says: str) -> None:
    with pytest.raises(InputError) as error:
        compared(library, rule_in("mine", HINGE | {"words": "mine", "library": {LIBRARIES[library].extra: entry}}))
    assert says in str(error.value) and "\n" not in str(error.value)


def test_a_state_that_nothing_holds_is_refused() -> None:
    said = HINGE | {
        "words": "",
        "state": {"bias": "b"},
        "score": "y*(p + bias)",
        "moves": [{"x": "y", "bias": "y"}, {}],
    }
    with pytest.raises(InputError, match="library.torch: say once for each of bias what holds it"):
        compared("torch", rule_in("mine", said | {"library": {"torch": {"loss": "hinge"}}}))


def test_a_kink_that_is_never_met_is_not_passed_over() -> None:
    said = HINGE | {"words": "", "kinks": ["1", "10^30"], "moves": [{"x": "y"}, {}, {"x": "y"}]}
    with pytest.raises(InputError, match="mine was not met on either side of each kink, and so not compared"):
        compared("torch", rule_in("mine", said | {"library": {"torch": {"loss": "hinge"}}}))
