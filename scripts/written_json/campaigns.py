"""What campaign writes."""

from typing import Annotated, Literal, TypedDict

from written_json.shared import Count


class Work(TypedDict):
    kind: str
    title: str
    tasks: Count
    counts: dict[str, Count]
    done: Count
    refuted: Count
    failed: Count
    undecided: Count
    missing: Count


class Failure(TypedDict):
    task: str
    verdict: str
    said: list[str]
    command: str


class FoundTable(TypedDict):
    task: str
    table: Annotated[str, "TOML"]


class CampaignReport(TypedDict):
    format: Literal["ogd-exact-campaign-report/1"]
    plan: str
    verdict: Literal["holds", "refuted", "undecided"]
    works: list[Work]
    failures: list[Failure]
    found: list[FoundTable]
