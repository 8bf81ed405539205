"""Pictures of precision: the bits that it takes, and the error of a run in doubles."""

from collections.abc import Iterable
from io import BytesIO
from itertools import groupby
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.robustness.precision.doubles import DOUBLE, DoubleStep
from ogd_exact.robustness.precision.findings import Findings
from ogd_exact.text.extras import install
from ogd_exact.text.files import check_writable, write_file
from ogd_exact.text.wording import argument

PLOTTED_CALLS = 8  # before the first wrong decision
RED, BLUE, GREY = "#c0392b", "#2471a3", "#555555"


def check_plot(path: str) -> None:
    """Refuses before any work what could not be drawn after it."""
    check_writable(path)
    if not path.endswith((".png", ".svg", ".pdf")):
        raise InputError("a picture is a .png, .svg or .pdf file; name one", path or argument("plot"))
    try:
        import matplotlib
    except ImportError:
        raise InputError(f"{argument('plot')} needs matplotlib; {install('plot')}") from None
    matplotlib.use("agg")


def figure() -> tuple[Any, Any]:
    from matplotlib import pyplot

    pyplot.rcParams.update({"font.size": 13, "axes.spines.top": False, "axes.spines.right": False})
    drawn, axes = pyplot.subplots(figsize=(11, 6), layout="constrained")
    return drawn, axes


def write_figure(drawn: Any, path: str) -> None:
    from matplotlib import pyplot

    buffer = BytesIO()
    drawn.savefig(buffer, format=path.rpartition(".")[2], dpi=110, metadata=None)
    pyplot.close(drawn)
    write_file(iter([buffer.getvalue()]), path)


def write_error_plot(found: Findings, path: str) -> None:
    """The error of each margin in doubles beside the margin, up to the first decision that is wrong."""
    drawn, axes = figure()
    shown = window(found)

    def draw(values: Iterable[float | None], color: str, label: str, markersize: int = 6, **style: str) -> None:
        heights = [float("nan") if value is None else value for value in values]
        axes.plot(range(len(shown)), heights, color=color, label=label, markersize=markersize, **style)

    draw((m.exact.margin for m in shown), GREY, "size of the margin", 9, marker="_", linestyle="")
    # Where errors are multiplied, those of a run that is exact by luck until late are not the predicted ones.
    if found.steepest.factor <= 1:
        predicted = (m.exact.error - DOUBLE if m.exact.error is not None else None for m in shown)
        draw(predicted, BLUE, "its error as predicted", linestyle="--")
    draw((m.error for m in shown), RED, "its error in doubles (no dot: none)", marker="o")
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + 0.35 * (high - low))
    steepest = max(shown, key=lambda m: m.growth or 0.0)
    if steepest.growth:
        at = next(i for i, moment in enumerate(shown) if moment is steepest)
        text = f"{steepest.exact.place.text}: error of its\nweights grows by $2^{{{steepest.growth:.0f}}}$"
        note(axes, text, at, steepest.error if steepest.error is not None else steepest.exact.margin, (0.72, 0.08))
    first = found.first_error
    if first in shown:
        text = f"first error that stays:\n{first.exact.place.text}" if first else ""
        note(axes, text, shown.index(first), first.after or 0, (0.17, 0.45))
    if not shown[-1].right:
        text = f"first wrong decision:\n{shown[-1].exact.place.text}"
        note(axes, text, len(shown) - 1, shown[-1].error or 0, (0.70, 0.88))
    axes.set_ylabel("size, as a power of two")
    axes.yaxis.set_major_formatter(lambda value, _: f"$2^{{{value:.0f}}}$")
    begins = [i for i in range(len(shown)) if i == 0 or shown[i].exact.place.call is not shown[i - 1].exact.place.call]
    for i in begins:
        axes.axvline(i - 0.5, color="#bbbbbb", linewidth=1)
    names = [f"{shown[i].exact.place.number}: {found.call(shown[i].exact.place)}" for i in begins]
    axes.set_xticks(begins, names, rotation=25, ha="right", fontsize=11)
    axes.set_xlabel(f"step of pass {shown[0].exact.frame + 1}, and call")
    axes.legend(loc="upper left", framealpha=1)
    axes.set_title(f"{found.reduction.asked.circuit} by {found.reduction.model.name}, with {DOUBLE} bits")
    write_figure(drawn, path)


def window(found: Findings) -> list[DoubleStep]:
    """The last calls of the run in doubles, all of one pass."""
    last = [m for m in found.doubles if m.exact.frame == found.doubles[-1].exact.frame]
    calls = [list(within) for _, within in groupby(last, key=lambda m: id(m.exact.place.call))]
    return [moment for call in calls[-PLOTTED_CALLS:] for moment in call]


def note(axes: Any, text: str, x: float, y: float, at: tuple[float, float]) -> None:
    axes.annotate(
        text, (x, y), xytext=at, textcoords="axes fraction", ha="center", fontsize=13,
        arrowprops={"arrowstyle": "->", "color": "black"}, bbox={"boxstyle": "round", "fc": "white", "ec": "#888888"},
    )  # fmt: skip
