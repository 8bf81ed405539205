"""The page of a run in any order: it computes what the engines do, in all orders; and what pokes do."""

import json
import sys
import webbrowser
from hashlib import shake_128
from pathlib import Path
from typing import Any

import pytest
from browser import label, rows, until
from explored import Numbers, data_of, explore, fraction, node, page_file

import ogd_exact as ogd
from conftest import in_full, needs, needs_program, sampled
from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.command_line import parsed
from ogd_exact.documents.explorer.clock import ORDERS
from ogd_exact.documents.explorer.clock_picture import firings, hands
from ogd_exact.training.any_order.events import EventEngine
from ogd_exact.training.any_order.orders import order as placed_by
from ogd_exact.training.any_order.plain import PlainEngine
from ogd_exact.training.any_order.reduction import SlotReduction, slot_reduction

ANY = ("--tables", "any-order")
RUNS = [["counter:1"], ["counter:2", "--eta", "3/7"], ["johnson:1"], ["counter:2", "--target", "10"]]


def reduction(*arguments: str) -> SlotReduction:
    return slot_reduction(request(parsed("explore", [*arguments, *ANY])))


def computed(folder: Path, arguments: list[str], asked: list[tuple[str, int, list[int]]]) -> list[dict[str, Any]]:
    """What the page's own scripts compute."""
    needs_program("node", package="nodejs")
    data = data_of(page_file(folder, *arguments, *ANY))
    (folder / "data.json").write_text(json.dumps(data))
    found: list[dict[str, Any]] = node("clock_trace.mjs", folder / "data.json", json.dumps(asked))
    return found


@pytest.mark.parametrize(("order", "arguments"), sampled([(o, r) for r in RUNS for o in ORDERS], 2), ids=str)
def test_the_page_computes_what_the_engine_does(tmp_path: Path, order: str, arguments: list[str]) -> None:
    """The weights at epochs all over the run, every firing, and the epoch in which the answer comes."""
    problem = reduction(*arguments)
    engine = EventEngine(problem, placed_by(order, len(problem.examples), 5))
    engine.log, expected = [], []
    frames = data_of(page_file(tmp_path, *arguments, *ANY))["outcome"]["passes"]
    epochs = list(range(0, frames * problem.epochs, 7))
    for epoch in epochs:
        engine.advance(epoch)
        expected.append([fraction(weight) for weight in engine.weights().values()])
    engine.advance(frames * problem.epochs)
    (found,) = computed(tmp_path, arguments, [(order, 5, epochs)])
    for epoch, texts, weights in zip(epochs, found["weights"], expected, strict=True):
        assert [Numbers().read(text)[0] for text in texts] == weights, f"epoch {epoch}"
    assert [tuple(firing) for firing in found["firings"]] == engine.log
    assert found["last"] == engine.epoch


@pytest.mark.parametrize("order", sampled(ORDERS, 2))
def test_the_page_computes_what_the_kernel_does(tmp_path: Path, order: str) -> None:
    """Example by example, which takes longer: after every single epoch of the first period."""
    problem = reduction("counter:1")
    engine = PlainEngine(problem, placed_by(order, len(problem.examples), 2))
    expected = []
    for epoch in range(problem.epochs + 1):
        engine.advance(epoch)
        expected.append([fraction(weight) for weight in engine.weights().values()])
    (found,) = computed(tmp_path, ["counter:1"], [(order, 2, list(range(problem.epochs + 1)))])
    assert [[Numbers().read(text)[0] for text in texts] for texts in found["weights"]] == expected


def test_the_page_shuffles_as_every_command_does(tmp_path: Path) -> None:
    """SHAKE128, over several blocks of its output."""
    needs_program("node", package="nodejs")
    asked = [("0/1", 1), ("12/34", 21), ("12/34", 22), ("7/100000", 300)]
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    for (text, count), found in zip(asked, node("shake.mjs", tmp_path / "asked.json"), strict=True):
        expected = memoryview(shake_128(text.encode()).digest(8 * count)).cast("Q")
        assert [int(number) for number in found] == list(expected)


