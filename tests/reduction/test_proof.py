"""The proof refuses wrong programs, naming the call; and constructions that cannot be read name the place."""

from dataclasses import replace
from pathlib import Path

import pytest

from conftest import edit
from ogd_exact.circuits.formats.load import load
from ogd_exact.circuits.netlists.nand import to_nand
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.gadgets.reading.folder import MODELS, PAPER
from ogd_exact.training.constructions.construction import Construction, Pattern, read_construction
from replay import CONSTRUCTIONS, LIBRARY, parameters, proved

NETLIST = to_nand(load("counter:2"))
WRONG = "the program is wrong: "


def dropped(built: Construction, phase: int) -> Construction:
    return replace(built, phases=built.phases[:phase] + built.phases[phase + 1 :])


def swapped(built: Construction, phase: int) -> Construction:
    p = built.phases
    return replace(built, phases=(*p[:phase], p[phase + 1], p[phase], *p[phase + 2 :]))


def changed(built: Construction, phase: int, call: int, *put: Pattern) -> Construction:
    """With other calls in place of one."""
    old = built.phases[phase]
    new = replace(old, calls=(*old.calls[:call], *put, *old.calls[call + 1 :]))
    return replace(built, phases=(*built.phases[:phase], new, *built.phases[phase + 1 :]))


def renamed(built: Construction, phase: int, call: int, place: int, name: str) -> Construction:
    old = built.phases[phase].calls[call]
    names = (*old.names[:place], name, *old.names[place + 1 :])
    return changed(built, phase, call, Pattern(old.gadget, names))


def refused(built: Construction, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        proved(built, NETLIST, parameters(built.model))
    assert str(caught.value).startswith(WRONG) and reason in str(caught.value)


@pytest.mark.parametrize("machine", ["counter:1", "counter:3", "johnson:2", "gray:2", "lfsr:3", "rule110:3"])
@pytest.mark.parametrize("model", MODELS)
def test_the_constructions_are_right(model: str, machine: str) -> None:
    assert proved(CONSTRUCTIONS[model], to_nand(load(machine)), parameters(model)).examples > 0


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("phase", "reason"),
    [
        (0, "which may hold false or true or unset"),
        (1, "call 4, copy_if_true(gate5, bot"),
        (2, "after a pass the answer is not that of the last output"),
        (4, "after a pass gate0 is not as it was assumed before it"),
    ],
)
def test_a_phase_is_missing(model: str, phase: int, reason: str) -> None:
    refused(dropped(CONSTRUCTIONS[model], phase), reason)


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_fed_back(model: str) -> None:
    refused(dropped(CONSTRUCTIONS[model], 3), "after a pass input")


@pytest.mark.parametrize("model", MODELS)
def test_reading_the_same_operand_twice(model: str) -> None:
    built = CONSTRUCTIONS[model]
    if model == "svm-reg":  # where the second operand is copied out by one call, and back by another
        refused(renamed(renamed(built, 1, 3, 0, "a"), 1, 5, 1, "a"), "")
    else:
        refused(renamed(built, 1, 1, 0, "a"), "")


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("phase", "reason"), [(0, "call 1, "), (1, "call 4, "), (3, "needs bit at gate4")])
def test_two_phases_are_swapped(model: str, phase: int, reason: str) -> None:
    refused(swapped(CONSTRUCTIONS[model], phase), reason)


@pytest.mark.parametrize("model", MODELS)
def test_every_call_inside_the_gates_and_resets_matters(model: str) -> None:
    built = CONSTRUCTIONS[model]
    for phase, call in [(0, 0), *((1, k) for k in range(len(built.phases[1].calls))), (3, 0), (4, 0)]:
        refused(changed(built, phase, call), "")


@pytest.mark.parametrize("model", MODELS)
def test_a_wrong_coordinate(model: str) -> None:
    built = CONSTRUCTIONS[model]
    last = len(built.phases[1].calls) - 1
    refused(renamed(built, 1, 0, 1, "bot"), "moves bot though the answer may be no")
    refused(renamed(built, 1, 0, 1, "b1" if model == "svm-bias" else "diamond"), "")
    refused(renamed(built, 1, 0, 1, "a"), "call 4, copy")
    refused(renamed(built, 1, 0, 1, "a"), "names a coordinate twice")
    refused(renamed(built, 1, last, 1, "box"), "names a coordinate twice")
    refused(renamed(built, 1, last, 2, "bot"), "")
    refused(renamed(built, 2, 0, 1, "box"), "box")
    refused(replace(built, accept="box"), "moves box though the answer may be no")


@pytest.mark.parametrize("model", ["dense-relu", "dense-relu-dense"])
def test_join_starts_at_one(model: str) -> None:
    built = CONSTRUCTIONS[model]
    for start in ({"v": "1"}, {"v": "1", "join": "2"}):
        refused(replace(built, start=start), "call 1, set_false_if_unset(input0, join), needs 1 at join")


def test_v_starts_at_one() -> None:
    refused(replace(CONSTRUCTIONS["dense-relu-dense"], start={"join": "1"}), "v")


@pytest.mark.parametrize("change", [{"after_each": None}, {"always": {"b1": "-1"}}])
def test_the_bias_is_corrected(change: dict[str, object]) -> None:
    refused(replace(CONSTRUCTIONS["svm-bias"], **change), "b")


@pytest.mark.parametrize(
    ("alpha", "reason"),
    [
        ((1, 2), "2*alpha^2 > 1"),
        ((7, 10), "2*alpha^2 > 1"),
        ((1, 1), "call 1, set_false_if_unset(input0), is outside the region where it is proved: alpha < 1"),
        ((2, 1), "alpha < 1"),
    ],
)
def test_alpha_outside_the_region(alpha: tuple[int, int], reason: str) -> None:
    with pytest.raises(InputError) as caught:
        proved(CONSTRUCTIONS["svm-reg"], NETLIST, {"alpha": rational(*alpha)})
    assert str(caught.value).startswith(WRONG) and reason in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"reset(i)", "copy', '"rset(i)", "copy', "svm has no gadget 'rset'"),
        ("copy(a, box)", "copy(a, bax)", "'bax' is not one of i, a, b, bot, box, diamond"),
        ("copy(a, box)", "copy(q, box)", "'q' is not one of"),
        ("copy(a, box)", "copy(a, box, i)", "copy takes 2 coordinates"),
        ("copy(a, box)", "copy(a)", "copy takes 2 coordinates"),
        ("copy(a, box)", "copy a box", "is not a call, such as"),
        ("copy(a, box)", "copy()", "is not a call, such as"),
        ('over = "inputs"', 'over = "input"', "a phase is over one of"),
    ],
)
def test_a_malformed_construction_names_its_place(tmp_path: Path, old: str, new: str, reason: str) -> None:
    path = tmp_path / "svm" / "construction.toml"
    path.parent.mkdir()
    text = (PAPER / "svm" / "construction.toml").read_text()
    path.write_text(text)
    edit(path, old, new, 1)
    with pytest.raises(InputError) as caught:
        read_construction(path, LIBRARY)
    line = text[: text.index(old)].count("\n") + 1
    place, message = str(caught.value).removeprefix(f"{path}:").split(": ", 1)
    assert int(place.split(":")[0]) == line and int(place.split(":")[1]) > 0 and reason in message
