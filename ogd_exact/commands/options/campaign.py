"""The options of campaign."""

from ogd_exact.commands.parser import Parser, count_between


def add_options(parser: Parser) -> None:
    parser.description = "Do all that a plan asks for, on as many processes and machines as there are."
    parser.epilog = """example: %(prog)s plan.toml --workers 4 -o report.html

exit codes: 0 every task holds; 1 a claim is refuted; 2 the input or the call is wrong;
3 not every task is done, and the same command goes on with the rest"""
    parser.add_argument("plan", metavar="PLAN", help="what to do, as TOML; see docs/campaign.md")
    parser.add_argument(
        "--results", metavar="FILE", help="where answers are kept, a line each (default: PLAN's name, .jsonl, here)"
    )
    parser.add_argument(
        "--task", metavar="KEY", help="instead: do the task whose key begins so, here, and keep nothing"
    )
    add_cluster(parser, 2)
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    output.add_argument("--output", "-o", metavar="FILE", help="write the report there besides, as HTML")


def add_cluster(parser: Parser, workers: int) -> None:
    where = parser.add_argument_group("where").add_mutually_exclusive_group()
    where.add_argument(
        "--workers",
        type=count_between(1, 256),
        default=workers,
        metavar="N",
        help=f"in so many processes of this machine ({workers})",
    )
    where.add_argument("--scheduler", metavar="ADDRESS", help="on the workers of this scheduler of Dask")
