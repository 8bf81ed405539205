"""Witnesses and CSV: what they give inputs, and wrong ones, each refused at its place for its own reason.

malformed_stimuli/expected.txt has the place and the message of each file, for the circuit below.
"""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ogd_exact.circuits.closing.stimulus import held
from ogd_exact.circuits.closing.stimulus_file import MAX_BYTES, GivenStimuli, read_stimulus_file
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential
from ogd_exact.core.kernel.errors import InputError

CIRCUIT = Sequential(("a", "b,c"), (Latch("p", 2, 0), Latch("q", 4, None)), (), (), (Named("y", 6),))
FOLDER = Path(__file__).parent / "malformed_stimuli"
EXPECTED = {
    name: f"{place}: {message}"
    for name, place, message in (line.split(" | ") for line in (FOLDER / "expected.txt").read_text().splitlines()[1:])
}


@pytest.mark.parametrize("name", EXPECTED)
def test_each_malformed_file_is_refused_at_its_place(name: str) -> None:
    with pytest.raises(InputError) as raised:
        read_stimulus_file(str(FOLDER / name), CIRCUIT)
    assert str(raised.value) == f"{FOLDER / name}:{EXPECTED[name]}"


def test_every_file_is_expected() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*EXPECTED, "expected.txt"}


def found(path: Path, text: str) -> GivenStimuli:
    path.write_text(text)
    return read_stimulus_file(str(path), CIRCUIT)


WITNESS = "1\nb0\n01\n10\nx1\n.\n"


@pytest.mark.parametrize(
    "text",
    [
        WITNESS,
        "c first\n1 c status\nb0\nc inside\n01c state\n10 c frame 0\nx1\n. c end\nc last\n",
        WITNESS.replace("\n", "\r\n"),
        WITNESS.removesuffix("\n"),
        WITNESS.replace("b0", "b0b0"),
    ],
)
def test_a_witness(tmp_path: Path, text: str) -> None:
    """Input a is 1, then open, which is 0; the other is 0, then 1. Latch q starts at 1, and p where it must."""
    given = found(tmp_path / "w", text)
    assert given.inputs == {"a": held("10"), "b,c": held("01")} and given.starts == {1: 1} and given.bad == 0
    assert (given.driver.frames, given.driver.inputs, given.driver.unknown) == (2, ("a", "b,c"), 1)


def test_an_open_start_is_0_and_counted(tmp_path: Path) -> None:
    given = found(tmp_path / "w", "1\nb0\nxx\n10\n.\n")
    assert given.starts == {1: 0} and given.driver.unknown == 1  # p starts at 0 anyway


@pytest.mark.parametrize("text", ["01\n10\n01# DONE\n", "01\n10\n01 # DONE"])
def test_what_abc_writes(tmp_path: Path, text: str) -> None:
    given = found(tmp_path / "w", text)
    assert given.inputs == {"a": held("10"), "b,c": held("01")} and given.starts == {1: 1} and given.bad is None


def test_abc_on_one_latch_begins_like_a_status(tmp_path: Path) -> None:
    circuit = Sequential(("a",), (Latch("p", 2, None),), (), (Named("y", 4),))
    (tmp_path / "w").write_text("1\n0\n1# DONE\n")
    given = read_stimulus_file(str(tmp_path / "w"), circuit)
    assert given.inputs == {"a": held("01")} and given.starts == {0: 1}


def test_witnesses_of_circuits_without_latches_or_inputs(tmp_path: Path) -> None:
    (tmp_path / "w").write_text("1\nb0\n\n\n\n.\n")
    given = read_stimulus_file(str(tmp_path / "w"), Sequential(outputs=(Named("y", 1),)))
    assert given.inputs == {} and given.driver.frames == 2 and given.bad == 0


@given(st.data())
def test_csv(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Some of the inputs, in any order, as many frames as there are lines."""
    names = data.draw(st.lists(st.sampled_from(CIRCUIT.inputs), min_size=1, unique=True))
    frames = data.draw(st.integers(1, 6))
    bits = {name: data.draw(st.text("01", min_size=frames, max_size=frames)) for name in names}
    quoted = [f'"{name}"' if "," in name or data.draw(st.booleans()) else name for name in names]
    rows = [",".join(quoted), *(",".join(column[i] for column in bits.values()) for i in range(frames))]
    end = data.draw(st.sampled_from(["\n", "\r\n"]))
    given = found(tmp_path_factory.mktemp("csv") / "s.csv", end.join(rows) + data.draw(st.sampled_from(["", end])))
    assert given.inputs == {name: held(column) for name, column in bits.items()}
    assert given.driver.frames == frames and given.starts == {} and given.bad is None


def test_a_name_with_quotes(tmp_path: Path) -> None:
    circuit = Sequential(('say "a, b"', "1"), (), (), (Named("y", 2),))
    (tmp_path / "s.csv").write_text('1,"say ""a, b"""\n0,1\n')
    assert read_stimulus_file(str(tmp_path / "s.csv"), circuit).inputs == {"1": held("0"), 'say "a, b"': held("1")}
    (tmp_path / "one.csv").write_text("1\n0\n")  # by its name no witness, though it begins like one
    assert read_stimulus_file(str(tmp_path / "one.csv"), circuit).inputs == {"1": held("0")}


def test_every_truncation_and_every_changed_byte_is_read_or_refused_at_a_place(tmp_path: Path) -> None:
    for name, text in (("w", WITNESS.encode()), ("s.csv", b'a,"b,c"\n0,1\n1,1\n'), ("d", b"01\n10\n01# DONE\n")):
        path = tmp_path / name
        for i in range(len(text)):
            for damaged in (text[:i], *(text[:i] + bytes([c]) + text[i + 1 :] for c in b'\x00\n ."c,x#1\xff')):
                path.write_bytes(damaged)
                try:
                    read_stimulus_file(str(path), CIRCUIT)
                except InputError as error:
                    assert str(error).startswith(f"{path}:{error.line}:{error.column}: ") and str(error).isprintable()


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file or directory; give a witness or a CSV file of inputs"):
        read_stimulus_file(str(tmp_path / "w"), CIRCUIT)
    with (tmp_path / "large").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(InputError, match="is larger than 4194304 bytes; give fewer frames"):
        read_stimulus_file(str(tmp_path / "large"), CIRCUIT)
