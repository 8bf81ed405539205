"""How long the numbers of svm-reg are: what docs/bounds.md proves for all circuits, checked in tables and circuits.

python scripts/bit_lengths.py CIRCUIT ... [--lambda R]

With T = 19 n + 42 m + 3 examples, every entry and every weight is P/Q, where P is a sum of terms c alpha^e
with 8 c whole, 2 - T <= e <= 3 T - 93 and the |c| adding up to at most 8, and Q is 1 or 1 - c alpha^e with 0 < c <= 1,
4 c whole and e <= 2 T - 65. At alpha = p/q it takes at most 8 T log2(q) bits, above and below the line. None exceeds
the largest of alpha^(2 - T) + 1/2, 4 alpha^(33 - T) and alpha/(2 (1 - alpha^9)) + (1 - alpha^9)/alpha^2.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ogd_exact.commands.parser import Parser
from ogd_exact.commands.shell import FAILED, HOLDS, complain, run, write
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.reading.folder import paper
from ogd_exact.text.text_table import text_table
from ogd_exact.training.constructions.abstract_run import AbstractRun
from ogd_exact.training.constructions.bounds import RowBounds
from ogd_exact.training.constructions.reduction import Reduction, reduced
from ogd_exact.training.constructions.request import Request, number
from ogd_exact.training.constructions.training import flat
from ogd_exact.training.numbers.powers import Powers, plain
from ogd_exact.training.numbers.sums import bits

SMALLEST = 19 + 42 + 3  # T of one input and one gate
# A call at magnitude alpha^k or alpha^k/2 has 4 <= k <= T - this; those of d_nand are alpha^17 and alpha^4.
SINCE = {"reset": 4, "copy2": 33, "set_false_if_unset": 49, "copy_if_true": 52}
D_NAND = {17, 4}
FIRST = 4
HEAD = ("circuit", "n", "m", "T", "lowest e", "highest e", "e in Q", "bits", "bits/T")

Sum = Mapping[int, Any]  # coefficients by exponent of alpha


class Wrong(Exception):
    """A number is not as it is proved to be."""


class Size(NamedTuple):
    lowest: int
    highest: int
    below: int  # the degree of Q
    bits: int


def numbers(rows: RowBounds, table: Table, magnitudes: Mapping[str, Any]) -> Iterator[Any]:
    """The weights that a call goes through, and the entries of its examples."""
    yield from (weight for weights in rows.moments(table, magnitudes) for weight in weights)
    for x, y in flat(table, {**rows.parameters, **magnitudes}, rows.library):
        yield from (y, *dict(x).values())


def check_shape(over: Sum, under: Sum, total: int, where: str) -> None:
    """That P/Q is as the page says, where a pass has so many examples."""
    tail = {e: c for e, c in under.items() if e}
    fine = (
        sum(map(abs, over.values())) <= 8
        and all((8 * c).denominator == 1 and 2 - total <= e <= 3 * total - 93 for e, c in over.items())
        and under[0] == 1
        and len(tail) <= 1
        and all(-1 <= c < 0 and (4 * c).denominator == 1 and 0 < e <= 2 * total - 65 for e, c in tail.items())
    )
    if not fine:
        raise Wrong(f"{where}: a number is not as it is proved to be")


def check_tables() -> int:
    """The shape of all numbers of the tables, by k, for every T: exponents are linear in k, and k in T."""
    library, symbols = paper(), arithmetic(("alpha", "eps1"))
    rows, count = RowBounds(library, {"alpha": symbols.environment["alpha"]}), 0
    for gadget, since in SINCE.items():
        table = library.tables["svm-reg", gadget]
        for value in numbers(rows, table, {"eps1": symbols.environment["eps1"]}):
            over, under = parts(symbols.number(1) * value)
            count += 1
            # From T to T + 1 the bounds rise by -1, 3 and 2: no exponent of eps may exceed what that leaves.
            if not (all(-1 <= d <= 3 for _, d in over) and all(0 <= d <= 2 for _, d in under)):
                raise Wrong(f"{gadget}: a number has another power of eps1")
            for k in (FIRST, SMALLEST - since):
                for half in (rational(1), rational(1, 2)):
                    sums = (at(terms, k, half) for terms in (over, under))
                    check_shape(*sums, SMALLEST, gadget)
    return count


def parts(value: Any) -> tuple[dict[tuple[int, int], Any], dict[tuple[int, int], Any]]:
    """P and Q of a rational function, by powers of alpha and eps1; the lowest term of Q is made 1."""
    (a, d), low = min(value.denom.terms())
    scale = 1 / rational(int(low.numerator), int(low.denominator))
    over, under = (
        {(e - a, f - d): scale * rational(int(c.numerator), int(c.denominator)) for (e, f), c in side.terms()}
        for side in (value.numer, value.denom)
    )
    return over, under


def at(terms: Mapping[tuple[int, int], Any], k: int, half: Any) -> Sum:
    """At eps1 = half alpha^k."""
    found: dict[int, Any] = {}
    for (a, d), c in terms.items():
        found[a + d * k] = found.get(a + d * k, 0) + c * half**d
    return found


def check_circuit(reduction: Reduction) -> Size:
    """All numbers of a circuit's set and of its run, and how large they are."""
    n, m, total = reduction.netlist.inputs, len(reduction.netlist.gates), reduction.examples
    if total != 19 * n + 42 * m + 3:
        raise Wrong("T is not 19 n + 42 m + 3")
    base = plain(reduction.parameters["alpha"])
    rows = RowBounds(reduction.training.library, reduction.parameters)
    walk, size = AbstractRun(reduction.program, rows.library, rows.parameters), Size(0, 0, 0, 0)
    most = largest(base, total)
    for call in walk.steps(reduction.proved.magnitudes, check_regions=False):
        gadget = call.table.gadget
        for magnitude in call.magnitudes.values():
            ((k, c),) = sums(magnitude)[0].items()
            known = FIRST <= k <= total - SINCE[gadget] if gadget in SINCE else k in D_NAND
            if not known or c not in (1, rational(1, 2)):
                raise Wrong(f"{gadget} is called at magnitude {magnitude}")
        for value in numbers(rows, call.table, call.magnitudes):
            over, under = sums(value)
            check_shape(over, under, total, gadget)
            exact = plain(value)
            if abs(exact) > most:
                raise Wrong(f"{gadget}: a number exceeds the largest that there can be")
            now = Size(min(over, default=0), max(over, default=0), max(under), bits(exact))
            size = Size(min(size[0], now[0]), *map(max, size[1:], now[1:]))
    if 2**size.bits > int(base.denominator) ** (8 * total):
        raise Wrong(f"{size.bits} bits exceed 8 T log2(q)")
    return size


