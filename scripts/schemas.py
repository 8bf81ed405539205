"""Writes ogd_exact/api/schemas from the types in written_json: what each command writes as JSON, key by key."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

from written_json import FORMATS, SHARED  # noqa: E402
from written_json.shared import Limit  # noqa: E402

FOLDER = ROOT / "ogd_exact" / "api" / "schemas"
PLAIN = {str: "string", int: "integer", bool: "boolean", float: "number", NoneType: "null"}


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of a type; one of the shared types is named, and stands in $defs."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind in SHARED.values():
        return {"$ref": f"#/$defs/{name_of(kind)}"}
    if is_typeddict(kind):
        return object_schema(kind)
    if origin is Annotated:
        notes = dict(note if isinstance(note, Limit) else ("description", note) for note in parts[1:])
        words = {"description": notes["description"]} if "description" in notes else {}
        return words | schema_of(parts[0]) | notes  # the description first
    if kind is Any:
        return {}
    if origin is Literal:
        return {"const": parts[0]} if len(parts) == 1 else {"enum": list(parts)}
    if origin is list:
        return {"type": "array", "items": schema_of(parts[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(parts[1])}
    if origin is tuple:
        places = [schema_of(part) for part in parts]
        return {"type": "array", "prefixItems": places, "minItems": len(places), "items": False}
    if origin in (Union, UnionType):
        return union_schema([schema_of(part) for part in parts])
    return {"type": PLAIN[kind]}


def union_schema(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """One of several; null beside something plain is another type of it."""
    null = {"type": "null"}
    plain = [part for part in parts if part != null]
    if len(plain) == 1 and null in parts and plain[0].get("type") in PLAIN.values():
        return {**plain[0], "type": [plain[0]["type"], "null"]}
    return {"anyOf": [part for part in (null,) if null in parts] + plain}


def object_schema(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    kinds = {name.rstrip("_"): hint for name, hint in hints.items()}
    required = [name for name, hint in kinds.items() if get_origin(hint) is not NotRequired]
    properties = {
        name: schema_of(get_args(hint)[0] if get_origin(hint) is NotRequired else hint) for name, hint in kinds.items()
    }
    words = {"description": kind.__doc__} if kind.__doc__ else {}
    return {**words, "type": "object", "required": required, "properties": properties}


def name_of(kind: Any) -> str:
    return next(name for name, shared in SHARED.items() if shared is kind)


def whole(name: str) -> dict[str, Any]:
    """The schema of a format, with the shared types that it names."""
    title, kind = FORMATS[name]
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:ogd-exact:{name}:1"}
    schema: dict[str, Any] = {**found, "title": title, **schema_of(kind)}
    named: dict[str, Any] = {}
    while missing := [shared for shared in referred_to([schema, named]) if shared not in named]:
        named |= {shared: object_schema(SHARED[shared]) for shared in missing}
    return schema | ({"$defs": named} if named else {})


def referred_to(data: Any) -> list[str]:
    """The names of the shared types that schemas refer to."""
    text = json.dumps(data)
    return [name for name in SHARED if f'"#/$defs/{name}"' in text]


def files() -> dict[str, str]:
    return {f"{name}.json": json.dumps(whole(name), indent=2, ensure_ascii=False) + "\n" for name in FORMATS}


def main() -> None:
    for name, text in files().items():
        (FOLDER / name).write_text(text)


if __name__ == "__main__":
    main()
