"""Searches under rules that are not shipped: with moves on both sides of a kink, that depend on w.x, or two kinks."""

import copy
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from own_rules import with_own_rules

import ogd_exact as ogd
from conftest import called, needs, sampled
from ogd_exact.api.synthesize import problem_of
from ogd_exact.core.kernel.certificate import Term
from ogd_exact.core.kernel.errors import BadCertificate, InputError
from ogd_exact.core.kernel.step import Rule
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.gadgets.reading.contract_text import read_text
from ogd_exact.gadgets.reading.folder import unfinished_library
from ogd_exact.gadgets.synthesis.evidence import check_evidence, problem_words
from ogd_exact.gadgets.synthesis.numbers import Numbers
from ogd_exact.gadgets.synthesis.problem import Problem, check_supported
from ogd_exact.gadgets.synthesis.reason import find_reason
from ogd_exact.gadgets.synthesis.refutation import Reason, check_reason
from ogd_exact.gadgets.synthesis.small import small_examples

NOT, COPY = "not(a bit, c bit): c = not(a)", "copy(a bit, c bit): c = copy(a)"
PUT = "put(a bit): a = true"
WITH_JOIN = "not(a bit, c bit, j 2): c = not(a)"
AT = {"huber": {"epsilon": "1/2"}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    needs("z3", "z3-solver")
    needs("numpy", "numpy")
    return with_own_rules(tmp_path / "tables")


def test_a_refutation_says_that_tables_on_a_kink_are_left_out(tmp_path: Path) -> None:
    """Under a ReLU x = 1 and y = 0 clear a bit of weight 0 or 1 in one step, but stand on the kink where it is 0."""
    needs("z3", "z3-solver")
    (tmp_path / "dr").mkdir()
    encoding = '{ true = "1", false = "0", unset = "0" }'
    (tmp_path / "dr" / "model.toml").write_text(f'rule = "dense-relu"\nlearning_rate = "1/2"\nencoding = {encoding}\n')
    words = ("clear(i1 bit): i1 = false", "--tables", tmp_path, "--model", "dr", "--steps", "1")
    code, out, _ = called("synthesize", *words, "--evidence", tmp_path / "e.json")
    assert code == 1 and "no table of 1 step that stands on no kink keeps the contract, proved" in " ".join(out.split())
    assert "no example stands on a kink" in called("synthesize", "--check", tmp_path / "e.json")[1]
    assert json.loads(called("synthesize", *words, "--format", "json")[1])["off_kinks"] is True
    words = ("clear(i1 bit): i1 = false", "--model", "svm", "--steps", "1")
    assert json.loads(called("synthesize", *words, "--format", "json")[1])["off_kinks"] is False


def found(folder: Path, rule: str, contract: str, **more: Any) -> ogd.Synthesis:
    return ogd.synthesize(contract, rule, tables=folder, at=AT.get(rule), limit=60, **more)


@pytest.mark.parametrize(
    ("rule", "contract", "steps"),
    sampled(
        [
            ("squared-hinge", PUT, 1),
            ("squared-hinge", WITH_JOIN, 4),
            ("modified-huber", NOT, 4),
            ("modified-huber", COPY, 4),
            ("leaky-relu", PUT, 2),
            ("leaky-relu", NOT, 4),
            ("absolute", NOT, 3),
            ("absolute", "nand(a bit, b bit, c bit): c = nand(a, b)", 3),
            ("huber", NOT, 3),
            ("huber", COPY, 3),
            ("insensitive", NOT, 3),
        ],
        1,
        lambda row: row[:1],
    ),
)
def test_gadgets_are_found(folder: Path, rule: str, contract: str, steps: int) -> None:
    answer = found(folder, rule, contract, steps=steps)
    assert answer.found and answer.table is not None and len(answer.table.steps) == steps, answer


def test_without_a_number_of_steps_small_examples_are_tried_before_z3(folder: Path) -> None:
    answer = found(folder, "modified-huber", NOT)
    assert answer.found and [tried.steps for tried in answer.tried] == [4] and answer.least == "open"


@pytest.mark.parametrize("more", [{"nonzeros": 1}, {"denominator": 1}])
def test_small_examples_are_of_the_kind_that_is_asked_for(folder: Path, more: dict[str, int]) -> None:
    answer = found(folder, "leaky-relu", "two(a bit, c bit): c = true; a = true", steps=4, **more)
    assert answer.found and answer.table is not None
    for step in answer.table.steps:
        assert sum(entry != "0" for entry in step.x) <= 1 if "nonzeros" in more else "/" not in "".join(step.x)


@pytest.mark.parametrize(
    ("contract", "steps"), [("wake(a unset): a = true", 3), ("put(a bit of 10^200*10^200): a = true", 2)]
)
def test_small_examples_may_lead_nowhere(folder: Path, contract: str, steps: int) -> None:
    """All weights stand on the kink, or are too large for floating point."""
    problem = replace(problem_of(contract, model(folder, "leaky-relu"), unfinished_library(str(folder))), steps=steps)
    assert small_examples(problem, 0, Numbers(), time.monotonic() + 60) is None


def test_a_table_that_is_found_is_a_file_that_verifies(folder: Path) -> None:
    file = folder / "modified-huber" / "not.toml"
    words = ("--model", "modified-huber", "--tables", folder, "--steps", 4)
    assert called("synthesize", NOT, *words, "-o", file).code == 0
    assert called("verify", "--model", "modified-huber", "--tables", folder).code == 0


def test_absolute_loss_needs_three_steps(folder: Path) -> None:
    """As a proof by hand says; every pattern of fewer is refuted, and none by solvers alone."""
    answer = found(folder, "absolute", NOT, minimal=True)
    assert answer.verdict == "found: 3 steps, verified, proved least"


def test_labels_that_do_not_mirror_each_other_are_searched(folder: Path) -> None:
    """To turn x round is not the same as the other label, so that both are refuted."""
    refuted = found(folder, "insensitive", NOT, steps=1)
    data = json.loads(refuted.evidence())
    assert refuted.impossible and [claim["labels"] for claim in data["claims"]] == [[1], [-1]]
    check_evidence(data)
    with pytest.raises(BadCertificate, match="leave out which coordinates or labels"):
        check_evidence({**data, "claims": data["claims"][:1]})


REFUTED = [
    ("absolute", NOT, 2),
    ("huber", NOT, 1),
    ("squared-hinge", "drop(a bit): a = false", 1),
    ("leaky-relu", NOT, 1),
]


def evidence(folder: Path, rule: str, contract: str, steps: int) -> Any:
    answer = found(folder, rule, contract, steps=steps)
    assert answer.impossible and answer.least == "proved", answer
    return json.loads(answer.evidence())


@pytest.mark.parametrize(("rule", "contract", "steps"), REFUTED)
def test_what_is_impossible_is_refuted_and_checked_by_the_file_alone(
    folder: Path, rule: str, contract: str, steps: int
) -> None:
    data = evidence(folder, rule, contract, steps)
    problem, counts, _ = check_evidence(data)
    assert counts[steps].total == len(problem.pieces) ** (steps * len(problem.cases)) and not counts[steps].solvers
    assert "; moves x by " in problem_words(problem)
    file = folder / "evidence.json"
    file.write_text(json.dumps(data))
    assert called("synthesize", "--check", file).out.endswith("checked and proved\n")


def put(place: tuple[Any, ...], value: Any, data: Any) -> None:
    for key in place[:-1]:
        data = data[key]
    data[place[-1]] = value


STEP = ("model", "step")
FIRST = ("claims", 0, "refuted", 0)


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (partial(put, (*STEP, "moves", 0, "x"), "1"), BadCertificate),  # another rule
        (partial(put, (*STEP, "kinks", 0), "-1"), BadCertificate),
        (partial(put, (*STEP, "constants", "epsilon"), "1/4"), BadCertificate),
        (partial(put, (*STEP, "kinks"), ["epsilon", "-epsilon"]), InputError),
        (partial(put, (*STEP, "kinks"), ["-epsilon"]), InputError),
        (partial(put, (*STEP, "moves", 0), {"v": "1"}), InputError),
        (partial(put, (*STEP, "moves", 0, "x"), "y^13"), InputError),
        (partial(put, (*STEP, "moves", 0, "x"), "y*" * 300 + "y"), InputError),
        (partial(put, (*STEP, "moves", 0, "x"), 7), InputError),
        (partial(put, (*STEP, "score"), "q - p"), InputError),
        (partial(put, (*STEP, "constants", "epsilon"), "y1"), InputError),  # the name of an unknown
        (partial(put, (*STEP, "constants", "y"), "1"), InputError),
        (partial(put, (*STEP, "state"), ["p"]), InputError),
        (partial(put, (*STEP, "state"), ["v"]), InputError),  # of which the contract says nothing
        (partial(put, (*STEP, "along"), "sign"), InputError),
        (partial(put, (*STEP, "after"), {"score": "w", "kinks": ["1"], "values": ["w", "1"]}), InputError),
        (partial(put, (*STEP, "rate"), "3"), InputError),
        (partial(put, ("model", "rule"), "hinge"), InputError),  # which is another
        (partial(put, ("model", "rule"), "huber\nproved"), InputError),
        (partial(put, (*FIRST, "pattern", 0, 0), 3), BadCertificate),  # there are but three intervals
        (partial(put, (*FIRST, "pattern", 0, 0), -1), BadCertificate),
        (partial(put, (*FIRST, "pattern", 0, 0), 1.0), InputError),
    ],
)
def test_evidence_under_a_rule_of_ones_own_is_not_believed_if_spoilt(
    folder: Path, spoil: Callable[[Any], None], error: type[Exception]
) -> None:
    data = copy.deepcopy(evidence(folder, "huber", NOT, 1))
    spoil(data)
    with pytest.raises(error):
        check_evidence(data)


