"""Writes the README's list of the files that a verdict rests on, from what the commands import."""

from __future__ import annotations

import ast
from collections.abc import Collection
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
FIRST, LAST = "<!-- written by scripts/trusted.py -->\n", "<!-- until here -->\n"
# Where what a verdict rests on begins; each rests on those above as well, and none on the others' beginnings.
VERDICTS = {
    "`verify`": Path("ogd_exact/verify/__main__.py"),
    "`verify --tex`, besides": Path("ogd_exact/latex/read.py"),
    "`simulate`, besides": Path("ogd_exact/simulate/__main__.py"),
}
# What the commands import and no verdict rests on, with the reason; a folder stands for all that lies in it.
NOT_TRUSTED = {
    "ogd_exact/verify/prover.py": "proposes certificates, which `kernel/certificate.py` checks",
    "ogd_exact/verify/repair.py": "is asked only after a finding",
    "ogd_exact/verify/witnesses.py": "can only add findings",
    "ogd_exact/verify/proofs.py": "writes the certificates down",
    "ogd_exact/tables/toml_positions.py": "knows where a cell stands in its file",
    "ogd_exact/html/": "shows results",
    "ogd_exact/latex/findings.py": "says findings in LaTeX",
    "ogd_exact/engines/": "claim verdicts, which `simulate/confirm` confirms",
}


def imports(path: Path) -> set[Path]:
    """The files of the package that a file imports, late imports included."""
    found = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ogd_exact"):
            base = Path(*str(node.module).split("."))
            named = [base.with_suffix(".py"), base / "__init__.py", *(base / f"{a.name}.py" for a in node.names)]
            found |= {file for file in named if (ROOT / file).is_file()}
    return found


def is_trusted(path: Path) -> bool:
    return not any(path == Path(name) or path.is_relative_to(name) for name in NOT_TRUSTED)


def rests_on(start: Path, known: Collection[Path]) -> list[Path]:
    """The files that are reached by imports, through trusted files only, beyond those that are known already."""
    found, pending = set[Path](), [start]
    while pending:
        path = pending.pop()
        if path not in found and path not in known and is_trusted(path):
            found.add(path)
            pending += imports(path)
    return sorted(path for path in found if lines(path) > 1)  # a folder's docstring decides nothing


def lines(path: Path) -> int:
    return len((ROOT / path).read_text().splitlines())


def verdicts() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for name, start in VERDICTS.items():
        above = [path for paths in found.values() for path in paths]
        found[name] = rests_on(start, [*above, *(other for other in VERDICTS.values() if other != start)])
    return found


def in_rooms(paths: Collection[Path]) -> str:
    """Such as: `kernel/` `errors`, `rules`; `tables/` `read`."""
    rooms = groupby(paths, key=lambda path: path.parent)
    named = {f"`{room.name}/` " if room.name != "ogd_exact" else "": list(files) for room, files in rooms}
    return "; ".join(room + ", ".join(f"`{path.stem}`" for path in files) for room, files in named.items())


def section() -> str:
    rows = ["| a verdict of | rests on these files of `ogd_exact` | lines |", "|---|---|---|"]
    rows += [f"| {name} | {in_rooms(paths)} | {sum(map(lines, paths)):,} |" for name, paths in verdicts().items()]
    reasons = [f"- `{name.removeprefix('ogd_exact/')}` {reason}" for name, reason in NOT_TRUSTED.items()]
    return "\n".join([*rows, "", "Imported, but no verdict rests on them:", "", *reasons, ""])


def written(text: str) -> str:
    """The README with the list as it is now."""
    before, _, rest = text.partition(FIRST)
    return before + FIRST + section() + LAST + rest.partition(LAST)[2]


if __name__ == "__main__":
    README.write_text(written(README.read_text()))
