"""The rule of a model: the name of one that is shipped, or a table `[rule]` of its own."""

import re
from collections.abc import Iterable, Iterator

from ogd_exact.core.kernel.step import VELOCITY, Rule
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.rules import ALONG, RESERVED, RULES, polynomial, rule_in
from ogd_exact.gadgets.reading.document import Section
from ogd_exact.gadgets.reading.form import is_symbol
from ogd_exact.gadgets.reading.library_entries import problems
from ogd_exact.gadgets.reading.toml_positions import Address
from ogd_exact.text.wording import argument

KEYS = (
    "words", "noun", "loss", "constants", "score", "kinks", "moves", "labels", "regularized", "state", "after", "along",
    "library",
)  # fmt: skip
MAX_KINKS = 24
MAX_NAMES = 8
SMOOTH = re.compile(r"\b(sigmoid|tanh|exp|log)\s*\(")


def read_rule(document: Section, model: str) -> Rule:
    if isinstance(document.data.get("rule"), dict):
        return own_rule(document.section("rule"), model)
    name = document.text("rule", "")
    if name not in RULES:
        problem = f"unknown rule {name[:50]!r}; choose" if name else 'add rule = "...":'
        raise document.error(f"{problem} one of {', '.join(RULES)}, or write your own under [rule]", "rule")
    return RULES[name]


def own_rule(section: Section, model: str) -> Rule:
    """The rule that a table says; people know it by the name of the model."""
    section.known(*KEYS)
    for key in ("words", "noun", "loss"):
        section.text(key, "")
    section.flag("regularized")
    for key in ("constants", "state"):
        check_names(section, key)
    for library in section.section("library").data if "library" in section.data else ():
        section.section("library").mapping(library)
    if section.text("along", "x") not in ALONG:
        raise section.error(f"weights move along one of {', '.join(ALONG)}", "along")
    moves = list(section.sections("moves"))
    check_intervals(section, "moves", len(moves))
    after = [section.section("after")] if "after" in section.data else []
    for part in after:
        part.known("score", "kinks", "values")
        check_intervals(part, "values", len(part.texts("values")))
    for move in moves:
        move.known("x", *section.mapping("state"))
    for part, text, address, names in expressions(section, moves, after):
        if found := SMOOTH.search(text):
            why = f"{found[1]} is no polynomial, and steps are exact here; for the logistic loss there are"
            models = f"{argument('model', 'logistic')} and {argument('model', 'logistic-reg')} (docs/logistic.md)"
            raise part.error(f"{why} {models}", *address, offset=found.start() + 1)
        try:
            polynomial(text, names)
        except (ExpressionError, ValueError) as error:
            raise part.error(str(error), *address, offset=getattr(error, "offset", 0) + 1) from None
    rule = rule_in(model, section.data)
    if RULES.get(model, rule) != rule:
        raise section.error(f"{model} is the name of another rule, which is shipped; rename the folder")
    for place, problem in problems(rule):
        raise section.error(problem, "library", *place)
    return rule


def check_names(section: Section, key: str) -> None:
    """Names of constants and of states mean one thing each."""
    names, others = section.mapping(key), section.mapping("state" if key == "constants" else "constants")
    if len(names) > MAX_NAMES:
        raise section.error(f"at most {MAX_NAMES} names", key)
    for name in names:
        if not is_symbol(name) or name in (*RESERVED, *others) or name.startswith(VELOCITY):
            rule = f"use a name that is no other's, none of {', '.join(RESERVED)}, and does not begin with {VELOCITY}"
            raise section.error(f"{name[:50]!r} cannot be a name here; {rule}", key, name)


def check_intervals(section: Section, key: str, count: int) -> None:
    """There is one entry for each interval that the kinks make."""
    kinks = len(section.texts("kinks", '["1"], or [] if there are none'))
    if kinks > MAX_KINKS:
        raise section.error(f"there are at most {MAX_KINKS} kinks", "kinks")
    if count != kinks + 1:
        raise section.error(f"{kinks} kinks make {kinks + 1} intervals; write an entry for each, not {count}", key)


def expressions(
    section: Section, moves: Iterable[Section], after: Iterable[Section]
) -> Iterator[tuple[Section, str, Address, tuple[str, ...]]]:
    """The polynomials of a rule, where they stand, and the names that they may use."""
    constants = tuple(section.mapping("constants"))
    of_examples = ("p", "y", *section.mapping("state"), *constants)
    for part, names in ((section, of_examples), *((part, ("w", *constants)) for part in after)):
        yield part, part.text("score", hint=f'score = "{names[0]}"'), ("score",), names
        yield from ((part, text, ("kinks", i), constants) for i, text in enumerate(part.texts("kinks")))
        yield from ((part, text, ("values", i), names) for i, text in enumerate(part.optional_texts("values")))
    for move in moves:
        yield from ((move, move.text(key), (key,), of_examples) for key in move.data)
    yield from ((section, text, ("labels", i), ()) for i, text in enumerate(section.optional_texts("labels")))
