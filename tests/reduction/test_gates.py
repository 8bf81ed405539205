"""Gates of several kinds: constructions that say which they have, what is proved of them, and what is refused."""

import copy
import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simulate_command import said, simulate, simulated

import ogd_exact as ogd
from conftest import ROOT, called, edit, examples, sampled
from fuzz.changes import SHIPPED_CONSTRUCTIONS
from fuzz.construction_files import judged, netlists
from gate_tables import files
from ogd_exact.circuits.netlists.mapping import mapping
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.gadgets.reading.folder import SHIPPED
from ogd_exact.training.constructions import mapped

SHORTEST = ("--tables", "shortest")
MACHINES = ("counter:3", "lfsr:4", "gray:3", "johnson:3", "rule110:4", "collatz:4", "busybeaver:2", "mult:3")
OURS, RELU = SHIPPED_CONSTRUCTIONS["shortest/svm"], SHIPPED_CONSTRUCTIONS["shortest/dense-relu"]


@pytest.mark.parametrize("machine", sampled(MACHINES, 2))
def test_verdicts_are_the_papers(machine: str) -> None:
    verdict = said(simulated(machine))
    assert said(simulated(machine, *SHORTEST, "--model", "dense-relu")) == verdict
    for engine in ("kernel", "circuit", "native", "gadget"):
        assert said(simulated(machine, *SHORTEST, "--engine", engine)) == verdict
    assert called("simulate", machine, *SHORTEST, "--question", "fixed-point").code in (0, 3)


def test_random_netlists_run_from_every_state(tmp_path: Path) -> None:
    """By fractions, sharing nothing with the proof."""
    count = examples(120)
    for ours in (OURS, RELU):
        assert judged(ours, tmp_path / ours.model, netlists(1, count)) == count


def test_a_pass_is_short() -> None:
    """Hand counts bound them: a gate each takes 4 or 5, one that counts 5, and a latch that no gate writes 4.

    Of counter:3, one bit flips, two change where they are, and there are a NAND, an AND and the question.
    """
    for machine, most in (("counter:3", 21), ("counter:16", 130), ("rule110:8", 120), ("collatz:8", 160)):
        about = json.loads(called("reduce", machine, *SHORTEST, "--format", "jsonl").out.splitlines()[0])
        paper = json.loads(called("reduce", machine, "--format", "jsonl").out.splitlines()[0])
        assert about["examples"] <= most and about["inputs"] == paper["inputs"] and about["gates"] < paper["gates"]


def test_the_tables_are_those_that_the_script_writes() -> None:
    assert [path.name for path, text in files() if path.read_text() != text] == []


def test_the_construction_of_the_docs(tmp_path: Path) -> None:
    """Made as docs/constructions.md says."""
    page, folder = (ROOT / "docs" / "constructions.md").read_text(), tmp_path / "svm"
    shutil.copytree(SHIPPED / "compact" / "svm", folder)
    shutil.copy(SHIPPED / "shortest" / "svm" / "maj.toml", folder)
    found = page.partition("## Gates of your own")[2].partition("```toml")[2].partition("```")[0]
    (folder / "construction.toml").write_text(found)
    shorter, longer = (simulated("mult:6", "--tables", tables) for tables in (tmp_path, "compact"))
    assert said(shorter) == said(longer)
    # By ABC's netlist four fifths of the examples, without ABC some more.
    assert shorter["steps"] / shorter["passes"] < 0.95 * longer["steps"] / longer["passes"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('kind = "xor"', 'kind = "xnor"', "the calls of xnor compute 0110, which is not xnor"),
        ('kind = "xor"', 'kind = "maj"', "the calls of maj compute 0110, which is not maj"),
        ('kind = "xor"', 'kind = "x or"', "is not a name for a gate"),
        ("xor(a, b, i)", "xor(a, c, i)", "calls write i, and read a, then b, c and d"),
        ("xor(a, b, i)", "xor(a, b, c)", "calls write i, and read a, then b, c and d"),
        ("xor(a, b, i)", "xor(a, o, i)", "'o' is not one of i, a, b, c, d, bot"),
        ('"xor(a, b, i)"', '"copy(a, b)", "copy(b, i)"', "and its operands as they were"),
        ('"xor(a, b, i)"', '"and(a, b, i)"', "the calls of xor compute 0001, which is not xor"),
        ('kind = "xor"\ncalls = ["xor(a', 'kind = "mine"\ncalls = ["and(a', "mine computes what and does"),
        ('"xor(a, b, i)"', '"bit(a, b, i)"', "svm has no gadget 'bit' with a contract"),
        ('over = "gates"', 'over = "inputs"\ncalls = []', "with [[gate]] there is one phase over gates"),
        ('over = "gates"', 'over = "gates"\ncalls = ["nand(a, b, i)"]', "one phase over gates without calls"),
        ('over = "question"', 'over = "outputs"', "and none over outputs"),
        ('special = ["bot"]', 'special = ["bot", "c"]', "with [[gate]] a, b, c, d are operands"),
        ('gates = "bit"', 'gates = "unset"', "not_here computes what true does"),
        ("move_if_true(q, bot)", "copy(q, bot)", "moves bot though the answer may be no"),
    ],
)
def test_wrong_gates(tmp_path: Path, old: str, new: str, reason: str) -> None:
    folder = Path(shutil.copytree(SHIPPED / "shortest", tmp_path / "mine"))
    edit(folder / "svm" / "construction.toml", old, new)
    code, out, err = simulate("counter:3", "--tables", folder)
    assert code == 2 and not out and reason in err, err


