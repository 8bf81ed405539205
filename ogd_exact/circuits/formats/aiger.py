"""AIGER, the format of hardware model checking, ascii (aag) and binary (aig), versions 1.0 and 1.9.

A file is hostile until it has passed through here: nothing is allocated on the word of the header alone.
"""

from collections.abc import Iterator

from ogd_exact.circuits.formats.aiger_body import Sizes, read_ascii, read_binary
from ogd_exact.circuits.formats.aiger_cursor import Cursor
from ogd_exact.circuits.netlists.sequential import MAX_VARIABLES, Latch, Named, Sequential, unused_name

# Inputs take no room in a binary file, so that only this bounds them.
MAX_INPUTS = 1 << 18
ENDLESS = "which are about runs without end, and no frame shows that they hold; make bads of them, as l2s of ABC does"
KINDS = {"i": "input", "l": "latch", "o": "output", "b": "bad", "c": "constraint", "j": "justice", "f": "fairness"}


def read_aiger(data: bytes, path: str | None = None) -> Sequential:
    """The circuit of a file's bytes; raises InputError with the line, or the byte of a binary file."""
    cursor = Cursor(data, path, binary=data.startswith(b"aig"))
    sizes = read_header(cursor)
    body = read_binary(cursor, sizes) if cursor.binary else read_ascii(cursor, sizes)
    names = read_symbols(cursor, sizes)

    def named(kind: str) -> Iterator[str]:
        given = names[kind]
        taken = set(given.values())
        return (given[i] if i in given else unused_name(f"{kind}{i}", taken) for i in range(sizes[kind]))

    latches = tuple(Latch(name, *rest) for name, rest in zip(named("l"), body.latches, strict=True))
    outputs, bads, constraints = (tuple(map(Named, named(kind), body.named[kind])) for kind in "obc")
    return Sequential(tuple(named("i")), latches, tuple(body.ands), outputs, bads, constraints=constraints)


def read_header(cursor: Cursor) -> Sizes:
    """The sizes by kind, with M and A for all variables and the ands."""
    cursor.read_line("a header such as: aag 3 0 2 1 1")
    words = cursor.line.split(b" ", 10)
    if words[0] not in (b"aag", b"aig"):
        raise cursor.error("is not AIGER: the first line begins with aag or aig")
    if not 6 <= len(words) <= 10:
        raise cursor.error("the header needs five to nine numbers: M I L O A [B C J F]")
    numbers = [cursor.number(word) for word in words[1:]]
    sizes = dict(zip("MiloAbcjf", [*numbers, 0, 0, 0, 0], strict=False))
    for kind in "jf":
        if sizes[kind]:
            raise cursor.error(f"has {KINDS[kind]} properties, {ENDLESS}")
    for kind, limit in (("M", MAX_VARIABLES), ("i", MAX_INPUTS), *((kind, MAX_VARIABLES) for kind in "obc")):
        if sizes[kind] > limit:
            what = KINDS.get(kind, "variable")
            raise cursor.error(f"claims {sizes[kind]} {what}s; at most {limit} are read")
    defined = sizes["i"] + sizes["l"] + sizes["A"]
    if defined > sizes["M"] or (cursor.binary and defined < sizes["M"]):
        raise cursor.error(f"the header says M = {sizes['M']}, but I + L + A = {defined}")
    return sizes


def read_symbols(cursor: Cursor, sizes: Sizes) -> dict[str, dict[int, str]]:
    """The names by kind and position, up to the comments or the end of the file."""
    names: dict[str, dict[int, str]] = {kind: {} for kind in KINDS}
    inputs: set[str] = set()
    while cursor.remaining():
        cursor.read_line("a symbol")
        if cursor.line == b"c":
            break
        word, space, name = cursor.line.partition(b" ")
        kind = word[:1].decode("ascii", "replace")
        if kind not in KINDS or not space:
            raise cursor.error("expected a symbol such as: i0 name, or a line c before comments")
        position, count = cursor.number(word[1:]), sizes[kind]
        if position >= count:
            raise cursor.error(f"names {KINDS[kind]} {position}, but the header declares {count}")
        if position in names[kind]:
            raise cursor.error(f"a second name for {KINDS[kind]} {position}")
        text = name.decode("ascii", "replace")
        if not text or not text.isprintable() or "\ufffd" in text:
            raise cursor.error("a name consists of printable ASCII characters, at least one")
        if kind == "i" and text in inputs:
            raise cursor.error(f"a second input named {text[:40]!r}; rename one")
        inputs |= {text} if kind == "i" else set()
        names[kind][position] = text
    return names
