"""The page in a browser: what it shows at every step, its buttons and keys; it opens from disk, and loads nothing."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from browser import label
from explored import MODELS, Numbers, exactly, explore, fraction

import ogd_exact as ogd
from conftest import sampled
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.simulation import Simulation
from reductions import reduction

# In one pass, key after key: the exact number that each row of the weight list carries; and the steps at which the
# page finds that a gadget does not do what its table says.
WALK = """() => {
  const rows = [...document.querySelectorAll("#weight-list .weight")];
  const read = () => rows.map((row) => row.dataset.exact);
  const steps = Number(document.getElementById("step-slider").max);
  const found = [read()];
  const faults = [];
  for (let t = 0; t < steps; t++) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    found.push(read());
    if (document.querySelector("td.wrong, th.unmatched")) faults.push(t + 1);
  }
  return [found, faults];
}"""


WALKS = [
    *((circuit, model, 1) for model in MODELS for circuit in ("counter:1", "johnson:1")),
    ("counter:2", "svm-reg", 2),
    ("rule110:3", "svm", 2),
]


@pytest.mark.parametrize(("circuit", "model", "number"), sampled(WALKS, 4))
def test_a_whole_pass_shows_the_exact_weights(opened: Any, circuit: str, model: str, number: int) -> None:
    shown, faults = opened(circuit, "--model", model, at=f"#{number}.0").evaluate(WALK)
    assert faults == []
    problem = reduction(circuit, "--model", model)
    alpha = problem.parameters.get("alpha")
    numbers = Numbers(None if alpha is None else fraction(plain(alpha)))
    run = Simulation(problem)
    steps = run.stepwise()
    for _ in range((number - 1) * problem.examples):
        next(steps)
    assert len(shown) == problem.examples + 1
    for t, texts in enumerate(shown):
        assert [numbers.read(text) for text in texts] == [exactly(w) for w in run.weights.values()], f"step {t}"
        if t < problem.examples:
            next(steps)


def test_keys_move_through_the_run(opened: Any) -> None:
    tab = opened("counter:3")
    examples = reduction("counter:3").examples
    seen = []
    for key in ["ArrowRight", "ArrowRight", "ArrowLeft", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft"]:
        tab.keyboard.press(key)
        seen.append(label(tab, "step-label"))
    # set_false_if_unset has six examples; a call back from the end of the second is the end of the first.
    assert seen == [f"Step {t} of {examples}" for t in (1, 2, 1, 6, 12, 6)]
    seen = []
    for key in ["PageDown", "PageDown", "End", "ArrowRight", "PageUp", "PageUp", "ArrowLeft", "Home"]:
        tab.keyboard.press(key)
        seen.append((label(tab, "pass-label")[:6], label(tab, "step-label").split()[1]))
    passes = [(2, 0), (3, 0), (3, examples), (4, 0), (3, 0), (2, 0), (1, examples), (1, 0)]
    assert seen == [(f"Pass {p}", str(t)) for p, t in passes]
    tab.keyboard.press("g")
    tab.keyboard.type("5")
    tab.keyboard.press("Enter")
    assert label(tab, "pass-label") == "Pass 5: 100"
    tab.wait_for_timeout(250)
    assert tab.evaluate("location.hash") == "#5.0"


def test_the_field_goes_to_a_pass_and_says_which(opened: Any) -> None:
    tab = opened("counter:3", at="#5")
    for typed, number in [("3", 3), ("0", 1), ("-5", 1), ("99999", 8), ("2.6", 3), ("", 5), ("e", 5), ("5", 5)]:
        for leave in ("Enter", "Tab"):
            tab.locator("#pass-slider").fill("4")
            tab.keyboard.press("g")
            tab.keyboard.press("Delete")
            tab.keyboard.type(typed)
            tab.keyboard.press(leave)
            assert tab.locator("#go-pass").input_value() == str(number)
            assert label(tab, "pass-label").startswith(f"Pass {number}:")
            tab.keyboard.press("ArrowRight")  # keys move again
            assert label(tab, "step-label").startswith("Step 1 of")


def test_arrows_on_the_slider_of_passes_move_by_a_pass(opened: Any) -> None:
    tab = opened("counter:3", at="#3")
    tab.locator("#pass-slider").focus()
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        tab.keyboard.press(key)
        seen.append((label(tab, "pass-label")[:6], label(tab, "step-label")[:7]))
    assert seen == [("Pass 4", "Step 0 "), ("Pass 5", "Step 0 "), ("Pass 4", "Step 0 ")]


def test_the_theme_is_kept(opened: Any) -> None:
    tab = opened("counter:1")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = tab.evaluate(ground)
    tab.keyboard.press("t")
    dark = tab.evaluate(ground)
    tab.reload()
    assert tab.evaluate(ground) == dark != light


def test_the_run_ends_with_acceptance(opened: Any) -> None:
    tab = opened("counter:3")
    tab.keyboard.press("a")
    # README: a counter of N bits is all true after 2^N - 1 steps; simulate says in which step that is seen.
    assert label(tab, "pass-label") == "Pass 8: 111"
    assert "Accepted in pass 8, step 212 of the pass, 2067 in all." in label(tab, "narration")
    assert tab.locator("#weight-0").get_attribute("data-exact") == "1"
    assert tab.locator("#weight-0 .badge").text_content() == "1"
    tab.keyboard.press("ArrowRight")
    assert label(tab, "step-label").startswith("Step 212 of")
    tab.keyboard.press("ArrowLeft")
    assert tab.locator("#weight-0").get_attribute("data-exact") == "0"
    assert "Accepted" not in label(tab, "narration")


def test_buttons_do_what_keys_do(opened: Any) -> None:
    tab = opened("counter:2")
    for name, step in [("One step", 1), ("One gadget call", 6), ("Back by a step", 5), ("Back by a gadget call", 0)]:
        tab.get_by_role("button", name=name).click()
        assert label(tab, "step-label").split()[1] == str(step), name
    tab.get_by_role("button", name="Next pass").click()
    assert label(tab, "pass-label").startswith("Pass 2:")
    tab.get_by_role("button", name="To the end of the run").click()
    assert "Accepted in pass 4" in label(tab, "narration")
    tab.locator("#pass-slider").fill("0")
    assert label(tab, "pass-label").startswith("Pass 1:")
    tab.locator("#step-slider").fill("40")
    assert label(tab, "step-label").startswith("Step 40 of")
    box = tab.locator("#strip").bounding_box()
    tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + 5)
    assert abs(int(label(tab, "step-label").split()[1]) - reduction("counter:2").examples / 2) <= 1


def test_play_and_pause(opened: Any) -> None:
    tab = opened("counter:2")
    tab.locator("#speed").select_option(label="20 steps a second")
    tab.locator("h1").click()
    tab.keyboard.press(" ")
    for _ in range(100):
        if int(tab.locator("#step-slider").input_value()) >= 3:
            break
        tab.wait_for_timeout(50)
    tab.keyboard.press(" ")
    here = label(tab, "step-label")
    tab.wait_for_timeout(200)
    assert label(tab, "step-label") == here != "Step 0 of 157"


def test_to_the_next_change_of_a_weight(opened: Any) -> None:
    tab = opened("counter:2")
    run = Simulation(reduction("counter:2"))
    changes = [m.number for m in run.stepwise() if "4" in m.changed]  # x1: after bot, box, diamond and x0
    for _ in range(4):
        tab.keyboard.press("ArrowDown")
    assert tab.locator("#follow").evaluate("select => select.selectedOptions[0].text") == "x1"
    for number in changes[:25]:
        tab.keyboard.press("n")
        number_of_pass, t = (int(label(tab, name).split()[1].rstrip(":")) for name in ("pass-label", "step-label"))
        assert (number_of_pass - 1) * run.reduction.examples + t == number
    tab.keyboard.press("a")
    tab.keyboard.press("n")
    assert label(tab, "narration") == "x1 does not change again before the answer, with which the run ends."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["counter:3", "--max-passes", "1"], "bot does not change again in the passes shown; the run goes on."),
        (["rule110:4"], "bot never changes, as the answer is never yes."),
        (["counter:3", "--max-passes", "1", "--model", "svm-reg"], "Nothing is added to bot again in the passes shown"),
    ],
)
def test_where_no_change_is_found_the_run_may_go_on(opened: Any, arguments: list[str], said: str) -> None:
    tab = opened(*arguments)
    tab.keyboard.press("n")
    for _ in range(100):
        if label(tab, "narration").startswith(said):
            break
        tab.wait_for_timeout(50)
    assert label(tab, "narration").startswith(said)


def test_the_weight_that_is_followed_is_in_view(opened: Any) -> None:
    tab = opened("counter:8")
    tab.locator("#level-weights").click()
    inside = """() => {
      const [row, list] = ["#weight-list .followed", "#weight-list"].map((s) => document.querySelector(s));
      const [a, b] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
      return a.top >= b.top - 1 && a.bottom <= b.bottom + 1 && list.scrollHeight > list.clientHeight;
    }"""
    for key in ("ArrowUp", "ArrowDown"):  # to the last one, and to the first again
        tab.keyboard.press(key)
        tab.wait_for_timeout(100)
        assert tab.evaluate(inside)


def test_with_a_regularizer_weights_decay_whatever_fires(opened: Any) -> None:
    tab = opened("counter:2", "--model", "svm-reg", "--lambda", "1/5", at="#2")
    assert "λ = 1/5 · α = 1 − λ = 4/5" in label(tab, "about")
    assert "multiplies all weights by α = 1 − λ = 4/5" in label(tab, "help-dialog")
    fired = set()
    while len(fired) < 2:
        tab.keyboard.press("ArrowRight")
        fired.add("it fires" in label(tab, "example-body"))
        assert ("all weights are multiplied by α" in label(tab, "narration")) and "all weights" in label(
            tab, "example-body"
        )
    gadget = opened("gadget:copy2", "--model", "svm-reg", "--lambda", "1/5")
    assert "λ = 1/5 · ε₁ = 1/2" in label(gadget, "about") and "α = 1 − λ = 4/5" in label(gadget, "about")
    assert not {"wire", "circuit"} & set(label(gadget, "help-dialog").lower().split())


def test_long_names_and_numbers_are_not_cut_off(opened: Any, tmp_path: Path) -> None:
    names = ["cpu_core0_fetch_stage_valid_register_q", "cpu_core0_fetch_stage_valid_register_r"]
    lines = [f".latch {name}_n {name} 0\n.names {name} {name}_n\n0 1" for name in names]
    blif = f".model m\n.outputs bad\n.names {' '.join(names)} bad\n11 1\n" + "\n".join(lines) + "\n.end\n"
    (tmp_path / "long.blif").write_text(blif)
    tab = opened(tmp_path / "long.blif")
    drawn = "(texts) => texts.map((text) => text.getBoundingClientRect().left)"
    edge = tab.locator("#drawing svg.circuit").bounding_box()["x"]
    assert min(tab.locator("#drawing text.name").evaluate_all(drawn)) >= edge
    shown = tab.locator("#drawing text.left").all_text_contents()
    assert shown[:2] == ["cpu_core…ister_q", "cpu_core…ister_r"]
    assert tab.locator("#weight-3").get_attribute("title").startswith(names[0])
    tab = opened("counter:3", "--model", "svm-reg", at="#2.200")
    assert tab.evaluate("(({ scrollWidth: a, clientWidth: b }) => a - b)(document.getElementById('weight-list'))") == 0


def test_the_table_of_the_call_and_the_threshold(opened: Any) -> None:
    """Pass 2 of counter:3: the first copy is of x0, which is true; by table 1 of the paper its rows are as below."""
    tab = opened("counter:3", at="#2.25")
    assert label(tab, "phase") == "Phase 2 of 5: Compute the gates"
    assert tab.locator(".signature code").first.text_content() == "copy(x0,\u2009box)"
    assert "Needs x0 a bit and box unset (0). Then box becomes a copy of x0" in label(tab, "gadget")
    assert tab.locator("tr.now td").all_text_contents() == ["▶", "−4", "2", "1", "(−1,\u20090)", "(−3,\u20092) ✓"]
    assert "y·(w·x) = −4, below 1: it fires" in label(tab, "example-body")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowRight")
    assert tab.locator(".signature").all_text_contents()[-1] == "which calls not(x0)"
    assert tab.locator("td.wrong").count() == 0


@pytest.mark.parametrize("model", sampled(MODELS, 3))
def test_every_row_that_is_done_agrees_with_its_table(opened: Any, model: str) -> None:
    """At the end of each call of a pass, the page has compared the weights with all rows of its table."""
    tab = opened("counter:1", "--model", model, at="#2.0")
    calls = len(list(reduction("counter:1", "--model", model).program.calls()))
    for _ in range(calls):
        tab.keyboard.press("Shift+ArrowRight")
        assert tab.locator("td.wrong").count() == 0
        assert tab.locator("table:not(.paused) td.right").count() > 0
    answered = "Accepted" in label(tab, "narration")
    assert answered or "the weights hold the circuit's next state. ✓" in label(tab, "narration")


def test_a_wrong_gadget_shows_where_it_goes_wrong(opened: Any, tmp_path: Path) -> None:
    (tmp_path / "mine" / "svm").mkdir(parents=True)
    text = (
        'gadget = "flip"\nlabel = "tab:flip"\ncoordinates = ["i1"]\ncases = [["-1"], ["1"]]\n'
        '[[step]]\nx = ["4"]\ny = "1"\nafter = [["3"], ["1"]]\n'
        '[[step]]\nx = ["-3"]\ny = "1"\nafter = [["1"], ["-1"]]\n'
    )
    (tmp_path / "mine" / "svm" / "flip.toml").write_text(text)
    tab = opened("gadget:flip", "--tables", tmp_path / "mine", at="#1.2")
    assert tab.locator("td.wrong").all_text_contents() == ["(1) ✗ is (0)"]
    assert tab.locator("td.right").all_text_contents() == ["(3) ✓"]
    assert label(tab, "narration").endswith("but it did not do what its table says! ✗")
    assert contrast("rgb(255, 255, 255)", tab.evaluate(NARRATION)) > 4.5
    (tmp_path / "mine" / "svm" / "flip.toml").write_text(text.replace('"-3"', '"1/3"'))
    tab = opened("gadget:flip", "--tables", tmp_path / "mine", at="#1.1")
    tab.keyboard.press("ArrowRight")
    assert "exactly 1: on the kink" in label(tab, "example-body")  # 3 * 1/3
    tab.keyboard.press("ArrowRight")
    assert label(tab, "pass-label") == "Case 2 of 2"


NARRATION = "getComputedStyle(document.getElementById('narration')).backgroundColor"
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img/src=x/onerror=alert(2)>",
    "{{script}}",
    "&amp;$\\frac{",
    "__proto__",
]


def test_names_are_data(opened: Any, tmp_path: Path) -> None:
    lines = [f".latch {name}_n {name} 0\n.names {name} {name}_n\n0 1" for name in HOSTILE]
    blif = f".model <b>m\n.outputs <i>bad\n.names {' '.join(HOSTILE)} <i>bad\n11111 1\n" + "\n".join(lines) + "\n.end\n"
    (tmp_path / "<b>.blif").write_text(blif)
    tab = opened(tmp_path / "<b>.blif", at="#1.30")
    assert tab.locator("#weight-list .name").all_text_contents()[3:8] == HOSTILE
    assert tab.locator("h1").text_content() == "This SVM is running <b>.blif."
    assert "<i>bad" in label(tab, "about")
    ours = "b:not(.register b, .verdict b, .phases b, .change b), i:not(.bar i, .cells i)"
    assert tab.locator(f"img, {ours}").count() == 0
    assert tab.evaluate("document.scripts.length") == 2


# The colours of signs, and what they stand on.
SIGNS = """(signs) => signs.map((sign) => [
  getComputedStyle(sign).color,
  getComputedStyle(sign.matches(".badge") ? sign : sign.parentElement).backgroundColor,
])"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_it_fits_the_screen_in_both_themes(opened: Any, width: int, height: int) -> None:
    tab = opened("counter:3", at="#3.124")
    tab.set_viewport_size({"width": width, "height": height})
    for colours in ("light", "dark"):
        tab.emulate_media(color_scheme=colours)
        assert tab.evaluate("[document.body.scrollWidth, document.body.scrollHeight]") == [width, height]
        ink, ground = tab.evaluate(
            "[getComputedStyle(document.body).color, getComputedStyle(document.body).background]"
        )
        assert contrast(ink, ground) > 7
        for ink, ground in tab.locator(".badge, .register b").evaluate_all(SIGNS):
            assert contrast(ink, ground) >= 4.5
    tab.keyboard.press("t")
    assert contrast("rgb(0, 0, 0)", tab.evaluate("getComputedStyle(document.body).background")) > 7  # light again


