"""Inputs over time, files of them, starts and constraints, through the commands; and that each says what it assumes."""

import hashlib
import json
import time
from pathlib import Path
from typing import Any

import pytest
from simulate_command import counter, counter_file, simulate, simulated

from circuits.circuit_files import write_aiger
from conftest import called, in_full, sampled
from ogd_exact import InputError, reduce
from ogd_exact import simulate as simulate_run
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential
from ogd_exact.gadgets.reading.folder import MODELS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return counter_file(tmp_path)


@pytest.mark.parametrize("model", sampled((m for m in MODELS if m != "svm-reg"), 3, lambda model: ()))
def test_a_reset_and_a_repeated_enable(path: Path, model: str) -> None:
    check_counter(path, model)


@in_full
def test_a_reset_and_a_repeated_enable_under_decay(path: Path) -> None:
    check_counter(path, "svm-reg")


def check_counter(path: Path, model: str) -> None:
    """From 1, reset in frames 0 and 1, then counting in frames 3, 5 and 7: it is 3 in frame 8."""
    given = ["--input", "rst=1,1,0", "--input", "en=(0,1)", "--uninitialised", 1, "--model", model]
    data = simulated(path, *given)
    assert (data["verdict"], data["frame"], data["inputs"]) == ("accepted", 8, 2 + 2 + 1 + 1)
    assert data["latches"] == ["low", "high"] and data["property"] == "bad three"
    assert data["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert data["assumptions"] == {
        "inputs": {"rst": "1,1,0", "en": "(0,1)"},
        "starts": {"low": 1},
        "constraints": [],
        "stimulus": None,
    }
    assert simulated(path, *given, "--property", "two")["frame"] == 6
    assert simulated(path, *given, "--target", "10")["frame"] == 5
    text = simulate(path, *given).out
    assert "n = 6 (2 latches, 3 to close it and the answer)" in text and f"sha256 {data['sha256'][:16]}\n" in text
    assert "accepted in frame 8 (pass 9, " in text
    assert "), with rst = 1,1,0, en = (0,1) and 1 latch started at 1\n" in text


def test_never_is_said_with_what_it_assumes(path: Path) -> None:
    text = simulate(path, "--inputs", 0, "--uninitialised", 0).out
    assert "\nnever, with 2 inputs tied to 0 and 1 latch started at 0: the weights repeat with period 1 " in text
    text = simulate(path, "--inputs", 1, "--uninitialised", 0, "--max-passes", 1).out
    assert "\nundecided after 1 pass, " in text and ", with 2 inputs tied to 1 and 1 latch started at 0\n" in text
    text = simulate(path, "--inputs", 1, "--uninitialised", 0, "--no-simulate").out
    assert "\nto be run with 2 inputs tied to 1 and 1 latch started at 0\n" in text


def test_a_circuit_that_is_closed_assumes_nothing() -> None:
    data = simulated("counter:2")
    assert data["assumptions"] == {"inputs": {}, "starts": {}, "constraints": [], "stimulus": None}
    assert data["sha256"] is None and "with" not in simulate("counter:2").out


def test_latches_start_where_one_says(path: Path) -> None:
    """Of the two, one has no start, and the other one is overruled."""
    given = ["--input", "rst=0", "--input", "en=1"]
    assert simulated(path, *given, "--start", "low=0")["frame"] == 3
    data = simulated(path, *given, "--start", "low=0", "--start", "high=1")
    assert data["frame"] == 1 and data["assumptions"]["starts"] == {"low": 0, "high": 1}
    same = simulated(path, *given, "--start", "low=0", "--start", "high=0")
    assert same["assumptions"]["starts"] == {"low": 0}  # high starts there by itself


WITNESS = "1\nb0\n10\n10\n01\n01\n01\n00\n.\n"


def test_a_witness_is_confirmed(path: Path, tmp_path: Path) -> None:
    """Reset in frame 0, counting in frames 1 to 3: the counter is 3 in frame 4, the last of the witness."""
    (tmp_path / "w").write_text(WITNESS)
    data = simulated(path, "--stimulus", tmp_path / "w")
    assert (data["verdict"], data["frame"], data["property"]) == ("accepted", 4, "bad three")
    assert data["assumptions"]["inputs"] == {"rst": "1,0", "en": "0,1,1,1,0"}
    assert data["assumptions"]["starts"] == {"low": 1}
    assert data["assumptions"]["stimulus"] == {
        "file": str(tmp_path / "w"),
        "sha256": hashlib.sha256(WITNESS.encode()).hexdigest(),
        "frames": 5,
        "inputs": ["rst", "en"],
        "unknown": 0,
    }
    assert (
        " (5 frames, the last one held) and 1 latch started at 1\n" in simulate(path, "--stimulus", tmp_path / "w").out
    )
    assert simulated(path, "--stimulus", tmp_path / "w", "--property", "two")["frame"] == 3
    assert simulated(path, "--stimulus", tmp_path / "w", "--target", "11")["frame"] == 3
    (tmp_path / "w").write_text(WITNESS.replace("\n01\n01\n01", "\n01\n0x\n01"))
    assert simulated(path, "--stimulus", tmp_path / "w")["verdict"] == "never"
    assert "(5 frames, the last one held, with 1 x read as 0)" in simulate(path, "--stimulus", tmp_path / "w").out