def largest(alpha: Any, total: int) -> Any:
    """What no number exceeds: in the reset of an input, in copy2 of one, and in the copy2 of a magnitude alpha^4."""
    close = 1 - alpha**9
    return max(alpha ** (2 - total) + rational(1, 2), 4 * alpha ** (33 - total), alpha / (2 * close) + close / alpha**2)


def sums(value: Any) -> tuple[Sum, Sum]:
    return (value.over, value.under) if isinstance(value, Powers) else ({0: value} if value else {}, {0: 1})


def lines(circuits: Iterable[str], regularizer: str) -> Iterator[str]:
    yield f"{check_tables()} numbers of the tables are as they are proved to be, for all circuits"
    given, found = {"lambda": number("--lambda", regularizer)}, []
    for circuit in circuits:
        reduction = reduced(Request(circuit, "svm-reg", parameters=given))
        total, size = reduction.examples, check_circuit(reduction)
        counts = (reduction.netlist.inputs, len(reduction.netlist.gates), total)
        found.append([circuit, *counts, *size, f"{size.bits / total:.2f}"])
    yield text_table(HEAD, found, range(1, len(HEAD)))
    yield f"all within the bounds, 8 T log2({given['lambda'].denominator}) bits among them"


def main(arguments: Sequence[str]) -> int:
    parser = Parser(prog="python scripts/bit_lengths.py", description="How long the numbers of svm-reg are.")
    parser.add_argument("circuits", nargs="+", metavar="CIRCUIT")
    parser.add_argument("--lambda", dest="regularizer", default="1/4", metavar="R", help="default: 1/4")
    options = parser.parse_args(arguments)
    try:
        write("\n".join(lines(options.circuits, options.regularizer)), None)
    except Wrong as problem:
        return complain(str(problem), FAILED)
    return HOLDS


if __name__ == "__main__":
    sys.exit(run(main, sys.argv[1:]))
