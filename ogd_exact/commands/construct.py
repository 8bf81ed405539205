"""python -m ogd_exact.construct: tables and a construction for a loss, by theorem; or why there are none."""

from argparse import Namespace

from ogd_exact.api.construct import construct
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, write
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.files import check_new_folder, write_folder

CODES = {"constructed": HOLDS, "cannot": FAILED, "open": UNDECIDED}


def main(options: Namespace) -> int:
    if options.model_file is None:
        raise InputError("a loss is missing; give --model-file FILE, a model.toml with a [rule] (docs/rules.md)")
    if options.output is not None:
        check_new_folder(options.output)
    found = construct(options.model_file)
    if options.output is not None and found.files:
        write_folder(found.files, options.output)
    write(found.to_json() if options.format == "json" else found.text(), None)
    return CODES[found.verdict]
