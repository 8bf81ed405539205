"""Every value of every table file is found where it stands."""

import tomllib
from typing import Any

import pytest

from ogd_exact.gadgets.reading.folder import PAPER
from ogd_exact.gadgets.reading.toml_positions import positions

AWKWARD = '''a = "x" # "no"
"b c" = 'lit#eral'
[t.u]
k.l = [ "p",  # [
  "q" , ]
m = """
multi "line" """
n = 1.5
[[arr]]
z = { y = "1", w = ["2"] }
[[arr]]
z = {}
[arr.sub]
s = "last"
'''


def leaves(data: Any, address: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    if isinstance(data, dict):
        return [leaf for key, value in data.items() for leaf in leaves(value, (*address, key))]
    if isinstance(data, list):
        return [leaf for i, value in enumerate(data) for leaf in leaves(value, (*address, i))]
    return [(address, data)]


def check(text: str) -> None:
    lines, places = text.split("\n"), positions(text)
    for address, value in leaves(tomllib.loads(text)):
        line, column = places[address]
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        if isinstance(value, str):
            quote = rest[:3] if rest[:3] in ('"""', "'''") else rest[0]
            assert quote[0] in "\"'", (address, rest)
            assert rest[len(quote) :].removeprefix("\\\n").removeprefix("\n").startswith(value[:20]), (address, rest)
        else:
            assert rest.startswith(str(value))


def test_awkward_toml() -> None:
    check(AWKWARD)
    assert positions(AWKWARD)["arr", 1, "sub", "s"] == (14, 5)


@pytest.mark.parametrize("path", sorted(PAPER.rglob("*.toml")), ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_all_tables_of_the_paper(path: Any) -> None:
    check(path.read_text())
