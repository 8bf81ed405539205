"""Formulas from DIMACS files; every fault has its line and column."""

import re
from collections.abc import Iterator
from pathlib import Path

from ogd_exact.barrier.sat.formula import Clause, Formula
from ogd_exact.kernel.errors import InputError

MAX_BYTES = 1 << 20
MOST = 10_000  # variables, and clauses
Word = tuple[str, int, int]  # with its line and column


def read_formula(path: str) -> Formula:
    with Path(path).open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise InputError(f"is larger than {MAX_BYTES} bytes; take a smaller formula", path)
    return formula_in(raw.decode("utf-8", "replace"), path)


def formula_in(text: str, path: str) -> Formula:
    stream = words(text)
    variables, wanted, place = header(stream, path)
    clauses: list[Clause] = []
    literals: list[int] = []
    line, column = place
    for word, line, column in stream:
        if not re.fullmatch("-?[0-9]{1,9}", word):
            raise InputError(f"expected a literal such as 3 or -3, found {word[:40]!r}", path, line, column)
        literal = int(word)
        if abs(literal) > variables:
            raise InputError(f"{literal} is beyond the {variables} variables of the header", path, line, column)
        if literal:
            literals.append(literal)
            continue
        if len(clauses) == wanted:
            raise InputError(f"the header says {wanted} clauses, and there are more", path, line, column)
        clauses.append(tuple(literals))
        literals = []
    if literals:
        raise InputError("the last clause does not end; add 0", path, line, column)
    if len(clauses) != wanted:
        raise InputError(f"the header says {wanted} clauses, and there are {len(clauses)}", path, *place)
    return Formula(variables, tuple(clauses))


def header(stream: Iterator[Word], path: str) -> tuple[int, int, tuple[int, int]]:
    """How many variables and clauses there are said to be, and where."""
    found = [word for _, word in zip(range(4), stream, strict=False)]
    hint = 'expected the header "p cnf VARIABLES CLAUSES"'
    for number, wanted in enumerate(("p", "cnf", "[0-9]{1,9}", "[0-9]{1,9}")):
        if number == len(found):
            raise InputError(f"{hint}, found the end of the file", path, *(found[-1][1:] if found else (1, 1)))
        word, line, column = found[number]
        if not re.fullmatch(wanted, word) or line != found[0][1]:
            raise InputError(f"{hint}, found {word[:40]!r}", path, line, column)
        if number > 1 and int(word) > MOST:
            raise InputError(f"{word} is more than {MOST}; take a smaller formula", path, line, column)
    return int(found[2][0]), int(found[3][0]), found[0][1:]


def words(text: str) -> Iterator[Word]:
    """All but comments; a line that begins with % ends the file, as in a well-known collection."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("%"):
            return
        if not line.startswith("c"):
            yield from ((match[0], number, match.start() + 1) for match in re.finditer(r"\S+", line))
