"""All kinds of work, by the names that plans have for them."""

from ogd_exact.campaign.work.circuits import Circuits
from ogd_exact.campaign.work.search import Search
from ogd_exact.campaign.work.work import Kind

KINDS: dict[str, Kind] = {"circuits": Circuits(), "search": Search()}
