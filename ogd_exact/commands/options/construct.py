"""The options of construct."""

from ogd_exact.commands.parser import Parser, option


def add_options(parser: Parser) -> None:
    parser.describe(
        "Make gadgets and a construction for a loss, by theorem, and verify them; or say why there cannot be any.",
        "--model-file my/model.toml -o mine",
        "0 made and verified; 1 such a rule cannot compute; 2 the input or the call is wrong; "
        "3 the theorem does not say",
    )
    option(parser, "--model-file FILE", "a model.toml with a [rule] of your own; its folder names the model")
    output = parser.add_argument_group("output")
    option(output, "--format", "default: text", choices=("text", "json"), default="text")
    output.add_argument("--output", "-o", metavar="DIR", help="a new folder for tables, model and construction")
