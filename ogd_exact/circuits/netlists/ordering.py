"""Puts gates in an order in which operands come first, without recursion: files can be deep."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

Node = TypeVar("Node", bound=Hashable)


class Loop(Exception):
    """A node that depends on itself."""

    def __init__(self, node: Any) -> None:
        super().__init__(node)
        self.node = node


def operands_first(starts: Iterable[Node], operands: Callable[[Node], Iterable[Node]]) -> list[Node]:
    """All nodes that the starts depend on, and they, in the given order as far as operands allow."""
    order: list[Node] = []
    finished: dict[Node, bool] = {}
    for start in starts:
        stack = [start]
        while stack:
            node = stack[-1]
            if node in finished:
                stack.pop()
                if not finished[node]:
                    finished[node] = True
                    order.append(node)
                continue
            finished[node] = False
            for operand in reversed(list(operands(node))):
                if operand not in finished:
                    stack.append(operand)
                elif not finished[operand]:
                    raise Loop(operand)
    return order