def test_what_may_be_0_does_not_count_as_positive(folder: Path) -> None:
    """x = 1 stands on the kink of squared hinge: there (w.x - 1) + (1 - w.x) = 0 refutes nothing."""
    contract = Contract("g", "", ("a",), entry=(("1",), ("1",)), final=(("1",), ("1",)))
    problem = Problem(model(folder, "squared-hinge"), contract, 1)
    rests_and_moves = ((0,), (1,))
    system = problem.system(rests_and_moves)
    terms = tuple(Term(problem.ring.domain.one, powers) for powers in ((1, 0), (0, 1)))
    assert not system.positive and sum(system.weak, system.equations[0]) == 0
    with pytest.raises(BadCertificate, match="has no terms that fit it"):
        check_reason(problem, rests_and_moves, Reason(terms, (), ((0, problem.ring.one),)))
    assert find_reason(problem, rests_and_moves) is None


@dataclass(frozen=True)
class Boxed(Rule):
    after: Any = None
    along: str = "x"


def model(folder: Path, name: str) -> Model:
    return unfinished_library(str(folder)).models[name]


def test_what_cannot_be_searched_is_said_in_one_line(folder: Path) -> None:
    plain = model(folder, "absolute")
    parts = {key: getattr(plain.rule, key) for key in Rule.__dataclass_fields__}
    check_supported(replace(plain, rule=Boxed(**parts)))
    for more in ({"after": ("w",)}, {"along": "sign"}):
        with pytest.raises(InputError, match="along signs, or again after a step"):
            check_supported(replace(plain, rule=Boxed(**parts | more)))
    other = model(folder, "modified-huber")
    with pytest.raises(InputError, match="not in increasing order"):
        check_supported(replace(other, rule=replace(other.rule, kinks=other.rule.kinks[::-1])))
    with pytest.raises(InputError, match="leaves epsilon open"):
        ogd.synthesize(PUT, "huber", tables=folder)


def test_polynomials_are_bounded(folder: Path) -> None:
    """Moves of high degree in w.x and a state make weights that nobody can multiply out."""
    rule = RULES["dense-relu-dense"]
    steep = replace(rule, moves=((), tuple((to, move * move * move) for to, move in rule.moves[1])))
    own = replace(model(folder, "absolute"), rule=steep)
    problem = Problem(own, read_text("put(a bit, v 1): a = true", own)[0], 12)
    with pytest.raises(InputError, match="too large for so many steps"):
        problem.system(((1,) * 12,))
