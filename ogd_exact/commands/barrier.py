"""python -m ogd_exact.barrier: what quadratic models can and cannot do, and where they end up."""

import json
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, Parser, complain, write
from ogd_exact.kernel.errors import BadCertificate, InputError, Undecided
from ogd_exact.output.files import check_writable

FORMAT = "ogd-exact-barrier/1"
MAX_BYTES = 1 << 24
EPILOG = """Other commands: `weights DATA --steps N` for the weights after any number of steps, and `check FILE` for the
claims that --format json wrote. Each has --help."""


def parser() -> Parser:
    result = Parser(
        prog="python -m ogd_exact.barrier",
        description="Which contracts can examples of a quadratic loss fulfil? Every answer comes with its proof.",
        epilog=EPILOG,
    )
    result.add_argument("--model", default="svm", help="whose gadgets and encoding (svm)")
    result.add_argument("--gadget", action="append", default=[], help="only this gadget, in detail (repeatable)")
    result.add_argument("--contract", metavar="FILE", help="a contract of your own, in detail: a TOML file")
    result.add_argument("--tables", metavar="DIR", help="your own models and gadgets: DIR/MODEL/*.toml")
    for truth in ("true", "false", "unset"):
        result.add_argument(f"--{truth}", metavar="W", help=f"the weight that stands for {truth} (as in the model)")
    result.add_argument("--details", action="store_true", help="show every certificate and every example")
    result.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    result.add_argument("--output", "-o", metavar="FILE", help="write there instead of to stdout")
    return result


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["weights"]:
        from ogd_exact.commands.barrier_weights import main as weights

        return weights(arguments[1:])
    if arguments[:1] == ["check"]:
        return check_file(arguments[1:])
    options = parser().parse_args(arguments)
    check_writable(options.output)
    if options.contract is not None and options.gadget:
        raise InputError("--contract and --gadget each say what to look at; give one")
    try:
        write(report(options), options.output)
    except BadCertificate as error:
        return complain(f"a claim does not hold: {error}; please report it", FAILED)
    except Undecided as error:
        return complain(f"{error}; write the contract with plain numbers", UNDECIDED)
    return HOLDS


def report(options: Namespace) -> str:
    # Imported late, so that --help and wrong calls answer at once.
    from ogd_exact.barrier.claim import claim
    from ogd_exact.barrier.report import details_text, functions_text, gadgets_text, summary
    from ogd_exact.barrier.task import encoded, function_tasks, gadget_tasks, read_task
    from ogd_exact.tables.folder import folder_of, paper, read_library

    library = read_library(folder_of(options.tables), behind=paper()) if options.tables else paper()
    if options.model not in library.models:
        raise InputError(f"there is no model {options.model!r} here; there is {', '.join(sorted(library.models))}")
    given = {truth: getattr(options, truth) for truth in ("true", "false", "unset")}
    model = encoded(library.models[options.model], given)
    if options.contract is not None:
        gadgets, pairs = [claim(read_task(Path(options.contract), model))], []
    else:
        gadgets = [claim(task) for task in gadget_tasks(library, model, options.gadget)]
        pairs = [] if options.gadget else [(claim(kept), claim(freed)) for kept, freed in function_tasks(model)]
    claims = [*gadgets, *(found for pair in pairs for found in pair)]
    if not claims:
        raise InputError(f"{model.name} has no contract for that; give --contract FILE")
    if options.format == "json":
        return json.dumps({"format": FORMAT, "model": model.name, "claims": claims}, indent=2)
    parts = [gadgets_text(gadgets, model.name)] if gadgets else []
    parts += [functions_text(pairs, model.name)] if pairs else []
    if options.details or options.contract is not None or options.gadget:
        parts += [details_text(found) for found in claims]
    return "\n\n".join([*parts, summary(claims)])


def check_file(arguments: Sequence[str]) -> int:
    description = "Check every claim of a file that --format json wrote, by the checker alone."
    reader = Parser(prog="python -m ogd_exact.barrier check", description=description)
    reader.add_argument("file")
    path = reader.parse_args(arguments).file
    from ogd_exact.barrier.checker import check

    claims, good = read_claims(path), 0
    for number, claim in enumerate(claims, 1):
        try:
            check(claim)
            good += 1
        except BadCertificate as error:
            complain(str(InputError(f"claim {number} does not hold: {error}", path)), FAILED)
    write(f"{good} of {len(claims)} claims checked and proved.", None)
    return HOLDS if good == len(claims) else FAILED


def read_claims(path: str) -> list[Any]:
    with Path(path).open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise InputError(f"is larger than {MAX_BYTES} bytes", path)
    try:
        data = json.loads(raw)
    except json.JSONDecodeError as error:
        raise InputError(f"is not JSON: {error.msg}", path, error.lineno, error.colno) from None
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        raise InputError(f"is not JSON that can be read: {type(error).__name__}", path, 1) from None
    claims = data.get("claims") if isinstance(data, dict) and data.get("format") == FORMAT else None
    if not isinstance(claims, list) or not claims:
        raise InputError(f'holds no claims of format "{FORMAT}"; write them with --format json', path)
    return claims
