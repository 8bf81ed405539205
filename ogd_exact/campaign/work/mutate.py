"""Constructions changed at random: what is still called proved is run, and must be so."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from ogd_exact.campaign.changes import changed
from ogd_exact.campaign.kits import Kit, judged, netlists, shipped
from ogd_exact.campaign.second import Refuted
from ogd_exact.campaign.task import ALL_SHIPPED, HOLDS, REFUTED, Found
from ogd_exact.campaign.work.work import Work, span, whole
from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction.reduction import chosen_construction
from ogd_exact.tables.document import Section
from ogd_exact.tables.library import Library

MOST_SEED = 10**9


class Mutate:
    total = "changed constructions"

    def read(self, section: Section) -> Work:
        section.known("seeds", "circuits", "batch")
        seeds, batch = span(section, "seeds", 0, MOST_SEED), whole(section, "batch", 1, 1000, 10)
        circuits = whole(section, "circuits", 1, 100, 2)

        def asked() -> Iterator[Mapping[str, Any]]:
            yield from ({"seeds": list(piece), "circuits": circuits} for piece in seeds.pieces(batch))

        title = f"constructions changed, each on {circuits} circuits"
        return Work("mutate", title, ALL_SHIPPED, -(-len(seeds) // batch), asked)

    def run(self, asked: Mapping[str, Any]) -> Found:
        counts = dict.fromkeys((self.total, "refused", "proved and right"), 0)
        said = []
        for seed in range(asked["seeds"][0], asked["seeds"][1] + 1):
            counts[self.total] += 1
            kit = mutant(seed)
            with TemporaryDirectory() as folder:
                try:
                    proved = judged(kit, Path(folder), netlists(seed, asked["circuits"]))
                    counts["proved and right" if proved else "refused"] += 1
                except InputError:
                    counts["refused"] += 1
                except Refuted as error:
                    said.append(f"seed {seed}, {kit.name}: proved, and wrong: {error}")
        return Found(REFUTED if said else HOLDS, counts, tuple(said))


@cache
def kits() -> dict[str, Kit]:
    return {kit.name: kit for kit in shipped()}


def mutant(seed: int) -> Kit:
    """One of the constructions that we ship, with one to three changes; the same for a seed wherever it is made."""
    chance = Random(seed)
    name = chance.choice(sorted(kits()))
    return changed(chance, kits()[name], library)


@cache
def library(name: str) -> Library:
    with TemporaryDirectory() as folder:
        kits()[name].write(Path(folder))
        return chosen_construction(kits()[name].model, folder, "first-coordinate")[0]
