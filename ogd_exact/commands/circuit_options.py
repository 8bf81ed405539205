"""What the options of commands that take a circuit mean."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction.request import Request, number


def pairs(option: str, texts: Sequence[str], form: str) -> list[tuple[str, str]]:
    """The names and values of an option of the form NAME=VALUE."""
    found = [text.rpartition("=") for text in texts]
    for text, (name, _, _) in zip(texts, found, strict=True):
        if not name:
            raise InputError(f"{option} {text[:40]!r} is not of the form {form}")
        if [n for n, _, _ in found].count(name) > 1:
            raise InputError(f"{option} names {name[:40]!r} twice")
    return [(name, value) for name, _, value in found]


def tied_inputs(options: Namespace) -> dict[str, int]:
    form = "NAME=0 or NAME=1"
    tied = pairs("--input", options.input, form)
    for text, (_, bit) in zip(options.input, tied, strict=True):
        if bit not in ("0", "1"):
            raise InputError(f"--input {text[:40]!r} is not of the form {form}")
    return {name: int(bit) for name, bit in tied}


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
    return Request(
        circuit=options.circuit,
        model=options.model,
        tables=options.tables,
        property=options.property,
        target=options.target,
        tied=tied_inputs(options),
        inputs=options.inputs,
        uninitialised=options.uninitialised,
    )


def parameters(options: Namespace) -> dict[str, Any]:
    """The numbers of --set, --lambda and --eta."""
    given = {name: number(f"--set {name}", text) for name, text in pairs("--set", options.set, "NAME=R")}
    rates = {"lambda": options.regularizer, "eta": options.eta}
    for name in rates:
        if name in given and rates[name] is not None:
            raise InputError(f"--set {name} and --{name} say the same; drop one")
    return given | {name: number(f"--{name}", text) for name, text in rates.items() if text is not None}
