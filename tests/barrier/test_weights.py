"""Weights by matrix powers, against plain descent and closed forms."""

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from barrier_command import barrier, descend
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import examples, needs, typed

PRIME = 1000000007


@pytest.fixture(autouse=True)
def with_flint() -> None:
    needs("flint", "python-flint")


def found(path: object, steps: object, *arguments: object) -> dict[str, Any]:
    answer = barrier("weights", path, "--steps", steps, *arguments, "--format", "json")
    assert (answer.code, answer.err) == (0, "")
    data: dict[str, Any] = json.loads(answer.out)
    return data


def written(path: Path, rate: str, start: list[str], examples: list[dict[str, Any]]) -> Path:
    head = {"format": "ogd-exact/1", "model": "quadratic", "parameters": {"eta": rate}, "dimension": len(start)}
    head |= {"initial": {str(i): w for i, w in enumerate(start)}, "examples": len(examples)}
    path.write_text("".join(json.dumps(line) + "\n" for line in [head, *examples]))
    return path


def in_ball(ball: dict[str, str], value: Fraction) -> bool:
    def exact(text: str) -> Fraction:
        man, exp = map(int, text.split("*2^"))
        return man * Fraction(2) ** exp

    return abs(exact(ball["centre"]) - value) <= exact(ball["radius"])


def residue(value: Fraction, modulus: int) -> int:
    return value.numerator * pow(value.denominator, -1, modulus) % modulus


NUMBER = st.builds(lambda p, q: str(Fraction(p, q)), st.integers(-4, 4), st.integers(1, 4))


@st.composite
def training_sets(draw: st.DrawFn) -> tuple[str, list[str], list[dict[str, Any]]]:
    size = draw(st.integers(1, 3))
    indices = st.sampled_from([str(i) for i in range(size)])
    pairs = st.builds("{},{}".format, indices, indices)
    squares = st.fixed_dictionaries(
        {"x": st.dictionaries(indices, NUMBER), "y": NUMBER},
        optional={"weight": st.sampled_from(["1/2", "3"])},
    )
    general = st.fixed_dictionaries(
        {}, optional={"A": st.dictionaries(pairs, NUMBER), "b": st.dictionaries(indices, NUMBER), "c": NUMBER}
    )
    examples = draw(st.lists(st.one_of(squares, general), min_size=1, max_size=4))
    return draw(st.sampled_from(["1", "1/3", "2/5"])), [draw(NUMBER) for _ in range(size)], examples


@given(training_sets(), st.integers(0, 25))
@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_all_four_arithmetics_follow_plain_descent(
    tmp_path_factory: pytest.TempPathFactory, training: tuple[str, list[str], list[dict[str, Any]]], steps: int
) -> None:
    rate, start, examples = training
    path = written(tmp_path_factory.getbasetemp() / "train.jsonl", rate, start, examples)
    lines = [examples[k % len(examples)] for k in range(steps)]
    truth = descend([Fraction(w) for w in start], lines, Fraction(rate))
    assert [Fraction(w) for w in found(path, steps, "--exact")["weights"]] == truth
    assert list(map(int, found(path, steps, "--modulo", PRIME)["weights"])) == [residue(w, PRIME) for w in truth]
    assert all(map(in_ball, found(path, steps, "--balls", 40)["weights"], truth))
    for primes in (1, 40):
        data = found(path, steps, "--primes", primes)
        if "modulus" in data:
            assert primes == 1
            assert list(map(int, data["weights"])) == [residue(w, int(data["modulus"])) for w in truth]
        else:
            assert [Fraction(w) for w in data["weights"]] == truth


def test_one_weight_after_very_many_steps_is_a_geometric_sum(tmp_path: Path) -> None:
    """(y - xw)^2 with x = 2, y = 3 and eta = 1/16: w -> w/2 + 3/4, so that w - 3/2 is halved each time."""
    path = written(tmp_path / "a", "1/16", ["5"], [{"x": {"0": "2"}, "y": "3"}])
    steps = 10**18
    half = pow(2, -1, PRIME)
    wanted = (3 * half + (5 - 3 * half) * pow(half, steps, PRIME)) % PRIME
    assert found(path, "10^18", "--modulo", PRIME)["weights"] == [str(wanted)]
    assert in_ball(found(path, "10^18", "--balls", 100)["weights"][0], Fraction(3, 2))
    assert found(path, 100)["weights"] == [str(Fraction(3, 2) + Fraction(7, 2) / 2**100)]


