"""Writes the list of docs/trust.md, of the files that a verdict rests on, from what the commands import."""

from __future__ import annotations

import ast
from collections.abc import Collection
from functools import cache
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "trust.md"
FIRST, LAST = "<!-- written by scripts/trusted.py -->\n", "<!-- until here -->\n"
# Where what a verdict rests on begins; it rests besides on what those named after it do, and on nothing of others.
VERDICTS = {
    "`verify`": ("core/checker/verification",),
    "`verify --tex`, besides `verify`": ("documents/latex_read/tables",),
    "`synthesize --check`, besides `verify`": ("gadgets/synthesis/evidence",),
    "`simulate`, besides `verify`": ("training/runs/conclude",),
    "`--tables any-order`, besides `simulate`": ("training/any_order/reduction",),
    "`--model logistic`, besides `simulate`": ("training/logistic/reduction", "training/runs/circuit_alone"),
    "`reduce --netlist`, besides `simulate`": ("training/runs/translation",),
    "`simulate` of a training set, besides `simulate`": ("training/sets/decide", "training/sets/read"),
    "`simulate --engine invariant` and `check`, besides `simulate`": (
        "training/runs/never",
        "training/runs/certificate",
        "training/runs/certificate_file",
    ),
}
# What the commands import and no verdict rests on, with the reason; a folder stands for all that lies in it.
NOT_TRUSTED = {
    "ogd_exact/gadgets/reading/folder.py": "reads files; `core/tables/reread` makes of them once more what it made",
    "ogd_exact/gadgets/reading/document.py": "reads TOML, with the place of every value",
    "ogd_exact/gadgets/reading/form.py": "complains of form; `core/checker/form` insists on what a verdict needs",
    "ogd_exact/gadgets/reading/table_form.py": "does so of tables",
    "ogd_exact/gadgets/reading/toml_positions.py": "says where values stand",
    "ogd_exact/gadgets/reading/library_entries.py": "knows what training libraries have",
    "ogd_exact/gadgets/findings/": "words what was found and what was not read",
    "ogd_exact/text/": "lays out text",
    "ogd_exact/training/any_order/assemble.py": "chooses phases, which `training/any_order/proof` then proves",
    "ogd_exact/circuits/netlists/mapping.py": "proposes gates of other kinds, which `netlists/cells` checks",
    "ogd_exact/circuits/netlists/cuts.py": "does so",
    "ogd_exact/circuits/netlists/counts.py": "does so, too; what a gate computes, the walk takes from its contract",
    "ogd_exact/circuits/invariants/shorter.py": "proposes netlists, by ABC, which `nand` compares in all states",
    "ogd_exact/circuits/invariants/search.py": "proposes invariants, by ABC; `check` insists on proofs",
    "ogd_exact/circuits/invariants/solver.py": "proposes proofs, by CaDiCaL, which `propagation` checks",
    "ogd_exact/circuits/invariants/programs.py": "runs both",
    "ogd_exact/circuits/invariants/sweep.py": "proposes why a netlist is its circuit, which `propagation` checks",
    "ogd_exact/training/runs/engines/": "claims verdicts, which `training/runs/confirm` confirms",
}


@cache
def imports(path: Path) -> set[Path]:
    """The files of the package that a file imports, late imports included."""
    found = set[Path]()
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom):
            names = [str(node.module), *(f"{node.module}.{name}" for name in names)]
        if isinstance(node, ast.Constant) and str(node.value).startswith("ogd_exact."):  # for import_module
            names = [str(node.value)]
        bases = [Path(*name.split(".")) for name in names if name.startswith("ogd_exact")]
        found |= {file for base in bases for file in (base.with_suffix(".py"), base / "__init__.py")}
    return {file for file in found if (ROOT / file).is_file()}


def is_trusted(path: Path) -> bool:
    return not any(path == Path(name) or path.is_relative_to(name) for name in NOT_TRUSTED)


def rests_on(starts: Collection[Path], known: Collection[Path]) -> list[Path]:
    """The files that are reached by imports, through trusted files only, beyond those that are known already."""
    found, pending = set[Path](), list(starts)
    while pending:
        path = pending.pop()
        if path not in found and path not in known and is_trusted(path):
            found.add(path)
            pending += imports(path)
    return sorted(path for path in found if lines(path) > 1)  # a folder's docstring decides nothing


@cache
def lines(path: Path) -> int:
    return len((ROOT / path).read_text().splitlines())


def verdicts() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    starts = {name: [Path(f"ogd_exact/{file}.py") for file in files] for name, files in VERDICTS.items()}
    for name in VERDICTS:
        known = [file for earlier in besides(name) for file in found[earlier]]
        others = [file for other in VERDICTS if other != name for file in starts[other]]
        found[name] = rests_on(starts[name], [*known, *others])
    return found


def besides(name: str) -> list[str]:
    """The verdicts that it says it rests on, and those that they do."""
    named = name.partition("besides ")[2]
    direct = [other for other in VERDICTS if named and other.partition(",")[0] == named]
    return [earlier for other in direct for earlier in [*besides(other), other]]


def in_rooms(paths: Collection[Path]) -> str:
    """Such as: `kernel/` `errors`, `rules`; `tables/` `read`; or the whole of a floor."""
    floor = next(iter(paths)).parents[-3]
    if {*paths} == {
        path.relative_to(ROOT) for path in (ROOT / floor).rglob("*.py") if lines(path.relative_to(ROOT)) > 1
    }:
        return f"`{floor.name}/`, the whole floor"
    rooms = groupby(paths, key=lambda path: path.parent)
    named = {f"`{room.relative_to('ogd_exact').as_posix()}/` ": list(files) for room, files in rooms}
    return "; ".join(room + ", ".join(f"`{path.stem}`" for path in files) for room, files in named.items())


def section() -> str:
    rows = ["| a verdict of | rests on these files of `ogd_exact` | lines |", "|---|---|---|"]
    rows += [f"| {name} | {in_rooms(paths)} | {sum(map(lines, paths)):,} |" for name, paths in verdicts().items()]
    reasons = [f"- `{name.removeprefix('ogd_exact/')}` {reason}" for name, reason in NOT_TRUSTED.items()]
    return "\n".join([*rows, "", "Imported, but no verdict rests on them:", "", *reasons, ""])


def written(text: str) -> str:
    """The page with the list as it is now."""
    before, _, rest = text.partition(FIRST)
    return before + FIRST + section() + LAST + rest.partition(LAST)[2]


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
