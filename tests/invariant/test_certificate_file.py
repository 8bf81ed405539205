"""Certificates: one that holds, and all the ways to spoil it. The file is of rule110:4, asked for the state 0110."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

import ogd_exact as ogd
from conftest import called, edit, needs_program, sampled
from ogd_exact.circuits.invariants.check import failure
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.constructions.request import Request
from ogd_exact.training.runs import certificate_file
from ogd_exact.training.runs.certificate import certificate_text
from ogd_exact.training.runs.certificate_file import read_certificate

GOOD = Path(__file__).with_name("rule110.cert")
LINES = GOOD.read_text().splitlines()


def place(beginning: str) -> int:
    """Of the first line that begins so, from 0."""
    return next(number for number, line in enumerate(LINES) if line.startswith(beginning))


def spoiled(folder: Path, number: int, *lines: str) -> Path:
    """The file with other lines in place of one."""
    path = folder / "spoiled.cert"
    path.write_text("".join(f"{line}\n" for line in [*LINES[:number], *lines, *LINES[number + 1 :]]))
    return path


def test_a_good_one_is_accepted_and_written_as_it_was_read() -> None:
    answer = called("check", GOOD)
    assert answer.code == 0 and "never: an invariant excludes a yes in every pass" in answer.out
    assert "the certificate's word" in answer.out
    assert certificate_text(read_certificate(str(GOOD))) == GOOD.read_text()
    assert ogd.check(GOOD).verdict == "never" and ogd.check(GOOD).certificate() == GOOD.read_text()


def test_its_text_will_do_for_the_library() -> None:
    text = GOOD.read_text()
    assert ogd.check(text, ogd.reduce("rule110:4", target="0110")).certificate() == text
    with pytest.raises(ogd.BadCertificate, match="^certificate: is of another netlist than the run$"):
        ogd.check(text, ogd.reduce("rule110:4"))
    with pytest.raises(ogd.InputError, match="^certificate:2:1: expected a line that begins with circuit, not 'none'$"):
        ogd.check(f"{LINES[0]}\nnone\n")
    with pytest.raises(ogd.InputError, match="^certificate:1:1: expected a line .* not 'a page'$"):
        ogd.check("a page\nof words")


def test_it_is_compared_with_the_circuit() -> None:
    answer = called("check", GOOD, "rule110:4", "--target", "0110")
    assert answer.code == 0 and "the netlist is that of rule110:4" in answer.out
    for others in (["rule110:4"], ["rule110:4", "--target", "0111"], ["lfsr:4", "--target", "1111"]):
        answer = called("check", GOOD, *others)
        assert answer.code == 1 and not answer.out
        assert (
            answer.err
            == f"ogd-exact: {GOOD}: is of another netlist than that of {others[0]}, closed and asked as given\n"
        )
    assert ogd.check(GOOD, ogd.reduce("rule110:4", "dense-relu", target="0110")).verdict == "never"
    with pytest.raises(ogd.BadCertificate, match="rule110.cert: is of another netlist than the run"):
        ogd.check(GOOD, ogd.reduce("rule110:4"))
    assert "name the circuit too" in called("check", GOOD, "--target", "0110").err


def test_what_was_asked_is_told_by_the_circuit_that_is_named(tmp_path: Path) -> None:
    """Those words are nobody else's: a certificate could say anything there."""
    path = spoiled(tmp_path, place("asks"), "asks target 0000", "assumes nothing else")
    answer = called("check", path, "rule110:4", "--target", "0110")
    assert (
        answer.code == 0
        and "asks whether the state ever becomes 0110" in answer.out
        and "nothing else" not in answer.out
    )
    verdict = ogd.check(path, ogd.reduce("rule110:4", target="0110"))
    assert verdict.run.reduction.asked.wanted == "target 0110" and not verdict.assuming


