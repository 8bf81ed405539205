"""--search through the commands and the library: what is found, what is said of it, and what is refused."""

import json
from pathlib import Path

import pytest
from simulate_command import counter, counter_file, simulate, simulated

import ogd_exact as ogd
from circuits.circuit_files import write_aiger
from conftest import ROOT, called, needs_program, sampled
from ogd_exact.circuits.closing.search import Found, Search
from ogd_exact.gadgets.reading.folder import MODELS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return counter_file(tmp_path)


@pytest.mark.parametrize("model", sampled((m for m in MODELS if m != "svm-reg"), 5, lambda model: ()))
def test_what_is_found(path: Path, model: str) -> None:
    """The start is bit 0 of the sequence, `en` bits 2, 4 and 6: so it is sequence 1 + 4 + 16, in its frame 2."""
    data = simulated(path, "--search", 3, "--model", model)
    assert (data["verdict"], data["frame"]) == ("accepted", 21 * 3 + 2)
    assert data["found"] == {
        "frame": 2,
        "sequence": 21,
        "inputs": {"rst": "0", "en": "1,1,0"},
        "starts": {"low": 1},
    }
    assert data["assumptions"]["searched"] == {
        "inputs": ["rst", "en"],
        "starts": ["low"],
        "frames": 3,
        "passes": 3 * 2**7,
    }
    # 2 latches, 7 bits of the sequence, 2 to count its frames, and the answer.
    assert data["inputs"] == 2 + 7 + 2 + 1 and data["latches"] == ["low", "high"]


def test_what_is_found_can_be_given(path: Path) -> None:
    found = simulated(path, "--search", 3)["found"]
    inputs = [word for name, bits in found["inputs"].items() for word in ("--input", f"{name}={bits}")]
    starts = [word for name, bit in found["starts"].items() for word in ("--start", f"{name}={bit}")]
    assert simulated(path, *inputs, *starts)["frame"] == found["frame"] == 2


def test_in_words(path: Path) -> None:
    said = "reachable within 3 frames, by these inputs: rst = 0, en = 1,1,0, from these starts: low = 1, reached"
    lines = simulate(path, "--search", 3).out.splitlines()
    assert lines[4].startswith(f"{said} in frame 2; accepted in frame 65 (pass 66, step ")
    assert lines[4].endswith("), searched: 2 inputs and 1 start over 3 frames, 384 frames in all")
    lines = simulate(path, "--search", 2).out.splitlines()
    searched = "searched: 2 inputs and 1 start over 2 frames, 64 frames in all"
    assert lines[4].startswith(f"not reachable within 2 frames, {searched}: the weights repeat with period 64 (")
    text = simulate(path, "--search", 2, "--no-simulate").out
    assert f"\nto be run {searched}\n" in text
    data = simulated(path, "--search", 2)
    assert (data["verdict"], data["period"], data["found"]) == ("never", 64, None)
    answer = simulate(path, "--search", 3, "--max-passes", 65)
    assert answer.code == 3 and "\nundecided after 65 passes, " in answer.out


def test_the_page_shows_what_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "115")
    said = simulate(path, "--search", 3).out.splitlines()[-3:-1]
    assert "\n".join(["...", *said, "```"]) in (ROOT / "docs/circuits.md").read_text()


def test_only_what_is_open_is_searched(path: Path, tmp_path: Path) -> None:
    """With `rst` given, `en` is bits 1, 2 and 3; with the start as well, bits 0 to 3, of which three are needed."""
    data = simulated(path, "--search", 3, "--input", "rst=0")
    assert (data["frame"], data["found"]["inputs"]) == (7 * 3 + 2, {"en": "1,1,0"})
    assert data["assumptions"]["inputs"] == {"rst": "0"}
    data = simulated(path, "--search", 4, "--input", "rst=0", "--start", "low=0")
    assert (data["frame"], data["found"]["inputs"], data["found"]["starts"]) == (7 * 4 + 3, {"en": "1,1,1,0"}, {})
    assert data["assumptions"]["starts"] == {"low": 0}
    (tmp_path / "rst.csv").write_text("rst\n1\n0\n")  # which begins anew with each sequence
    data = simulated(path, "--search", 5, "--stimulus", tmp_path / "rst.csv", "--uninitialised", 1)
    assert (data["frame"], data["found"]["inputs"]) == (14 * 5 + 4, {"en": "0,1,1,1,0"})
    data = simulated(path, "--search", 3, "--input", "rst=0", "--inputs", 1)
    assert (data["frame"], data["found"]) == (3 + 2, {"frame": 2, "sequence": 1, "inputs": {}, "starts": {"low": 1}})
    text = simulate(path, "--search", 3, "--inputs", 0, "--uninitialised", 0).out
    assert (
        "\nnot reachable within 3 frames, with 2 inputs tied to 0 and 1 latch started at 0, searched: nothing open "
        in text
    )


def test_a_target_is_reached_after_the_last_frame_as_well(path: Path) -> None:
    """Not where the next sequence starts: after frame 1 it is 3, by sequence 1 + 4 + 16."""
    data = simulated(path, "--search", 2, "--target", "11")
    assert (data["frame"], data["found"]["frame"], data["property"]) == (21 * 2 + 1, 1, "target 11")
    assert simulated(path, "--search", 1, "--target", "11")["verdict"] == "never"


