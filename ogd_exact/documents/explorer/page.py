"""One file of HTML that holds everything: the data, the style and the scripts; it loads nothing."""

import html
import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Any

IMPORT = re.compile(r'^import (\{.*\}) from "(.*)";\n', re.M)


def source(name: str) -> str:
    return files("ogd_exact.documents.explorer").joinpath("page", *name.split("/")).read_text(encoding="utf-8")


def with_imported(module: str, found: dict[str, str]) -> dict[str, str]:
    """The texts found so far, then those that a module imports, each below all that it imports itself, and its own."""
    text = source(module)
    for _, path in IMPORT.findall(text):
        imported = normpath(join(dirname(module), path))
        if imported not in found:
            with_imported(imported, found)
    found[module] = text
    return found


def script(main: str = "main.js") -> str:
    """Joins modules into one script: each in a scope of its own, its imports and exports handed on by name."""
    parts = []
    for text in with_imported(main, {}).values():
        imports = [names.replace(" as ", ": ") for names, _ in IMPORT.findall(text)]
        exported = re.findall(r"^export (?:const|class|function|async function) (\w+)", text, re.M)
        body = re.sub(r"^export ", "", IMPORT.sub("", text), flags=re.M)
        taken = "".join(f"const {names} = shared;\n" for names in imports)
        parts.append(f"{{\n{taken}{body}Object.assign(shared, {{ {', '.join(exported)} }});\n}}\n")
    return "const shared = {};\n" + "".join(parts)


def json_in_script(data: Mapping[str, Any]) -> str:
    """JSON that ends no script element, whatever its texts say."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def policy_hash(text: str) -> str:
    """The hash by which a content security policy allows a text, and nothing else."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def page(data: Mapping[str, Any]) -> str:
    clock = "clock" in data  # examples in any order
    style = source("style.css") + (source("clock/style.css") if clock else "")
    code = script("clock/clock_main.js" if clock else "main.js")
    parts = {
        "title": html.escape(data["title"]),
        "style": style,
        "style-hash": policy_hash(style),
        "script": code,
        "script-hash": policy_hash(code),
        "data": json_in_script(data),
        "unit": "period" if clock else "pass",
        "clock": source("clock/clock.html") if clock else "",
        "closer": source("clock/closer.html" if clock else "closer.html"),
    }
    return re.sub(r"\{\{([a-z-]+)\}\}", lambda match: parts[match[1]], source("index.html"))
