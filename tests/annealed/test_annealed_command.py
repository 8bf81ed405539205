"""One pass under rates that differ from step to step does what the circuit does; replayed by other arithmetic."""

import json
import re
import shlex
import shutil
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from circuits.circuit_files import write_aiger
from circuits.random_circuits import bits, sequentials, shown
from conftest import ROOT, called, edit, examples, sampled
from ogd_exact.circuits.netlists.sequential import Sequential
from ogd_exact.training.annealed import single_pass
from ogd_exact.training.annealed.schedule import formula

SCHEDULES = ("1/sqrt(t)", "1/t", "3/7", "10/(1 + sqrt(t + 1))", "t^2", "sqrt(t)/100", "1/t^3 + 2")


annealed = partial(called, "annealed")


def said(*arguments: object) -> dict[str, Any]:
    answer = annealed(*arguments, "--format", "json")
    assert answer.code == 0
    data: dict[str, Any] = json.loads(answer.out)
    return data


def direct(circuit: Sequential, state: tuple[bool, ...], frames: int) -> tuple[list[str], int | None]:
    """The states, and the frame whose answer is yes, by the evaluator of the tests."""
    states = [state]
    for frame in range(frames):
        outputs, bads, follows = shown(circuit, states[-1])
        states.append(follows)
        if (*bads, *outputs)[0]:
            return texts(states), frame
    return texts(states), None


def texts(states: list[tuple[bool, ...]]) -> list[str]:
    return ["".join("01"[bit] for bit in reversed(state)) for state in states]


@settings(
    max_examples=examples(40),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)
@given(circuit=sequentials(inputs=0, resets=(0, 1)), data=st.data())
def test_random_circuits_from_random_states(circuit: Sequential, data: st.DataObject, tmp_path: Path) -> None:
    if not (circuit.bads or circuit.outputs):
        return
    path = tmp_path / "circuit.aag"
    path.write_bytes(write_aiger(circuit, binary=False))
    schedule = data.draw(st.sampled_from(SCHEDULES))
    width = len(circuit.latches)
    start, frames = bits(data.draw(st.integers(0, 2**width - 1)), width), data.draw(st.integers(1, 3))
    answer = said(path, "--schedule", schedule, "--frames", frames, "--state=" + texts([start])[0])
    states, frame = direct(circuit, start, frames)
    assert (answer["states"], answer["frame"]) == (states, frame)
    assert answer["verdict"] == ("not accepted" if frame is None else "accepted")


def number(text: str) -> Decimal:
    """p/q, b*sqrt(d) or a + b*sqrt(d), to the precision of the context."""
    total = Decimal(0)
    for term in text.split(" + "):
        match = re.fullmatch(r"(-?\d+)(?:/(\d+))?(?:\*sqrt\((\d+)\))?", term)
        assert match
        total += Decimal(match[1]) / Decimal(match[2] or 1) * Decimal(match[3] or 1).sqrt()
    return total


@pytest.mark.parametrize("schedule", sampled(SCHEDULES, 3))
def test_the_examples_replayed_by_decimals(schedule: str, tmp_path: Path) -> None:
    """A plain loop, sixty digits, no rule of the project: the counter counts, and no margin comes near 0."""
    path = tmp_path / "train.jsonl"
    answer = annealed("counter:2", "--schedule", schedule, "--frames", 4, "--training", path, "--format", "json")
    assert json.loads(answer.out)["frame"] == 3
    header, *examples = map(json.loads, path.read_text().splitlines())
    assert header["examples"] == len(examples) == 4 * 157
    with localcontext(prec=60):
        weights = dict.fromkeys(map(str, range(header["dimension"])), Decimal(0))
        states = []
        for t, example in enumerate(examples, 1):
            x, rate = {key: number(value) for key, value in example["x"].items()}, number(example["rate"])
            product = sum(weights[key] * value for key, value in x.items())
            assert abs(product - 1) > Decimal("0.001")
            if product < 1:
                for key, value in x.items():
                    weights[key] += rate * value
            if t % 157 == 0:
                states.append([weights[str(s["coordinate"])] > 0 for s in header["state"]])
                assert (weights[str(header["accept"])] > 0) == (t == 4 * 157)
        assert states == [[True, False], [False, True], [True, True], [False, False]]


