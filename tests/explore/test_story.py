"""What the page tells by itself: it plays at once, row by row; and what comes of poking at it."""

from collections import deque
from itertools import islice
from pathlib import Path
from typing import Any

from browser import label, rows, until
from simulate_command import simulated

import ogd_exact as ogd
from conftest import ROOT, in_full
from ogd_exact.circuits.formats.load import load
from ogd_exact.circuits.netlists.nand import to_nand
from ogd_exact.training.sets.walk import Walk
from reductions import reduction


def test_it_plays_at_once_and_does_not_give_the_ending_away(opened: Any, tmp_path: Path) -> None:
    tab = opened("counter:3", at="#1.0")
    assert "▶ play" in label(tab, "controls")  # one came to a moment, and nothing may move
    tab.emulate_media(reduced_motion="no-preference")
    tab.goto("about:blank")
    tab.goto(f"file://{tmp_path}/page.html")
    assert label(tab, "title") == "This SVM is counting." and label(tab, "question") == "Will all its bits be 1?"
    assert tab.title() == "counter:3 by svm" and "pass 8" not in label(tab, "about")
    assert "pause" in label(tab, "controls")
    until(tab, "document.querySelector('#rows canvas').ariaLabel.split('; ').length >= 3")
    # The counter counts: pass k begins with k - 1, in binary as numbers are written.
    assert rows(tab)[:3] == ["Pass 1: 000, 0", "Pass 2: 001, 1", "Pass 3: 010, 2"]
    assert len(rows(tab)) < 8
    tab.keyboard.press("Shift+ArrowRight")  # by hand: it stops
    here = label(tab, "step-label")
    tab.wait_for_timeout(300)
    assert label(tab, "step-label") == here and "▶ play" in label(tab, "controls")
    tab.emulate_media(reduced_motion="reduce")


def test_rows_lead_to_their_pass_and_the_end_of_a_pass_says_what_it_did(opened: Any) -> None:
    tab = opened("counter:3", at="#6")
    tab.locator("#rows canvas").click(position=middle(tab, 3))
    assert label(tab, "pass-label") == "Pass 4: 011" and label(tab, "step-label").startswith("Step 0 ")
    assert (label(tab, "state-number"), label(tab, "state-bits")) == ("3", "011")
    tab.keyboard.press("End")
    assert (label(tab, "state-number"), label(tab, "state-bits")) == ("4", "100")
    assert tab.locator(".change").text_content() == "0113→1004✓"
    assert label(tab, "narration") == "Pass 4: training on 265 examples takes 3 to 4. ✓"


def middle(tab: Any, row: int) -> dict[str, float]:
    """The middle of a row of the picture, which has square cells of three bits, as far down as they are wide."""
    box = tab.locator("#rows canvas").bounding_box()
    top, bottom = 3, box["height"]
    side = (bottom - top) // 8
    return {"x": box["width"] / 2, "y": top + side * row + side / 2}


def test_at_acceptance_the_answer_is_lit_and_nothing_jumps(opened: Any) -> None:
    tab = opened("counter:3", at="#8.211")
    places = (
        "['zoom', 'circuit', 'narration', 'strip'].map((id) => document.getElementById(id).getBoundingClientRect().top)"
    )
    before = tab.evaluate(places)
    assert tab.locator(".lit:is(.node, .wire)").count() == 0
    tab.keyboard.press("ArrowRight")
    netlist = to_nand(load("counter:3"))
    gate = f"gate{netlist.outputs[-1] - netlist.inputs}"
    lit = tab.locator(".node.lit title").all_text_contents()
    assert sorted(text.split()[0] for text in lit) == ["bot", gate] and tab.locator(".wire.lit").count() == 1
    assert tab.evaluate(places) == before
    assert label(tab, "question") == "Will all its bits be 1? Yes, in pass 8."
    headings = tab.locator("#weight-list h3").all_text_contents()
    assert headings == ["The answer", "Scratch", "State", "Gates"]


def test_with_decay_nothing_else_stays(opened: Any) -> None:
    tab = opened("counter:1", "--model", "svm-reg", at="#2.30")
    assert "all else does nothing but decay" in label(tab, "gadget") and "all else stays" not in label(tab, "gadget")
    assert "= ≈" not in label(tab, "zoom") + label(tab, "narration")


