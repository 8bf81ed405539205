"""JSON that a command reads: no larger than it may be, and every fault with its place."""

import json
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.paths import contents


def read_json(path: str, most_bytes: int) -> Any:
    raw = contents(path, most_bytes)
    try:
        return json.loads(raw)
    except json.JSONDecodeError as error:
        raise InputError(f"is not JSON: {error.msg}", path, error.lineno, error.colno) from None
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        raise InputError(f"is not JSON that can be read: {type(error).__name__}", path, 1) from None
