"""Facts about the paper: what it is called, and the numbers that its tables have by their captions."""

from ogd_exact.core.tables.table import Table

TITLE = "On the Computational Power of Online Gradient Descent"
AUTHORS = "Vaggos Chatziafratis, Tim Roughgarden and Joshua R. Wang"
VERSION = "arXiv 1807.01280, version 2; COLT 2019"
# Every caption in a table environment counts one, those of APIs and of continuations among them.
NUMBERS = {
    "tab:public-api": 1, "tab:reset": 2, "tab:not": 3, "tab:bias": 4, "tab:cpy": 5, "tab:dnand": 6, "tab:inputF": 7,
    "tab:setiftrue": 8, "tab:rreset": 9, "tab:regularizer-api": 10, "tab:rcopy": 11, "tab:rdnand": 12,
    "tab:rinputF": 13, "tab:rsetiftrue": 14, "tab:public-api-sq1": 15, "tab:reset1": 16, "tab:not1": 17,
    "tab:copy1": 18, "tab:dnand1": 19, "tab:set1": 20, "tab:trset1": 21, "tab:public-api-sq2": 22, "tab:reset2": 23,
    "tab:not2": 24, "tab:copy2": 25, "tab:dnand2": 27, "tab:setF2": 30, "tab:setT2": 32,
}  # fmt: skip
OURS = ("corrected", "printed")  # sources that are the paper's tables, as we keep them
DERIVED = ("svm-eta",)  # models whose tables the paper does not print: it says how they follow from others


def name(table: Table, source: str) -> str:
    """The number of a table in the paper; "" for what is none of its tables."""
    number = NUMBERS.get(table.label) if source in OURS else None
    if number is None:
        return ""
    return f"from Table {number}" if table.model in DERIVED else f"Table {number}"
