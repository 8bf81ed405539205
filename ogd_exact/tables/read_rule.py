"""The rule of a model: the name of one that is shipped, or a table `[rule]` of its own."""

from collections.abc import Iterator

from ogd_exact.kernel.step import VELOCITY, Rule
from ogd_exact.tables.document import Section
from ogd_exact.tables.form import is_symbol
from ogd_exact.tables.library_entries import problems
from ogd_exact.tables.limits import ExpressionError
from ogd_exact.tables.rules import RESERVED, RULES, polynomial, rule_in
from ogd_exact.tables.toml_positions import Address

KEYS = ("words", "loss", "constants", "score", "kinks", "moves", "labels", "regularized", "state", "library")
MAX_KINKS = 24
MAX_NAMES = 8


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
    for key in ("words", "loss"):
        section.text(key, "")
    section.flag("regularized")
    for key in ("constants", "state"):
        check_names(section, key)
    for library in section.section("library").data if "library" in section.data else ():
        section.section("library").mapping(library)
    kinks, moves = section.texts("kinks", '["1"], or [] if there are none'), list(section.sections("moves"))
    if len(kinks) > MAX_KINKS:
        raise section.error(f"a rule has at most {MAX_KINKS} kinks", "kinks")
    if len(moves) != len(kinks) + 1:
        wanted = f"say one {{ ... }} for each interval, of which {len(kinks)} kinks make {len(kinks) + 1}"
        raise section.error(f"{wanted}; there are {len(moves)}", "moves")
    for move in moves:
        move.known("x", *section.mapping("state"))
    for text, address, names in expressions(section, moves):
        try:
            polynomial(text, names)
        except (ExpressionError, ValueError) as error:
            raise section.error(str(error), *address, offset=getattr(error, "offset", 0) + 1) from None
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


def expressions(section: Section, moves: list[Section]) -> Iterator[tuple[str, Address, tuple[str, ...]]]:
    """The polynomials of a rule, with their addresses and the names that they may use."""
    constants = tuple(section.mapping("constants"))
    names = ("p", "y", *section.mapping("state"), *constants)
    yield section.text("score", hint='score = "y*p"'), ("score",), names
    yield from ((text, ("kinks", i), constants) for i, text in enumerate(section.texts("kinks")))
    for i, move in enumerate(moves):
        yield from ((move.text(key), ("moves", i, key), names) for key in move.data)
    labels = section.texts("labels") if "labels" in section.data else ()
    yield from ((text, ("labels", i), ()) for i, text in enumerate(labels))