def weights(tab: Any) -> list[Any]:
    shown = tab.locator("#weight-list .weight").evaluate_all("(rows) => rows.map((row) => row.dataset.exact)")
    return [Numbers().read(text)[0] for text in shown]


def test_it_plays_at_once_and_counts(opened: Any, tmp_path: Path) -> None:
    tab = opened("counter:2", *ANY, at="#1.0")
    tab.emulate_media(reduced_motion="no-preference")
    tab.goto("about:blank")
    tab.goto(f"file://{tmp_path}/page.html")
    assert label(tab, "title") == "This SVM is counting, in any order."
    assert "pause" in label(tab, "controls") and "Yes" not in label(tab, "question")
    tab.locator("#speed").select_option(label="a period a second")
    until(tab, "document.querySelector('#rows canvas').ariaLabel.split('; ').length >= 2")
    assert rows(tab)[:2] == ["Period 1: 00, 0", "Period 2: 01, 1"]
    tab.keyboard.press("ArrowRight")  # by hand: it stops
    assert "▶ play" in label(tab, "controls")
    tab.emulate_media(reduced_motion="reduce")


def test_keys_move_by_epochs_firings_and_periods(opened: Any) -> None:
    """From firing to firing as the library says, in the epochs that it says; the weights are the engine's."""
    tab = opened("counter:2", *ANY, at="#1.0")
    run = ogd.reduce("counter:2", tables="any-order")
    engine = EventEngine(run.reduction, placed_by("shuffle", len(run), 0))
    for epoch, example in run.firings("shuffle")[:4]:
        tab.keyboard.press("Shift+ArrowRight")
        assert label(tab, "step-label") == f"Epoch {epoch} of 256"
        assert f"slot {run.slots[example] % 2 + 1} of nand" in label(tab, "narration")
        assert tab.locator(".slot.fires").count() == 1 and tab.locator("tr.fires .says").text_content() == "fires"
        engine.advance(epoch)
        assert weights(tab) == [fraction(weight) for weight in engine.weights().values()]
    tab.keyboard.press("ArrowRight")
    assert "only the drift fires" in label(tab, "narration") and tab.locator(".slot.fires").count() == 0
    for key, period, epoch in [("Shift+ArrowLeft", 1, 22), ("End", 1, 256), ("ArrowRight", 2, 0), ("PageDown", 3, 0)]:
        tab.keyboard.press(key)
        assert (label(tab, "pass-label")[:8], label(tab, "step-label")) == (f"Period {period}", f"Epoch {epoch} of 256")
    tab.keyboard.press("PageUp")
    tab.keyboard.press("End")
    assert "(shuffle, seed 0) took 1 to 2. ✓" in label(tab, "narration")
    tab.keyboard.press("a")
    assert "bot is positive: the answer is yes. Accepted in period 4" in label(tab, "narration")
    assert label(tab, "question").endswith("Yes, in period 4.")


def test_the_order_can_be_switched_and_the_run_stays_right(opened: Any) -> None:
    tab = opened("counter:2", *ANY, at="#1.0")
    run = ogd.reduce("counter:2", tables="any-order")
    for order in (*sampled(ORDERS, 2), "full-batch", "shuffle"):
        tab.locator(f"#order-{order.replace(':', '-')}").click()
        tab.keyboard.press("a")
        said = ogd.simulate(run, order=order)
        assert f"Accepted in period 4, epoch {said.passes - 768} of the period, {said.passes} in all." in label(
            tab, "narration"
        )
        assert rows(tab) == [f"Period {k + 1}: {k:02b}, {k}" for k in range(4)]
        tab.keyboard.press("Home")
        tab.keyboard.press("Shift+ArrowRight")
        assert label(tab, "step-label") == f"Epoch {run.firings(order, frames=4)[60][0] - 768} of 256"
    tab.locator("#seed").fill("4")
    tab.keyboard.press("Enter")
    assert label(tab, "step-label").startswith("Epoch") and "0 of 256" not in label(tab, "step-label")
    tab.keyboard.press("o")
    assert tab.locator("#order-full-batch").get_attribute("aria-pressed") == "true"


