"""How fast the engines are, beside the plain loop on the same training set."""

import importlib
import time
from itertools import islice
from typing import Any

from benchmarks.baselines import CHUNK, STRONGEST, exact, loop_rate, reduction, settled
from benchmarks.figures import MISSING, Figure, Sizes, rate, ratio
from ogd_exact.gadgets.reading.folder import MODELS
from ogd_exact.training.any_order.reduction import slot_reduction
from ogd_exact.training.any_order.run import engine_of
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.constructions.request import Request
from ogd_exact.training.runs.simulation import Simulation

ENGINES = ("kernel", "gadget", "native", "circuit")


def engine_named(name: str, of: Reduction) -> Any:
    """The engine of this name and no other, or None where it is missing or cannot run the problem."""
    try:
        choose = importlib.import_module("ogd_exact.training.runs.engines.choose")
    except ImportError:
        return None
    try:
        return choose.MAKERS[name](of)
    except choose.Unfit:
        return None


def engine_rate(name: str, of: Reduction, sizes: Sizes) -> float | None:
    """Steps in a second of CPU, over runs from the second pass to the answer, as many as the time allows."""
    if name == "kernel":
        return kernel_rate(of, sizes)
    engine, start = engine_named(name, of), of.start()
    claim = engine.advance(start, start, 1) if engine else None
    if claim is None or not claim.moved:
        return None
    first, weights, most = claim.weights, claim.weights, 1

    def on() -> int:
        nonlocal weights, most
        began = time.process_time()
        claim = engine.advance(weights, start, most)
        weights = claim.weights
        if claim.moved < most:  # it stands before its answer, or has come round
            weights = first
        elif time.process_time() - began < sizes.seconds / 20:  # as large a call as the clock allows, as users make
            most *= 2
        return int(claim.moved) * of.examples

    return rate(lambda: on() or on(), sizes.seconds, sizes.warm)


def kernel_rate(of: Reduction, sizes: Sizes) -> float | None:
    moments = (1 for _ in iter(int, 1) for _ in Simulation(of).stepwise())
    if not settled(moments, of, sizes):
        return None
    return rate(lambda: sum(islice(moments, CHUNK if of.model.regularizer == "0" else 10)), sizes.seconds)


def engine_figures(loops: dict[str, float | None], sizes: Sizes) -> list[Figure]:
    small, sparse, scikit = reduction(sizes.small), loops[STRONGEST], loops["scikit-learn partial_fit"]
    native = engine_rate("native", small, sizes)
    no_native = "" if native else MISSING
    no_scikit = no_native or ("" if scikit else "no baseline")
    gadget = engine_rate("gadget", small, sizes)
    figures = [
        Figure("native_mpq", "native, svm, to the sparse loop", ratio(native, sparse), at_least=60, note=no_native),
        Figure("native_scikit", "native, svm, to scikit-learn", ratio(native, scikit), at_least=25, note=no_scikit),
        Figure("gadget_svm", "gadget, svm, to the sparse loop", ratio(gadget, sparse), at_least=8),
    ]
    for model, key, least in (("dense-relu-dense", "gadget_relu", 20.0), ("svm-reg", "gadget_reg", 10.0)):
        of = reduction(sizes.small, model)
        found = engine_rate("gadget", of, sizes)
        plain = loop_rate(of, exact, sizes) if found else None
        figures.append(Figure(key, f"gadget, {model}, to a dense loop", ratio(found, plain), at_least=least))
    large = reduction(sizes.large)
    found, plain = engine_rate("circuit", large, sizes), loop_rate(large, exact, sizes)
    what = f"circuit, svm {sizes.large}, to a dense loop"
    figures.append(Figure("circuit_mpq", what, ratio(found, plain), at_least=20_000))
    return [*figures, any_order(sizes), regularized(sizes)]


def any_order(sizes: Sizes) -> Figure:
    """Epochs in a second of CPU, from event to event beside example by example, in the order that helps least."""
    of = slot_reduction(Request(sizes.any_order, tables="any-order"))

    def epochs_rate(name: str, order: str) -> float | None:
        engine = engine_of(name, of, order, 0)

        def on() -> int:
            nonlocal engine
            if engine.accepted:  # after which it stands still
                engine = engine_of(name, of, order, 0)
            before = engine.epoch
            engine.advance(before + of.epochs // 4)
            return engine.epoch - before

        return rate(on, sizes.seconds, sizes.warm)

    orders = ("full-batch", "shuffle", "adversary")
    found = [ratio(epochs_rate("events", order), epochs_rate("kernel", order)) for order in orders]
    least = min((value for value in found if value is not None), default=None)
    return Figure("any_order", f"events, any order, {sizes.any_order}, to steps", least, at_least=100)


def regularized(sizes: Sizes) -> Figure:
    """How much longer a step of svm-reg takes in one machine than in another."""
    name = "gadget" if engine_named("gadget", reduction("counter:1", "svm-reg")) else "kernel"
    rates = [engine_rate(name, reduction(f"counter:{size}", "svm-reg"), sizes) for size in sizes.regularized]
    measured = [found for found in rates if found]
    what = f"svm-reg by {name}: step, counter:{sizes.regularized[0]} to {sizes.regularized[-1]}"
    worst = max(measured) / min(measured) if len(measured) == len(rates) else None
    return Figure("reg_flat", what, worst, at_most=2, note="too slow")


def growth(sizes: Sizes) -> list[dict[str, Any]]:
    """Seconds of CPU for a pass, by model, engine and gates; a line ends where it takes too long."""
    points: list[dict[str, Any]] = []
    for model in MODELS:
        ended: set[str] = set()
        for size in sizes.counters:
            of = reduction(f"counter:{size}", model)
            for name in ("mpq loop", *ENGINES):
                # Only the circuit engine needs warming: it compiles once it has run for a while.
                warm = sizes.warm if name == "circuit" and not points else 0
                short = sizes._replace(seconds=sizes.seconds / 20, warm=warm)
                if name in ended:
                    continue
                found = loop_rate(of, exact, short) if name == "mpq loop" else engine_rate(name, of, short)
                if not found:
                    ended.add(name)
                    continue
                place = {"model": model, "engine": name, "gates": len(of.netlist.gates)}
                points.append(place | {"seconds": of.examples / found})
    return points
