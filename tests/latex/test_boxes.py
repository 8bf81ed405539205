r"""What engines besides pdfTeX say in their logs, in logs of a few lines: no test machine needs to have them."""

from ogd_exact.documents.typeset.boxes import Node, pages
from ogd_exact.documents.typeset.engine import Run
from ogd_exact.documents.typeset.glyphs import printed
from ogd_exact.documents.typeset.layout import Layout

FONT = "TU/lmss/m/sl/10.95"


def layout(engine: str, *lines: str) -> Layout:
    log = "\n".join(["Completed box being shipped out [1]", r"\vbox(20.0+0.0)x100.0", *lines, "", ""])
    (page,) = pages(log)
    return Layout(page, Run(engine, log, {f"{FONT}:116": "120"}, []))


def glyphs(found: Layout) -> list[Node]:
    return [node for node in found.ink if node.kind == "glyph"]


def test_glyphs_of_xetex_are_told_by_their_numbers() -> None:
    known, unknown = glyphs(layout("xelatex", r".\hbox(7.0+0.0)x9.0", rf"..\{FONT} glyph#116", rf"..\{FONT} glyph#117"))
    assert printed(FONT, known.code) == "x" and printed(FONT, unknown.code) == "\\glyph "


MOVED = (r".\hbox(7.0+0.0)x9.0", r"..\special{pdf:btrans matrix 1.0 0.0 0.0 1.0 72 -36}", r"..\OT1/cmr/m/n/10 1",
         r"..\special{pdf:etrans}", r"..\OT1/cmr/m/n/10 1")  # fmt: skip


def test_what_xetex_moves_stands_elsewhere_and_pdftex_moves_nothing() -> None:
    moved, still = glyphs(layout("xelatex", *MOVED))
    assert (round(moved.x, 2), round(moved.y - still.y, 3)) == (72.27, 36.135) and still.x < 10
    assert [node.x < 10 for node in glyphs(layout("pdflatex", *MOVED))] == [True, True]


def test_what_is_turned_has_a_shadow_on_the_page() -> None:
    turned = MOVED[1].replace("matrix 1.0 0.0 0.0 1.0 72 -36", "rotate 180")
    own, shadow, after = glyphs(layout("xelatex", MOVED[0], r"..\kern 50.0", turned, *MOVED[2:]))
    assert (own.turned, shadow.turned, after.turned) == (1, 0, 0)
    assert own.x == 50 and shadow.right == 50 and shadow.x < 50


def test_boxes_from_right_to_left_are_not_understood() -> None:
    found = layout("lualatex", r".\hbox(7.0+0.0)x9.0, direction TRT", r"..\OT1/cmr/m/n/10 1")
    assert [node.kind for node in found.ink] == ["drawn", "glyph"]


def test_leaders_repeat_their_box() -> None:
    lines = (r".\hbox(7.0+0.0)x90.0", r"..\leaders 40.0", r"...\hbox(1.0+0.0)x10.0", r"....\OT1/cmr/m/n/10 .")
    assert [round(node.x) for node in glyphs(layout("pdflatex", *lines))] == [0, 10, 20, 30]