def test_a_flipped_bit_of_the_start_counts_from_there(opened: Any) -> None:
    tab = opened("counter:2", *ANY, at="#1.0")
    tab.locator("#level-poke").click()
    tab.get_by_role("button", name="flip x1").click()
    assert label(tab, "pass-label") == "Period 1: 10"
    assert "From this start the answer becomes yes in period 2." in label(tab, "poke")
    tab.keyboard.press("a")
    assert rows(tab) == ["Period 1: 10, 2", "Period 2: 11, 3"] and "the answer is yes" in label(tab, "narration")
    tab.get_by_role("button", name="As it was").click()
    assert label(tab, "pass-label") == "Period 1: 00"


FIRST = "of slot 1 of nand(x0, x1, gate0, join), fires, where"
EDITS = [  # an example (the page counts from 1), what it has where, what is put there, and what that does
    # Example 4 fires first, and takes gate0 from -1 to -1 + 2; with 1 there, to 0.
    (3, "gate0", "2", "1", "leaves gate0 at 0, where 1 is right"),
    # Without a clock it fires at once, as 2x0 + 2x1 + 2gate0 - join = -8, and lifts no hand: slot 1 fires once more.
    (3, "clock0", "16", "0", f"{FIRST} −2·x0 − 2·x1 + join, of slot 2"),
    # At the start clock0 is 21/32, so that it has 32 * 21/32 - 8 = 13; example 2 has 16 * 21/32 - 6, which is less.
    (3, "clock0", "16", "32", f"2·x0 + 2·x1 − join, {FIRST} 2·x0 + 2·x1 + 2·gate0 − join, of slot 1"),
    # The hand of slot 1 goes up, and that of slot 2 comes down before it.
    (0, "clock0", "−1/16", "1/16", FIRST.replace("slot 1", "slot 2")),
]


@pytest.mark.parametrize(("example", "name", "was", "typed", "says"), EDITS, ids=[f"{e[1]} {e[3]}" for e in EDITS])
def test_another_number_in_an_example_breaks_the_run(
    opened: Any, example: int, name: str, was: str, typed: str, says: str
) -> None:
    tab = opened("counter:2", *ANY, at="#1.0")
    button = tab.get_by_role("button", name=f"{was}: change x of {name} in example {example + 1}", exact=True)
    button.click()
    tab.locator("input.given").fill("nothing")
    tab.keyboard.press("Enter")
    assert "is no number such as" in label(tab, "narration")
    tab.locator("input.given").fill(typed)
    tab.keyboard.press("Enter")
    said = label(tab, "narration")
    assert said.startswith("It breaks in period") and says in said
    assert tab.locator("#narration.wrong").count() == 1 and tab.locator("body.poked").count() == 1
    tab.locator("#level-poke").click()
    tab.get_by_role("button", name="As it was").click()
    assert tab.locator("body.poked").count() == 0


@in_full
def test_a_large_circuit_shows_the_hands_around_the_one_in_turn(opened: Any) -> None:
    tab = opened("rule110:8", *ANY, at="#1.0")
    hands_shown = "[...document.querySelectorAll('.slot')].filter((s) => s.getAttribute('display') !== 'none').length"
    total = tab.locator(".slot").count()
    assert 20 < tab.evaluate(hands_shown) < total
    for _ in range(total - 3):
        tab.keyboard.press("Shift+ArrowRight")
    assert tab.locator(".slot.fires").evaluate("(slot) => slot.getAttribute('display')") == "inline"


