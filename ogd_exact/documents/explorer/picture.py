"""The still picture: the weights at every step of a pass, and the bits of all passes."""

import io
from collections.abc import Callable
from math import ceil, floor, log10
from pathlib import Path
from textwrap import fill
from typing import Any
from warnings import catch_warnings, filterwarnings

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.documents.explorer.circuit_data import phases
from ogd_exact.documents.explorer.outline import Outline
from ogd_exact.documents.explorer.palette import DARK, LIGHT
from ogd_exact.text.extras import install
from ogd_exact.text.wording import argument, counted
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.simulation import Outcome, Simulation

TITLES = {"inputs": "prepare", "gates": "compute the gates", "question": "answer", "outputs": "feed back"}
FALSE, TRUE, LINE = LIGHT["false"], LIGHT["true"], LIGHT["ink"]
# From false to true through white, and beyond to darker ones, for weights of any size.
SHADES = ("#4b3310", FALSE, DARK["false"], "#f7f7f7", DARK["true"], TRUE, "#173d54")
COLUMN = 3.4  # inches, as wide as a column of a paper
STYLE = {
    "font.size": 7,
    "axes.linewidth": 0.5,
    "xtick.major.width": 0.5,
    "ytick.major.width": 0.5,
    "xtick.major.size": 2,
    "ytick.major.size": 2,
    "pdf.fonttype": 42,
    "svg.hashsalt": "ogd-exact",
}
FORMATS: dict[str, dict[str, None]] = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
MOST_NAMED = 44  # rows, of which some have their names beside them
ABOVE, BELOW = 18, 14  # names that fit beside each other in small letters
MOST_COLUMNS = 1000
LONGEST, LINE_OF_TEXT = 12, 44  # letters of a name, and below a picture


def picture_format(path: str) -> str:
    """The format of a file, by how its name ends."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        raise InputError(f"a picture is one of {', '.join(FORMATS)}; name a file that ends so, such as run.svg", path)
    return suffix


def picture(reduction: Reduction, way: Outline, number: int, kind: str = "png") -> bytes:
    """Pass `number` (from 1) above, and the run below, in one of the formats; the same bytes for the same run."""
    check_number(number, way.outcome.passes, "pass", "passes")

    def draw(figure: Any) -> None:
        above, below = figure.subplots(2, 1, height_ratios=(3, 2))
        draw_pass(figure, above, reduction, way, number)
        draw_run(below, reduction, way)

    said = f"every weight in pass {number}, and the bits of every pass; {ended(way.outcome, 'pass')}"
    return saved(draw, (COLUMN, 4.2), kind, f"{reduction.asked.circuit} by {reduction.model.name}: {said}")


def check_number(number: int, passes: int, one: str, many: str = "") -> None:
    if not 1 <= number <= passes:
        choose = "choose it" if passes == 1 else "choose one of them"
        raise InputError(f"{argument('number', number)}: the run has {counted(passes, one, many)}; {choose}")


def saved(draw: Callable[[Any], None], size: tuple[float, float], kind: str, title: str) -> bytes:
    """The bytes of what `draw` draws, in one of the formats; its title is in the file, for a caption to say."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(f"a picture needs matplotlib; {install('plot')}") from None
    from matplotlib import rc_context

    buffer = io.BytesIO()
    with catch_warnings(), rc_context(STYLE):
        filterwarnings("ignore", "Glyph .* missing from")  # in names; the font shows a box instead
        figure = Figure(figsize=size, dpi=300, layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure)
        figure.savefig(buffer, format=kind, metadata={**FORMATS[kind], "Title": title})
    return buffer.getvalue()


def weights_of_pass(reduction: Reduction, way: Outline, number: int) -> list[list[float]]:
    """The weights before a pass and after each of its steps, by the kernel."""
    run = Simulation(reduction)
    if number > 1:
        run.place(number - 1, run.coding.after(way.bits(reduction.netlist, number - 2)))
    found = [[float(plain(weight)) for weight in run.weights.values()]]
    for _ in run.stepwise():
        found.append([float(plain(weight)) for weight in run.weights.values()])
        if run.pass_done:
            break
    return found