def test_formulas_are_exact() -> None:
    assert [formula("1/(2*t + 1)")(t) for t in (1, 2)] == [Fraction(1, 3), Fraction(1, 5)]
    rate = formula("1/sqrt(t)")
    assert rate(9) == Fraction(1, 3) and rate(2) * rate(2) == Fraction(1, 2)
    assert formula("(1 + sqrt(t))*(1 - sqrt( t ))")(7) == -6


def test_rates_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rates"
    path.write_text("".join(f"{7 * t % 11 + 1}/{t % 5 + 1}\n" for t in range(157)))
    answer = annealed("counter:2", "--rates", path)
    assert answer.code == 0 and "frame 0: 00 -> 01, the answer is no" in answer.out
    assert "bits are plus or minus 4" in answer.out  # the largest rate is 11
    answer = annealed("counter:2", "--rates", path, "--frames", 2)
    assert answer.code == 2 and "has 157 rates, and step 158 needs another" in answer.err


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("1\n0.5\n", "rates:2:2: expected a rate, such as 1/4: unexpected character '.'; write fractions"),
        ("1\n\n", "rates:2:1: expected a rate, such as 1/4: the expression ends too early"),
        ("1\n-1/2\n", "the rate of step 2 is -1/2, which is not positive"),
        ("t\n", "unknown symbol 't'"),
    ],
)
def test_wrong_files_of_rates(tmp_path: Path, lines: str, reason: str) -> None:
    path = tmp_path / "rates"
    path.write_text(lines)
    answer = annealed("counter:1", "--rates", path)
    assert (answer.code, answer.out) == (2, "") and reason in answer.err and len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("schedule", "reason"),
    [
        ("0", "the rate of step 1 is 0, which is not positive"),
        ("3 - t", "the rate of step 3 is 0"),
        ("1/(t - 5)", "the rate of step 1 is -1/4"),
        ("1/(t - 1)", "is no number at step 1: division by zero"),
        ("1/sqrt(3 - t)", "is no number at step 3: division by zero"),
        ("sqrt(2 - t) + 1", "is no number at step 3: the square root of -1"),
        ("sqrt(t) + sqrt(t + 1)", "one square root of t is allowed"),
        ("1/sqrt(sqrt(t))", "one square root of t is allowed"),
        ("sqrt(t) + sqrt", "one square root of t is allowed"),
        ("exp(t)", "unexpected '('"),
        ("1/s", "unknown symbol 's'; declared here: t"),
        ("__import__('os')", "unexpected character '_'"),
        ("((((t^200)^200)^200)^200)", "the degree is at most"),
        ("1+" * 300 + "t", "at most 400 characters"),
    ],
)
def test_wrong_schedules(schedule: str, reason: str) -> None:
    answer = annealed("counter:1", "--schedule", schedule)
    assert (answer.code, answer.out) == (2, "") and reason in answer.err and len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--state", "0"], "the state '0' must be 2 characters 0 or 1, one per latch: x1, x0"),
        (["--state", "10", "--start", "x0=1"], "--state says where every latch starts, and so does --start; drop one"),
        (["--state", "10", "--uninitialised", "1"], "and so does --uninitialised; drop one"),
        (["--frames", "0"], "expected a whole number, at least 1"),
        (["--rates", "r", "--schedule", "1"], "not allowed with argument"),
        (["--tables", "compact"], "there is no construction for --model 'svm-annealed'"),
    ],
)
def test_wrong_calls(options: list[str], reason: str) -> None:
    answer = annealed("counter:2", *options)
    assert (answer.code, answer.out) == (2, "") and reason in answer.err


