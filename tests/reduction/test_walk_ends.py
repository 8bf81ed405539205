"""What is asked of weights before the first pass and after each: that a pass may begin with them, again and again."""

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import ENCODING, Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.training.constructions.abstract_run import AbstractRun, Held
from ogd_exact.training.constructions.construction import Construction
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.proof import check_comes_back, check_start, check_values

BUILT = Construction("m", "m", ("bot", "more"), "bot", "bit or unset", {}, {}, None, ())
BOT, MORE, INPUT, GATE = range(4)


def walk(regularizer: str = "0", encoding: dict[str, str] | None = None, **changes: Any) -> AbstractRun:
    model = Model("m", RULES["hinge"], regularizer=regularizer, encoding={**ENCODING, **(encoding or {})})
    program = Program(replace(BUILT, **changes), Netlist(1, ((0, 0),), (1,), ()))
    return AbstractRun(program, Library({"m": model}, {}), {})


def refused(reason: str) -> Any:
    return pytest.raises(InputError, match=reason) if reason else nullcontext()


@pytest.mark.parametrize(
    ("reason", "given"),
    [
        ("", {}),
        ("", {"regularizer": "1/2"}),
        ("leaves 0 of a weight, which must be positive", {"regularizer": "1"}),
        ("leaves -1 of a weight, which must be positive", {"regularizer": "2"}),
        ("must mean unset; the encoding has 1/2", {"encoding": {"unset": "1/2"}}),
        ("must mean unset; the encoding has 1", {"encoding": {"unset": "1"}}),
        ("inputs start at 0, which is not bit", {"inputs": "bit"}),
        ("", {"inputs": "bit", "encoding": {"false": "0"}}),
        ("", {"encoding": {"true": "1/2", "false": "0"}}),
        ("true must be, and false must not", {"encoding": {"true": "0"}}),
        ("true must be, and false must not", {"encoding": {"true": "-2"}}),
        ("true must be, and false must not", {"encoding": {"false": "1/2"}}),
        ("", {"start": {"bot": "0"}}),
        ("", {"start": {"bot": "-1"}}),
        ("bot starts positive, which says yes before any answer", {"start": {"bot": "1/2"}}),
        ("", {"start": {"more": "3"}}),
        ("", {"start": {"more": "true", "bot": "false"}}),
        ("bot starts positive, which says yes before any answer", {"start": {"bot": "true"}}),
        ("", {"start": {"inputs": "false"}, "inputs": "bit"}),
        ("", {"start": {"inputs": "unset"}}),
        ("inputs start true, and those of a netlist start false", {"start": {"inputs": "true"}}),
        ("inputs start false, which is not unset", {"start": {"inputs": "false"}, "inputs": "unset"}),
        ("inputs start at 0, which is not bit", {"start": {"gates": "false"}, "inputs": "bit", "gates": "bit"}),
        ("", {"start": {"gates": "true"}, "gates": "bit"}),
        ("gates start true, which is not unset", {"start": {"gates": "true"}}),
        ("", {"start": {"more": "0"}, "regularizer": "1/2"}),
    ],
)
def test_a_pass_may_begin_with_the_first_weights(reason: str, given: Any) -> None:
    with refused(reason):
        check_start(walk(**given))


def held(*truths: str, magnitude: int = 1) -> Held:
    return Held(frozenset(truths), rational(magnitude))


@pytest.mark.parametrize(
    ("wrong", "ends"),
    [
        (False, {}),
        (False, {INPUT: held("true")}),
        (True, {INPUT: held("true", magnitude=2)}),
        (False, {INPUT: held("unset", magnitude=2)}),  # 0 has every magnitude
        (True, {INPUT: held("unset", "true", magnitude=2)}),
        (True, {MORE: held("true")}),
        (True, {MORE: held("true", "unset")}),
        (True, {GATE: held("unset", "false")}),
        (False, {BOT: held("true", "unset", magnitude=2)}),  # after a yes nothing need be as before
        (False, {BOT: held("true", magnitude=2)}),
        (True, {BOT: held("true", "false")}),
    ],
)
def test_a_pass_may_begin_with_the_weights_after_it_unless_they_say_yes(wrong: bool, ends: dict[int, Held]) -> None:
    for answers in (True, False):
        run = walk(answers=answers)
        run.held = [ends.get(place, before) for place, before in enumerate(run.start({}))]
        name = ["bot", "more", "input0", "gate0"][min(ends, default=0)]
        silent = not answers and BOT in ends
        with refused(f"after a pass {name} is not as it was assumed" if wrong or silent else ""):
            check_comes_back(run, {})


def test_after_a_pass_inputs_hold_their_outputs_and_the_answer_is_written_if_it_is_asked_for() -> None:
    run, silent = walk(), walk(answers=False)
    output, answer = run.signals[1], run.answer
    for ends, right, input_, bot in (
        (run, True, output, answer),
        (run, True, output, run.terms.applied("-1", [answer])),
        (run, False, output, None),
        (run, False, output, run.signals[0]),
        (silent, True, output, None),
        (run, False, run.signals[0], answer),
        (silent, False, None, None),
    ):
        ends.held = ends.start({})
        ends.held[INPUT] = ends.held[INPUT]._replace(term=input_)
        ends.held[BOT] = ends.held[BOT]._replace(term=bot)
        reason = "the answer is not that" if input_ == output else "input0 does not hold the value of its output"
        with refused("" if right else f"after a pass {reason}"):
            check_values(ends)