def draw_pass(figure: Any, axes: Any, reduction: Reduction, way: Outline, number: int) -> None:
    from matplotlib.colors import LinearSegmentedColormap, SymLogNorm

    columns = weights_of_pass(reduction, way, number)
    sizes = [abs(weight) for column in columns for weight in column if weight]
    most = max(sizes, default=1.0)
    # With decay weights range over many powers of ten; without it, all that matters is between -1 and 1 or close by.
    scale = SymLogNorm(min(1.0, min(sizes, default=1.0)) if reduction.values.decay != 1 else 1.0, vmin=-most, vmax=most)
    rows = list(zip(*columns, strict=True))
    shades = LinearSegmentedColormap.from_list("weights", SHADES)
    image = axes.imshow(rows, aspect="auto", cmap=shades, norm=scale, interpolation="nearest")
    far = 10.0 ** floor(log10(most)) if most >= 1 else most
    ticks = sorted({-far, -1.0, 0.0, 1.0, far})
    bar = figure.colorbar(image, ax=axes, label="weight", pad=0.01, ticks=ticks)
    bar.ax.set_yticklabels([f"{tick:.3g}" for tick in ticks])
    bar.minorticks_off()
    program = reduction.program
    name_rows(axes, [*program.coordinates(), *program.construction.state], ABOVE)
    starts, titles = zip(*phase_starts(reduction), strict=True)
    for k, (start, end) in enumerate(zip(starts, (*starts[1:], reduction.examples), strict=True), 1):
        axes.axvline(start + 0.5, color=LINE, linewidth=0.5, linestyle="--")
        if start < len(columns):
            axes.text((start + min(end, len(columns))) / 2, -0.7, str(k), ha="center", va="bottom", weight="bold")
    named = ", ".join(f"{k}\N{NO-BREAK SPACE}{title}" for k, title in enumerate(titles, 1))
    plainly(axes.set_xlabel(f"step of pass {number}\n" + fill(f"phases: {named}", LINE_OF_TEXT)))
    axes.set_xlim(-0.5, len(columns) - 0.5)


def phase_starts(reduction: Reduction) -> list[tuple[int, str]]:
    """How many steps come before each phase, and what it does."""
    found: dict[int, tuple[int, str]] = {}
    seen: set[str] = set()
    time = 0
    for phase, (_, block) in zip(phases(reduction), reduction.training.blocks(), strict=True):
        if phase not in found:
            over = reduction.program.construction.phases[phase].over
            found[phase] = (time, "clear" if over in seen else TITLES.get(over, over))
            seen.add(over)
        time += len(block.examples)
    return list(found.values())


def draw_run(axes: Any, reduction: Reduction, way: Outline) -> None:
    """One column for each pass, of the last ones if there are too many: the state, as words are written from above;
    below it what every gate is, if there are few.
    """
    netlist, passes = reduction.netlist, way.outcome.passes
    first = max(0, passes - MOST_COLUMNS)
    bits, columns = way.bits(netlist, first), []
    few = len(reduction.asked.latches) + len(netlist.gates) <= BELOW
    for _ in range(first, passes):
        values = list(bits)
        for a, b in netlist.gates:
            values.append(not (values[a] and values[b]))
        columns.append([*reversed(netlist.latches(bits)), *(values[netlist.inputs :] if few else ())])
        bits = tuple(values[output] for output in netlist.outputs)
    rows = list(zip(*columns, strict=True))
    draw_bits(axes, axes.xaxis, rows, (first + 0.5, passes + 0.5, len(rows) - 0.5, -0.5))
    gates = [f"gate{k}" for k in range(len(netlist.gates))] if few else []
    name_rows(axes, [*reversed(reduction.asked.latches), *gates], BELOW, "bits of state")
    shown = "every pass" if first == 0 else f"the last {MOST_COLUMNS} passes"
    plainly(axes.set_xlabel(f"the {'bits' if few else 'state'} of {shown}"))


def draw_bits(axes: Any, passes: Any, rows: Any, extent: tuple[float, float, float, float]) -> None:
    """Blue where they are true; whole numbers stand along the axis of the passes."""
    from matplotlib.colors import ListedColormap
    from matplotlib.ticker import MaxNLocator

    colours = ListedColormap([FALSE, TRUE])
    axes.imshow(rows, aspect="auto", cmap=colours, extent=extent, interpolation="nearest", vmin=0, vmax=1)
    passes.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))


def ended(outcome: Outcome, unit: str) -> str:
    """How a run ended, in a few words."""
    passes = outcome.passes
    ends = {
        "accepted": f"accepted in {unit} {passes}",
        "never": "never accepted",
        "undecided": f"undecided after {passes}",
    }
    return ends[outcome.verdict]


def name_rows(axes: Any, names: list[str], most: int, what: str = "weights") -> None:
    """The names of rows, or of every second one, where so many fit; what a file calls a latch is no formula."""
    if len(names) > MOST_NAMED:
        axes.set_ylabel(f"{len(names)} {what}")
        return
    every = ceil(len(names) / most) or 1
    labels = [short(text, LONGEST) for text in names[::every]]
    axes.set_yticks(range(0, len(names), every), labels, fontsize=7 if len(labels) <= 3 * most / 4 else 6)
    for label in axes.get_yticklabels():
        plainly(label)


def short(text: str, most: int) -> str:
    """A name that is too long without its middle, as names of files differ at their ends."""
    tail = (most - 1) // 2
    return text if len(text) <= most else f"{text[: most - 1 - tail]}…{text[-tail:]}"


def plainly(text: Any) -> None:
    text.set_parse_math(False)
