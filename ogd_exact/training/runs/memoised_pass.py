"""Passes through the kernel, call by call: what a call does to its own weights is worked out once, step by step.

An example changes nothing but the weights that it names, unless there is decay, and what it does to these depends on
nothing else. So a block of examples that meets the same weights once more leaves the same once more, wherever its
coordinates lie. Calls that could answer the question are taken step by step.
"""

from collections.abc import Iterator
from itertools import islice

from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.kernel.step import Example
from ogd_exact.training.constructions.training import Block
from ogd_exact.training.runs.simulation import Mismatch, Simulation

Met = tuple[Block, tuple[Number, ...]]


def memoised_pass(run: Simulation, most_steps: int | None = None) -> Iterator[None]:
    """Goes on as `stepwise` does until the answer is yes; else the caller stops it, after so many steps at most."""
    local, known = Simulation(run.reduction), dict[Met, tuple[Number, ...]]()

    def calls(done: int) -> Iterator[None]:
        if run.values.decay != 1 or done:
            for example in islice(run.reduction.training.examples(), done, None):
                run.off_kink(example)
                yield
            return
        for row, block in run.reduction.training.blocks():
            names = [*map(str, row), *run.rule.state]
            enough = most_steps is not None and run.steps + len(block.examples) > most_steps
            alone = not run.velocities and len({*names}) == len(names)
            if enough or not alone or not run.question.is_unaffected_by(names):
                for example in placed(block, names):
                    run.off_kink(example)
                    yield
                continue
            before = tuple(run.weights[name] for name in names)
            if (block, before) not in known:
                known[block, before] = after_call(local, block, names, before, run)
            run.weights.update(zip(names, known[block, before], strict=True))
            run.steps += len(block.examples)
            yield

    return run.passes(calls)


def placed(block: Block, names: list[str]) -> Iterator[Example]:
    for x, y in block.examples:
        yield Example({names[place]: value for place, value in x}, y)


def after_call(
    local: Simulation, block: Block, names: list[str], before: tuple[Number, ...], run: Simulation
) -> tuple[Number, ...]:
    """The weights of a call after its examples, by the kernel's steps."""
    local.take(dict(zip(names, before, strict=True)))
    local.frame, local.steps = run.frame, run.steps  # where a kink would be
    for example in placed(block, names):
        local.off_kink(example)
    if local.velocities:
        raise Mismatch(f"pass {run.frame + 1}, step {local.steps}: a call leaves velocities that are not 0")
    return tuple(local.weights[name] for name in names)