def test_the_library_has_the_page(tmp_path: Path) -> None:
    run = ogd.reduce("counter:1", tables="any-order")
    made = page_file(tmp_path, "counter:1", *ANY, "--order", "cyclic")
    assert run.explore(order="cyclic").html + "\n" == made.read_text()
    with pytest.raises(ogd.InputError, match="there is no order"):
        run.explore(order="sideways")


def test_a_picture(tmp_path: Path) -> None:
    needs("matplotlib", "matplotlib")
    asked = ("--figure", tmp_path / "a.svg", "--pass", 2, "--order", "full-batch")
    assert explore("counter:1", *ANY, *asked) == (0, "", f"wrote {tmp_path / 'a.svg'}\n")
    text = (tmp_path / "a.svg").read_text()
    assert "<!-- epoch of period 2, full-batch -->" in text  # and what a caption says is no part of the drawing
    title = "counter:1 by svm: the clock in period 2, and the bits of every period; accepted in period 2"
    assert f"<dc:title>{title}</dc:title>" in text and f"<!-- {title} -->" not in text


@in_full
def test_the_library_draws_the_same_picture(tmp_path: Path) -> None:
    needs("matplotlib", "matplotlib")
    ogd.reduce("counter:1", tables="any-order").figure(number=2, order="full-batch").save(tmp_path / "b.svg")
    assert explore("counter:1", *ANY, "--figure", tmp_path / "a.svg", "--pass", 2, "--order", "full-batch").code == 0
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize("order", ["shuffle", "full-batch"])
def test_the_picture_draws_the_phases(order: str) -> None:
    """After every epoch each line is as high as g times the weight of its clock, less the threshold."""
    problem = reduction("counter:1")
    fired, last = firings(problem, 2, order, 3)
    engine = EventEngine(problem, placed_by(order, len(problem.examples), 3))
    drawn = hands(problem, fired, last)
    assert 0 < last < problem.epochs  # the answer is yes there
    for epoch in range(last + 1):
        engine.advance(problem.epochs + epoch)
        clocks = [fraction(weight) for weight in engine.weights().values()][problem.program.dimension :]
        for lines, weight in zip(drawn, clocks, strict=True):
            (x0, y0), (x1, _) = next(line for line in reversed(lines) if line[0][0] <= epoch)
            assert x0 <= epoch <= x1
            assert y0 - (epoch - x0) * float(problem.clock.drift) == float(weight * fraction(problem.clock.grip) - 1)


REFUSED = [
    (["counter:2", "--order", "cyclic"], "--order is for examples in any order; give --tables any-order too"),
    (["counter:2", "--seed", "3"], "--seed is for examples in any order; give --tables any-order too"),
    (["counter:2", *ANY, "--order", "sideways"], "there is no order 'sideways'"),
    (["counter:2", *ANY, "--order", "batch:3"], "the page shows shuffle, full-batch, cyclic, reverse, batch:7"),
    (["counter:2", *ANY, "--figure", "a.svg", "--pass", "5"], "the run has 4 periods; choose one of them"),
    (["rule110:64", *ANY], "in any order at most 400 can be shown"),
    (["counter:2", "--open", "-o", "-"], "--open shows a page that is a file; drop -o -"),
    (["counter:2", "--open", "--figure", "a.svg"], "--open shows a page that is a file; give -o FILE too"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "reason"), REFUSED, ids=[" ".join(a) for a, _ in REFUSED])
def test_wrong_calls_are_refused_in_a_line(arguments: list[str], reason: str) -> None:
    needs("matplotlib", "matplotlib")
    answer = explore(*arguments)
    assert answer.code == 2 and answer.out == "" and reason in answer.err and answer.err.count("\n") == 1


def test_open_opens_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: asked.append(address) or True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    assert explore("counter:1", "--open") == (0, "", "wrote counter-1.html\n")
    assert asked == [(tmp_path / "counter-1.html").as_uri()]
    monkeypatch.setattr(webbrowser, "open", lambda address: False)  # where there is none
    assert explore("counter:1", "--open", "-o", "b.html").out == "open b.html in a browser\n"
