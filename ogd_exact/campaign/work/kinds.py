"""All kinds of work, by the names that plans have for them."""

from ogd_exact.campaign.work import circuits, search
from ogd_exact.campaign.work.work import Kind

KINDS: dict[str, Kind] = {"circuits": circuits, "search": search}
