"""Claims and weights as text."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ogd_exact.core.tables.value_text import value_text
from ogd_exact.limits.barrier.checker import ANYTHING, cases, values
from ogd_exact.limits.barrier.claim import Claim
from ogd_exact.text.text_table import text_table
from ogd_exact.text.wording import wrapped


def gadgets_text(claims: Sequence[Claim], model: str) -> str:
    rows = [(claim["name"], *counts(claim), "\n".join(textwrap.wrap(why(claim), 34))) for claim in claims]
    headers = ("gadget", "quadratic", "least squares", "map, or why there is none")
    return f"{model}: how many examples do what a gadget promises\n{text_table(headers, rows, right=(1, 2))}"


def functions_text(pairs: Sequence[tuple[Claim, Claim]], model: str) -> str:
    rows = []
    for kept, freed in pairs:
        reason = "\n".join(textwrap.wrap(why(kept, "out", ("TT", "TF", "FT", "FF")).removeprefix("out: "), 38))
        rows.append((kept["name"].removesuffix(", kept"), *counts(kept), *counts(freed), reason))
    headers = ("out <-", "quad", "ls", "quad", "ls", "map, or why there is none")
    table = text_table(headers, rows, right=(1, 2, 3, 4))
    above = f"{'inputs are':{table.splitlines()[1].index('  ')}}  kept        freed"
    return f"{model}: how many examples make an unset weight a function of two bits\n{above}\n{table}"


def summary(claims: Sequence[Claim]) -> str:
    possible = sum(claim["verdict"] == "possible" for claim in claims)
    plural = "claims, each" if len(claims) > 1 else "claim,"
    return f"{len(claims)} {plural} proved and checked: {possible} possible, {len(claims) - possible} impossible."


def counts(claim: Claim) -> tuple[str, str]:
    """How many quadratic and least squares examples do it; the latter are not known where there are symbols."""
    if claim["verdict"] == "impossible":
        return "none", "none"
    found = claim["examples"]
    return str(len(found["quadratic"])), str(len(found["least_squares"])) if "least_squares" in found else "-"


def why(claim: Claim, only: str = "", names: Sequence[str] = ()) -> str:
    """The map, of one coordinate if only that is asked for; or the combination of cases that no map can follow."""
    if claim["verdict"] == "possible":
        rows = [text for name, text in map_rows(claim) if not only or name == only]
        return ", ".join(rows) or "nothing moves"
    names = names or [f"case{number}" for number, _ in enumerate(claim["cases"], 1)]
    terms = combination(claim, claim["certificate"]["coefficients"], names)
    return f"{claim['certificate']['coordinate']}: {terms} is 0, then {total(claim)}"


def combination(claim: Claim, coefficients: Sequence[str], names: Sequence[str]) -> str:
    """A sum of names; a name that is empty stands for 1."""
    terms = []
    for text, name in zip(coefficients, names, strict=True):
        (value,) = values(claim, [text])
        if value != 0:
            size = {"1": "", "-1": "-"}.get(text, f"({text})*" if " " in text else f"{text}*")
            terms.append(size + name if name else text)
    return " + ".join(terms).replace("+ -", "- ") or "0"


def total(claim: Claim) -> str:
    """What the weights after add up to in the coordinate of the certificate, where an affine map would have 0."""
    place = claim["coordinates"].index(claim["certificate"]["coordinate"])
    coefficients = values(claim, claim["certificate"]["coefficients"])
    used = [(c, after[place]) for c, (_, after) in zip(coefficients, cases(claim), strict=True) if c != 0]
    return value_text(sum(c * value for c, value in used))


def missed(claim: Claim) -> str:
    """The distance that any affine map keeps: the total, over the sum of the sizes of the coefficients."""
    if claim["symbols"]:
        return ""
    coefficients = values(claim, claim["certificate"]["coefficients"])
    least = abs(values(claim, [total(claim)])[0]) / sum(abs(c) for c in coefficients)
    return f", and each misses some case by {least} or more"


def map_rows(claim: Claim) -> Iterator[tuple[str, str]]:
    """The coordinates that the map changes, with what it makes of them."""
    names = claim["coordinates"]
    for k, name in enumerate(names):
        row = [*claim["map"]["matrix"][k], claim["map"]["shift"][k]]
        if row != ["1" if j == k else "0" for j in range(len(row))]:
            yield name, f"{name} <- {combination(claim, row, [*names, ''])}"


def details_text(claim: Claim) -> str:
    lines = [f"{claim['name']}: {claim['verdict']}"]
    if claim["verdict"] == "impossible":
        certificate = claim["certificate"]
        for c, case in zip(certificate["coefficients"], claim["cases"], strict=True):
            lines += hanging(f"{c:>4} times  {vector(case['before'])} -> {vector(case['after'])}")
        where = certificate["coordinate"]
        end = f"adds up to 0 before, and in {where} to {total(claim)} after: no affine map does that"
        lines += hanging(f"{end}{missed(claim)}.")
        return "\n".join(lines)
    for case in claim["cases"]:
        lines += hanging(f"case  {vector(case['before'])} -> {vector(case['after'])}", 7)
    lines += hanging(f"map: {why(claim)}")
    for kind, examples in claim["examples"].items():
        lines.append(f"  {kind.replace('_', ' ')}, rate {claim['rate']}:")
        lines += [line for example in examples for line in hanging(example_text(example, claim["coordinates"]), 4)]
        if claim["untouched"]:
            kept = claim["untouched_kept"][kind]
            said = "untouched weights never move" if kept else "weights to be left untouched move on the way"
            lines += hanging(said, 4)
    return "\n".join(lines)


def hanging(text: str, indent: int = 2) -> list[str]:
    return wrapped(text, " " * indent, " " * (indent + 2))


def vector(texts: Sequence[str]) -> str:
    return f"({', '.join('anything' if text == ANYTHING else text for text in texts)})"


def example_text(example: Mapping[str, Any], names: Sequence[str]) -> str:
    def indexed(part: Mapping[str, str]) -> str:
        return ", ".join(f"{'*'.join(names[int(i)] for i in key.split(','))}: {v}" for key, v in part.items()) or "0"

    if "x" in example:
        weight = f"; weight {example['weight']}" if "weight" in example else ""
        return f"x = ({indexed(example['x'])}); y = {example['y']}{weight}"
    return f"A = ({indexed(example['A'])}); b = ({indexed(example['b'])})"
