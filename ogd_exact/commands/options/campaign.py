"""The options of campaign."""

from ogd_exact.commands.parser import Parser, add_output, count_between, option


def add_options(parser: Parser) -> None:
    parser.describe(
        "Do all that a plan asks for, on as many processes and machines as there are.",
        "plan.toml --workers 4 -o report.html",
        "0 every task holds; 1 a claim is refuted; 2 the input or the call is wrong; "
        "3 not every task is done, and the same command goes on with the rest",
    )
    parser.add_argument("plan", metavar="PLAN", help="what to do, as TOML; see docs/campaign.md")
    option(parser, "--results FILE", "where answers are kept, a line each (default: PLAN's name, .jsonl, here)")
    option(parser, "--task KEY", "instead: do the task whose key begins so, here, and keep nothing")
    add_cluster(parser, 2)
    add_output(parser, ("text", "json"), "also write the report there, as HTML")


def add_cluster(parser: Parser, workers: int) -> None:
    where = parser.add_argument_group("where").add_mutually_exclusive_group()
    option(where, "--workers N", f"use N processes of this machine ({workers})", count_between(1, 256), workers)
    option(where, "--scheduler ADDRESS", "use the workers of this Dask scheduler")
