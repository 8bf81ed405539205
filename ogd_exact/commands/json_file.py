"""JSON that a command reads: no larger than it may be, and every fault with its place."""

import json
from pathlib import Path
from typing import Any

from ogd_exact.kernel.errors import InputError


def read_json(path: str, most_bytes: int) -> Any:
    with Path(path).open("rb") as file:
        raw = file.read(most_bytes + 1)
    if len(raw) > most_bytes:
        raise InputError(f"is larger than {most_bytes} bytes", path)
    try:
        return json.loads(raw)
    except json.JSONDecodeError as error:
        raise InputError(f"is not JSON: {error.msg}", path, error.lineno, error.colno) from None
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        raise InputError(f"is not JSON that can be read: {type(error).__name__}", path, 1) from None