def test_what_is_said_of_the_circuit_is_not_the_certificates_word(tmp_path: Path) -> None:
    """Its words are anyone's: that something else is asked, of another circuit, and that nothing is assumed."""
    needs_program("berkeley-abc", "abc", "yosys-abc")
    needs_program("cadical")
    (tmp_path / "held.aag").write_text("aag 2 1 1 1 0\n2\n4 2\n4\n")  # a latch that an input sets
    asked = (str(tmp_path / "held.aag"), "--inputs", "0")
    made, lying = tmp_path / "made.cert", tmp_path / "lying.cert"
    assert called("simulate", *asked, "--engine", "invariant", "--certificate", made).code == 0
    others = {"circuit": "circuit other.aag", "asks": "asks output other", "sha256": f"sha256 {'0' * 64}"}
    kept = [line for line in made.read_text().splitlines() if not line.startswith("assumes ")]
    lying.write_text("".join(f"{others.get(line.split()[0], line)}\n" for line in kept))
    said = called("check", lying).out
    assert "other" in said and "\nwhose netlist that is, asked and assuming what, is the certificate's word" in said
    assert called("check", lying, *asked).out == called("check", made, *asked).out
    verdict = ogd.check(lying, ogd.reduce(asked[0], inputs=0))
    assert verdict.assuming == "with 1 input tied to 0" and verdict.run.asks == "output o0"


WRONG = [  # a kind of line, what stands there instead, the exit code, and what is said
    ("ogd-exact", "ogd-exact-invariant 2", 2, "1:1: expected ogd-exact-invariant 1; other versions are not known"),
    ("ogd-exact", "p cnf 2 3", 2, "1:1: expected a line that begins with ogd-exact-invariant, not 'p cnf 2 3'"),
    ("circuit", "circus rule110:4", 2, "2:1: expected a line that begins with circuit, not 'circus rule110:4'"),
    ("model", "model steam", 2, "steam"),
    ("question", "question what", 2, "there is no question 'what'"),
    ("question", "question norm\nnorm-bound 1", 1, "may exceed the bound, so that an invariant decides nothing"),
    ("question", "question norm\nnorm-bound 0.5", 2, "6:1: norm-bound 0.5: write 1/2"),
    ("question", "question norm\nnorm-bound -1", 2, "--norm-bound must not be negative"),
    ("question", "question first-coordinate\nset lambda=1\nset lambda=1", 2, "7:1: lambda is set twice"),
    ("question", "question first-coordinate\nset lambda=1/4", 2, "--lambda is for svm-reg and svm-eta-reg, not for"),
    ("netlist", "netlist 5 33", 2, "expected netlist and 3 numbers, not 2"),
    ("netlist", "netlist 5 34 4", 2, "expected a line that begins with gate, not 'output 11'"),
    ("netlist", "netlist 5 32 4", 2, "expected a line that begins with output, not 'gate 35 35'"),
    ("netlist", "netlist 99999999 33 4", 2, ":9: expected a number from 0 to 4000000, not '99999999'"),
    ("netlist", "netlist 5 -1 4", 2, ":11: expected a number from 0 to 4000000, not '-1'"),
    ("gate", "gate 0 5", 2, ":8: expected a number from 0 to 4, not '5'"),
    ("gate", "gate 0 -1", 2, ":8: expected a number from 0 to 4, not '-1'"),
    ("gate", "gate 0 1e3", 2, ":8: expected a number from 0 to 4, not '1e3'"),
    ("gate", "gate 4 4", 2, "the digest is that of another netlist"),
    ("output", "output 35", 2, "the digest is that of another netlist"),
    ("output", "output 4", 2, ":8: expected a number from 5 to 37, not '4'"),
    ("latch", "latch 5 0 c0", 2, "a latch is stored in input 5, which does not exist"),
    ("latch", "latch 0 2 c0", 2, "expected latch, its input, whether it is inverted, and its name"),
    ("latch", "latch 0 0", 2, "expected latch, its input, whether it is inverted, and its name"),
    ("latch", "latch 0 0 c\u00e4", 2, "the latch name"),
    ("digest", "digest 00", 2, "the digest is that of another netlist"),
    ("invariant", "invariant 2", 2, "expected a line that begins with clause, not 'start 0'"),
    ("invariant", "invariant 0", 2, "expected a line that begins with start, not 'clause -1 -2 3'"),
    ("clause", "clause 1 -3 -6", 2, ":13: expected a number from -5 to 5, not '-6'"),
    ("clause", "clause", 2, "expected a clause: at least one literal, and none of them 0"),
    ("clause", "clause 1 0 -4", 2, "expected a clause: at least one literal, and none of them 0"),
    ("clause -1 -2 3", "clause 1 2 3", 1, "the proof that the invariant holds at the start fails: stops before"),
    ("clause -1 -2 3", "clause -1", 1, "the proof that a frame keeps the invariant fails"),
    ("clause -1 -2 3", "clause 1 -1", 1, "the proof that a frame keeps the invariant fails: clause 1 does not follow"),
    ("start", "start 1\nclause 1", 1, "the proof that the invariant holds at the start fails: clause 1 does"),
    ("frame", "frame 1", 2, "expected a line that begins with answer, not 'clause 4'"),
    ("frame", "frame 3", 2, "expected a line that begins with clause, not 'answer 1'"),
    ("clause 4", "clause 5", 1, "the proof that a frame keeps the invariant fails: clause 2 does not follow"),
    ("clause 4", "clause 9999", 1, "the proof that a frame keeps the invariant fails: clause 2 does not follow"),
    ("clause 4", "clause 4 1", 1, "the proof that a frame keeps the invariant fails: stops before a contradiction"),
    ("answer", "answer 2\nclause 5", 1, "the proof that the invariant excludes a yes fails: clause 1 does not follow"),
    ("end", "end of it", 2, "expected nothing after the line end"),
    ("end", "end\nend", 2, "expected nothing after the line end"),
    ("end", "", 2, "expected a line that begins with end, not ''"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "instead", "code", "said"), WRONG)