def test_a_flipped_start_is_followed_to_its_own_end(opened: Any) -> None:
    """From 4 a counter of three bits is at 7 in its fourth pass; simulate says in which step that is seen."""
    tab = opened("counter:3", at="#1")
    tab.locator("#level-poke").click()
    tab.get_by_role("button", name="Flip x2").click()
    assert label(tab, "pass-label") == "Pass 1: 100"
    assert "From this start the answer becomes yes in pass 4." in label(tab, "poke")
    tab.keyboard.press("a")
    expected = simulated("counter:3", "--start", "x2=1")
    assert expected["passes"] == 4 and label(tab, "pass-label") == "Pass 4: 111"
    assert rows(tab) == [f"Pass {k}: {k + 3:03b}, {k + 3}" for k in range(1, 5)]
    assert "Accepted in pass 4, step 212" in label(tab, "narration")
    tab.get_by_role("button", name="As it was").click()
    assert label(tab, "pass-label") == "Pass 1: 000" and "(poked)" not in label(tab, "headline")


def test_another_number_in_an_example_breaks_a_row(opened: Any) -> None:
    """Step 25 of pass 2 feeds the first row of copy(x0, box), x = (-4, 2), where x0 is true, as table 1 says."""
    tab = opened("counter:3", at="#2.25")
    tab.get_by_role("button", name="Change x of x0").click()
    tab.locator("input.given").fill("nothing")
    tab.keyboard.press("Enter")
    assert "is no number such as" in label(tab, "narration")
    tab.locator("input.given").fill("-7/2")
    tab.keyboard.press("Enter")
    said = label(tab, "narration")
    # In pass 1 x0 is false: -1 * -7/2 is above 1 as 4 was, so nothing fires. In pass 2 it is true, and 1 - 7/2 is left.
    assert said.startswith("It breaks in pass 2, step 25: row 1 of copy fails.")
    assert tab.locator("td.wrong").first.text_content() == "(−3,\u20092) ✗ is (−5/2,\u20092)"
    assert tab.locator("body.poked").count() == 1
    tab.keyboard.press("PageDown")
    assert rows(tab)[0] == "Pass 1: 000, 0"


def test_a_changed_training_set_runs_on_the_page_of_its_circuit(opened: Any) -> None:
    """The weights after 1 and 2 passes are the kernel's; at the start the page shows where it breaks."""
    file = ROOT / "docs" / "training-sets" / "changed.jsonl"
    walk = Walk(ogd.training_set(file))
    for number in (2, 3):
        tab = opened(file, at=f"#{number}.0")
        found = tab.evaluate("[...document.querySelectorAll('#weight-list .weight')].map((row) => row.dataset.exact)")
        deque(walk.one_pass([[k] for k in range(len(walk.given.examples))]), maxlen=0)
        assert found == [str(weight) for weight in walk.weights.values()]
    assert tab.locator("body.poked").count() == 1
    tab.locator("#level-poke").click()
    assert "Example 16 is not that of the circuit" in label(tab, "poke")
    tab.get_by_role("button", name="As it was").click()
    assert tab.locator("body.poked").count() == 0
    assert label(opened(file), "narration").startswith("It breaks in pass ")


def test_another_order_breaks_the_run(opened: Any) -> None:
    tab = opened("counter:2", at="#1")
    tab.evaluate(
        "Math.random = (() => { let seed = 7; return () => (seed = (seed * 16807) % 2147483647) / 2147483647; })()"
    )
    tab.locator("#level-poke").click()
    tab.get_by_role("button", name="Shuffle the order").click()
    assert label(tab, "poke").rpartition("As it was")[2].startswith("It breaks")
    assert tab.locator("#narration.wrong").count() == 1


@in_full
def test_large_circuits_fit_and_keep_the_order_of_their_cells(opened: Any) -> None:
    tab = opened("rule110:8", at="#1")
    names = tab.locator("#drawing text.left").evaluate_all(
        """(texts) => texts.map((text) => [text.getBoundingClientRect().top, text.textContent])
             .sort(([a], [b]) => a - b).map(([, name]) => name)"""
    )
    assert names == [*(f"c{k}" for k in range(7, 0, -1)), "not c0", "spare"]
    inside = """() => {
      const panel = document.getElementById("drawing").getBoundingClientRect();
      return [...document.querySelectorAll("#drawing .node")].every((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        return left >= panel.left && right <= panel.right && top >= panel.top && bottom <= panel.bottom;
      });
    }"""
    for spec in ("rule110:8", "busybeaver:8"):
        tab = opened(spec, at="#1")
        assert tab.evaluate(inside) and not tab.locator(".map").is_visible()
        tab.get_by_role("button", name="Closer to the circuit").click()
        assert not tab.evaluate(inside) and tab.locator(".map").is_visible()
        tab.get_by_role("button", name="Fit the whole circuit").click()
        assert tab.evaluate(inside)


