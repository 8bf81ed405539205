"""Changes to a construction: edits, and calls of gadgets that were not there."""

import copy
from collections.abc import Callable, Sequence
from random import Random

from ogd_exact.campaign.edits import EDITS
from ogd_exact.campaign.inventions import invent_gadget
from ogd_exact.campaign.kits import Kit
from ogd_exact.tables.library import Library

Invention = Callable[[Random, Kit, Library], None]


def changed(
    chance: Random, kit: Kit, library: Callable[[str], Library], gadgets: Sequence[Invention] = (invent_gadget,)
) -> Kit:
    """One to three changes to a copy, of which half call gadgets that were not there."""
    kit = copy.deepcopy(kit)
    for _ in range(chance.choice([1, 1, 2, 3])):
        if chance.random() < 0.5:
            chance.choice(gadgets)(chance, kit, library(kit.name))
        else:
            chance.choice(EDITS)(chance, kit)
    return kit