def test_weights_after_a_yes(path: Path) -> None:
    """Pass 66 answers."""
    data = simulated(path, "--search", 3)
    later = simulated(path, "--search", 3, "--at-step", data["steps"])
    assert later["verdict"] == "accepted" and later["found"] == data["found"]
    assert simulated(path, "--search", 3, "--at-step", data["steps"] - 1)["found"] is None


def test_another_property(path: Path) -> None:
    """It is 2 in frame 1, from 1 with `en` in frame 0: sequence 1 + 4."""
    data = simulated(path, "--search", 2, "--property", "two")
    assert (data["frame"], data["found"]["inputs"]) == (5 * 2 + 1, {"rst": "0", "en": "1,0"})


def test_constraints_hold_on_the_way(tmp_path: Path) -> None:
    (tmp_path / "c.aag").write_bytes(write_aiger(counter(constrained=True).sequential(), binary=False))
    text = simulate(tmp_path / "c.aag", "--search", 3).out
    assert "\nnot reachable within 3 frames, while 1 constraint holds, searched: 2 inputs and 1 start over 3 " in text


def test_one_length_after_the_other(path: Path) -> None:
    data = simulated(path, "--search", "up-to:9")
    assert data["assumptions"]["searched"]["frames"] == 3 and data["found"]["frame"] == 2
    assert simulate(path, "--search", "up-to:9").out == simulate(path, "--search", 3).out
    assert simulated(path, "--search", "up-to:2") == simulated(path, "--search", 2)
    assert simulate(path, "--search", "up-to:9", "--max-passes", 20).code == 3


REFUSED = {
    ("--search", "0"): "expected a whole number from 1 to 1000, not '0'",
    ("--search", "up-to:x"): "expected a whole number from 1 to 1000, not 'x'",
    ("--search", "20"): "--search 20 would run 20*2^41 frames, more than 10^12; tie inputs with --input, start latches "
    "with --start, or search 17 at most",
    ("--search", "up-to:18"): "--search 18 would run 18*2^37 frames, more than 10^12; ",
    ("--search", "3", "--question", "norm"): "--search looks for the frame in which the first coordinate answers; drop",
    ("--search", "up-to:3", "--trace", "t"): "--search up-to:K is several runs, and --trace is of one; give --search K",
    ("--search", "up-to:3", "--at-step", "1"): "is several runs, and --at-step is of one; give --search K",
    ("--search", "up-to:3", "--no-simulate"): "is several runs, and --no-simulate is of one; give --search K",
    (): "try all that they can be over K frames with --search K, in 8 frames for K = 1 and 64 for K = 2",
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_is_refused(path: Path, words: tuple[str, ...]) -> None:
    """17 frames of two inputs and a start are 17 * 2^35, which is below 10^12; 18 * 2^37 is not."""
    answer = simulate(path, *words)
    assert answer.code == 2 and REFUSED[words] in answer.err and answer.err.count("\n") == 1


def test_a_training_set(path: Path) -> None:
    answer = called("reduce", path, "--search", 2)
    header = json.loads(answer.out.splitlines()[0])
    assert header["assumptions"]["searched"] == {
        "inputs": ["rst", "en"],
        "starts": ["low"],
        "frames": 2,
        "passes": 64,
    }
    assert header["examples"] == len(answer.out.splitlines()) - 1
    answer = called("reduce", path, "--search", "up-to:2")
    assert answer.code == 2 and "--search up-to:K makes several training sets, one after the other" in answer.err


def test_one_pass_searches_nothing(path: Path) -> None:
    answer = called("annealed", path, "--search", 2)
    assert answer.code == 2 and "a search takes more frames than one pass; drop --search" in answer.err


def test_the_library() -> None:
    found = ogd.simulate(ogd.reduce(counter(), search=3))
    assert (found.verdict, found.inputs, found.starts) == ("accepted", {"rst": "0", "en": "1,1,0"}, {"low": 1})
    assert found.explain().splitlines()[4].startswith("reachable within 3 frames, by these inputs: rst = 0, en = 1,1,0")
    again = ogd.simulate(ogd.reduce(counter(), inputs=found.inputs, start=found.starts))
    assert (again.frame, again.inputs) == (2, None)
    missed = ogd.simulate(ogd.reduce(counter(), search=2))
    assert (missed.verdict, missed.inputs, missed.starts) == ("never", None, None)
    with pytest.raises(ogd.InputError, match="^search goes over 1 to 1000 frames, not 0"):
        ogd.reduce(counter(), search=0)


def test_inputs_that_do_not_do_it_by_themselves_are_a_defect(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Search.found

    def of_the_sequence_before(self: Search, frame: int) -> Found:
        return right(self, frame - self.length)

    monkeypatch.setattr(Search, "found", of_the_sequence_before)
    answer = simulate(path, "--search", 3)
    assert answer.code == 1 and "pass 66: the search says yes in frame 2, and by itself no frame does" in answer.err


def test_an_invariant_may_say_it(path: Path, tmp_path: Path) -> None:
    needs_program("berkeley-abc", "abc", "yosys-abc")
    needs_program("cadical")
    text = simulate(path, "--search", 2, "--engine", "invariant", "--certificate", tmp_path / "never.cert").out
    assert (
        "\nnot reachable within 2 frames, searched: 2 inputs and 1 start over 2 frames, 64 frames in all: an inv"
        in text
    )
    assert called("check", tmp_path / "never.cert", path, "--search", 2).code == 0
    assert called("check", tmp_path / "never.cert", path, "--search", 1).code == 1
