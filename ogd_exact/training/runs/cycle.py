"""Brent's search for a cycle: whoever looks for one looks by this."""

from copy import copy
from dataclasses import dataclass
from typing import Generic, TypeVar

State = TypeVar("State")


@dataclass
class Cycle(Generic[State]):
    """A sequence of states has come round when one equals the kept state.

    Kept are the states after 0, 1, 3, 7 moves and so on, each till its reach, 1, 2, 4, 8 moves, is over. So the first
    return to the kept state comes at a distance that is the period.
    """

    kept: State
    distance: int = 0  # moves since the kept state
    reach: int = 1  # after so many, another is kept

    @property
    def room(self) -> int:
        """How many moves may be made in one go."""
        return self.reach - self.distance

    def closed(self, state: State) -> bool:
        return self.distance > 0 and state == self.kept

    def move(self, count: int, state: State) -> None:
        """To a state so many moves later, within the room."""
        self.distance += count
        if self.distance == self.reach and not self.closed(state):
            self.kept, self.distance, self.reach = copy(state), 0, 2 * self.reach
