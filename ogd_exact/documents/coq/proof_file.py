"""A file to compile, and what its lemmas are about."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ogd_exact.core.kernel.errors import Undecided


class NotCovered(Undecided):
    """The theory does not speak of such models."""


@dataclass(frozen=True)
class ProofFile:
    model: str
    stem: str  # of the file's name
    text: str
    places: Mapping[str, object]  # what a lemma is about
    faultless: Callable[[str], bool]  # whether the verifier finds no fault in what a lemma is about

    @property
    def file(self) -> str:
        return f"models/{self.stem}.v"

    def about(self, lemma: str) -> str:
        """What a lemma is about."""
        return str(self.places.get(lemma, self.model))

    def verified(self, lemma: str) -> bool:
        """Whether a lemma is about something in which the verifier finds no fault."""
        return lemma in self.places and self.faultless(lemma)
