"""A rule that is data, as Coq has it: its steps are those of the data, and a row that holds has its lemma."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from coq import checked, on_rows
from test_false_tables import text_of
from test_training_sets import ENTRY

from conftest import ROOT, called, edit, in_full, needs_program, sampled
from ogd_exact.core.kernel.polynomial import Polynomial
from ogd_exact.core.kernel.step import Rule
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.documents.coq.coq_text import coordinate, integer, listed
from ogd_exact.documents.coq.model_file import HEAD, variables
from ogd_exact.documents.coq.table_lemmas import TableLemmas
from ogd_exact.gadgets.reading.folder import SHIPPED, paper, read_library
from ogd_exact.gadgets.reading.step_data import step_data
from said_step import taken, value

LOSSES = ROOT / "tests" / "losses"
REFUSED = "least-squares-box"  # for what follows a step
PROVED = [path.name for path in sorted(LOSSES.iterdir()) if path.name != REFUSED]
OURS = [SHIPPED / "compact" / "svm-bias-reg", SHIPPED / "compact" / "dense-relu-reg", SHIPPED / "rules" / "perceptron"]
FOLDERS = [*(LOSSES / loss for loss in PROVED), *OURS, *(SHIPPED / "paper" / m for m in ("svm", "dense-relu-dense"))]
NUMBERS = {"epsilon": Fraction(1, 3), "s": Fraction(2, 7), "alpha": Fraction(3, 4)}
WIDTH = 3
by_name = {"ids": lambda item: item.name if isinstance(item, Path) else None}
Weights = dict[str, Fraction]


def library_with(folder: Path, into: Path, **edits: str) -> Library:
    """A folder of one model alone; edits are old and new text of its files, by file."""
    copied = into / "tables" / folder.name
    copied.mkdir(parents=True)
    for path in folder.glob("*.toml"):
        (copied / path.name).write_text(path.read_text())
    for file, change in edits.items():
        edit(copied / f"{file}.toml", *change.split(" -> "))
    return read_library(into / "tables", fallback=paper())


def points(said: Any, chance: random.Random) -> Iterator[tuple[Weights, Weights, Fraction, Weights]]:
    """Weights, an example, and the weights after it: three in each interval, and some on kinks that do no harm."""
    lacking = dict.fromkeys(range(len(said["moves"])), 3)
    names, tries = [str(c) for c in range(WIDTH)], 0
    constants = {name: Fraction(text) for name, text in said["constants"].items()}
    kinks = [value(text, constants) for text in said["kinks"]]
    while any(lacking.values()):
        tries += 1
        assert tries < 2000
        w = {name: Fraction(chance.randint(-9, 9), chance.randint(1, 4)) for name in (*names, *said["state"])}
        x = {name: Fraction(chance.randint(-9, 9), 3) for name in names[:2]}
        y = Fraction(chance.choice(said["labels"] or ["1", "-2", "3/2"]))
        score = value(said["score"], {"p": sum(w[c] * x[c] for c in x), "y": y, **constants, **w_state(said, w)})
        interval = sum(kink < score for kink in kinks)
        if score not in kinks and lacking[interval]:
            lacking[interval] -= 1
            yield w, x, y, taken(said, w, x, y)
    if said["score"] == "y*p" and kinks == [1] and said["moves"] == [{"x": "2*y*(1 - y*p)"}, {}]:
        w = dict.fromkeys(names, Fraction(1, 2))
        yield w, {"0": Fraction(2)}, Fraction(1), taken(said, w, {"0": Fraction(2)}, Fraction(1))


def w_state(said: Any, w: Weights) -> Weights:
    return {name: w[name] for name in said["state"]}


def number(x: Fraction) -> str:
    text = f"{integer(abs(x.numerator))}/{integer(x.denominator)}"
    return f"(-({text}))" if x < 0 else f"({text})"


@pytest.mark.parametrize("folder", sampled(FOLDERS, 3, lambda path: []), **by_name)
def test_coq_takes_the_steps_of_the_data(folder: Path, tmp_path: Path) -> None:
    """In every interval, by numbers that Coq computes; another program takes the same steps from the JSON alone."""
    model = library_with(folder, tmp_path).models[folder.name]
    known = {name: NUMBERS[name] for name in model.symbols}
    environment = {name: model.arithmetic.number(0) + x for name, x in known.items()} if known else {}
    said = step_data(model.step(lambda text: model.arithmetic.read(text, environment)), str)
    found = list(points(said, random.Random(folder.name)))
    head = "\n".join([HEAD, *variables(model, model.symbols)])
    given = [f"Let {name} : F := {number(x)}." for name, x in known.items()]
    head = re.sub(r"^Variables .*$", "\n".join(given), head, flags=re.M)
    steps = []
    for w, x, y, _ in found:
        entries = listed(f"({coordinate(int(c))}, {number(v)})" for c, v in x.items())
        steps.append(f"after ({entries}, {number(y)}) {listed(map(number, w.values()))}")
    ask = f"""End Tables.
