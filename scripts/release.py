"""Says whether a tag such as v0.2.0 may be released: the package, the citation and the changelog must name it, and
its pages who owns the repository.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMED = {  # where a version is named, and how
    "ogd_exact/__init__.py": r'^__version__ = "(.*)"$',
    "CITATION.cff": r"^version: (.*)$",
    "CHANGELOG.md": r"^## (\d\S*)",
}
OWNED = ("pyproject.toml", "docs/latex.md")


def problems(tag: str) -> list[str]:
    """A line for each file that names another version first, or no owner; or none."""
    unowned = [f"{name} says OWNER; see docs/maintenance.md" for name in OWNED if "OWNER" in (ROOT / name).read_text()]
    found = {name: re.search(pattern, (ROOT / name).read_text(), re.M) for name, pattern in NAMED.items()}
    named = {name: match[1] if match else "none" for name, match in found.items()}
    return unowned + [f"{name} names {version}, not {tag}" for name, version in named.items() if f"v{version}" != tag]


if __name__ == "__main__":
    wrong = problems(sys.argv[1])
    print("\n".join(wrong or [f"{sys.argv[1]} may be released"]))
    sys.exit(bool(wrong))
