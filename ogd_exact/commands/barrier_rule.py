"""python -m ogd_exact.barrier rule: whether every step of a rule is affine, or brings no two weight vectors nearer."""

import json
from argparse import Namespace
from pathlib import Path

from ogd_exact.api.construct import construct
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, write_report
from ogd_exact.gadgets.construct.losses import losses
from ogd_exact.text.files import check_writable
from ogd_exact.text.wording import wrapped

FORMAT = "ogd-exact-barrier-rule/1"
CODES = {"cannot": HOLDS, "constructed": FAILED, "open": UNDECIDED}
SAID = {"cannot": "cannot compute", "constructed": "computes, and construct makes its tables", "open": "not decided"}


def main(options: Namespace) -> int:
    check_writable(options.output)
    found = construct(losses().get(options.rule, Path(options.rule)))
    name = options.rule if options.rule in losses() else found.model
    data = {"format": FORMAT, "model": name, "verdict": found.verdict, "reason": found.reason}
    text = "\n".join(wrapped(f"{name}: {SAID[found.verdict]}: {found.reason}"))
    write_report(json.dumps(data, indent=2) if options.format == "json" else text, options)
    return CODES[found.verdict]
