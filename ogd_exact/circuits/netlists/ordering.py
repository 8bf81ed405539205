"""Puts gates in an order in which operands come first, without recursion: files can be deep."""

from collections.abc import Callable, Iterable


class Loop(Exception):
    """A node that depends on itself."""

    def __init__(self, node: int) -> None:
        super().__init__(node)
        self.node = node


def operands_first(starts: Iterable[int], operands: Callable[[int], Iterable[int]]) -> list[int]:
    """All nodes that the starts depend on, and they, in the given order as far as operands allow."""
    order: list[int] = []
    finished: dict[int, bool] = {}
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
