"""What weights do not exceed up to a yes, by the tables alone: no run by a second loop exceeds it; some reach it."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from simulate_command import simulate, simulated

from conftest import sampled
from fuzz.construction_files import netlists
from fuzz.independent_step import fraction, step
from ogd_exact.circuits.machines.machines import machine
from ogd_exact.circuits.netlists.nand import Netlist, to_nand
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.gadgets.reading.folder import MODELS
from ogd_exact.training.constructions.bounds import bounds
from ogd_exact.training.constructions.reduction import reduced
from ogd_exact.training.constructions.request import Request
from replay import ALL, own_name, rates, training, zeroes

# By hand. svm: n inputs and m - 1 gates are bits, of which one is copied, and box or a yes is another; the copied one
# comes to 3, its copy to 2: n + m - 2 + 1 + 9 + 4. The biases add (-1)^2 each. The others have such a place, too.
FORMULAS = {
    "svm": (Fraction(13, 4), 1, 12),
    "svm-eta": (Fraction(13, 8), Fraction(1, 4), 12),
    "svm-bias": (Fraction(13, 4), 1, 14),
    "dense-relu": (5, 1, 40),
    "dense-relu-dense": (1120, 1, 2508816),
}


def run(model: str, netlist: Netlist) -> Iterator[dict[str, Fraction]]:
    """The weights after each step, up to the end of the pass that says yes, or of so many that there is none."""
    made = training(model, netlist)
    examples = [({i: fraction(v) for i, v in e.x.items()}, fraction(e.y)) for e in made.examples()]
    weights, accept = zeroes(model, made.proved.program.dimension), str(made.proved.program.accept)
    for _ in range(2 ** (netlist.inputs - 1)):
        for x, y in examples:
            step(own_name(model), weights, x, y, *rates(model, None))
            yield weights
        if weights[accept] > 0:
            return


def reached(model: str, netlist: Netlist) -> list[Fraction]:
    """The largest weight of a run, and the largest square of the norm."""
    seen = ((max(map(abs, w.values())), sum(v * v for v in w.values())) for w in run(model, netlist))
    return [max(column) for column in zip(*seen, strict=True)]


def said(model: str, netlist: Netlist) -> list[Fraction]:
    made = training(model, netlist)
    return list(map(fraction, bounds(made.proved, made.library, made.parameters)))


@pytest.mark.parametrize("model", sampled(ALL, 4))
def test_no_run_exceeds_them(model: str) -> None:
    for netlist in (to_nand(machine("counter:1")), *netlists(7, 2)):
        (weight, square), (largest, norm) = reached(model, netlist), said(model, netlist)
        assert weight <= largest and square <= norm


@pytest.mark.parametrize("model", sampled(MODELS, 3))
def test_a_counter_of_two_bits_reaches_them(model: str) -> None:
    """They are no idle bounds: both occur; with a regularizer nearly, as the last input is false, and bits decay."""
    netlist = to_nand(machine("counter:2"))
    (weight, square), (largest, norm) = reached(model, netlist), said(model, netlist)
    nearly = 1 - Fraction(model == "svm-reg", 10**9)
    assert weight >= nearly * largest and square >= nearly * norm


@pytest.mark.parametrize("model", FORMULAS)
def test_the_formulas_of_the_page(model: str) -> None:
    weight, scale, more = FORMULAS[model]
    for netlist in netlists(3, 6):
        largest, norm = said(model, netlist)
        assert largest <= weight and norm <= scale * (netlist.inputs + len(netlist.gates) + more)


@pytest.mark.parametrize("circuit", ["counter:1", "counter:2", "lfsr:3"])
def test_a_regularizer_needs_weights_of_this_size_and_no_larger(circuit: str) -> None:
    """The last input is read by no gate, so that its reset finds alpha^(T - 4)/2; nothing is 8/lambda times larger."""
    for regularizer in (Fraction(1, 4), Fraction(1, 10)):
        data = simulated(circuit, "--model", "svm-reg", "--lambda", regularizer, "--no-simulate")
        largest = (1 - regularizer) ** (2 - data["examples"])
        assert largest <= Fraction(data["most_weight"]) <= 8 / regularizer * largest
    small = simulated(circuit, "--model", "svm-reg", "--lambda", f"1/{data['examples']}", "--no-simulate")
    assert Fraction(small["most_weight"]) <= 32 * data["examples"]


def test_they_are_shown_without_a_run() -> None:
    assert simulate("counter:3", "--no-simulate").out.endswith(
        "up to a yes |w_i| <= 13/4 and |w|^2 <= 27; a set K that contains these weights is never left\n"
        "a yes comes within 2^3 passes, or never\n"
    )
    assert simulated("counter:3")["passes"] == 2**3
    assert "|w_i| <= 2^224 and |w|^2 <= 2^448" in simulate("counter:3", "--model", "svm-reg", "--no-simulate").out
    fixed = simulate("counter:3", "--question", "fixed-point", "--no-simulate").out
    assert "a yes comes within" not in fixed and "|w_i| <= 13/4" in fixed


def test_a_norm_is_not_bounded_where_a_no_may_move_the_accepting_weight() -> None:
    """Cases that move it are left out of the bound, as with a contract by which it is untouched they do not occur."""
    made = reduced(Request("counter:1", question="norm"))
    library, name = made.training.library, ("svm-norm", "raise_if_true")
    assert bounds(made.proved, library, made.parameters, yes=False).square == made.norm.ordinary
    model, table = library.models["svm-norm"], library.tables[name]
    contract = model.contract(table)
    low = replace(contract, untouched={}, never_positive=contract.untouched)
    models = {**library.models, "svm-norm": replace(model, contracts={**model.contracts, "raise_if_true": low})}
    tables = {**library.tables, name: replace(table, contract=None)}
    with pytest.raises(InputError, match="raise_if_true may move bot in a pass whose answer is no"):
        bounds(made.proved, replace(library, models=models, tables=tables), made.parameters, yes=False)
