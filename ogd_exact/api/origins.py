"""Where the examples of a pass come from: the gadget calls that they belong to, and the rows of their tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ogd_exact.training.constructions.provenance import Provenance


@dataclass(frozen=True)
class GadgetCall:
    """One call of a gadget, as the construction makes it."""

    gadget: str
    on: tuple[str, ...]  # the names of the coordinates that it is called on
    phase: str  # what it is called for: each of the inputs, gates or outputs, or the question
    of: str  # which of them, by the name of its coordinate
    first: int  # of its examples, from 1
    last: int


@dataclass(frozen=True)
class Origin:
    """The call that an example belongs to, and its row there, through the calls of other gadgets."""

    example: int  # its number, from 1
    call: GadgetCall
    rows: tuple[
        tuple[str, int], ...
    ]  # such as ("not", 2), ("copy", 1): row 2 of not calls copy, of which this is row 1


def origins(places: Iterator[Provenance], names: Mapping[str, str]) -> Iterator[list[Origin]]:
    """The origins of all examples, call by call."""
    here: list[Provenance] = []
    for place in places:
        if here and place.call is not here[0].call:
            yield of_call(here, names)
            here = []
        here.append(place)
    yield of_call(here, names)


def of_call(places: list[Provenance], names: Mapping[str, str]) -> list[Origin]:
    place = places[0]
    on, of = tuple(names[str(i)] for i in place.call.on), names[str(place.of)]
    call = GadgetCall(place.call.gadget, on, place.over, of, place.number, places[-1].number)
    return [Origin(place.number, call, place.path) for place in places]
