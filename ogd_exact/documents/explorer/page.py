"""One file of HTML that holds everything: the data, the style and the scripts; it loads nothing."""

import html
import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any

# In the order in which they can be run: a module stands below all that it imports.
SHARED = (
    "rationals", "powers", "surds", "expressions", "show", "course", "dom", "words", "rule_words", "theme", "legend",
    "story", "help", "player", "space_time", "heat_map", "weights_view", "editable", "zoom", "rows", "poked",
    "poke_view", "timeline", "controls", "stage", "layout", "camera", "circuit_view",
)  # fmt: skip
MODULES = (
    *SHARED, "step", "weights", "training", "run", "narration", "table_view", "call_view", "example_view", "pass_view",
    "main",
)  # fmt: skip
CLOCK = tuple(
    f"clock/{name}"
    for name in (
        "shake", "orders", "margins", "clock_run", "clock_player", "clock_words", "clock_poke", "clock_timeline",
        "hands_view", "slot_view", "order_view", "clock_main",
    )
)  # fmt: skip
IMPORT = re.compile(r"^import (\{.*\}) from .*\n", re.M)


def source(name: str) -> str:
    return files("ogd_exact.documents.explorer").joinpath("page", *name.split("/")).read_text(encoding="utf-8")


def script(modules: Sequence[str] = MODULES) -> str:
    """Joins modules into one script: each in a scope of its own, its imports and exports handed on by name."""
    parts = []
    for module in modules:
        text = source(f"{module}.js")
        imports = [match[1].replace(" as ", ": ") for match in IMPORT.finditer(text)]
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
    code = script((*SHARED, *CLOCK) if clock else MODULES)
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
