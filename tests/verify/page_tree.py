"""Reads a page of HTML into a tree, and refuses one whose tags do not match."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = ("meta", "br", "hr", "img", "link")


@dataclass(eq=False)
class Element:
    tag: str
    attributes: dict[str, str]
    above: "Element | None" = None
    children: list["Element | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    def has(self, name: str) -> bool:
        return name in self.attributes.get("class", "").split()

    def all(self, *tags: str) -> Iterator["Element"]:
        """What is below, in order."""
        for child in self.children:
            if isinstance(child, Element):
                if not tags or child.tag in tags:
                    yield child
                yield from child.all(*tags)

    def within(self, tag: str) -> "Element":
        element = self
        while element.tag != tag:
            assert element.above is not None, f"not within {tag}"
            element = element.above
        return element


class Tree(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = self.here = Element("", {})
        self.feed(text)
        self.close()
        assert self.here is self.root, f"{self.here.tag} is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        element = Element(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(element)
        if tag not in VOID:
            self.here = element

    def handle_endtag(self, tag: str) -> None:
        assert self.here.tag == tag and self.here.above is not None, f"</{tag}> closes <{self.here.tag}>"
        self.here = self.here.above

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)


def by_id(root: Element) -> dict[str, Element]:
    elements = [element for element in root.all() if element.id]
    assert len({element.id for element in elements}) == len(elements), "an id twice"
    return {element.id: element for element in elements}


def grid(table: Element) -> dict[tuple[int, int], Element]:
    """The cell at each row and column, where spans put it; every row must be as wide as the first."""
    cells: dict[tuple[int, int], Element] = {}
    rows = list(table.all("tr"))
    for i, row in enumerate(rows):
        for cell in row.children:
            assert isinstance(cell, Element)
            column = next(j for j in range(1000) if (i, j) not in cells)
            for di in range(int(cell.attributes.get("rowspan", 1))):
                for dj in range(int(cell.attributes.get("colspan", 1))):
                    assert (i + di, column + dj) not in cells, "cells overlap"
                    cells[i + di, column + dj] = cell
    widths = {sum(place[0] == i for place in cells) for i in range(len(rows))}
    assert len(widths) == 1 and max(i for i, _ in cells) == len(rows) - 1, "rows of different widths"
    return cells
