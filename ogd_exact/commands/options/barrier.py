"""The options of barrier, and of its subcommands."""

from typing import Any

from ogd_exact.commands.known import LOSSES
from ogd_exact.commands.parser import Parser, add_output, count_between, option


def add_options(parser: Parser) -> None:
    parser.describe(
        "Which contracts can examples of a quadratic loss fulfil? Every answer comes with its proof.",
        "--gadget destructive_nand",
        "0 every claim, possible or impossible, is proved; 1 one fails; 2 the input or the call is wrong; 3 undecided",
    )
    what = add_contracts(parser, "what to prove", ", in detail")
    for truth in ("true", "false", "unset"):
        option(what, f"--{truth} W", f"the weight that stands for {truth} (as in the model)")
    output = add_output(parser, ("text", "json"))
    option(output, "--details", "show every certificate and every example")
    others = parser.add_subparsers(title="other commands", metavar="COMMAND")
    others.add_parser("rule", file="barrier_rule", help="whether a rule, given as data, cannot compute at all")
    others.add_parser("weights", file="barrier_weights", help="the weights after any number of steps")
    others.add_parser("check", file="barrier_check", help="check the claims of a file that --format json wrote")
    others.add_parser("sat", file="barrier_sat", help="a formula as a training set of linear regression")
    others.add_parser("stable", file="barrier_stable", help="whether steps are stable, so that none can cycle")


def add_rule_options(parser: Parser) -> None:
    parser.describe(
        "Does every step of a rule keep affine combinations, or never bring two weight vectors nearer? "
        "Then no examples overwrite a bit by a NAND.",
        "squared-error",
        "0 it is proved that the rule cannot compute; 1 it computes, by theorem; "
        "2 the input or the call is wrong; 3 neither is proved",
    )
    parser.add_argument("rule", metavar="file", help=f"a model.toml with a [rule], or {', '.join(LOSSES)}")
    add_output(parser, ("text", "json"))


def add_weights_options(parser: Parser) -> None:
    parser.describe(
        "The weights of OGD on quadratic examples after any number of steps, by matrix powers.",
        "example:8x20 --steps 53",
        "0 computed, and checked; 1 a check failed; 2 the input or the call is wrong",
    )
    parser.add_argument("training", help="a file of JSON lines, or example:DxT or example:DxT:SEED")
    steps = count_between(0, 10**100, "a number of steps up to 10^100, such as 53 or 10^18 (a base up to 10)")
    option(parser, "--steps N", "how many steps, such as 53 or 10^18", steps, required=True)
    how = parser.add_argument_group("in which numbers").add_mutually_exclusive_group()
    option(how, "--exact", "as rationals (the default)")
    option(how, "--modulo P", "modulo a prime below 2^64", count_between(2, 2**64 - 1))
    option(how, "--primes K", "modulo K primes at once, exactly if they suffice", count_between(1, 2000))
    option(how, "--balls BITS", "as intervals, of so many bits", count_between(2, 100_000))
    add_output(parser, ("text", "json"))


def add_check_options(parser: Parser) -> None:
    parser.describe(
        "Check every claim of a file that --format json wrote, by the checker alone.",
        "claims.json",
        "0 every claim holds; 1 one does not; 2 the input or the call is wrong",
    )
    parser.add_argument("claims", metavar="file", help="the claims")


def add_sat_options(parser: Parser) -> None:
    parser.describe(
        "Linear regression is NP-hard to predict: a training set that decides a formula.",
        "formula.cnf --replay sklearn",
        "0 decided; 1 a check failed, or scikit-learn has other weights; 2 the input or the call is wrong; 3 undecided",
    )
    parser.add_argument(
        "formula", metavar="file", help="a formula in DIMACS, or example:KxC or example:KxC:SEED, a random one"
    )
    option(parser, "--replay", "train scikit-learn's SGDRegressor with it, too", choices=("sklearn",))
    output = parser.add_argument_group("output")
    option(output, "--format", "of the report; default: text", choices=("text", "json"), default="text")
    output.add_argument("--output", "-o", metavar="FILE", help="write the training set there, as lines of JSON")


def add_stable_options(parser: Parser) -> None:
    parser.describe(
        "Stable steps of smooth losses cannot cycle. Is every step on a training set stable? "
        "Without a training set: which contracts can no stable steps keep?",
        "train.csv --loss logistic --eta 1/10",
        "0 every step is stable (contracts: answered); 1 a step is not; 2 the input or the call is wrong",
    )
    training = parser.add_argument_group("a training set")
    training.add_argument("training", nargs="?", help="a file of JSON lines, or a CSV file with the label last")
    option(training, "--loss", "default: squared", choices=("squared", "squared-hinge", "logistic", "huber"))
    option(training, "--eta R", "the learning rate (that of the file, if it has one)")
    option(
        training, "--batch", "steps on the whole batch, by the sum or the mean of its losses", choices=("sum", "mean")
    )
    add_contracts(parser, "contracts")
    add_output(parser, ("text", "json"))


def add_contracts(parser: Parser, title: str, how: str = "") -> Any:
    what = parser.add_argument_group(title)
    option(what, "--model MODEL", "whose gadgets and encoding (svm)")
    option(what, "--gadget GADGET ...", f"only this gadget{how} (repeatable)")
    option(what, "--contract FILE", f"a contract of your own{how}: a TOML file")
    option(what, "--tables DIR", "your own models and gadgets: DIR/MODEL/*.toml")
    return what