Require Import OGD.Rationals.
Definition after e w : example rationals :=
  (map (fun c => (c, step R {WIDTH} e (listed w) c)) (seq 0 {WIDTH + len(said["state"])}), 0).
Eval vm_compute in fractions {listed(steps)}."""
    answer = checked(f"steps_{folder.name.replace('-', '_')}", on_rows(f"{head}\n{ask}\n"))
    assert answer.accepted, answer.complaint
    text = re.sub(r"\((-\d+)\)", r"\1", re.sub(r"\s|%\w+", "", answer.printed))
    numbers = [Fraction(int(n), int(d)) for _, n, d in ENTRY.findall(text)]
    assert numbers == [x for _, _, _, after in found for x in after.values()]


@pytest.mark.parametrize(
    ("loss", "gadget"),
    sampled([(loss, gadget) for loss in PROVED for gadget in ("not", "nand")], 3, lambda item: []),
)
def test_rows_and_contracts_of_losses_of_ones_own(loss: str, gadget: str, tmp_path: Path) -> None:
    library = library_with(LOSSES / loss, tmp_path)
    answer = checked("own_loss", text_of(library.tables[loss, gadget], library))
    assert answer.accepted, answer.complaint


def test_a_kink_where_moves_agree_is_no_obstacle_and_one_where_they_differ_is(tmp_path: Path) -> None:
    library = library_with(LOSSES / "squared-hinge", tmp_path / "agree")
    text = text_of(library.tables["squared-hinge", "nand"], library)
    assert "lies [On] moves 0 0." in text and checked("on_kink", text).accepted
    head = 'gadget = "stay"\nlabel = "tab:stay"\ncoordinates = ["i1"]\ncases = [["1"]]\n'
    (tmp_path / "differ" / "svm").mkdir(parents=True)
    (tmp_path / "differ" / "svm" / "stay.toml").write_text(f'{head}[[step]]\nx = ["1"]\ny = "1"\nafter = [["1"]]\n')
    library = read_library(tmp_path / "differ", fallback=paper())
    text = text_of(library.tables["svm", "stay"], library)
    answer = checked("on_kink_of_the_hinge", text)
    assert "lies [On] moves 1 0." in text and answer.refused == "stay_step1_case1", answer.complaint


@pytest.mark.parametrize(
    ("loss", "gadget", "old", "new", "refused"),
    [
        ("epsilon-insensitive", "not", '"-1", "-1"', '"-1", "-2"', "not_step2_case"),
        ("epsilon-insensitive", "not", 'y = "1"', 'y = "2"', "not_step1_case"),
        ("squared-hinge", "nand", '["0", "0", "-5", "1"]', '["0", "0", "-4", "1"]', "nand_step2_case"),
        ("huber", "not", 'y = "1"', 'y = "1/3"', "not_step1_case"),
    ],
)
def test_coq_refuses_a_wrong_row_by_name(
    loss: str, gadget: str, old: str, new: str, refused: str, tmp_path: Path
) -> None:
    library = library_with(LOSSES / loss, tmp_path, **{gadget: f"{old} -> {new}"})
    answer = checked("wrong_row", text_of(library.tables[loss, gadget], library))
    assert not answer.accepted and answer.refused.startswith(refused), answer.complaint


@pytest.mark.parametrize(("promised", "refused"), [("not(i1)", ""), ("copy(i1)", "copy_if_true_keeps_contract")])
def test_what_is_never_positive_is_not_so_on_the_way(promised: str, refused: str, tmp_path: Path) -> None:
    """The accepting weight falls to -1 and comes back, or rises to 1, where the promise says that it does not."""
    change = f'never_positive = {{ i2 = "not(i1)" }} -> never_positive = {{ i2 = "{promised}" }}'
    library = library_with(LOSSES / "absolute", tmp_path, copy_if_true=change)
    answer = checked("never_positive", text_of(library.tables["absolute", "copy_if_true"], library))
    assert answer.accepted == (not refused) and answer.refused == refused, answer.complaint


ONE = Polynomial.number(1)
Change = Callable[[Model], Model]


def changed(change: Callable[[Rule], dict[str, Any]]) -> Change:
    return lambda model: replace(model, rule=replace(model.rule, **change(model.rule)))


FALSE_RULES: dict[str, tuple[str, Change]] = {
    "kinks apart": ("epsilon-insensitive", changed(lambda r: {"kinks": tuple(k + k + k for k in r.kinks)})),
    "a kink less": ("epsilon-insensitive", changed(lambda r: {"kinks": r.kinks[:1]})),
    "kinks upside down": ("epsilon-insensitive", changed(lambda r: {"kinks": r.kinks[::-1]})),
    "moves upside down": ("epsilon-insensitive", changed(lambda r: {"moves": r.moves[::-1]})),
    "a move less": ("huber", changed(lambda r: {"moves": r.moves[:-1]})),
    "the last move lost": ("huber", changed(lambda r: {"moves": (*r.moves[:-1], ())})),
    "the opposite score": ("huber", changed(lambda r: {"score": -r.score})),
    "a term in the score": ("leaky-relu", changed(lambda r: {"score": r.score - ONE - ONE})),
    "another constant": ("leaky-relu", changed(lambda r: {"constants": tuple((c, "1 - s") for c, _ in r.constants)})),
    "another slope": (
        "squared-hinge",
        changed(lambda r: {"moves": tuple(tuple((n, m + m) for n, m in moves) for moves in r.moves)}),
    ),
    "another rate": ("squared-hinge", lambda model: replace(model, learning_rate="1")),
    "a regularizer": ("squared-hinge", lambda model: replace(model, regularizer="1/7")),
}


@pytest.mark.parametrize("name", sampled(FALSE_RULES, 3, lambda name: []))
def test_rows_are_refused_if_the_rule_in_coq_is_not_that_of_the_data(name: str, tmp_path: Path) -> None:
    loss, change = FALSE_RULES[name]
    library = library_with(LOSSES / loss, tmp_path)
    table, model = library.tables[loss, "nand"], library.models[loss]
    written = [*variables(change(model), model.symbols), *TableLemmas(table, library).lines()]
    assert written[: len(model.symbols) + 1] != [*variables(model, model.symbols)]
    answer = checked("another_rule", on_rows("\n".join([HEAD, *written, "End Tables."])))
    assert not answer.accepted and answer.refused.startswith("nand_step"), answer.complaint


STAY = """gadget = "stay"
label = "tab:stay"
coordinates = ["i1", "b", "c"]
cases = [["1", "0", "0"]]
[[step]]
x = ["-1"]
y = "1"
after = [["1", "0", "0"]]
"""


@in_full
def test_constructions_of_losses_of_ones_own_are_proved(tmp_path: Path) -> None:
    needs_program("coqc", package="coq")
    answer = called("prove", "--tables", LOSSES, "-o", tmp_path / "proofs")
    said = {line.split()[1]: line.split()[3] for line in answer.out.splitlines() if "_theorem" in line}
    assert {f"{loss.replace('-', '_')}_theorem": "none" for loss in PROVED}.items() <= said.items(), answer.err


@pytest.mark.parametrize(
    ("loss", "old", "new", "lacking"),
    [
        ("least-squares-box", "", "", "`after`"),
        ("huber", 'score = "y - p"', 'score = "y - p"\nalong = "sign"', "steps along signs"),
        ("two-states", "", "", "rule with two states"),
    ],
)
def test_what_the_theory_has_not_is_a_line(loss: str, old: str, new: str, lacking: str, tmp_path: Path) -> None:
    if loss == "two-states":
        (tmp_path / "tables" / loss).mkdir(parents=True)
        rule = 'score = "p"\nkinks = ["0"]\nmoves = [{}, { x = "y", b = "y", c = "-y" }]\n'
        model = f'[rule]\nwords = "two"\nstate = {{ b = "one", c = "two" }}\n{rule}'
        (tmp_path / "tables" / loss / "model.toml").write_text(model)
        (tmp_path / "tables" / loss / "stay.toml").write_text(STAY)
    else:
        library_with(LOSSES / loss, tmp_path, **({"model": f"{old} -> {new}"} if old else {}))
    answer = called("prove", "--tables", tmp_path / "tables", "--model", loss, "-o", tmp_path / "proofs")
    assert answer.code == 3 and f"{loss}: the theory has no {lacking}; " in answer.err
    assert len(answer.err.splitlines()) == 1 and not (tmp_path / "proofs").exists()


def test_names_of_symbols_are_not_taken_for_what_a_rule_is_of(tmp_path: Path) -> None:
    """A constant whose symbol is called p or v, which in Coq would be w.x or the state."""
    folder = library_with(LOSSES / "epsilon-insensitive", tmp_path).models["epsilon-insensitive"]
    for name in ("v", "moves", "Above", "learning_rate"):
        model = replace(folder, symbols=(name,), rule=replace(folder.rule, constants=(("epsilon", name),)))
        text = "\n".join(variables(model, model.symbols))
        assert f"Variables {name}_ : F." in text and f"kinks := [-{name}_; {name}_]" in text
