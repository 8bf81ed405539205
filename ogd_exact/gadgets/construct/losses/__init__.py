"""Losses without tables, each a model.toml by its name: they cannot compute, or it is open whether they do."""

from pathlib import Path


def losses() -> dict[str, Path]:
    return {path.stem: path for path in sorted(Path(__file__).parent.glob("*.toml"))}
