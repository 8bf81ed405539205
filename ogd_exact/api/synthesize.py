"""synthesize: finds a gadget from its contract, or proves that there is none of so many steps."""

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.reading.contract_text import Read, named, read_file, read_text
from ogd_exact.gadgets.reading.folder import unfinished_library
from ogd_exact.gadgets.synthesis.at_numbers import at_numbers
from ogd_exact.gadgets.synthesis.explore import Effort
from ogd_exact.gadgets.synthesis.numbers import Numbers
from ogd_exact.gadgets.synthesis.problem import Problem, check_supported
from ogd_exact.gadgets.synthesis.synthesis import MOST_STEPS, Request, Synthesis
from ogd_exact.gadgets.synthesis.synthesis import synthesize as search
from ogd_exact.text.suggestion import unknown


@check_argument_types
def synthesize(
    contract: str,
    model: str = "svm",
    *,
    steps: int | None = None,
    minimal: bool = False,
    tables: str | os.PathLike[str] | None = None,
    keep: Collection[str] = (),
    always: Mapping[str, str] | None = None,
    at: Mapping[str, str] | None = None,
    nonzeros: int = 0,
    denominator: int = 0,
    dyadic: bool = False,
    small: bool = False,
    seed: int = 0,
    limit: float | int = 600,
    progress: Callable[..., None] | None = None,
    mapped: Callable[..., Any] | None = None,
) -> Synthesis:
    """A table of examples that keeps a contract, verified; or the proof that none of so many steps does.

    contract  in one line, such as "nand(a bit, b bit, c unset): c = nand(a, b)"; or the name of one of the model's;
              or a .toml file with one
    steps     exactly so many; without them 1, 2, ... are tried in turn
    minimal   whether to prove that fewer steps will not do (then steps is the most to try)
    keep      coordinates that are to end as they began, whatever the contract says
    always    coordinates at which every example has a given entry, such as a bias
    at        numbers for the symbols that the model leaves open; magnitudes are 1 unless it says otherwise
    nonzeros  how many entries of an example may differ from 0
    mapped    what goes through the tasks in place of `map`, such as one that has workers; the result is the same
    """
    library = unfinished_library(os.fspath(tables) if tables else None)
    if model not in library.models:
        raise unknown("model", model, sorted(library.models))
    texts = [*keep, *(text for given in (always, at) for pair in (given or {}).items() for text in pair)]
    if not all(isinstance(text, str) for text in texts):
        raise InputError('keep, always and at hold texts, such as always={"b1": "-1"}')
    of_model = at_numbers(library.models[model], at) if at else library.models[model]
    check_supported(of_model)
    ranges = ("steps", 1 if steps is None else steps, 1, MOST_STEPS), ("seed", seed, 0, 10**9)
    for name, number, least, most in ranges:
        if not least <= number <= most:
            raise InputError(f"{name} is {number}; choose from {least} to {most}")
    if nonzeros < 0 or denominator < 0 or not limit > 0:
        raise InputError("nonzeros, denominator and limit are positive, where they are given")
    problem = problem_of(contract, of_model, library, tuple(keep), dict(always or {}))
    effort = Effort(Numbers(denominator, dyadic, small), int(seed))
    request = Request(problem, steps, minimal, nonzeros, effort, float(limit), mapped or map)
    return search(request, library, progress or (lambda *_: None))


def problem_of(
    text: str, model: Model, library: Library, keep: tuple[str, ...] = (), always: Mapping[str, str] | None = None
) -> Problem:
    contract, free = keeping(contract_of(text, model), keep)
    if contract.any:
        raise InputError("nothing is searched for that is left anywhere in some cases only; say what it becomes")
    if contract.never_positive:
        raise InputError("nothing is searched for that is never positive on the way; say untouched instead")
    for name, entry in (always or {}).items():
        if name not in contract.coordinates or name in model.rule.state:
            raise InputError(f"{name[:40]!r} is no coordinate of the contract that examples name")
        try:
            model.arithmetic.read(entry)
        except ExpressionError as error:
            raise InputError(f"the entry {entry[:40]!r} of {name}: {error}") from None
    own = model.contracts.get(contract.gadget)
    if own is not None and (free or replace(contract, label="", note="") != replace(own, label="", note="")):
        raise InputError(f"{model.name} has another contract for {contract.gadget!r}; choose another name")
    problem = Problem(model, contract, 1, free, always or {})
    starts = [tuple(start.values()) for start, _, _ in problem.cases]
    if any(start in starts[:k] for k, start in enumerate(starts)):
        raise InputError("two cases of the contract start from the same weights; no table could tell them apart")
    return problem


def contract_of(text: str, model: Model) -> Read:
    if text.endswith(".toml"):
        return read_file(text, model)
    return read_text(text, model) if not text.isidentifier() else named(text, model)


def keeping(read: Read, keep: tuple[str, ...]) -> Read:
    """A contract, under a name of its own, in which some coordinates end as they began."""
    contract, free = read
    for name in keep:
        if name not in contract.coordinates or contract.entry:
            raise InputError(f"{name[:40]!r} cannot be kept: the contract has {', '.join(contract.coordinates)}")
        if name in contract.returns:
            raise InputError(f"{name!r} cannot be kept: the contract returns its magnitude")
    if not set(keep) & ({*contract.after} | free):
        return read
    after = {c: effect for c, effect in contract.after.items() if c not in keep}
    name = f"{contract.gadget}_keeping_{'_'.join(keep)}"[:40]
    return replace(contract, gadget=name, label="", note="", after=after), free - set(keep)
