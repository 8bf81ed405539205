"""python -m ogd_exact.synthesize: a table that keeps a contract, or why there is none of so many steps."""

import contextlib
from argparse import Namespace
from collections.abc import Mapping

from ogd_exact.api.synthesize import synthesize
from ogd_exact.campaign.cluster import Cluster, Lost, cluster
from ogd_exact.commands.circuit_options import pairs
from ogd_exact.commands.json_file import read_json
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, complain, write
from ogd_exact.commands.synthesize_construction import find_construction, write_in_new_folder
from ogd_exact.core.kernel.errors import BadCertificate, InputError
from ogd_exact.gadgets.synthesis.evidence import check_evidence, problem_words
from ogd_exact.gadgets.synthesis.synthesis import Synthesis, fitted, short, ways
from ogd_exact.text.files import check_files, check_writable_in_new_folder
from ogd_exact.text.wording import counted

ASKED = ("steps", "minimal", "tables", "nonzeros", "denominator", "dyadic", "small", "seed", "limit")  # as options say
MAX_BYTES = 1 << 28


def main(options: Namespace) -> int:
    if options.check is not None:
        return check(options.check, options)
    with contextlib.ExitStack() as stack:
        workers = None
        if options.workers > 1 or options.scheduler is not None:
            workers = stack.enter_context(cluster(options.workers, options.scheduler))
        try:
            return find(options, workers)
        except Lost as reason:
            return complain(f"{reason}; nothing is decided", UNDECIDED)


def find(options: Namespace, workers: Cluster | None) -> int:
    if options.construction:
        return find_construction(
            options, lambda contract, model, always: searched(contract, model, always, options, workers)
        )
    if (options.text is None) == (options.contract is None):
        raise InputError("say what to find: a contract in one line, or --contract NAME, not both")
    if options.at and options.output is not None:
        raise InputError(
            "what is found --at numbers is no table of the model; drop -o, or write a model.toml with them"
        )
    check_files(("--output", options.output), evidence=options.evidence)
    if options.output is not None:
        check_writable_in_new_folder(options.output)
    always = dict(pairs("--always", options.always, "NAME=R, as in b1=-1"))
    found = searched(options.contract or options.text, options.model, always, options, workers)
    if found.found and found.toml is not None and options.output is not None:
        write_in_new_folder(found.toml, options.output)
    if options.evidence is not None and found.claims:
        write(found.evidence(), options.evidence)
    elif options.evidence is not None:
        complain("nothing was refuted, so that there is no evidence to write", HOLDS)
    write(found.to_json() if options.format == "json" else found.text(), None)
    return FAILED if found.refused or found.impossible else UNDECIDED if found.undecided else HOLDS


def searched(
    contract: str, model: str, always: Mapping[str, str], options: Namespace, workers: Cluster | None
) -> Synthesis:
    with Progress("task") as progress:
        how = {name: getattr(options, name) for name in ASKED}
        how |= {"keep": [name.strip() for name in options.keep.split(",") if name.strip()], "always": always}
        how |= {"at": dict(pairs("--at", options.at, "NAME=R, as in alpha=1/2"))}
        mapped = None if workers is None else workers.mapped
        return synthesize(contract, model, **how, progress=progress, mapped=mapped)


def check(path: str, options: Namespace) -> int:
    """Checks a file of evidence, without a solver, and prints the verdict."""
    data = read_json(path, MAX_BYTES)
    try:
        problem, counts, nonzeros = check_evidence(data)
    except InputError as error:
        raise InputError(error.message, path) from None
    except BadCertificate as error:
        return complain(str(InputError(f"does not hold: {error}", path)), FAILED)
    lines = problem_words(problem).splitlines()
    entries_words = f" with at most {counted(nonzeros, 'entry', 'entries')} other than 0" if nonzeros else ""
    for steps, found in sorted(counts.items()):
        patterns = f"none of {short(found.total)} firing patterns is possible"
        lines.append(f"{counted(steps, 'step')}{entries_words}: {patterns}: {ways(found)}")
    proved = not any(found.solvers for found in counts.values())
    lines.append("checked and proved" if proved else "checked; what two solvers say is not proved")
    write("\n".join(fitted(lines)), None)
    return HOLDS if proved else UNDECIDED