def contrast(one: str, other: str) -> float:
    """The contrast ratio of the Web Content Accessibility Guidelines."""

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in colour.partition(")")[0].split("(")[1].split(",")[:3]]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_help_opens_and_closes_by_keyboard(opened: Any) -> None:
    tab = opened("counter:2")
    tab.keyboard.press("?")
    assert tab.locator("dialog").is_visible()
    assert "A weight is a bit." in label(tab, "help-dialog")
    tab.keyboard.press("Escape")
    assert not tab.locator("dialog").is_visible()
    tab.keyboard.press("?")
    tab.keyboard.press("?")
    assert not tab.locator("dialog").is_visible()
    tab.keyboard.press("ArrowRight")
    assert label(tab, "step-label").startswith("Step 1 of")


def test_a_run_of_a_million_steps_opens_at_once(opened: Any) -> None:
    tab = opened("counter:10", at="#1024.600")
    took = tab.evaluate("performance.now()")
    assert label(tab, "pass-label").startswith("Pass 1024")
    assert took < 10_000  # it takes a fraction of a second; machines are noisy
    assert explore("counter:10", "--max-passes", "2").out.count('"passes":2') == 1


def test_powers_of_alpha_are_written_as_such(opened: Any) -> None:
    tab = opened("counter:2", "--model", "svm-reg", at="#2.0")
    magnitude = reduction("counter:2", "--model", "svm-reg").proved.magnitudes
    exponents = [next(iter(power.over)) for power in magnitude.values()]
    raised = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
    shown = tab.locator("#weight-list .value").all_text_contents()[4:7]
    assert [text.lstrip("−") for text in shown] == [f"α{str(e).translate(raised)}" for e in exponents]
    assert Numbers(Fraction(3, 4)).read(tab.locator("#weight-4").get_attribute("data-exact"))[0] > 0


def test_in_a_notebook_pages_work_in_frames_of_their_own(window: Any, tmp_path: Path) -> None:
    """Keys step, the address stays the notebook's, and links lead to places in the frame."""
    shown = [ogd.reduce("counter:1").explore(), ogd.verify("svm", "copy")]
    frames = "".join(page._repr_html_() for page in shown)
    (tmp_path / "notebook.html").write_text(f'<!doctype html><meta charset="utf-8"><p>Out:{frames}')
    problems: list[str] = []
    tab = window.new_page()
    tab.on("console", lambda message: problems.append(message.text))
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.goto(f"file://{tmp_path / 'notebook.html'}")
    explorer, report = tab.frames[1:]
    explorer.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))")
    report.locator("a[href='#summary']").click()
    tab.wait_for_timeout(500)  # after which the page has put its place into the address
    assert [frame.evaluate("location.href") for frame in (explorer, report)] == [
        "about:srcdoc",
        "about:srcdoc#summary",
    ]
    assert explorer.locator("#step-label").text_content().startswith("Step 1 of")
    assert problems == []
    tab.close()