def test_a_spoiled_line_is_refused_for_its_reason(
    tmp_path: Path, kind: str, instead: str, code: int, said: str
) -> None:
    path = spoiled(tmp_path, place(kind), *instead.split("\n"))
    answer = called("check", path)
    assert (answer.code, answer.out) == (code, ""), answer
    assert said in answer.err and answer.err.count("\n") == 1


def test_a_proof_that_fails_has_a_line(tmp_path: Path) -> None:
    number = place("clause 4")
    path = spoiled(tmp_path, number, "clause 5")  # the input that nothing depends on
    assert called("check", path).err.startswith(f"ogd-exact: {path}:{number + 1}: the proof that a frame")
    path = spoiled(tmp_path, number - 2, "frame 0")  # the clauses are left to the next proof, and are too many there
    assert called("check", path).err.startswith(f"ogd-exact: {path}:{number}:1: expected a line that begins with an")
    path = spoiled(tmp_path, place("clause -1 -2 3"), "clause 1")
    said = "the proof that the invariant holds at the start fails: stops before a contradiction"
    assert called("check", path).err == f"ogd-exact: {path}:{place('start') + 1}: {said}\n"


def test_every_kind_of_line_is_spoiled_above() -> None:
    kinds = {line.split(" ")[0].split("-")[0] for line in LINES} - {"asks"}  # which is read as circuit is
    assert kinds <= {kind.split(" ")[0].split("-")[0] for kind, *_ in WRONG}


def variants(number: int) -> list[list[str]]:
    """A line left out, said twice, or with a number that is another."""
    line = LINES[number]
    found = [[], [line, line]]
    words = line.split(" ")
    for at, word in enumerate(words):
        if word.lstrip("-").isdigit():
            for other in (int(word) + 1, int(word) - 1, -int(word)):
                found.append([" ".join([*words[:at], str(other), *words[at + 1 :]])])
            found.append([" ".join(words[:at] + words[at + 1 :])])
    return found


@pytest.mark.parametrize("number", sampled(range(len(LINES)), 4))
def test_no_change_makes_it_prove_what_is_false(tmp_path: Path, number: int) -> None:
    """What is still accepted, as proofs may be longer than they must, is accepted of a netlist that never says yes."""
    for lines in variants(number):
        try:
            found = read_certificate(str(spoiled(tmp_path, number, *lines)))
        except InputError:
            continue
        if failure(found.asked.netlist, found.invariant, found.proofs) is None:
            netlist = found.asked.netlist
            assert not any(frame.accepted for frame in islice(netlist.run(), 2**netlist.inputs)), lines


def test_a_netlist_that_says_yes_has_no_certificate() -> None:
    """Each gate wired otherwise, with its digest in order: where the answer becomes yes, a proof must fail."""
    found = read_certificate(str(GOOD))
    netlist, wrong = found.asked.netlist, 0
    for number, (a, b) in enumerate(netlist.gates):
        for pair in {(b, b), (a, a), (a, max(0, b - 1)), (max(0, a - 1), b)} - {(a, b)}:
            gates = (*netlist.gates[:number], pair, *netlist.gates[number + 1 :])
            other = type(netlist)(netlist.inputs, gates, netlist.outputs, netlist.state)
            if any(frame.accepted for frame in islice(other.run(), 2**netlist.inputs)):
                wrong += 1
                assert failure(other, found.invariant, found.proofs) is not None
    assert wrong > 10