def test_the_state_of_every_pass_is_the_circuits(opened: Any) -> None:
    tab = opened("gray:3", at="#8")
    problem = reduction("gray:3")
    states = [problem.netlist.latches(frame.bits) for frame in islice(problem.netlist.run(), 8)]
    words = ["".join("01"[bit] for bit in reversed(state)) for state in states]
    assert [row.split(": ")[1].split(",")[0] for row in rows(tab)] == words
    assert seen(tab, 8, 3, 8) == words


def seen(tab: Any, down: int, across: int, rows: int) -> list[str]:
    """What the picture shows, by the colours in the middle of its square cells: dark blue is true."""
    script = """([down, across, rows]) => {
      const canvas = document.querySelector("#rows canvas"), ratio = canvas.width / canvas.clientWidth;
      const side = Math.floor(Math.min(44, canvas.clientHeight / rows, (canvas.clientWidth - 87) / across));
      const left = 34 + (canvas.clientWidth - 84 - side * across) / 2;
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return [...Array(down).keys()].map((y) => [...Array(across).keys()].map((x) => {
        const [u, v] = [left + side * (x + 0.3), 3 + side * (y + 0.3)].map((place) => Math.round(place * ratio));
        const red = data[4 * (v * canvas.width + u)];
        return red < 60 ? "1" : red > 200 ? "0" : "?";
      }).join(""));
    }"""
    words: list[str] = tab.evaluate(script, [down, across, rows])
    return words


def test_the_game_of_life_is_shown_as_its_board(opened: Any) -> None:
    """The board at hand is large: four rows of five square cells. Of others one hears how many live."""
    tab = opened("life:4x5", "--max-passes", "5", at="#3")
    assert label(tab, "title") == "This SVM is playing the Game of Life."
    netlist = to_nand(load("life:4x5"))
    frames = [netlist.latches(frame.bits)[::-1] for frame in islice(netlist.run(), 3)]
    assert rows(tab) == [f"Pass {k}: {sum(frame)} live cells" for k, frame in enumerate(frames, 1)]
    live = {(k // 5, k % 5) for k, bit in enumerate(frames[2]) if bit}
    drawn = tab.evaluate("""() => {
      const canvas = document.querySelector("#rows canvas"), [w, h] = [canvas.clientWidth, canvas.clientHeight];
      const side = Math.floor(Math.min(w / 5, (0.72 * h) / 4)), left = (w - 5 * side) / 2, ratio = canvas.width / w;
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const at = (place) => Math.round(place * ratio);
      const dark = (r, c) => data[4 * (at((r + 0.5) * side) * canvas.width + at(left + (c + 0.5) * side))] < 60;
      return [...Array(20).keys()].filter((k) => dark(Math.floor(k / 5), k % 5)).map((k) => [Math.floor(k / 5), k % 5]);
    }""")
    assert {(row, column) for row, column in drawn} == live != set()


def test_cells_of_rule_110_are_no_number(opened: Any) -> None:
    tab = opened("rule110:4", at="#2.0")
    assert label(tab, "state-number") == "" and "2 live cells" in label(tab, "state-bits")
    assert rows(tab)[:2] == ["Pass 1: 0001", "Pass 2: 0011"]
    tab.keyboard.press("End")
    assert "takes 2 live cells to 3 live cells. ✓" in label(tab, "narration")


def test_weights_that_are_too_many_to_tell_apart_are_dots_where_they_move(opened: Any) -> None:
    tab = opened("rule110:8", at="#2")
    assert label(tab, "strip").count("Each dot is an example that moves a weight") == 1
    coloured = """(() => { const canvas = document.querySelector("#strip canvas");
      return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((c) => c > 0); })()"""
    until(tab, coloured)
    assert "Each dot" not in label(opened("counter:3", at="#2"), "strip")
