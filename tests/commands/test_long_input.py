"""Long texts of one thing again and again: four times as long takes some four times as long, wherever text is read."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

import conftest
from conftest import ROOT, Answer, called, sampled

TABLE = (ROOT / "docs" / "tables" / "svm-not.tex").read_text()
TOML = (ROOT / "gadget_tables" / "paper" / "svm" / "not.toml").read_text()
BEFORE, AFTER = TABLE.split("$4$")
ONE_INPUT = "aag 2 1 1 1 0\n2\n4 2 0\n4\ni0 x\n"
PIECE, LONG = 10_000, 250_000  # characters


def read(name: str, before: str, after: str, *words: str) -> Callable[[str], Answer]:
    """Runs a command on a file with a text in its middle."""

    def run(text: str) -> Answer:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(before + text + after)
        return called(*words)

    return run


def latex(before: str, after: str) -> Callable[[str], Answer]:
    return read("a.tex", before, after, "verify", "a.tex")


def stimulus(name: str, before: str, after: str) -> Callable[[str], Answer]:
    run = read(name, before, after, "simulate", "in.aag", "--stimulus", name, "--max-passes", "2")

    def with_circuit(text: str) -> Answer:
        Path("in.aag").write_text(ONE_INPUT)
        return run(text)

    return with_circuit


PLACES: dict[str, tuple[Callable[[str], Answer], list[str]]] = {
    "mark": (latex("% ogd-exact: a", "b\n" + TABLE), [" ", "\t", "a ", "model=a"]),
    "comment": (latex("%", "ogd-exact: a\n" + TABLE), [" ", "%"]),
    "filecontents": (latex(r"\begin{filecontents}", r"x\end{filecontents}"), [" ", "\n", "[", "{", "."]),
    "command": (latex("\\", "@ " + TABLE), ["hook", "color", "@", "def"]),
    "paper": (latex("", TABLE), ["\\lstinline[", "\\verb|", "\\url ", "\\begin ", "{", "$", "\\csname "]),
    "cell": (latex(BEFORE + "$4", "$" + AFTER), [" ", "1+", "{", "\\frac", "(", "^"]),
    "caption": (latex(r"\begin{table}\caption{", "}" + TABLE), ["continu", " ", "{}"]),
    "toml": (read("t/svm/not.toml", TOML, "", "verify", "--tables", "t"), ["\n", '"', "[", "a = 1\n", "#\n"]),
    "string": (read("t/svm/not.toml", TOML + 'x = """', '"""\n', "verify", "--tables", "t"), ["\n", '\\"\n', "'\n"]),
    "blif": (read("a.blif", ".model m\n", "\n.end\n", "simulate", "a.blif"), [" ", "\\\n", "#", ".names "]),
    "aiger": (read("a.aag", "aag 1 0 1 1 0\n2 3 0\n2\n", "", "simulate", "a.aag"), [" ", "c\n", "l0 ", "0"]),
    "csv": (stimulus("s.csv", "x\n", "\n"), ["0,", "\n", '"', " "]),
    "witness": (stimulus("s.wit", "1\nb0", "\n0\n0\n.\n"), ["b0", "0", " ", "\n"]),
    "dimacs": (read("a.cnf", "p cnf 3 2\n1 ", "", "barrier", "sat", "a.cnf"), [" ", "1 ", "0", "c\n"]),
    "examples": (read("e.csv", "1,0,1\n", "", "barrier", "stable", "e.csv", "--eta", "1/4"), [" ", "0", "1e", ","]),
    "lines": (read("e.jsonl", '{"x":', "", "barrier", "weights", "e.jsonl", "--steps", "2"), [" ", "{", '"', "0"]),
    "contract": (lambda text: called("synthesize", f"a(b bit): {text}"), [" ", ",", "):", "a = "]),
    "rate": (lambda text: called("replay", "counter:2", "--noise", "1" + text), [" ", "0", "(", "/"]),
    "schedule": (lambda text: called("annealed", "--schedule", text), ["sqrt(", " ", "(", "t"]),
    "choice": (lambda text: called("simulate", "counter:2", "--engine", text), ["' (choose from ", " ", "a"]),
}  # fmt: skip
WERE_QUADRATIC = [("mark", " "), ("filecontents", " "), ("command", "hook"), ("command", "color"), ("rate", " ")]
OTHERS = [
    (place, unit) for place, (_, units) in PLACES.items() for unit in units if (place, unit) not in WERE_QUADRATIC
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def cost(run: Callable[[str], Answer], unit: str, size: int) -> float:
    """The seconds of CPU for so many characters; what else the process does now and then is in some of them."""
    began = time.process_time()
    run(unit * (size // len(unit)))
    return time.process_time() - began


@pytest.mark.parametrize(("place", "unit"), [*WERE_QUADRATIC, *sampled(OTHERS, 1, lambda pair: pair[:1])])
def test_time_grows_as_the_text_does(place: str, unit: str) -> None:
    run = PLACES[place][0]
    run(unit)  # which imports and reads what all runs do
    short = cost(run, unit, PIECE)
    assert any(cost(run, unit, 4 * PIECE) < 8 * short + 0.3 for _ in range(5))
    if not conftest.everything and (place, unit) not in WERE_QUADRATIC:
        return
    answer = run(unit * (LONG // len(unit)))
    assert answer.code in (0, 1, 2, 3) and answer.err.count("\n") <= 1
