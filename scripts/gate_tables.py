"""Writes the gadgets of gates in gadget_tables/shortest, which are verified as any others, and [[gate]] for each.

Most of svm follow from the entries of one example, p at the operands and q at the target, as `four` says: those of NAND
are a rule, and those that searches found are in FOUND. WRITTEN has all that is made otherwise. For dense-relu `relu`
has NAND of any literals.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.gadgets.reading.folder import SHIPPED
from ogd_exact.gadgets.reading.read import read_model
from ogd_exact.text.toml import toml

FOLDER = SHIPPED / "shortest"
Rows = list[list[Fraction]]  # entries at operands, at the target, and at join where there is one; then the label


def four(p: list[Fraction], q: Fraction) -> Rows:
    """The first makes the target true; of the next two one fires; the last takes back what that added to operands."""
    back = [-entry for entry in p]
    return [[Fraction(0)] * len(p) + [Fraction(2)], [*p, q], [*p, q - 2], [*back, -q]]


def nand(signs: str) -> Rows:
    """Of literals, 1 where one is as it is, 0 where it is negated: the rule for any number of them."""
    return four([Fraction(4 if sign == "1" else -4) for sign in signs], Fraction(1 - 4 * signs.count("1")))


def relu(signs: str) -> Rows:
    """NAND of literals for dense-relu: two examples make the target true, and two false where all literals are true.

    With theta = P - 1/2, where P literals are not negated, these alone are more than theta then.
    """
    of, none = [Fraction(1 if sign == "1" else -1) for sign in signs], [Fraction(0)] * len(signs)
    theta, one = signs.count("1") - Fraction(1, 2), Fraction(1)
    first = [[*none, -2 * one, one, Fraction(3, 2)], [*none, -3 * one, one, Fraction(15, 2)]]
    last = [4 * (len(signs) + theta * theta) - Fraction(5, 4)]
    return [*first, [*of, 0 * one, -theta, Fraction(5, 2)], [*of, Fraction(1, 4), -theta, *last]]


def literals(signs: str) -> list[str]:
    return [f"i{k}" if sign == "1" else f"not(i{k})" for k, sign in enumerate(signs, 1)]


def conjunction(parts: list[str]) -> str:
    text = parts[0]
    for part in parts[1:]:
        text = f"and({text}, {part})"
    return text


# By function and signs: p and q of `four`, as far from the kink as the search came.
FOUND = {
    "and_11": ("-117/64 -11/64", "77/32"),
    "and_10": ("-15/8 1/8", "37/16"),
    "and_00": ("99/64 99/64", "-13/16"),
    "and_111": ("-7/64 -7/64 -113/64", "39/16"),
    "and_110": ("-29/16 -3/32 3/32", "19/8"),
    "and_100": ("-59/32 1/16 1/16", "37/16"),
    "and_1111": ("-3/32 -3/32 -7/4 -3/32", "79/32"),
    "and_1110": ("-5/64 -57/32 -5/64 5/64", "153/64"),
    "and_1100": ("-29/16 -1/16 1/16 1/16", "75/32"),
    "and_1000": ("-59/32 3/64 3/64 3/64", "37/16"),
    "maj_111": ("-15/8 -1/8 -15/8", "39/16"),
    "maj_110": ("-121/64 -121/64 7/64", "75/32"),
    "maj_100": ("-3/8 13/8 13/8", "-15/16"),
    "maj_000": ("37/32 37/32 37/32", "-11/8"),
    "ao_111": ("-1 -1 -4", "2"),
    "ao_101": ("-1 1 -4", "1"),
    "ao_001": ("1 1 -7/2", "0"),
    "ao_110": ("-1 -1 4", "-2"),
    "ao_100": ("-1 1 3", "-2"),
    "ao_000": ("1 1 3", "-3"),
    "aoi_111": ("23/64 41/32 105/64", "-61/64"),
    "aoi_101": ("3/2 -1/4 7/4", "-7/8"),
    "aoi_110": ("3/32 3/32 -61/32", "73/32"),
    "aoi_100": ("7/64 -7/64 -121/64", "75/32"),
    "aoi_000": ("-1/8 -1/8 -15/8", "39/16"),
}
# By function, "here" where the target is an operand, too: the effect on the last coordinate, and the examples.
WRITTEN = {
    "true": ("or(i1, not(i1))", ["2"]),
    "false": ("and(i1, not(i1))", ["2", "-2"]),
    "xor": ("xor(i1, i2)", ["0 0 2", "7/4 -7/4 5/4", "-7/4 7/4 3/4", "7/4 -7/4 5/4", "0 0 -2"]),
    "xnor": ("xnor(i1, i2)", ["0 0 2", "-2 -2 3", "2 2 -1", "2 2 -3", "-2 -2 1"]),
    "not_here": ("not(i1)", ["4", "-2"]),
    "xor_here": ("xor(i1, i2)", ["21/8 -11/8", "-21/8 27/8", "21/8 5/8", "0 -2"]),
    "xnor_here": ("xnor(i1, i2)", ["-11/4 5/4", "11/4 11/4", "11/4 3/4", "0 -2"]),
    "and_here": ("and(i1, i2)", ["-3 2", "-3 0", "3 -2"]),
    "or_here": ("or(i1, i2)", ["1 -4", "0 2", "-1 2"]),
    "and_not_here": ("and(not(i1), i2)", ["0 -11/2", "-3 -3/2", "3 -1/2", "0 11/2"]),
    "nand_here": ("nand(i1, i2)", ["-37 40", "37 -36", "-37 38", "0 -2"]),
}


def nands(rule: Callable[[str], Rows]) -> Iterator[tuple[str, str, Rows]]:
    """Name, effect on the target, and examples, of NANDs of one literal to four."""
    for k in range(1, 5):
        for signs in ("1" * (k - n) + "0" * n for n in range(k + 1)):
            name = {"1": "not", "0": "copy", "11": "nand", "00": "or"}.get(signs, f"nand_{signs}")
            effect = {"1": "not(i1)", "0": "copy(i1)"}.get(signs, f"not({conjunction(literals(signs))})")
            yield name, effect, rule(signs)


def others() -> Iterator[tuple[str, str, Rows]]:
    """The same of all other gates of svm; those whose target is an operand are "here"."""
    for name, (p, q) in FOUND.items():
        kind, signs = name.split("_")
        of = literals(signs)
        effect = {
            "and": conjunction(of),
            "maj": f"maj({', '.join(of)})",
            "ao": f"or(and({', '.join(of[:2])}), {of[-1]})",
            "aoi": f"nor(and({', '.join(of[:2])}), {of[-1]})",
        }[kind]
        alone = {"and_11": "and", "and_00": "nor", "maj_111": "maj"}.get(name, name)
        yield alone, effect, labelled(four([Fraction(entry) for entry in p.split()], Fraction(q)))
    for name, (effect, rows) in WRITTEN.items():
        yield name, effect, labelled([[Fraction(entry) for entry in row.split()] for row in rows])


def labelled(rows: Rows) -> Rows:
    return [[*row, Fraction(1)] for row in rows]


MODELS = {"svm": (*nands(lambda signs: labelled(nand(signs))), *others()), "dense-relu": (*nands(relu),)}


def table(name: str, effect: str, rows: Rows, model: Model) -> dict[str, object]:
    """The keys and values of its file; the kernel steps through the cases."""
    names, joined = [f"i{k + 1}" for k in range(len(rows[0]) - 1)], model.name == "dense-relu"
    true, bits = model.encoding["true"], names[: len(names) - joined]
    step = model.step(lambda text: exactly(text, {}))
    weights = [
        {c: rational(w, 1) for c, w in zip(names, (*case, 1), strict=False)}
        for case in product((0, int(true)), repeat=len(bits))
    ]
    shown = [[str(w) for w in line.values()] for line in weights]
    label = f"shortest:{model.name}-{name.replace('_', '-')}"
    steps = []
    for *row, y in rows:
        x = {c: rational(entry.numerator, entry.denominator) for c, entry in zip(names, row, strict=True)}
        example = Example(x, rational(y.numerator, y.denominator))
        weights = [step.take(line, example, sign).weights for line in weights]
        after = [[str(w) for w in line.values()] for line in weights]
        steps.append({"x": [str(entry) for entry in row], "y": str(y), "after": after})
    ones = {names[-1]: "1"} if joined else {}
    contract = {"before": dict.fromkeys(bits, "bit") | ones, "after": {bits[-1]: effect} | ones}
    return {"gadget": name, "label": label, "coordinates": names, "cases": shown, "step": steps, "contract": contract}


def files() -> Iterator[tuple[Path, str]]:
    for of, gadgets in MODELS.items():
        folder = FOLDER / of
        model, gates = read_model(folder / "model.toml", of), []
        for name, effect, rows in gadgets:
            yield folder / f"{name}.toml", toml(table(name, effect, rows, model)) + "\n"
            joined = of == "dense-relu"
            on = [*"abcd"[: len(rows[0]) - 2 - joined], "i", *["join"] * joined]
            gates.append(f'[[gate]]\nkind = "{name}"\ncalls = ["{name}({", ".join(on)})"]\n')
        text = (folder / "construction.toml").read_text()
        yield folder / "construction.toml", text.partition("\n[[gate]]")[0] + "\n" + "\n".join(gates)


if __name__ == "__main__":
    for path, text in files():
        path.write_text(text)
