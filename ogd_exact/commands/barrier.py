"""python -m ogd_exact.barrier: what quadratic models can and cannot do, each claim with its proof."""

import json
from argparse import Namespace
from pathlib import Path

from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, complain, write_report
from ogd_exact.core.kernel.errors import BadCertificate, InputError, Undecided
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.properties.update import has_momentum
from ogd_exact.gadgets.reading.folder import default_model, folder_of, library_in
from ogd_exact.limits.barrier.claim import claim
from ogd_exact.limits.barrier.claim_report import details_text, functions_text, gadgets_text, summary
from ogd_exact.limits.barrier.requirement import (
    Requirement,
    encoded,
    function_requirements,
    gadget_requirements,
    read_requirement,
)
from ogd_exact.text.files import check_writable
from ogd_exact.text.suggestion import unknown

FORMAT = "ogd-exact-barrier/1"


def main(options: Namespace) -> int:
    check_writable(options.output)
    try:
        write_report(report(options), options)
    except BadCertificate as error:
        return complain(f"a claim does not hold: {error}; please report it", FAILED)
    except Undecided as error:
        return complain(f"{error}; write the contract with plain numbers", UNDECIDED)
    return HOLDS


def chosen_model(tables: str | None, model: str | None) -> tuple[Library, Model]:
    name = model or default_model(tables)
    library = library_in(folder_of(tables, name))
    if name not in library.models:
        raise unknown("model", name, sorted(library.models))
    if has_momentum(library.models[name]):
        raise InputError(f"{name} has momentum, and what is proved here is of steps without it; take another model")
    return library, library.models[name]


def chosen_requirements(library: Library, model: Model, options: Namespace) -> list[Requirement]:
    """The contract of --contract, or all contracts of the model, or of each --gadget."""
    if options.contract is not None and options.gadget:
        raise InputError("--contract and --gadget each say what to look at; give one")
    if options.contract is not None:
        return [read_requirement(Path(options.contract), model)]
    return list(gadget_requirements(library, model, options.gadget))


def report(options: Namespace) -> str:
    library, chosen = chosen_model(options.tables, options.model)
    given = {truth: getattr(options, truth) for truth in ("true", "false", "unset")}
    model = encoded(chosen, given)
    gadgets = [claim(required) for required in chosen_requirements(library, model, options)]
    chosen_alone = options.contract is not None or options.gadget
    pairs = [] if chosen_alone else [(claim(kept), claim(freed)) for kept, freed in function_requirements(model)]
    claims = [*gadgets, *(found for pair in pairs for found in pair)]
    if not claims:
        raise InputError(f"{model.name} has no contract for that; give --contract FILE")
    if options.format == "json":
        return json.dumps({"format": FORMAT, "model": model.name, "claims": claims}, indent=2)
    parts = [gadgets_text(gadgets, model.name)] if gadgets else []
    parts += [functions_text(pairs, model.name)] if pairs else []
    if options.details or chosen_alone:
        parts += [details_text(found) for found in claims]
    return "\n\n".join([*parts, summary(claims)])