@pytest.mark.parametrize(
    ("name", "old", "new", "reason"),
    [
        (
            "set_false_if_unset.toml",
            '"-3*size/eta"',
            '"-2*size/eta"',
            "svm-annealed set_false_if_unset is not verified",
        ),
        ("construction.toml", '"copy(o, i)"', '"copy(o, i)", "not(i)"', "does not hold the value of its output"),
        ("construction.toml", 'accept = "bot"', 'accept = "bot"\nstart = { box = "0" }', "all weights start at 0"),
        ("model.toml", 'per_step = ["eta"]', 'per_step = ["eta"]\nmagnitudes = ["eps1"]', "there are no magnitudes"),
        ("model.toml", 'per_step = ["eta"]', "", 'must have symbols = ["size", "eta"] and per_step = ["eta"]'),
        (
            "set_false_if_unset.toml",
            '{ bound = "eta > 0", outside = { size = "1", eta = "0" } }',
            '{ bound = "eta > 0" }, { bound = "3*eta > size" }',
            "step 2, set_false_if_unset, with size = 2 and eta = 1/2, is outside the region where it is proved: 3*eta",
        ),
    ],
)
def test_spoiled_tables_are_refused(tmp_path: Path, name: str, old: str, new: str, reason: str) -> None:
    folder = Path(shutil.copytree(ROOT / "gadget_tables" / "annealed", tmp_path / "mine"))
    edit(folder / "svm-annealed" / name, old, new)
    answer = annealed("counter:2", "--tables", folder, "--schedule", "1/t")
    assert (answer.code, answer.out) == (2, "") and reason in answer.err, answer.err


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda number, value: 2 * value, "frame 0: x0 is 2, and by the circuit it must be 1"),
        (
            lambda number, value: -1 if number == 1 else value,
            "frame 0: the margin is exactly 0",
        ),  # where w = -size = -1
    ],
)
def test_a_difference_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, spoil: Callable[[int, Any], Any], reason: str
) -> None:
    """Examples other than those that were proved."""
    right, numbers = single_pass.flat, count()

    def wrong(*arguments: Any) -> Any:
        for x, y in right(*arguments):
            number = next(numbers)
            yield tuple((name, spoil(number, value)) for name, value in x), y

    monkeypatch.setattr(single_pass, "flat", wrong)
    answer = annealed("counter:1", "--schedule", "1/2", "--training", tmp_path / "train.jsonl")
    assert (answer.code, answer.out) == (1, "") and reason in answer.err
    assert not (tmp_path / "train.jsonl").exists()


def test_a_constant_rate_is_for_simulate_too() -> None:
    symbols = ["--set", "size=1", "--set", "eta=1/4"]
    answer = called("simulate", "counter:3", "--tables", "annealed", "--model", "svm-annealed", *symbols)
    assert answer.code == 0 and "accepted in frame 7 (" in answer.out and "eta = 1/4, size = 1;" in answer.out


SHOWN = re.findall(r"```\n\$ python (.*?)\n(.*?)```", (ROOT / "docs" / "annealed.md").read_text(), re.S)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
@pytest.mark.usefixtures("eighty_columns")
def test_the_page_shows_real_output(command: str, output: str) -> None:
    assert called(*shlex.split(command.removeprefix("-m ogd_exact."))).out == output


def test_no_more_frames_are_prepared_than_are_run() -> None:
    answer = annealed("counter:1", "--frames", 10**15)  # the counter of one bit answers in its second frame
    assert answer.code == 0 and "accepted in 2 frames, 136 steps" in answer.out


def test_more_steps_than_can_be_run_are_refused() -> None:
    answer = annealed("lfsr:3", "--target", "111", "--frames", 10**5)  # which it never reaches
    assert answer.code == 2 and "give fewer --frames" in answer.err
