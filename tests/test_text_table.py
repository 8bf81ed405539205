"""Tables as plain text."""

from ogd_exact.text.text_table import text_table


def test_columns_are_as_wide_as_their_widest_line() -> None:
    rows = [("not", 7, "alpha > 0,\nalpha < 1"), ("destructive_nand", 12, "")]
    assert text_table(("gadget", "steps", "region"), rows, right=[1]).split("\n") == [
        "gadget            steps  region",
        "----------------  -----  ----------",
        "not                   7  alpha > 0,",
        "                         alpha < 1",
        "destructive_nand     12",
    ]


def test_a_table_without_rows_has_its_headers() -> None:
    assert text_table(("a", "bc"), []) == "a  bc\n-  --"