def test_the_witness_says_which_property(tmp_path: Path) -> None:
    """Also where a bad is named like the place of another, and where outputs stand for bads."""
    for bads, outputs in ((("b1", "x"), ()), ((), ("b1", "x"))):
        named = [tuple(Named(name, k) for k, name in enumerate(names)) for names in (outputs, bads)]
        (tmp_path / "c.aag").write_bytes(write_aiger(Sequential(("i",), (), (), *named), binary=False))
        for place, kind in ((0, "never"), (1, "accepted")):
            (tmp_path / "w").write_text(f"1\nb{place}\n\n0\n.\n")
            data = simulated(tmp_path / "c.aag", "--stimulus", tmp_path / "w")
            assert (data["property"].split()[1], data["verdict"]) == ((*bads, *outputs)[place], kind)


def test_csv_and_options_together(path: Path, tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text("rst\n1\n1\n0\n")
    given = [path, "--stimulus", tmp_path / "s.csv", "--uninitialised", 0]
    assert simulated(*given, "--inputs", 1)["frame"] == 5
    assert simulated(*given, "--input", "en=(0,1)")["frame"] == 8
    said = "with 1 input tied to 1, 1 input driven by "
    assert said in simulate(*given, "--inputs", 1).out


REFUSED = {
    ("--input", "rst=2"): "--input 'rst=2' is not of the form NAME=0 or NAME=1, nor bits over time: NAME=1,0 holds",
    ("--input", "rst=(0"): "--input 'rst=(0' is not of the form",
    ("--input", "rst=0", "--input", "rst=1"): "--input names 'rst' twice",
    ("--inputs", "0", "--input", "reset=1,0"): "the circuit has no input reset; its inputs are rst, en",
    ("--inputs", "0", "--start", "low"): "--start 'low' is not of the form LATCH=0 or LATCH=1",
    ("--inputs", "0", "--start", "low=x"): "--start 'low=x' is not of the form LATCH=0 or LATCH=1",
    ("--inputs", "0", "--start", "l=0"): "the circuit has no latch l; its latches are low, high",
    ("--inputs", "0", "--start", "high=0"): "latches without a reset: low; start them all with --uninitialised 0|1",
    ("--stimulus", ""): "--stimulus is empty; name a file",
    ("--input",): "expected one argument",
    ("--input", "--inputs", "0"): "expected one argument",
}


@pytest.mark.parametrize("arguments", REFUSED)
def test_wrong_calls(path: Path, arguments: tuple[str, ...]) -> None:
    answer = simulate(path, *arguments)
    assert answer.code == 2 and REFUSED[arguments] in answer.err and len(answer.err.splitlines()) == 1


def test_an_input_is_driven_once(path: Path, tmp_path: Path) -> None:
    (tmp_path / "w").write_text(WITNESS)
    answer = simulate(path, "--stimulus", tmp_path / "w", "--input", "en=1")
    assert answer.code == 2 and f"{tmp_path / 'w'}: drives en, and so does --input; drop one" in answer.err
    answer = simulate(path, "--stimulus", path)
    assert answer.code == 2 and "circuit and --stimulus name the same file; name two" in answer.err
    answer = simulate(path, "--stimulus", tmp_path / "w", "--start", "low=0")
    assert answer.code == 2 and ":3:1: latch low starts at 0 in the circuit, not at 1" in answer.err


def test_two_latches_of_one_name_are_not_started_by_it(tmp_path: Path) -> None:
    twice = Sequential((), (Latch("q", 2, None), Latch("q", 4, None)), (), (Named("y", 4),))
    (tmp_path / "c.aag").write_bytes(write_aiger(twice, binary=False))
    answer = simulate(tmp_path / "c.aag", "--start", "q=1")
    assert answer.code == 2 and "2 latches are called 'q'; rename them in the file" in answer.err
    assert simulated(tmp_path / "c.aag", "--uninitialised", 1)["assumptions"]["starts"] == {"q": 1, "q_2": 1}
    assert simulated(tmp_path / "c.aag", "--search", 1)["found"]["frame"] == 0  # where the latch that is asked for is 1


def test_properties_of_one_name_are_told_apart(tmp_path: Path) -> None:
    twice = Sequential((), (Latch("x", 3, 0),), (), (Named("y", 2), Named("z", 0)), (Named("y", 0), Named("y", 1)))
    (tmp_path / "c.aag").write_bytes(write_aiger(twice, binary=False))
    answer = simulate(tmp_path / "c.aag", "--property", "y")
    assert answer.code == 2
    assert "3 bads or outputs are called 'y'; rename them, or ask for one by its place: b0, b1, o0" in answer.err
    for place, said, frame in (("b0", "bad y (b0)", None), ("b1", "bad y (b1)", 0), ("o0", "output y (o0)", 1)):
        data = simulated(tmp_path / "c.aag", "--property", place)
        assert (data["property"], data["frame"]) == (said, frame)
    assert simulated(tmp_path / "c.aag", "--property", "z")["property"] == "output z"
    assert simulated(tmp_path / "c.aag")["property"] == "bad y (b0)"


def test_constraints_hold_up_to_a_yes(tmp_path: Path) -> None:
    """The example of AIGER 1.9: is the latch ever 1, if the input that flips it never is?"""
    text = "aag 5 1 1 0 3 1 1\n2\n4 10 0\n4\n3\n6 5 3\n8 4 2\n10 9 7\n"
    (tmp_path / "c.aag").write_text(text)
    (tmp_path / "free.aag").write_text(text.replace(" 3 1 1\n", " 3 1\n").replace("\n3\n", "\n"))
    assert simulated(tmp_path / "free.aag", "--inputs", 1)["frame"] == 1
    data = simulated(tmp_path / "c.aag", "--inputs", 1)
    assert data["verdict"] == "never" and data["assumptions"]["constraints"] == ["c0"] and data["inputs"] == 3
    assert (
        "\nnever, with 1 input tied to 1, while 1 constraint holds: " in simulate(tmp_path / "c.aag", "--inputs", 1).out
    )
    # In frame 1 the constraint holds, but in frame 0 it did not.
    assert simulated(tmp_path / "free.aag", "--input", "i0=1,0")["frame"] == 1
    assert simulated(tmp_path / "c.aag", "--input", "i0=1,0")["verdict"] == "never"


def test_a_training_set_says_what_it_assumes(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "t.jsonl"
    assert called("reduce", path, "--input", "rst=1,0", "--input", "en=1", "--start", "low=1", "-o", out).code == 0
    header: dict[str, Any] = json.loads(out.read_text().splitlines()[0])
    run = reduce(path, inputs={"rst": "1,0", "en": 1}, start={"low": 1})
    assert header == run.header() and header["assumptions"] == run.assumptions.data()
    assert header["assumptions"]["inputs"] == {"rst": "1,0", "en": "1"} and header["assumptions"]["starts"] == {
        "low": 1
    }
    assert header["property"] == "bad three" and header["sha256"] == run.sha256 and header["circuit"] == str(path)
    assert header["inputs"] == 4 and len(header["state"]) == 2


def test_the_library_says_the_same(path: Path, tmp_path: Path) -> None:
    (tmp_path / "w").write_text(WITNESS)
    verdict = simulate_run(reduce(path, stimulus=tmp_path / "w"))
    assert (verdict.verdict, verdict.frame) == ("accepted", 4) and "assuming='with 2 inputs driven by" in repr(verdict)
    in_python = reduce(counter(), inputs="1,0", uninitialised=0)
    assert len(in_python.sha256 or "") == 64 and simulate_run(in_python).verdict == "never"
    with pytest.raises(InputError, match="'1,2' is no stimulus"):
        reduce(counter(), inputs={"rst": "1,2", "en": 0}, uninitialised=0)


@pytest.mark.parametrize("command", ["annealed", "replay", "explore"])
def test_other_commands_take_stimuli(path: Path, command: str) -> None:
    more = {"annealed": ["--frames", 9], "replay": ["--precision", "--format", "json"], "explore": []}[command]
    answer = called(command, path, "--input", "rst=1,0", "--input", "en=1", "--uninitialised", 1, *more)
    assert answer.code == 0, answer.err
    assert "rst" in answer.out and "1,0" in answer.out


def test_thousands_of_inputs_take_no_longer_one_by_one(tmp_path: Path) -> None:
    names = [f"a{i}" for i in range(8000)]
    (tmp_path / "c.blif").write_text(f".model m\n.inputs {' '.join(names)}\n.outputs y\n.names a0 a1 y\n11 1\n.end\n")

    def seconds(*given: str) -> float:
        started = time.process_time()
        assert simulated(tmp_path / "c.blif", *given)["verdict"] == "never"
        return time.process_time() - started

    seconds("--inputs", "0")
    together, alone = seconds("--inputs", "0"), seconds(*(w for name in names for w in ("--input", f"{name}=0")))
    assert alone < together + 0.5
