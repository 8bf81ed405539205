"""Wrong files: one line that names the place and the reason, soon, and without the memory that they ask for.

malformed/expected.txt has the place and the message of each file.
"""

import time
import tracemalloc
from pathlib import Path

import pytest

from conftest import sampled
from ogd_exact.circuits.formats.blif import read_blif
from ogd_exact.circuits.formats.load import MAX_BYTES, load
from ogd_exact.core.kernel.errors import InputError

FOLDER = Path(__file__).parent / "malformed"
EXPECTED = {
    name: (place, reason)
    for name, place, reason in (
        line.split(" | ") for line in (FOLDER / "expected.txt").read_text().splitlines() if not line.startswith("#")
    )
}
# Up to its limit a hierarchy is followed, and to trace the memory of that takes long.
COSTLY = {"subckt_bomb.blif": None}


def refused(path: Path, memory: int | None = 3_000_000) -> str:
    started = time.process_time()
    if memory is not None:
        tracemalloc.start()
    try:
        with pytest.raises(InputError) as raised:
            load(str(path))
        assert memory is None or tracemalloc.get_traced_memory()[1] < memory
    finally:
        tracemalloc.stop()
    assert time.process_time() - started < 10
    message = str(raised.value)
    assert message.isprintable() and len(message) < 300 + len(str(path))
    return message


@pytest.mark.parametrize("name", EXPECTED)
def test_each_malformed_file_is_refused_for_its_own_reason(name: str) -> None:
    place, reason = EXPECTED[name]
    separator = ": " if place.startswith("byte") else ":"
    assert refused(FOLDER / name, COSTLY.get(name, 3_000_000)) == f"{FOLDER / name}{separator}{place}: {reason}"


def test_every_file_is_expected() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*EXPECTED, "expected.txt"}


LARGE: dict[str, tuple[bytes, int, str]] = {
    "lines.aag": (b"aag 4000000 0 0 0 4000000" + b"\n" * 20_000_000, 45_000_000, "expected an and"),
    "line.aag": (b"aag 1 1 0 0 0\n" + b"2 " * 10_000_000, 85_000_000, "expected an input's literal"),
    "digits.aag": (b"aag " + b"1" * 20_000_000, 85_000_000, "five to nine numbers"),
    "words.aag": (b"aag" + b" 1" * 10_000_000, 85_000_000, "five to nine numbers"),
    "long.blif": (b".model m\n.inputs " + b"ab " * 2_000_000, 25_000_000, "a line has at most 4194304 characters"),
    "continued.blif": (
        b".model m\n.inputs " + (b"ab " * 100 + b"\\\n") * 20_000,
        40_000_000,
        "at most 4194304 characters",
    ),
    "large.blif": (b".model m\n" * 2_000_000, 45_000_000, "is larger than 16777216 bytes"),
    "covers.blif": (b".model m\n.names " + b"a " * 4098, 3_000_000, "at most 4096 inputs"),
}


@pytest.mark.parametrize("name", sampled(LARGE, 3))
def test_large_files_cost_little_more_than_their_size(tmp_path: Path, name: str) -> None:
    content, memory, reason = LARGE[name]
    (tmp_path / name).write_bytes(content)
    assert reason in refused(tmp_path / name, memory)


def test_a_file_above_the_limit_a_folder_and_nothing(tmp_path: Path) -> None:
    with (tmp_path / "a.aig").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert "is larger than 67108864 bytes" in refused(tmp_path / "a.aig", 3 * MAX_BYTES)
    assert "cannot be read: Is a directory" in refused(tmp_path)
    assert "cannot be read: No such file or directory; give a file, or a machine" in refused(tmp_path / "b.aig")
    assert "the name is not a path" in refused(Path("a\0b"))
    (tmp_path / "notes.txt").write_text("hello")
    assert "notes.txt:1: is neither AIGER nor BLIF; give such a file, or a machine: counter" in refused(
        tmp_path / "notes.txt"
    )


def test_every_truncation_and_every_changed_byte_of_blif_is_read_or_refused() -> None:
    text = b".model m\n.inputs a b\n.outputs y\n.subckt n x=a \\\nz=y\n.latch y q 1\n.end\n"
    text += b".model n\n.inputs x\n.outputs z\n.names x z\n0 1\n.end\n"
    for i in range(len(text)):
        for damaged in (text[:i], *(text[:i] + bytes([c]) + text[i + 1 :] for c in b'\x00\n .=\\#1\xff"')):
            try:
                read_blif(damaged, "f")
            except InputError as error:
                assert str(error).startswith("f:") and str(error).isprintable()
