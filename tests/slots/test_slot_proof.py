"""The proof of a construction: each condition fails for its own reason, and what is proved is right when it is run."""

import dataclasses
import random
from typing import Any

import pytest

from conftest import examples, sampled
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.any_order.assemble import assemble
from ogd_exact.training.any_order.clock import Clock, succession
from ogd_exact.training.any_order.formats import FORMATS
from ogd_exact.training.any_order.proof import check_drift, prove
from ogd_exact.training.any_order.read import read_slots
from ogd_exact.training.any_order.reduction import SlotReduction, assembled
from ogd_exact.training.any_order.table import SlotSet
from ogd_exact.training.any_order.walk import Turn, Walk
from ogd_exact.training.constructions.construction import Pattern, Phase
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.proof import check_start
from slots.second import asked, disagreement, random_netlist

SLOTS = read_slots("any-order")
NETLIST = random_netlist(4)
PROGRAM = Program(SLOTS.construction, NETLIST)
CLOCK = assemble(PROGRAM, SLOTS)


def lines(reduction: SlotReduction) -> list[bytes]:
    return list(FORMATS["jsonl"](reduction, False))


def with_phases(change: dict[int, Any]) -> Clock:
    phases = [phase + change.get(t, 0) for t, phase in enumerate(CLOCK.phases)]
    return dataclasses.replace(CLOCK, phases=tuple(phases))


def with_phase(number: int, *calls: tuple[str, ...]) -> SlotSet:
    """The construction with other calls in one of its phases."""
    built = SLOTS.construction
    patterns = tuple(Pattern(gadget, tuple(names)) for gadget, *names in calls)
    phases = list(built.phases)
    phases[number] = Phase(phases[number].over, patterns, patterns)
    return dataclasses.replace(SLOTS, construction=dataclasses.replace(built, phases=tuple(phases)))


def with_built(**changed: Any) -> SlotSet:
    return dataclasses.replace(SLOTS, construction=dataclasses.replace(SLOTS.construction, **changed))


def starting(**weights: str) -> SlotSet:
    """The construction with special coordinates that start at these weights, and bits false, as ever."""
    return with_built(start={"inputs": "false", "gates": "false", **weights})


def with_contract(gadget: str, **changed: Any) -> SlotSet:
    table = SLOTS.tables[gadget].table
    assert table.contract is not None
    other = dataclasses.replace(table, contract=dataclasses.replace(table.contract, **changed))
    tables = {**SLOTS.library.tables, ("svm", gadget): other}
    return dataclasses.replace(SLOTS, library=dataclasses.replace(SLOTS.library, tables=tables))


def refused(tables: SlotSet, clock: Clock, condition: int, words: str = "") -> None:
    with pytest.raises(InputError, match=rf"clock condition {condition}: .*{words}"):
        prove(Program(tables.construction, NETLIST), tables, clock)


def test_the_clock_that_is_chosen_is_proved() -> None:
    assert prove(PROGRAM, SLOTS, CLOCK) == rational(1, 2)


def test_condition_1_of_the_clock_calls_meet_their_contracts() -> None:
    refused(with_phase(2, ("copy", "o", "o")), CLOCK, 1, "twice")
    refused(with_phase(2, ("copy", "o", "join")), CLOCK, 1, "needs bit at join")
    refused(with_phase(2, ("not", "o", "i")), CLOCK, 1, "input0 does not hold the value of its output")
    refused(starting(join="2", bot="1"), CLOCK, 1, "starts positive")
    refused(starting(join="1"), CLOCK, 1, "needs 2 at join")


def test_condition_1_of_the_clock_after_a_period_all_is_as_before() -> None:
    built = with_phase(2, ("copy", "o", "i"), ("reset", "i"))
    clock = assemble(Program(built.construction, NETLIST), built)
    refused(built, clock, 1, "input0 does not hold the value of its output")
    built = with_phase(1, ("copy_if_true", "q", "bot"), ("reset", "q"))
    with pytest.raises(InputError, match="clock condition 1: call .* copy.* needs bit at gate"):
        assemble(Program(built.construction, NETLIST), built)


def with_phases_of(*phases: Phase) -> SlotSet:
    return dataclasses.replace(SLOTS, construction=dataclasses.replace(SLOTS.construction, phases=phases))


def test_condition_1_of_the_clock_the_answer_is_written() -> None:
    gates, _, outputs = SLOTS.construction.phases
    built = with_phases_of(gates, outputs)
    refused(
        built, assemble(Program(built.construction, NETLIST), built), 1, "the answer is not that of the last output"
    )


