"""Builds the page on which one checks a table without installing anything: python3 scripts/playground.py FOLDER.

It needs node and npm, which fetches Pyodide into build/; nothing of it is kept in the repository. The page wants a web
server, such as python3 -m http.server in FOLDER.
"""

import hashlib
import importlib.util
import io
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE, PACK = ROOT / "docs" / "playground", ROOT / "scripts" / "playground" / "pack.mjs"
PYODIDE = "314"  # the major version, named after the Python that it has
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
PACKAGES = ("sympy", "mpmath", "tabulate")
MISPRINT = ("svm-reg", "set_false_if_unset")  # the first that the page shows
sys.path.insert(0, str(ROOT))


def pyodide() -> Path:
    """The folder of Pyodide's files, fetched by npm unless it is there."""
    folder = ROOT / "build" / "pyodide"
    if not (folder / "node_modules" / "pyodide" / PARTS[0]).exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}\n')
        subprocess.run(["npm", "install", "--silent", f"pyodide@{PYODIDE}"], cwd=folder, check=True)
    return folder / "node_modules" / "pyodide"


def sources() -> bytes:
    """The package with its tables, and what it imports, as one zip."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path in sorted((ROOT / "ogd_exact").rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                archive.write(path, path.relative_to(ROOT))
        for path in sorted((ROOT / "gadget_tables").rglob("*.toml")):
            archive.write(path, Path("ogd_exact") / path.relative_to(ROOT))
        for name in PACKAGES:
            spec = importlib.util.find_spec(name)
            assert spec and spec.submodule_search_locations, f"{name} is missing; it is installed with ogd-exact"
            folder = Path(next(iter(spec.submodule_search_locations)))
            for path in sorted(folder.rglob("*.py")):
                if "tests" not in path.parts:
                    archive.write(path, path.relative_to(folder.parent))
    return data.getvalue()


def samples() -> dict[str, object]:
    """What the page shows first, of each kind; and all that is tried when it is packed."""
    from ogd_exact.gadgets.reading.folder import PAPER

    with tempfile.TemporaryDirectory() as folder:
        model, gadget = MISPRINT
        call = [sys.executable, "-m", "ogd_exact.latex", "--printed", "--model", model]
        subprocess.run([*call, "--gadget", gadget, "--output-dir", folder], cwd=ROOT, check=True, capture_output=True)
        latex = (Path(folder) / f"{model}-{gadget}.tex").read_text().partition("% Written by")[0]
    toml = (PAPER / "svm" / "copy.toml").read_text()
    models = sorted(path.parent.name for path in PAPER.glob("*/model.toml"))
    texts = {"latex": latex, "toml": toml, "circuit": "counter:3"}
    tables = [["svm", toml], ["dense-relu", (PAPER / "dense-relu" / "copy.toml").read_text()]]
    tables.append(["svm-reg", (PAPER / "svm-reg" / "reset.toml").read_text()])
    runs = [[name, "counter:2"] for name in models if (PAPER / name / "construction.toml").exists()]
    return {
        "texts": texts,
        "models": models,
        "tried": {"latex": [["", latex]], "toml": tables, "circuit": [["svm", "rule110:4"], *runs]},
    }


def build(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    found = pyodide()
    for name in PARTS:
        shutil.copy(found / name, folder / name)
    for path in PAGE.iterdir():
        shutil.copy(path, folder / path.name)
    said = samples()
    with tempfile.TemporaryDirectory() as work:
        (Path(work) / "sources.zip").write_bytes(sources())
        (Path(work) / "samples.json").write_text(json.dumps(said))
        files = [f"{work}/sources.zip", f"{work}/samples.json", folder / "packed.zip", PAGE / "answer.py"]
        subprocess.run(["node", PACK, found, *files], check=True)
    (folder / "samples.json").write_text(json.dumps({"texts": said["texts"], "models": said["models"]}))
    parts = b"".join((folder / name).read_bytes() for name in ("packed.zip", "page.js", "worker.js", "answer.py"))
    kept = folder / "cached.js"
    kept.write_text(kept.read_text().replace("VERSION", hashlib.sha256(parts).hexdigest()[:16]))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build(Path(sys.argv[1]))
