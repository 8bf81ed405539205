"""Refuses an option where a call would ignore it, in one place for all commands."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ogd_exact.commands.known import GADGET
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.gadgets.reading.folder import is_any_order, is_logistic
from ogd_exact.text.example_files import SVMLIGHT, is_example_file

FULL_BATCH, SHUFFLE = "full-batch", "shuffle"
EVERY_SET = "all"  # of those that are shipped
OF_CIRCUITS = "property target input inputs stimulus uninitialised search"
ABOUT_CIRCUIT = f"{OF_CIRCUITS} start"
RUN = "max_passes max_steps audit confirm trace checkpoint certificate"
IN_ANY_ORDER = "{0} is for examples in any order; give --tables any-order too, or drop it"
IN_NO_ORDER = "{0} is not for tables in any order; drop it"
EXACT = "{0} is for exact weights, and for the logistic loss they are enclosed; drop it"
OF_INVARIANTS = "{0} is for --engine invariant; give that too, or drop {0}"
OF_CIRCUIT = "{0} is for circuits, not for a training set; drop it"
FROM_ZERO = f"{{0}} is for the full batch; give --order {FULL_BATCH} too, or drop it"
NOT_BY_CHANCE = "{0} chooses one of random orders, and the one asked for is not random; drop {0}"


class Only(NamedTuple):
    """Options, separated by blanks, that only some calls use; what others are answered, {0} being the option."""

    options: str
    holds: Callable[[Any], bool]
    otherwise: str


def any_order(options: Namespace) -> bool:
    return is_any_order(options.tables)


def exact(options: Namespace) -> bool:
    """Whether a run has exact weights, which for the logistic loss are enclosed."""
    models = [options.model] if isinstance(options.model, str) else options.model or []
    return own_set(options) or not is_logistic(options.tables, *models)


def in_order(options: Namespace) -> bool:
    return not any_order(options)


def order_of(options: Namespace) -> str:
    """The order that is meant, where examples may come in any."""
    named: str = options.order or (FULL_BATCH if options.from_zero else SHUFFLE)
    return named


def by_chance(options: Namespace) -> bool:
    """Whether a seed chooses the order of examples."""
    named = options.order or "" if own_set(options) else any_order(options) and order_of(options) or ""
    return named.startswith((SHUFFLE, "batch:"))


def of_circuit(options: Namespace) -> bool:
    return not options.circuit.startswith(GADGET)


def own_set(options: Namespace) -> bool:
    """Whether simulate or replay is given a training set, and no circuit."""
    return options.file in ("simulate", "replay") and is_example_file(options.circuit)


def every_set(options: Namespace) -> bool:
    return options.tables == EVERY_SET and not Path(EVERY_SET).is_dir()


OF_FILES = (
    Only("coordinate header first_index", own_set, "{0} is for a training set of your own, not a circuit; drop it"),
    Only("header", lambda o: o.circuit.lower().endswith(".csv"), "{0} is for a .csv file; drop it"),
    Only("first_index", lambda o: o.circuit.lower().endswith(SVMLIGHT), "{0} is for a .svmlight file; drop it"),
    Only("coordinate", lambda o: o.question == "first-coordinate",
         "--question {o.question} is of all weights; drop {0}"),
)  # fmt: skip
USES = {
    "simulate": (
        Only(f"{OF_CIRCUITS} audit at_step certificate checkpoint no_simulate from_zero", lambda o: not own_set(o),
             OF_CIRCUIT),
        *OF_FILES,
        Only("order", lambda o: any_order(o) or own_set(o), IN_ANY_ORDER),
        Only("from_zero", any_order, IN_ANY_ORDER),
        Only("from_zero", lambda o: order_of(o) == FULL_BATCH, FROM_ZERO),
        Only("max_steps confirm audit at_step trace certificate checkpoint limit search", in_order, IN_NO_ORDER),
        Only(f"at_step limit search {RUN.removeprefix('max_passes ')}", exact, EXACT),
        Only("engine", lambda o: o.engine in ("auto", "circuit") or exact(o),
             "the logistic loss is run by the circuit engine; drop {0}"),
        Only("certificate", lambda o: o.engine == "invariant", OF_INVARIANTS),
        Only("limit", lambda o: own_set(o) or o.engine == "invariant" or o.at_step is not None, OF_INVARIANTS),
        Only("at_step", lambda o: o.engine != "invariant", "--engine invariant takes no steps; drop it, or {0}"),
        Only(f"at_step engine limit order seed {RUN}", lambda o: not o.no_simulate,
             "--no-simulate runs nothing, so that {0} has no use; drop one"),
        Only(RUN, lambda o: o.at_step is None, "--at-step runs to that step and no further; drop it, or {0}"),
        Only("trace checkpoint certificate at_step no_simulate", lambda o: len(o.search or ()) <= 1,
             "--search up-to:K is several runs, and {0} is of one; give --search K"),
        Only("trace", lambda o: o.engine in ("auto", "kernel", "gadget"),
             "--engine {o.engine} shows no steps to --trace; drop one of them"),
        Only("order seed", lambda o: in_order(o) or o.engine != "circuit",
             "--engine circuit answers for every order; drop it, or {0}"),
        Only("seed", lambda o: any_order(o) or own_set(o) or o.audit is not None,
             "{0} chooses the passes of --audit; give --audit K too"),
        Only("seed", lambda o: by_chance(o) or not (any_order(o) or own_set(o)), NOT_BY_CHANCE),
    ),
    "reduce": (
        Only("lossy symbolic set regularizer eta question norm_bound tables model format from_zero",
             lambda o: not o.netlist, "--netlist is about NAND gates, and the same for every model; drop {0}"),
        Only("from_zero", any_order, IN_ANY_ORDER),
        Only("symbolic search", in_order, IN_NO_ORDER),
        Only("symbolic search", exact, EXACT),
        Only("lossy", lambda o: o.format != "jsonl",
             "{0} is for --format svmlight and npz; jsonl is exact, so drop it"),
        Only("symbolic", lambda o: o.format == "jsonl",
             "{0} is for --format jsonl; {o.format} holds doubles, so drop it"),
    ),
    "replay": (
        Only(f"{OF_CIRCUITS} from_zero noise precision plot", lambda o: not own_set(o), OF_CIRCUIT),
        Only("order seed", lambda o: not own_set(o), "a training set is replayed in the order of its file; drop {0}"),
        *OF_FILES,
        Only("limit", own_set, "{0} is for a training set of your own, not a circuit; drop it"),
        Only("order from_zero", any_order, IN_ANY_ORDER),
        Only("from_zero", lambda o: order_of(o) == FULL_BATCH, FROM_ZERO),
        Only("noise precision plot search", in_order, IN_NO_ORDER),
        Only("noise precision plot search", exact, EXACT),
        Only("precision", lambda o: o.noise is None, "{0} and --noise ask for different things; drop one"),
        Only("library dtype", lambda o: o.noise is None, "{0} does not go with --noise; drop {0}"),
        Only("library dtype", lambda o: not o.precision, "{0} does not go with --precision; drop {0}"),
        Only("plot", lambda o: o.precision, "{0} is for --precision; add that, or drop {0}"),
        Only("seed", lambda o: o.noise is not None or any_order(o),
             "{0} is for --noise and for examples in any order; add --noise, or drop {0}"),
        Only("seed", lambda o: o.noise is not None or by_chance(o), NOT_BY_CHANCE),
    ),
    "explore": (
        Only(f"{ABOUT_CIRCUIT} model tables regularizer eta set question norm_bound figure max_passes order seed",
             lambda o: not is_example_file(o.circuit), "{0} is for circuits, and a training set says all; drop it"),
        Only("question norm_bound", of_circuit, "a gadget is asked nothing; drop --question and --norm-bound"),
        Only("figure", of_circuit, "{0} draws the run of a circuit, not of a gadget; drop it"),
        Only(f"{ABOUT_CIRCUIT} max_passes order seed", of_circuit, "{0} is for circuits, not for a gadget; drop it"),
        Only("magnitude", lambda o: not of_circuit(o),
             "{0} is for gadget:NAME; in a circuit the magnitudes are computed, so drop it"),
        Only("order seed", any_order, IN_ANY_ORDER),
        Only("drawn", lambda o: o.figure is not None, "{0} chooses what --figure draws; give --figure FILE too"),
    ),
    "annealed": (
        Only("search", lambda o: False,
             "a search takes more frames than one pass; drop {0}, and tie inputs with --input"),
    ),
    "check": (
        Only(ABOUT_CIRCUIT, lambda o: o.circuit is not None,
             "{0} is about the circuit that a certificate is compared with; name the circuit too, or drop {0}"),
    ),
    "verify": (
        Only("files tex model gadget tables printed typeset if_any witnesses certificates limit",
             lambda o: not o.gradients,
             "--gradients is of rules, not of tables, as text or JSON; drop {0}"),
        Only("files tex if_any model gadget printed certificates", lambda o: not every_set(o),
             "--tables all goes through all of every set, as text or JSON; drop {0}"),
        Only("files tex if_any printed certificates witnesses gadget", exact, EXACT),
        Only("format", lambda o: o.format in ("text", "json") or not every_set(o),
             "--tables all goes through all of every set, as text or JSON; drop {0} {o.format}"),
        Only("format", lambda o: o.format in ("text", "json") or exact(o),
             "the logistic loss is reported as text or json; drop {0} {o.format}"),
        Only("if_any typeset", lambda o: o.files or o.tex or (o.typeset or "").endswith(".tex"),
             "{0} is for LaTeX files; name some, or drop it"),
        Only("witnesses", lambda o: o.format in ("text", "html"), "--format {o.format} has no {0}; drop one of them"),
    ),
    "latex": (Only("marks", lambda o: not o.printed, "what is printed has no corrections to mark; drop {0}"),),
    "barrier": (Only("details", lambda o: o.format == "text", "JSON has every detail anyway; drop {0}"),),
    "barrier_stable": (
        Only("loss eta batch", lambda o: o.training is not None, "{0} is for a training set; drop it"),
        Only("model gadget contract tables", lambda o: o.training is None,
             "{0} is for contracts, without a training set; drop it"),
    ),
    "synthesize": (
        Only("text contract construction model tables steps minimal keep always at nonzeros denominator dyadic small "
             "seed limit workers scheduler format output evidence", lambda o: o.check is None,
             "--check has all that it checks in its file; drop {0}"),
        Only("text contract", lambda o: not o.construction,
             "--construction has its contracts from the model; drop {0}"),
        Only("always at", lambda o: not o.construction,
             "--construction takes entries and numbers from its files; drop {0}"),
        Only("format evidence", lambda o: not o.construction,
             "--construction writes its tables, and tells of them in text; drop {0}"),
    ),
    "campaign": (
        Only("results workers scheduler format output", lambda o: o.task is None,
             "--task does one task, here, and keeps nothing; drop {0}"),
    ),
}  # fmt: skip


def refuse_unused(options: Namespace) -> None:
    """Raises InputError, before any work, where an option that was given has no use."""
    for only in USES.get(options.file, ()):
        unused = [options.given[name] for name in only.options.split() if name in options.given]
        if unused and not only.holds(options):
            raise InputError(only.otherwise.format(unused[0], o=options))