def test_condition_1_of_the_clock_gates_are_bits_again() -> None:
    reset = (Pattern("reset", ("i",)),)
    built = with_phases_of(*SLOTS.construction.phases, Phase("gates", reset, reset))
    refused(built, assemble(Program(built.construction, NETLIST), built), 1, "gate0 is not as it was assumed before")


def test_condition_1_of_the_clock_true_is_positive() -> None:
    model = dataclasses.replace(SLOTS.library.models["svm"], encoding={"true": "-1", "false": "1", "unset": "0"})
    library = dataclasses.replace(SLOTS.library, models={**SLOTS.library.models, "svm": model})
    turned = dataclasses.replace(SLOTS, library=library)
    with pytest.raises(InputError, match="clock condition 1: the answer is yes where a weight is positive"):
        check_start(Walk(PROGRAM, turned))


def test_tables_are_verified_first() -> None:
    with pytest.raises(InputError, match="the table svm nand is not verified"):
        prove(PROGRAM, with_contract("nand", after={"i3": "nor(i1, i2)"}), CLOCK)


def test_condition_1_of_the_clock_the_answer_moves_only_for_a_yes() -> None:
    refused(with_contract("copy_if_true", untouched={}), CLOCK, 1, "moves bot though the answer may be no")


def test_condition_2_of_the_clock_neighbours_are_apart() -> None:
    refused(SLOTS, with_phases({2: -2, 3: -1}), 2, "may fire")
    fast = dataclasses.replace(CLOCK, drift=CLOCK.drift * 4, epochs=CLOCK.epochs // 4)
    refused(SLOTS, fast, 2, "wins by 2, and the drift is 4")


def test_condition_3_of_the_clock_each_slot_fires_once() -> None:
    refused(SLOTS, dataclasses.replace(CLOCK, phases=CLOCK.phases[:-1]), 3, "phases for")
    refused(SLOTS, dataclasses.replace(CLOCK, grip=CLOCK.grip * 2), 3, "other than what the drift")
    refused(SLOTS, with_phases(dict.fromkeys(range(len(CLOCK.phases)), -2)), 3, "in the first epoch")
    late = dict.fromkeys(range(len(CLOCK.phases)), CLOCK.period - CLOCK.phases[-1] + 4 + rational(1, 2))
    refused(SLOTS, with_phases(late), 3, "by the end of the period")
    swapped = list(CLOCK.phases)
    swapped[-1] += CLOCK.period
    refused(SLOTS, dataclasses.replace(CLOCK, phases=tuple(swapped)), 3)


def test_condition_3_of_the_clock_each_turn_is_later_than_the_one_before() -> None:
    """The second slot of a nand is higher by 5 than its first, in the worst case; so its phase is 6 above."""
    gate = next(k for k, (a, b) in enumerate(NETLIST.gates) if a != b)
    second = 2 * gate + 1
    assert CLOCK.phases[second] - CLOCK.phases[second - 1] == 6
    refused(SLOTS, with_phases({second: -1}), 3, f"slot {second} may be due before slot {second - 1} has fired")


def test_condition_3_of_the_clock_the_next_period_may_find_another_case() -> None:
    """Even where one call is the whole period, and its last and its first slot are of one call."""
    first = Turn(0, 0, {}, ((), ()), (rational(5), rational(-5)), None, [], {})
    last = Turn(1, 0, {}, ((), ()), (rational(4), rational(-6)), None, [], {})
    assert succession(first, last, rational(1)) == 0  # case by case
    assert succession(last, first, rational(1)) == 5 + 6 + 1  # from any case to any other


def test_condition_4_of_the_clock_residues() -> None:
    refused(SLOTS, with_phases(dict.fromkeys(range(len(CLOCK.phases)), rational(1, 2))), 4, "may meet the kink")
    refused(SLOTS, with_phases({len(CLOCK.phases) - 1: rational(1, 4)}), 4, "odd multiple of 1/2")


def test_condition_5_of_the_clock_the_drift_fires() -> None:
    """A slot that waits for a phase far below 0 would pull the sum of all phases down with it."""
    turn = Turn(0, 0, {}, ((),), (rational(-100),), None, [], {})
    with pytest.raises(InputError, match="clock condition 5: .*not positive"):
        check_drift(turn, Clock(rational(1), 4, rational(2), (rational(1, 2),)))


@pytest.mark.parametrize("seed", range(examples(15)))
def test_what_is_proved_is_right_in_every_order(seed: int) -> None:
    """Random phases, some of which are proved; those are run by a second implementation in hostile orders."""
    rng = random.Random(seed)
    netlist = random_netlist(seed, 2, 3)
    clock = assemble(Program(SLOTS.construction, netlist), SLOTS)
    shift, phases = 0, []
    for phase in clock.phases:
        shift += rng.choice([-1, 0, 0, 0, 0, 1, 2])
        phases.append(phase + shift)
    for tried in (clock, dataclasses.replace(clock, phases=tuple(phases))):
        try:
            reduction = assembled(asked(netlist), SLOTS, rational(1), tried)
        except InputError:
            assert tried is not clock
            continue
        assert disagreement(lines(reduction), netlist, 2, seed) is None


CALLS = [
    text.split()
    for text in (
        "nand a b i join", "not a i", "copy b i", "reset i", "copy o i", "not o i", "copy_if_true q bot", "copy q bot",
        "reset q", "not q bot",
    )
]  # fmt: skip
NAMES = {"gates": "aib", "outputs": "oi", "question": "q"}


@pytest.mark.parametrize("seed", range(examples(60)))
def test_a_changed_construction_is_refused_or_right(seed: int) -> None:
    """Calls dropped, repeated, swapped and replaced, phases moved, another start and another drift."""
    rng = random.Random(seed)
    phases = list(SLOTS.construction.phases)
    for _ in range(rng.randint(1, 2)):
        k = rng.randrange(len(phases))
        known = [c for c in CALLS if all(n in (*NAMES[phases[k].over], "bot", "join") for n in c[1:])]
        calls = [Pattern(g, tuple(names)) for g, *names in rng.sample(known, rng.randint(0, min(2, len(known))))]
        kept = rng.choice([(), phases[k].calls])
        same = rng.choice([tuple(calls), phases[k].if_same])
        phases[k] = Phase(phases[k].over, tuple(rng.sample([*kept, *calls], len([*kept, *calls]))), same)
        rng.shuffle(phases)
    start = SLOTS.construction.start | {"join": rng.choice(["2", "2", "-2"])}
    tables = with_built(phases=tuple(phases), start=start, drift=rng.choice(["1", "1/3"]))
    netlist = random_netlist(seed, 2, 3)
    try:
        reduction = assembled(asked(netlist), tables, rational(1))
    except InputError as error:
        assert "condition" in str(error)
    else:
        assert disagreement(lines(reduction), netlist, 2, seed) is None


@pytest.mark.parametrize("drift", ["1", "1/2", "1/3", "3/4"])
def test_every_drift_up_to_half_of_the_least_gap(drift: str) -> None:
    tables = with_built(drift=drift)
    netlist = random_netlist(8, 1, 2)
    assert disagreement(lines(assembled(asked(netlist), tables, rational(1))), netlist, 2, 3) is None


def test_a_larger_drift_is_refused() -> None:
    tables = with_built(drift="4/3")
    with pytest.raises(InputError, match="clock condition 2: .* wins by 2, and the drift is 4/3"):
        assembled(asked(NETLIST), tables, rational(1))


@pytest.mark.parametrize(("rate", "threshold"), sampled([("1/3", 1), ("7/2", 1), ("1", 0), ("2/5", 0)], 1))
def test_every_rate_and_the_perceptron(rate: str, threshold: int) -> None:
    """The same examples; the perceptron is the rule whose threshold is 0."""
    tables = SLOTS if threshold else read_slots("any-order", "perceptron")
    reduction = assembled(asked(NETLIST), tables, rational(*map(int, (rate + "/1").split("/")[:2])))
    assert reduction.threshold == threshold
    assert reduction.examples == assembled(asked(NETLIST), SLOTS, rational(1)).examples
    assert disagreement(lines(reduction), NETLIST, 2, 1, threshold) is None


@pytest.mark.parametrize("seed", range(examples(10)))
def test_sizes(seed: int) -> None:
    """Two slots for each gate, each input and the answer; and what follows from that."""
    netlist = random_netlist(seed, 5, 20)
    n, m = netlist.inputs, len(netlist.gates)
    reduction = assembled(asked(netlist), SLOTS, rational(1))
    slots = 2 * (m + n + 1)
    assert len(reduction.slots) == slots <= 3 * m + 3 * n + 3
    assert reduction.dimension == 2 + n + m + slots
    assert len(reduction.examples) == 1 + 6 * (m + n) + 4
    needed = reduction.clock.phases[-1]
    assert needed < 7 * slots and reduction.epochs < 4 * 7 * slots + 64
    assert reduction.epochs == 4 ** (reduction.epochs.bit_length() // 2)
