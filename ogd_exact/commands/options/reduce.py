"""The options of reduce."""

from ogd_exact.commands.options.circuit import add_from_zero
from ogd_exact.commands.options.circuit import add_options as add_shared_options
from ogd_exact.commands.parser import Parser, add_output, option


def add_options(parser: Parser) -> None:
    parser.description = "Turn a circuit into a training set for OGD."
    example = "%(prog)s design.blif --model svm-reg -o train.jsonl"
    add_shared_options(
        parser,
        example,
        "0 proved and written; 1 the netlist is not the circuit; 2 the input or the call is wrong; 3 undecided",
    )
    add_from_zero(parser.add_argument_group("how it is presented"))
    output = add_output(parser, ("jsonl", "svmlight", "npz"), "write the training set there instead of to stdout")
    option(output, "--lossy", "round numbers that are no doubles (svmlight, npz)")
    option(output, "--netlist", "instead: prove that the NAND gates do what the circuit does, and count them")
    option(output, "--symbolic", "write x by powers of alpha (jsonl of svm-reg), which stays small")