@pytest.mark.parametrize("question", ["fixed-point", "norm"])
@pytest.mark.parametrize("model", sampled(["svm", "svm-bias", "svm-eta", "dense-relu", "dense-relu-dense"], 5))
def test_other_models_have_the_same_netlist(tmp_path: Path, model: str, question: str) -> None:
    """And one that is rewired for a fixed point begins with the same gates."""
    path = spoiled(tmp_path, place("model"), f"model {model}")
    assert called("check", path).code == 0
    edit(path, "question first-coordinate", f"question {question}")
    answer = called("check", path)
    assert answer.code == 0, answer


@pytest.mark.parametrize("length", sampled(range(len(LINES)), 6))
def test_a_file_that_stops_early_is_refused_where_it_stops(tmp_path: Path, length: int) -> None:
    path = tmp_path / "short.cert"
    path.write_text("".join(f"{line}\n" for line in LINES[:length]))
    with pytest.raises(InputError, match=f"short.cert:{length + 1}:1: expected a line that begins with"):
        read_certificate(str(path))
    path.write_text("\n".join(LINES[:length]))
    with pytest.raises(InputError, match="short.cert:[0-9]+:1: expected a line that begins with"):
        read_certificate(str(path))


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = GOOD.stat().st_size
    monkeypatch.setattr(certificate_file, "MAX_BYTES", size)
    assert read_certificate(str(GOOD)).asked.circuit == "rule110:4"
    monkeypatch.setattr(certificate_file, "MAX_BYTES", size - 1)
    with pytest.raises(InputError, match=f"rule110.cert: is larger than {size - 1} bytes"):
        read_certificate(str(GOOD))


def test_all_that_a_request_says_of_the_training_set_is_kept(tmp_path: Path) -> None:
    numbers = {"lambda": rational(Fraction(1, 5)), "gamma": rational(3)}
    found = read_certificate(str(GOOD))
    asked = Request("rule110:4", "mine", "some where", question="norm", norm_bound=rational(7), parameters=numbers)
    path = tmp_path / "mine.cert"
    path.write_text(certificate_text(replace(found, request=asked)))
    assert read_certificate(str(path)) == replace(found, request=asked)


def test_it_says_whose_netlist_it_is_and_which_latches_were_added(tmp_path: Path) -> None:
    circuit = LINES[place("circuit")]
    path = spoiled(tmp_path, place("circuit"), circuit, "sha256 " + "0a" * 32)
    assert ogd.check(path).run.sha256 == "0a" * 32
    assert certificate_text(read_certificate(str(path))) == path.read_text()
    path = spoiled(tmp_path, place("circuit"), circuit, "sha256 0a")
    assert called("check", path).err == f"ogd-exact: {path}:3:1: expected sha256 and 64 hexadecimal digits\n"
    path = spoiled(tmp_path, place("digest"), "added time0", LINES[place("digest")])
    assert read_certificate(str(path)).asked.added == ("time0",)
    assert certificate_text(read_certificate(str(path))) == path.read_text()


def test_it_says_what_was_assumed_of_the_circuit(tmp_path: Path) -> None:
    path = spoiled(tmp_path, place("asks"), LINES[place("asks")], "assumes with 3 inputs tied to 0")
    answer = called("check", path)
    assert answer.code == 0 and "never, with 3 inputs tied to 0: an invariant excludes" in answer.out
    assert certificate_text(read_certificate(str(path))) == path.read_text()
    assert ogd.check(path).assuming == "with 3 inputs tied to 0"


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in called("check", tmp_path / "none").err
    assert "cannot be read: Is a directory" in called("check", tmp_path).err
    assert "cannot be read: the name is not a path" in called("check", "a\0b").err
    assert "is not a regular file" in called("check", "/dev/null").err
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 10)
    assert called("check", tmp_path / "binary").code == 2
    (tmp_path / "empty").write_bytes(b"")
    assert (
        ":1:1: expected a line that begins with ogd-exact-invariant, not ''" in called("check", tmp_path / "empty").err
    )
