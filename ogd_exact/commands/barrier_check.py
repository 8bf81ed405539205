"""python -m ogd_exact.barrier check: checks the claims of a file that barrier --format json wrote."""

from argparse import Namespace
from typing import Any

from ogd_exact.commands.barrier import FORMAT
from ogd_exact.commands.json_file import read_json
from ogd_exact.commands.shell import FAILED, HOLDS, complain, write
from ogd_exact.core.kernel.errors import BadCertificate, InputError
from ogd_exact.limits.barrier.checker import check

MAX_BYTES = 1 << 24


def main(options: Namespace) -> int:
    path, good = options.claims, 0
    claims = read_claims(path)
    for number, claim in enumerate(claims, 1):
        try:
            check(claim)
            good += 1
        except BadCertificate as error:
            complain(str(InputError(f"claim {number} does not hold: {error}", path)), FAILED)
    write(f"{good} of {len(claims)} claims checked and proved.", None)
    return HOLDS if good == len(claims) else FAILED


def read_claims(path: str) -> list[Any]:
    data = read_json(path, MAX_BYTES)
    claims = data.get("claims") if isinstance(data, dict) and data.get("format") == FORMAT else None
    if not isinstance(claims, list) or not claims:
        raise InputError(f'holds no claims of format "{FORMAT}"; write them with --format json', path)
    return claims