def fibonacci(n: int, modulus: int) -> tuple[int, int]:
    """F(n) and F(n + 1), by doubling."""
    if n == 0:
        return 0, 1
    a, b = fibonacci(n // 2, modulus)
    c, d = a * (2 * b - a) % modulus, (a * a + b * b) % modulus
    return (d, (c + d) % modulus) if n % 2 else (c, d)


@pytest.mark.parametrize("steps", [0, 1, 10, 10**18, 10**100])
def test_a_quadratic_loss_computes_fibonacci_numbers(tmp_path: Path, steps: int) -> None:
    """I - 2A = (1 1; 1 0) for A = (0 -1/2; -1/2 1/2)."""
    path = written(tmp_path / "a", "1", ["1", "0"], [{"A": {"0,1": "-1", "1,1": "1/2"}}])
    small, large = fibonacci(steps, PRIME)
    data = found(path, steps, "--modulo", PRIME)
    assert data["weights"] == [str(large), str(small)] and data["products"] <= max(steps, 1).bit_length()


def test_the_number_of_products_is_that_of_the_examples_and_of_the_digits() -> None:
    for steps in (0, 7, 20, 53, 10**18):
        data = found("example:5x20", steps, "--modulo", PRIME)
        assert data["products"] <= 20 + max(steps // 20, 1).bit_length()


def test_residues_are_called_exact_only_where_they_are() -> None:
    exact = found("example:4x10", 300)["weights"]
    seen = set()
    for primes in range(1, 30, 4):
        data = found("example:4x10", 300, "--primes", primes)
        seen.add(data["method"])
        if data["method"] == "exact by primes":
            assert data["weights"] == exact and "modulus" not in data
        else:
            assert "These are residues" in barrier("weights", "example:4x10", "--steps", 300, "--primes", primes).out
    assert seen == {"exact by primes", "modulo primes"}


def test_both_backends_and_both_names_of_the_command_agree() -> None:
    command = ["barrier", "weights", "example:6x9:5", "--steps", "10^18", "--modulo", "97"]
    answers = {typed("-m", "ogd_exact", *command, OGD_EXACT_NUMBERS=name) for name in ("gmpy2", "fraction")}
    assert answers == {typed("-m", "ogd_exact.barrier", *command[1:])} and len(answers) == 1


REFUSED = {
    ("--modulo", "15"): "15 is not a prime below 2^64; try 1000000007",
    ("--modulo", "2"): "a denominator of the training set is divisible by 2; choose another prime",
    ("--exact",): "too many; give --modulo, --primes or --balls",
    ("--balls", "1"): "expected a whole number from 2 to 100000",
    ("--primes", "0"): "expected a whole number from 1 to 2000",
    ("--modulo", str(2**64 + 13)): f"expected a whole number from 2 to {2**64 - 1}",
    ("--modulo", "7", "--balls", "9"): "not allowed with argument",
}


@pytest.mark.parametrize("options", REFUSED)
def test_what_cannot_be_done_is_refused(options: tuple[str, ...]) -> None:
    answer = barrier("weights", "example:4x10", "--steps", "10^18", *options)
    assert answer.code == 2 and answer.out == "" and REFUSED[options] in answer.err and answer.err.count("\n") == 1


@pytest.mark.parametrize("steps", ["-1", "1e18", "10^101", "11^3", "x", ""])
def test_steps_are_a_number(steps: str) -> None:
    answer = barrier("weights", "example:2x2", f"--steps={steps}")
    assert answer.code == 2 and "expected a number of steps up to 10^100" in answer.err


def test_without_flint_there_is_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "flint", None)
    answer = barrier("weights", "example:2x2", "--steps", "9")
    remedy = "install it with: pip install '.[barrier]' in a checkout of ogd-exact"
    assert answer == (2, "", f"ogd-exact: matrix powers need python-flint; {remedy}\n")
    assert barrier("--gadget", "copy").code == 0


def test_a_wrong_power_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    import ogd_exact.limits.quadratic.weights as weights

    monkeypatch.setattr(weights, "stepped", lambda training, steps: [w + 1 for w in training.initial])
    for options in ([], ["--modulo", 97], ["--balls", 64], ["--primes", 3]):
        answer = barrier("weights", "example:2x3", "--steps", 50, *options)
        assert answer.code == 1 and answer.out == "" and "are not those of plain stepping" in answer.err


@pytest.mark.parametrize(
    "options",
    [
        ["example:3x4", "--steps", "20000"],
        ["example:3x4", "--steps", "10^100", "--balls", "64"],
        ["example:1x1", "--steps", "1"],
    ],
)
@pytest.mark.usefixtures("eighty_columns")
def test_weights_of_every_size_fit_the_terminal(options: list[str]) -> None:
    needs("flint", "python-flint")
    answer = barrier("weights", *options)
    assert answer.code == 0 and max(map(len, answer.out.splitlines())) <= 80
    assert "1 weights" not in answer.out and " 1 steps" not in answer.out


def test_balls_that_would_take_too_long_are_refused() -> None:
    answer = barrier("weights", "example:20x2", "--steps", "10^100", "--balls", "100000")
    assert answer.code == 2 and "give fewer --balls bits" in answer.err
