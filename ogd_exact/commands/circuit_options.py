"""What the options of commands that take a circuit mean."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ogd_exact.api.any_order import AnyOrderRun
from ogd_exact.api.given_set import Given, training_set
from ogd_exact.api.logistic import LogisticRun
from ogd_exact.api.run import Run
from ogd_exact.commands.shell import note
from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.gadgets.reading.folder import default_model
from ogd_exact.training.constructions.request import OVER_TIME, Request, number, over_time

ASKED = ("circuit", "tables", "property", "target", "stimulus", "inputs", "uninitialised")  # as options say it


def pairs(option: str, texts: Sequence[str], form: str) -> list[tuple[str, str]]:
    """The names and values of an option of the form NAME=VALUE."""
    found = [text.rpartition("=") for text in texts]
    seen: set[str] = set()
    for text, (name, _, _) in zip(texts, found, strict=True):
        if not name:
            raise InputError(f"{option} {text[:40]!r} is not of the form {form}")
        if name in seen:
            raise InputError(f"{option} names {name[:40]!r} twice")
        seen.add(name)
    return [(name, value) for name, _, value in found]


def starts(options: Namespace) -> dict[str, int]:
    form = "LATCH=0 or LATCH=1"
    for text in options.start:
        if not text.endswith(("=0", "=1")):
            raise InputError(f"--start {text[:40]!r} is not of the form {form}")
    return {name: int(bit) for name, bit in pairs("--start", options.start, form)}


def requests(options: Namespace) -> list[Request]:
    """What the options ask for, once for each length that is to be searched."""
    asked = request(Namespace(**vars(options) | {"search": None}))
    return [replace(asked, search=length) for length in options.search or (None,)]


def request(options: Namespace) -> Request:
    """What the options ask for."""
    bound = options.norm_bound
    return replace(
        circuit_request(options),
        question=options.question,
        norm_bound=None if bound is None else number("--norm-bound", bound),
        parameters=parameters(options),
    )


def circuit_request(options: Namespace) -> Request:
    if len(options.search or ()) > 1:
        raise InputError("--search up-to:K makes several training sets, one after the other; give simulate that")
    return Request(
        model=options.model or default_model(options.tables),
        driven={name: over_time(name, text) for name, text in pairs("--input", options.input, OVER_TIME)},
        start=starts(options),
        search=options.search[0] if options.search else None,
        **{name: getattr(options, name) for name in ASKED},
    )


def parameters(options: Namespace) -> dict[str, Any]:
    """The numbers of --set, --lambda and --eta."""
    given = {name: number(f"--set {name}", text) for name, text in pairs("--set", options.set, "NAME=R")}
    rates = {"lambda": options.regularizer, "eta": options.eta}
    for name in rates:
        if name in given and rates[name] is not None:
            raise InputError(f"--set {name} and --{name} say the same; drop one")
    return given | {name: number(f"--{name}", text) for name, text in rates.items() if text is not None}


def given_set(options: Namespace) -> Given:
    """The training set of a file, with what the options say of it."""
    weights = pairs("--start", options.start, "NAME=R")
    return training_set(
        options.circuit,
        model=options.model,
        tables=options.tables,
        start={name: number(f"--start {name}", text) for name, text in weights},
        parameters={name: str(value) for name, value in parameters(options).items()},
        question=options.question if "question" in options.given else None,
        coordinate=options.coordinate,
        norm_bound=options.norm_bound,
        header=options.header,
        first_index=options.first_index,
    )


def note_if_uncalled(run: Run | AnyOrderRun | LogisticRun, tables: str | None) -> None:
    """Prints a note if tables were given and the training set has nothing of them."""
    if not isinstance(run, Run):
        return
    reduction = run.reduction
    library, waiting = reduction.training.library, list(reduction.program.construction.called)
    for model, gadget in waiting:
        table = library.find(model, gadget)
        if tables is None or table is None or table is library.tables.get((model, gadget)):
            return
        waiting += {(model, step.call) for step in table.steps if step.call} - {*waiting}
    name = f"the construction for {reduction.model.name}"
    note(f"{one_line(str(tables), 200)}: {name} calls no table of it")
