"""Keys and values as TOML; all texts are printable, and JSON and TOML write those alike."""

import json
from collections.abc import Mapping
from typing import Any


def toml(data: Mapping[str, Any]) -> str:
    """A file: plain keys first, then a block for each table, and one for each of a list of tables."""
    blocks = {key: value for key, value in data.items() if is_block(value)}
    lines = [f"{key} = {inline(value)}" for key, value in data.items() if key not in blocks]
    for key, value in blocks.items():
        each, head = (value, f"[[{key}]]") if isinstance(value, list) else ([value], f"[{key}]")
        for block in each:
            lines += ["", head, *(f"{name} = {inline(text)}" for name, text in block.items())]
    return "\n".join(lines)


def is_block(value: Any) -> bool:
    """Whether it is a table that holds more than texts, or a list of tables."""
    if isinstance(value, list):
        return bool(value) and isinstance(value[0], Mapping)
    return isinstance(value, Mapping) and not all(isinstance(text, str) for text in value.values())


def inline(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {inline(text)}" for key, text in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
