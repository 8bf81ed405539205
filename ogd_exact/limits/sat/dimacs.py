"""Formulas from DIMACS files, where every fault has its line and column, and random ones."""

import random
import re
from collections.abc import Iterator

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.limits.sat.formula import Clause, Formula
from ogd_exact.text.paths import contents

MAX_BYTES = 1 << 20
MOST = 10_000  # variables, and clauses
BUILT_IN = re.compile(r"example:([0-9]{1,3})x([0-9]{1,4})(?::([0-9]{1,9}))?")
Word = tuple[str, int, int]  # with its line and column


def read_formula(path: str) -> Formula:
    """A file, or a random formula such as example:4x12, the same for the same seed."""
    if match := BUILT_IN.fullmatch(path):
        return built_in(int(match[1]), int(match[2]), int(match[3] or 1))
    if path.startswith("example:"):
        raise InputError(f"{path[:60]!r} is not example:KxC or example:KxC:SEED, such as example:4x12")
    raw = contents(path, MAX_BYTES, "name a file, or example:4x12", "take a smaller formula")
    return formula_in(raw.decode("utf-8", "replace"), path)


def built_in(variables: int, clauses: int, seed: int) -> Formula:
    """Clauses of up to three literals, of different variables."""
    if variables < 1:
        raise InputError("example:KxC has K variables, at least 1, and C clauses")
    choose = random.Random(seed)

    def clause() -> Clause:
        chosen = choose.sample(range(1, variables + 1), min(3, variables))
        return tuple(variable * choose.choice((-1, 1)) for variable in chosen)

    return Formula(variables, tuple(clause() for _ in range(clauses)))


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
    """The words of a file but for comments; a line that begins with % ends it, as in a well-known collection."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("%"):
            return
        if not line.startswith("c"):
            yield from ((match[0], number, match.start() + 1) for match in re.finditer(r"\S+", line))
