"""Distances to the optimum of a real training set: after each pass they are a formula of the circuit's state."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

import convergence
from conftest import ROOT, needs
from erm.certificate import problems, squared
from erm.distances import follow, hindsight, regularizer_of, rows, training_set
from erm.search import find
from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.command_line import parsed
from ogd_exact.commands.shell import run
from ogd_exact.training.constructions.reduction import reduced
from ogd_exact.training.numbers.powers import plain

PAGE = (ROOT / "docs" / "convergence.md").read_text()


def test_after_a_pass_the_distance_is_a_formula_of_the_state() -> None:
    """Bits have the same sizes after every pass and all else is 0, so |w - w*|^2 = C - 2 (sum of s_i e_i w*_i)."""
    reduction = reduced(request(parsed("reduce", ["counter:2", "--model", "svm-reg", "--lambda", "1/8"])))
    examples = training_set(reduction)
    optimum = find(rows(examples), reduction.program.dimension, regularizer_of(reduction))
    sizes = {index: plain(size) for index, size in reduction.proved.magnitudes.items()}
    constant = squared(optimum.weights) + squared(list(sizes.values()))
    passes = list(follow(reduction, examples, optimum))
    assert [done.state for done in passes] == ["10", "01", "11", "00"] and passes[-1].accepted
    for done in passes[:-1]:  # the last also has the answer
        signs = [1 if bit == "1" else -1 for bit in done.state] + [-1]
        turned = sum(s * e * optimum.weights[i] for s, (i, e) in zip(signs, sizes.items(), strict=True))
        assert done.squares[-1] == constant - 2 * turned


def test_every_distance_by_a_loop_of_its_own() -> None:
    """The same run by fractions, without the kernel, and each distance from its definition."""
    reduction = reduced(request(parsed("reduce", ["counter:1", "--model", "svm-reg", "--lambda", "1/8"])))
    examples = training_set(reduction)
    optimum = find(rows(examples), reduction.program.dimension, regularizer_of(reduction))
    best = [Fraction(int(w.numerator), int(w.denominator)) for w in optimum.weights]
    weights = [Fraction(0)] * len(best)
    (first, _) = follow(reduction, examples, optimum)
    regret, taken = Fraction(0), []
    for example, square in zip(examples, first.squares, strict=True):
        x = {int(k): Fraction(int(v.numerator), int(v.denominator)) for k, v in example.x.items()}
        taken.append(x)
        products = [sum(v[k] * value for k, value in x.items()) for v in (weights, best)]
        loss, least = (
            sum(w * w for w in v) / 16 + max(0, 1 - p) for v, p in zip((weights, best), products, strict=True)
        )
        regret += loss - least
        weights = [w * Fraction(7, 8) + (x.get(i, 0) if products[0] < 1 else 0) for i, w in enumerate(weights)]
        assert sum((w - b) ** 2 for w, b in zip(weights, best, strict=True)) == square
    assert first.regret == regret / len(examples)
    losses = [max(0, 1 - sum(weights[k] * value for k, value in x.items())) for x in taken]
    assert first.objective == sum(w * w for w in weights) / 16 + sum(losses) / len(examples)


@pytest.mark.parametrize("regularizer", ["1/8", "1/100"])
def test_the_optimum_of_the_first_steps_is_as_near_as_is_said(regularizer: str) -> None:
    """Found by itself for some N, and proved by a certificate of its own; after whole passes it is that of the set."""
    reduction = reduced(request(parsed("reduce", ["counter:1", "--model", "svm-reg", "--lambda", regularizer])))
    pulls, strength = rows(training_set(reduction)), regularizer_of(reduction)
    best = find(pulls, reduction.program.dimension, strength)
    square = hindsight(pulls, strength, best)
    for passes, more in ((0, 7), (0, 60), (1, 60), (2, 0), (2, 11), (5, 110)):
        steps = pulls * passes + pulls[:more]
        found = find(steps, reduction.program.dimension, strength)
        assert not list(problems(steps, strength, found))
        apart = squared([a - b for a, b in zip(found.weights, best.weights, strict=True)])
        assert apart * len(steps) ** 2 <= square and (apart == 0) == (more == 0)


def test_the_optimum_of_the_first_steps_is_found_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    """As far as the page says; within C/N, of course."""
    shown = {159: "0.171825", 1159: "0.0234685"}
    call = ["counter:1", "--lambda", "1/100", "--passes", "1", "--hindsight", *map(str, shown)]
    assert run(convergence.main, call) == 0
    out = capsys.readouterr().out
    for steps, far in shown.items():
        assert f"that of the first {steps} (certified) is {far} from it" in out
        assert f"`--hindsight {steps}`" in PAGE and far in PAGE and float(far) <= 807.183 / steps


def test_with_a_learning_rate_it_is_the_regret_of_their_product(capsys: pytest.CaptureFixture[str]) -> None:
    """Distances are those of svm-reg with eta lambda for lambda, times the root of eta."""
    assert run(convergence.main, ["counter:1", "--lambda", "1/1000"]) == 0
    plain = [line.split() for line in capsys.readouterr().out.splitlines()[5:]]
    assert run(convergence.main, ["counter:1", "--model", "svm-eta-reg", "--eta", "1/100", "--lambda", "1/10"]) == 0
    scaled = [line.split() for line in capsys.readouterr().out.splitlines()[5:]]
    for one, other in zip(plain, scaled, strict=True):
        assert one[4:] == other[4:]
        assert [float(d) for d in one[1:4]] == pytest.approx([10 * float(d) for d in other[1:4]], rel=1e-5)


@pytest.mark.parametrize(("eta", "shown"), [("1/100", 140), ("1/10000", 1384320)])
def test_the_regret_grows_as_the_rate_falls(eta: str, shown: int, capsys: pytest.CaptureFixture[str]) -> None:
    """With lambda = 1/10 on counter:1, above what the page proves, alpha^11/(900 T (eta lambda)^2) - 1."""
    reduction = reduced(
        request(parsed("reduce", ["counter:1", "--model", "svm-eta-reg", "--eta", eta, "--lambda", "1/10"]))
    )
    examples = training_set(reduction)
    optimum = find(rows(examples), reduction.program.dimension, regularizer_of(reduction))
    regret = next(follow(reduction, examples, optimum)).regret
    product = Fraction(eta) / 10
    assert round(regret) == shown and f"| 1/10 | {eta} | {shown:,} |" in PAGE
    assert regret > (1 - product) ** 11 / (900 * len(examples) * product**2) - 1


def test_the_page_shows_real_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(convergence.main, ["counter:1", "--lambda", "1/100"]) == 0
    (shown,) = re.findall(r"```\n\$ python scripts/convergence.py counter:1 --lambda 1/100\n(.*?)```", PAGE, re.S)
    assert capsys.readouterr().out == shown


def test_the_picture_is_drawn(tmp_path: Path) -> None:
    needs("matplotlib", "matplotlib")
    path = tmp_path / "distances.png"
    assert run(convergence.main, ["counter:1", "--passes", "1", "--plot", str(path)]) == 0
    assert path.read_bytes().startswith(b"\x89PNG")


def test_a_picture_needs_matplotlib(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convergence, "find_spec", lambda name: None)
    assert run(convergence.main, ["counter:1", "--plot", "distances.png"]) == 2
    assert "install it with: pip install '.[plot]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--model", "svm"], "without a regularizer there is no single optimum; use --model svm-reg or svm-eta-reg"),
        (["--model", "svm-eta-reg", "--eta", "1/3"], "--eta must be the square of a rational"),
        (["--passes", "0"], "from 1 to 9999"),
    ],
)
def test_wrong_calls(options: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(convergence.main, ["counter:1", *options]) == 2
    assert reason in capsys.readouterr().err


def test_an_optimum_that_is_not_proved_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nearly(*arguments: object) -> object:
        optimum = find(*arguments)  # type: ignore[arg-type]
        return optimum._replace(weights=[w + (i == 0) for i, w in enumerate(optimum.weights)])

    monkeypatch.setattr(convergence, "find", nearly)
    assert run(convergence.main, ["counter:1"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and "the optimum is not proved" in captured.err