def gate(chance: Random, construction: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = chance.choice(construction["gate"])
    return found


def test_spoiled_gates_are_refused_or_right(tmp_path: Path) -> None:
    """With another gadget of as many operands, operands in another order, or gates dropped."""
    proved = 0
    for seed in range(examples(40)):
        chance, spoiled = Random(seed), copy.deepcopy(OURS)
        one, other = gate(chance, spoiled.construction), gate(chance, spoiled.construction)
        way = chance.randrange(3)
        if way == 0:
            one["calls"] = other["calls"]
        elif way == 1:
            name, _, words = one["calls"][0].rstrip(")").partition("(")
            one["calls"] = [f"{name}({', '.join(chance.sample(words.split(', '), len(words.split(', '))))})"]
        else:
            kept = chance.sample(spoiled.construction["gate"], chance.randrange(1, 40))
            spoiled.contents["construction.toml"]["gate"] = kept
        folder = tmp_path / str(seed)
        folder.mkdir()
        try:
            proved += judged(spoiled, folder, netlists(seed, 2))
        except InputError as error:
            assert any(
                word in str(error) for word in ("[[gate]]", "computes what", "calls write", "which is not", "as they")
            )
    assert proved


def test_a_cell_in_the_wrong_place_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The order in which inputs are written over is for the walk to refuse, whatever the mapper says."""

    def backwards(*given: Any) -> Any:
        opposites, cells = mapping(*given)
        first = [cell for cell in cells if cell.onto is not None and len(cell.operands) > 1]
        return opposites, [*first, *(cell for cell in cells if cell not in first)]

    monkeypatch.setattr(mapped, "mapping", backwards)
    code, _, err = simulate("counter:3", *SHORTEST)
    assert code == 2 and ("which are not all made before it" in err or "holds neither its value nor 0" in err)


def test_what_knows_nands_alone_says_so(tmp_path: Path) -> None:
    answer = called("prove", *SHORTEST, "--model", "svm", "-o", tmp_path / "proofs")
    assert answer.code != 0 and "svm: the theory has no gates but NAND" in answer.err
    answer = called("explore", "counter:2", *SHORTEST, "-o", tmp_path / "page.html")
    assert answer.code == 2 and "draws NAND gates alone; choose tables without [[gate]]" in answer.err


def test_reports_count_the_gates(tmp_path: Path) -> None:
    answer = called("simulate", "counter:3", *SHORTEST)
    assert "m = 5 gates," in answer.out and "NAND" not in answer.out  # for three bits, a NAND and an AND
    assert json.loads(called("simulate", "counter:3", *SHORTEST, "--format", "json").out)["gates"] == 5
    answer = called("simulate", "counter:3", *SHORTEST, "--engine", "invariant", "--target", "111")
    assert answer.code in (0, 3)


CONSTANT = """.model m
.outputs out
.latch zero x 1
.latch zero y 0
.names zero
.names x out
0 1
.end
"""


def test_a_latch_that_is_never_true_is_read_too(tmp_path: Path) -> None:
    """Its weight stays 0, and what is nearest to a true bit is still refused nowhere but half way to it."""
    (tmp_path / "m.blif").write_text(CONSTANT)
    run = ogd.reduce(tmp_path / "m.blif", "svm", tables="shortest")
    assert isinstance(run, ogd.Run) and run.bits(run.start) == (1, 0)
    y = run.coordinates.index("y")
    for weight, bit in ((0.1, 0), (1.9, 1)):
        assert run.bits([weight if k == y else w for k, w in enumerate(run.start)]) == (1, bit)
    with pytest.raises(ogd.InputError, match="the weight of y is 1.0, which is no bit"):
        run.bits([1.0 if k == y else w for k, w in enumerate(run.start)])
