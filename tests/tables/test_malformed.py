"""Wrong input: one line that names the place and the reason, exit 2, no traceback, no hang, no memory.

Each file of malformed/ begins with a line: model | line:column | a part of the message.
"""

import shutil
import time
from pathlib import Path
from typing import Any

import pytest

FILES = sorted((Path(__file__).parent / "malformed").glob("*.toml"))


def refused(verify: Any, folder: Path) -> str:
    started = time.process_time()
    answer = verify("--tables", folder)
    assert answer.code == 2 and answer.out == "", answer
    assert answer.err.endswith("\n") and answer.err[:-1].isprintable(), "one line, nothing that moves a cursor"
    assert "Traceback" not in answer.err
    assert time.process_time() - started < 20
    return str(answer.err)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_malformed_file_is_refused_for_its_own_reason(verify: Any, tmp_path: Path, path: Path) -> None:
    model, place, reason = (part.strip() for part in path.read_text().split("\n")[0].removeprefix("#").split("|"))
    target = tmp_path / model / path.name
    target.parent.mkdir()
    shutil.copy(path, target)
    message = refused(verify, tmp_path)
    assert message.startswith(f"ogd-exact: {target}:{place + ':' if place else ''} "), message
    assert reason in message


def table(label: str = "tab:a", gadget: str = "a") -> str:
    lines = f'gadget = "{gadget}"\nlabel = "{label}"\ncoordinates = ["i1"]\ncases = [["-1"]]\n'
    return lines + '[[step]]\nx = ["1"]\ny = "1"\nafter = [["0"]]\n'


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def call(gadget: str) -> str:
    return f'call = "{gadget}"\non = ["i1"]'


EXAMPLE = 'x = ["1"]\ny = "1"'
CONTRACT = '[[contract]]\ngadget = "a"\nbefore = { i1 = "bit" }\n'
HINGE = 'rule = "hinge"\n'
FOLDERS: dict[str, tuple[dict[str, str | bytes], str]] = {
    "no tables": ({"svm/readme.txt": "x"}, "holds no table"),
    "contracts alone": ({"new/model.toml": HINGE + CONTRACT}, "holds the model new with 1 contract, but no table"),
    "duplicate label": ({"svm/a.toml": table(), "svm/b.toml": table(gadget="b")}, "a second table with label 'tab:a'"),
    "duplicate gadget": ({"svm/a.toml": table(), "svm/b.toml": table("tab:b")}, "a second table with gadget 'a'"),
    "unknown model": ({"svn/a.toml": table()}, "lies in folder 'svn', which is no model; put it into a folder named"),
    "loose file": ({"a.toml": table()}, "which is no model"),
    "binary": ({"svm/a.toml": b"\xff\xfe\x00\x01"}, "is not UTF-8 text"),
    "100 MB line": (
        {"svm/a.toml": b'gadget = "' + b"a" * 100_000_000 + b'"'},
        "svm/a.toml: is larger than 262144 bytes",
    ),
    "unknown rule": (
        {"new/model.toml": 'rule = "adam"', "new/a.toml": table()},
        "one of dense-relu, ",
    ),
    "no rule": ({"new/model.toml": "", "new/a.toml": table()}, 'add rule = "..."'),
    "derived without its symbols": (
        {"new/model.toml": 'derived_from = "svm-reg"', "svm/a.toml": table()},
        "has not the symbols and magnitudes of svm-reg",
    ),
    "derived twice": (
        {"new/model.toml": 'derived_from = "svm-eta"', "svm/a.toml": table()},
        "derived_from names 'svm-eta', which is no model, or itself derived, or one with momentum; name another",
    ),
    "no source": ({"new/model.toml": 'derived_from = "nothing"', "svm/a.toml": table()}, "which is no model"),
    "model expression": (
        {"new/model.toml": HINGE + 'learning_rate = "eta"', "new/a.toml": table()},
        "model.toml:2:18: unknown symbol 'eta'",
    ),
    "contract effect": (
        {"svm/model.toml": HINGE + CONTRACT + 'after = { i1 = "nott(i1)" }', "svm/a.toml": table()},
        "model.toml:5:17: unknown effect 'nott'",
    ),
    "contract arity": (
        {"svm/model.toml": HINGE + CONTRACT + 'after = { i1 = "nand(i1)" }', "svm/a.toml": table()},
        "nand takes 2 coordinates",
    ),
    "two contracts": ({"svm/model.toml": HINGE + CONTRACT * 2, "svm/a.toml": table()}, "a second contract for 'a'"),
    "a table by the name of another file": (
        {"svm/a.toml": table(), "svm/construction.toml": table("tab:b", "b")},
        "construction.toml:1:10: a table cannot be kept in construction.toml",
    ),
    "calls in a ring": (
        {
            "svm/a.toml": table().replace(EXAMPLE, call("b")),
            "svm/b.toml": table("tab:b", "b").replace(EXAMPLE, call("a")),
        },
        "a calls b calls a: a gadget cannot call itself",
    ),
}


@pytest.mark.parametrize("name", FOLDERS)
def test_each_malformed_folder_is_refused_for_its_own_reason(verify: Any, tmp_path: Path, name: str) -> None:
    files, reason = FOLDERS[name]
    assert reason in refused(verify, write(tmp_path, files))


@pytest.mark.parametrize(
    "name", ["svm/a.TOML", "svm/b.Toml", "x/y/svm/a.toml", "x/svm/old/deep/a.toml", ".old/x/svm/a.toml"]
)
def test_no_table_is_left_out(verify: Any, tmp_path: Path, name: str) -> None:
    """What lies too deep or is spelled otherwise was once skipped, and the rest called verified."""
    write(tmp_path, {"svm/good.toml": table(), name: table("tab:b", "b")})
    assert f"{tmp_path / name}: is not read; a table is MODEL/NAME.toml in {tmp_path}" in refused(verify, tmp_path)
    write(tmp_path, {"svm/z/z/z.toml": ""})
    assert "2 files are not read, this one first" in refused(verify, tmp_path)


def test_nor_what_is_hidden_behind_links(verify: Any, tmp_path: Path) -> None:
    write(tmp_path / "tables", {"svm/good.toml": table()})
    write(tmp_path / "elsewhere", {"deep/svm/bad.toml": table("tab:b", "b")})
    (tmp_path / "tables" / "svm" / "ring").symlink_to(tmp_path / "tables")  # leads nowhere new
    assert verify("--tables", tmp_path / "tables").code == 0
    (tmp_path / "tables" / "svm" / "link").symlink_to(tmp_path / "elsewhere")
    assert "link/deep/svm/bad.toml: is not read" in refused(verify, tmp_path / "tables")


def test_a_link_that_leads_nowhere(verify: Any, tmp_path: Path) -> None:
    write(tmp_path, {"svm/good.toml": table()})
    (tmp_path / "svm" / "gone.toml").symlink_to(tmp_path / "nowhere")
    assert "gone.toml: cannot be read: No such file" in refused(verify, tmp_path)


def test_a_missing_folder_and_an_unreadable_file(verify: Any, tmp_path: Path) -> None:
    assert "is not a folder" in refused(verify, tmp_path / "nowhere")
    (tmp_path / "svm" / "a.toml").mkdir(parents=True)
    assert "cannot be read: Is a directory" in refused(verify, tmp_path)
