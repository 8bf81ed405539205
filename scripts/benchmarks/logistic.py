"""The logistic loss beside svm: certifying and assembling a long counter, and scikit-learn's passes over it."""

from benchmarks.figures import Figure, Sizes, rate, ratio
from ogd_exact.api.reduce import reduce
from ogd_exact.circuits.netlists.builder import Circuit

MODELS = {"logistic": "plain", "logistic-reg": "with L2"}


def counter(bits: int) -> Circuit:
    """A counter longer than those that have names, which says yes at its end."""
    circuit, carry = Circuit(), None
    for bit in [circuit.state(f"b{i}", 0) for i in range(bits)]:
        circuit.set_next(bit, ~bit if carry is None else bit ^ carry)
        carry = bit if carry is None else carry & bit
    circuit.output(carry)
    return circuit


def made(bits: int, sizes: Sizes, **how: str) -> float | None:
    """How often in a second a counter is reduced, which certifies it, and its examples are made."""

    def once() -> int:
        return min(1, sum(1 for _ in reduce(counter(bits), **how).exact_examples()))

    return rate(once, sizes.seconds)


def passed(bits: int, sizes: Sizes, **how: str) -> float | None:
    """How many examples a second scikit-learn does, on CSR."""
    try:
        from ogd_exact.libraries.learner import Setting, rounded
        from ogd_exact.libraries.scikit import Sparse
    except ImportError:
        return None
    run = reduce(counter(bits), **how)
    given = [({int(c): float(x) for c, x in e.x.items()}, float(e.y)) for e in run.exact_examples()]
    smooth = "model" in how
    eta, regularizer = (run.reduction.rate, run.reduction.regularizer) if smooth else (1, 0)
    numbers = (rounded(number, "a number") for number in (eta, regularizer))
    same = {"estimator": "SGDClassifier", "loss": "log_loss" if smooth else "hinge"}
    library = Sparse(Setting(same, *numbers, tuple(given), (0.0,) * run.dimension))

    def one_pass() -> int:
        library.one_pass()
        return len(given)

    return rate(one_pass, sizes.seconds)


def logistic_figures(sizes: Sizes) -> list[Figure]:
    bits, found = sizes.yes // 10, list[Figure]()
    svm, compact = made(bits, sizes), passed(bits, sizes, tables="compact")
    for model, name in MODELS.items():
        once, longer = made(bits, sizes, model=model), made(4 * bits, sizes, model=model)
        each = passed(bits, sizes, model=model)
        found += [
            Figure(f"{model}_certify", f"{name}: certify counter:{bits}", ratio(1, once), "s", at_most=20),
            Figure(
                f"{model}_linear", f"{name}: counter:{4 * bits}, to that, by 4", ratio(once, longer * 4), at_most=1.25
            ),
            Figure(f"{model}_svm", f"{name}: to make, to svm's", ratio(svm, once), at_most=1),
            Figure(f"{model}_pass", f"{name}: scikit-learn, to compact svm", ratio(compact, each), at_most=2),
        ]
    return found
