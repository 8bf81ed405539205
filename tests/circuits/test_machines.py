"""Each machine against a few lines of ordinary Python."""

from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from random_circuits import bits, shown
from sympy import factorint

from ogd_exact.circuits.formats.load import load
from ogd_exact.circuits.machines.machines import MACHINES, TAPS, machine
from ogd_exact.circuits.netlists.nand import to_nand
from ogd_exact.core.kernel.errors import InputError


def numbers(spec: str) -> Iterator[tuple[int, bool]]:
    """The states as numbers, lowest bit first, with the answer, without end, from the NAND gates."""
    netlist = to_nand(machine(spec))
    for step in netlist.run():
        yield sum(bit << i for i, bit in enumerate(netlist.latches(step.bits))), step.accepted


def gray_words(n: int) -> Iterator[int]:
    while True:
        yield from (i ^ i >> 1 for i in range(2**n))


def counting(n: int) -> Iterator[int]:
    while True:
        yield from range(2**n)


def shifting(n: int) -> Iterator[int]:
    word = 0
    while True:
        yield word
        word = (word << 1) % 2**n | (not word >> n - 1)


def cells(n: int) -> Iterator[int]:
    rows = {
        (1, 1, 1): 0,
        (1, 1, 0): 1,
        (1, 0, 1): 1,
        (1, 0, 0): 0,
        (0, 1, 1): 1,
        (0, 1, 0): 1,
        (0, 0, 1): 1,
        (0, 0, 0): 0,
    }
    ring = [0] * (n - 1) + [1]
    while True:
        yield int("".join(map(str, ring)), 2)  # a row as books print it
        ring = [rows[ring[(i - 1) % n], ring[i], ring[(i + 1) % n]] for i in range(n)]


def falling(n: int) -> Iterator[int]:
    x = 27 % 2**n
    while True:
        yield x
        x = 3 * x + 1 if x % 2 else x // 2
        x = x if x < 2**n else 0


def mixing(n: int) -> Iterator[int]:
    x = 0
    while True:
        yield x
        x = (x + (x * x | 5)) % 2**n


def feedback(n: int) -> Iterator[int]:
    word = 0
    while True:
        yield word
        parity = sum(word >> tap & 1 for tap in (0, *TAPS[n])) % 2
        word = word >> 1 | (1 - parity) << n - 1


Model = Callable[[int], Iterator[int]]
MODELS: dict[str, tuple[Model, Callable[[int], int], range]] = {
    "counter": (counting, lambda n: 2**n - 1, range(1, 8)),
    "gray": (gray_words, lambda n: 2 ** (n - 1), range(1, 8)),
    "johnson": (shifting, lambda n: 2 ** (n - 1), range(1, 10)),
    "rule110": (cells, lambda n: 2**n - 1, range(3, 14)),
    "collatz": (falling, lambda n: 1, range(1, 20)),
    "mult": (mixing, lambda n: 2**n - 1, range(1, 9)),
    "lfsr": (feedback, lambda n: 1, range(2, 11)),
}


@pytest.mark.parametrize("name", MODELS)
def test_a_machine_is_what_it_says(name: str) -> None:
    model, bad, sizes = MODELS[name]
    for n in sizes:
        steps = min(2**n + 5, 300)
        expected = [(x, x == bad(n)) for x in islice(model(n), steps)]
        assert list(islice(numbers(f"{name}:{n}"), steps)) == expected, n


@pytest.mark.parametrize("n", range(2, 11))
def test_the_shift_register_meets_all_states_but_one(n: int) -> None:
    word = [x for x, _ in islice(numbers(f"lfsr:{n}"), 2**n)]
    assert len(set(word)) == 2**n - 1 and word[-1] == 0 and 2**n - 1 not in word
    assert [bad for _, bad in islice(numbers(f"lfsr:{n}"), 2**n)].index(True) == 2**n - 2


@pytest.mark.parametrize("n", TAPS)
def test_all_taps_are_of_full_length(n: int) -> None:
    """x has order 2^n - 1 modulo the polynomial, so that wide registers need not be run."""
    polynomial = 1 << n | 1 | sum(1 << tap for tap in TAPS[n])

    def product(a: int, b: int) -> int:
        result = 0
        for i in range(n):
            result ^= (a << i) * (b >> i & 1)
        for i in reversed(range(n, 2 * n)):
            result ^= (polynomial << i - n) * (result >> i & 1)
        return result

    def power(exponent: int) -> int:
        result, base = 1, 2
        while exponent:
            result = product(result, base) if exponent & 1 else result
            base, exponent = product(base, base), exponent >> 1
        return result

    order = 2**n - 1
    assert power(order) == 1
    assert all(power(order // p) != 1 for p in factorint(order))


def test_27_reaches_1_in_111_steps_if_the_register_is_wide_enough() -> None:
    assert [bad for _, bad in islice(numbers("collatz:14"), 200)].index(True) == 111
    assert not any(bad for _, bad in islice(numbers("collatz:13"), 200))


RULES = {"A0": "1RB", "A1": "1RH", "B0": "1LB", "B1": "0RC", "C0": "1LC", "C1": "1LA"}


def beaver(size: int) -> Iterator[tuple[list[int], int | None, str]]:
    tape, place, state = [0] * size, size // 2, "A"
    while True:
        on_tape = 0 <= place < size
        yield list(tape), place if on_tape else None, state
        if on_tape and state != "H":
            symbol, move, state = RULES[state + str(tape[place])]
            tape[place] = int(symbol)
            place += 1 if move == "R" else -1


@pytest.mark.parametrize("size", range(1, 13))
def test_the_busy_beaver_step_by_step(size: int) -> None:
    model = list(islice(beaver(size), 30))
    for (tape, place, state), (number, bad) in zip(model, numbers(f"busybeaver:{size}"), strict=False):
        head = [int(i == place) for i in range(size)]
        code = [int(c) for c in {"A": "00", "B": "10", "C": "01", "H": "11"}[state]]
        assert bits(number, 2 * size + 2) == tuple(map(bool, tape + head + code))
        assert bad == (state == "H")
    if size >= 8:
        assert [state for _, _, state in model].index("H") == 21 and sum(model[-1][0]) == 5


@pytest.mark.parametrize("name", MACHINES)
def test_the_greatest_sizes_are_built_and_agree_with_their_circuit(name: str) -> None:
    circuit = machine(f"{name}:{MACHINES[name].most}")
    netlist = to_nand(circuit)
    for step in islice(netlist.run(), 3):
        state = netlist.latches(step.bits)
        assert netlist.latches(netlist.evaluate(step.bits)) == shown(circuit, state)[2]
    assert MACHINES[name].description


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("conter:3", "there is no machine 'conter'; there are counter:1..64, lfsr:2..64, gray:1..64"),
        ("counter:0", "counter takes a size from 1 to 64, as in counter:4, not '0'"),
        ("counter:1000000000000", "counter takes a size from 1 to 64"),
        ("counter:", "counter takes a size from 1 to 64"),
        ("counter:-1", "counter takes a size from 1 to 64"),
        ("lfsr:65", "lfsr takes a size from 2 to 64"),
        ("counter:\u0663", "counter takes a size from 1 to 64"),
    ],
)
def test_wrong_specifications_are_refused(spec: str, reason: str) -> None:
    for read in (machine, load):
        with pytest.raises(InputError) as raised:
            read(spec)
        assert str(raised.value).startswith(reason)
