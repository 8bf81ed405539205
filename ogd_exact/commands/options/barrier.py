"""The options of barrier, and its subcommands."""

from ogd_exact.commands.parser import Parser, add_output


def add_options(parser: Parser) -> None:
    parser.description = "Which contracts can examples of a quadratic loss fulfil? Every answer comes with its proof."
    parser.epilog = """example: %(prog)s --gadget destructive_nand

exit codes: 0 every claim, possible or impossible, is proved; 1 one fails;
2 the input or the call is wrong; 3 undecided"""
    what = parser.add_argument_group("what to prove")
    what.add_argument("--model", help="whose gadgets and encoding (svm)")
    what.add_argument("--gadget", action="append", default=[], help="only this gadget, in detail (repeatable)")
    what.add_argument("--contract", metavar="FILE", help="a contract of your own, in detail: a TOML file")
    what.add_argument("--tables", metavar="DIR", help="your own models and gadgets: DIR/MODEL/*.toml")
    for truth in ("true", "false", "unset"):
        what.add_argument(f"--{truth}", metavar="W", help=f"the weight that stands for {truth} (as in the model)")
    output = add_output(parser, ("text", "json"))
    output.add_argument("--details", action="store_true", help="show every certificate and every example")
    others = parser.add_subparsers(title="other commands", metavar="COMMAND")
    others.add_parser("weights", file="barrier_weights", help="the weights after any number of steps")
    others.add_parser("check", file="barrier_check", help="check the claims of a file that --format json wrote")
    others.add_parser("sat", file="barrier_sat", help="a formula as a training set of linear regression")
    others.add_parser("stable", file="barrier_stable", help="whether steps are stable, so that none can cycle")
