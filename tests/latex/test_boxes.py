r"""What engines besides pdfTeX say in their logs, in logs of a few lines: no test machine needs to have them."""

import pytest

from ogd_exact.documents.typeset.boxes import Colour, Node, pages
from ogd_exact.documents.typeset.engine import Run
from ogd_exact.documents.typeset.glyphs import printed
from ogd_exact.documents.typeset.layout import BLACK, Layout

FONT = "TU/lmss/m/sl/10.95"


def layout(engine: str, *lines: str) -> Layout:
    log = "\n".join(["Completed box being shipped out [1]", r"\vbox(20.0+0.0)x100.0", *lines, "", ""])
    (page,) = pages(log)
    return Layout(page, Run(engine, log, {f"{FONT}:116": "120"}, []), (0.0, 0.0, 600.0, 800.0), [BLACK])


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


@pytest.mark.parametrize(
    ("font", "code", "text"),
    [
        ("LMS/ntxsy/m/n/9", "\xb9", "("),
        ("LMS/ntxsy/m/n/9", "\xba", ")"),
        ("LMS/ntxsy/m/n/9", "\xcf", "+"),
        ("LMS/ntxsy/m/n/9", "!", "\\to "),
        ("LMX/ntxexx/m/n/9", "^^P", "("),
        ("XYZ/ntxsy/m/n/9", "\xb9", "\\glyph "),
        ("T1/cmr/m/n/10", "\xd7", "\\glyph "),  # an oe of capitals, which is a product in Unicode
        ("T1/lmr/m/n/10", "^^]", "\\glyph "),
        ("T1/LinuxLibertineT-TLF/m/n/9", "^^] (ligature ff)", "ff"),
        ("OT1/cmr/m/n/10", "^^N (ligature |ffi)", "ffi"),
    ],
)
def test_codes_mean_what_the_encoding_of_their_font_says(font: str, code: str, text: str) -> None:
    (glyph,) = glyphs(layout("pdflatex", r".\hbox(7.0+0.0)x9.0", rf"..\{font} {code}"))
    assert printed(glyph.font, glyph.code) == text


@pytest.mark.parametrize(
    ("said", "colour"),
    [
        ("[0]", (0.0, 0.0, 0.0)),
        ("[1 0 0]", (1.0, 0.0, 0.0)),
        ("[0 1 1 0]", (1.0, 0.0, 0.0)),
        ("[0 0]", (1.0, 1.0, 1.0)),
        ("[0] [1]", (1.0, 1.0, 1.0)),
    ],
)
def test_colours_of_drivers_are_lists_of_one_three_or_four_numbers(said: str, colour: Colour) -> None:
    lines = (r".\hbox(7.0+0.0)x9.0", rf"..\special{{pdf:bcolor {said}}}", r"..\OT1/cmr/m/n/10 1")
    assert [glyph.colour for glyph in glyphs(layout("xelatex", *lines))] == [colour]
