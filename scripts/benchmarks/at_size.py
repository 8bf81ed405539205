"""Large circuits: a yes by simulate beside reduce on the same circuit, the step of svm-reg, memory for each gate."""

import tempfile
from itertools import islice
from pathlib import Path
from time import process_time

from benchmarks.assembling import PEAK, child, random_circuit
from benchmarks.figures import Figure, Sizes

MODELS = ("svm", "svm-bias", "svm-eta", "svm-reg", "dense-relu", "dense-relu-dense")
STEPS = 20_000  # of svm-reg at each size


def size_figures(sizes: Sizes) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        found = {gates: Path(folder) / f"{gates}.aag" for gates in (*sizes.flat, sizes.million)}
        for gates, path in found.items():
            path.write_text(random_circuit(gates))
        slowest = max((yes_to_reduce(found[sizes.yes], model), model) for model in MODELS)
        each = [step_of_svm_reg(found[gates]) for gates in sizes.flat]
        large = found[sizes.million]
        began = process_time_of_children()
        peak = (
            int(child("-c", PEAK, "-m", "ogd_exact.reduce", str(large), "-o", str(Path(folder) / "out.jsonl"))) / 1024
        )
        spent = process_time_of_children() - began
    flat = f"svm-reg, every step: {sizes.flat[0]:,} to {sizes.flat[-1]:,} gates"
    return [
        Figure("yes_at_size", f"a yes at {sizes.yes:,} gates ({slowest[1]})", slowest[0], at_most=3),
        Figure("svm_reg_flat", flat, max(each) / min(each), at_most=2),
        Figure(
            "million_memory",
            f"reduce, {sizes.million:,} gates: a gate",
            peak * 1024**2 / sizes.million / 1000,
            "kB",
            at_most=0.5,
        ),
        Figure("million_time", "the same: CPU for a gate", spent / sizes.million * 1000, "ms", at_most=0.1),
    ]


def yes_to_reduce(path: Path, model: str) -> float:
    """The circuit is asked for the state that its first frame leads to, so that the first pass says yes."""
    import ogd_exact as ogd
    from ogd_exact.circuits.formats.load import load
    from ogd_exact.circuits.netlists.nand import to_nand
    from ogd_exact.training.constructions.formats import jsonl

    ogd.reduce("counter:2", model=model)  # reads the tables, whatever the circuit
    netlist = to_nand(load(str(path)))
    state = netlist.latches(netlist.evaluate([False] * netlist.inputs))
    target = "".join("01"[bit] for bit in reversed(state))
    began = process_time()
    run = ogd.reduce(str(path), model=model, target=target)
    proved = process_time() - began
    began = process_time()
    sum(map(len, jsonl(run.reduction, False, symbolic=True)))
    written = process_time() - began
    began = process_time()
    verdict = ogd.simulate(run)
    assert (verdict.verdict, verdict.frame) == ("accepted", 0)
    return (proved + process_time() - began) / (proved + written)


def step_of_svm_reg(path: Path) -> float:
    """Seconds, in a run of the kernel, of which the first steps are taken."""
    import ogd_exact as ogd
    from ogd_exact.training.runs.simulation import Simulation

    run = Simulation(ogd.reduce(str(path), model="svm-reg").reduction)
    began, done = process_time(), 0
    for _ in islice(run.stepwise(with_decay=False), STEPS):
        done += 1
    return (process_time() - began) / done


def process_time_of_children() -> float:
    import resource

    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
