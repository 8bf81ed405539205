"""The wheel carries the tables, and works away from the checkout."""

import os
import shlex
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import ogd_exact
import release
from conftest import ROOT, in_full, needs, needs_program, typed

REGISTRIES = ("pypi.org", "pythonhosted.org", "registry.npmjs.org", "crates.io", "deb.debian.org", "docker.io")


@in_full
def test_a_wheel_verifies_everything_by_itself(tmp_path: Path) -> None:
    needs("hatchling", "hatchling")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
        names = archive.namelist()
    assert all(
        f"ogd_exact/{name}" in names for name in ("documents/html/page.css", "documents/html/page.html", "py.typed")
    )
    for folder, files in (("documents/coq/theory", "*.v"), ("api/schemas", "*.json")):
        data = [path.relative_to(ROOT) for path in (ROOT / "ogd_exact" / folder).glob(files)]
        assert data and all(str(path) in names for path in data)
    tables = [path.relative_to(ROOT) for path in (ROOT / "gadget_tables").rglob("*.toml")]
    assert len(tables) >= 63 and all(f"ogd_exact/{path}" in names for path in tables)
    assert {name.split("/")[0] for name in names} == {"ogd_exact", f"ogd_exact-{ogd_exact.__version__}.dist-info"}
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    command = [sys.executable, "-P", "-m", "ogd_exact.verify", "--format", "json"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and '"verified": true' in done.stdout
    command = [sys.executable, "-P", "-m", "ogd_exact.explore", "counter:1", "-o", "page.html"]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    assert (ROOT / "ogd_exact" / "documents" / "explorer" / "page" / "style.css").read_text() in (
        tmp_path / "page.html"
    ).read_text()
    # There is no checkout whose extras one could install: what they stand for is named.
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for extra in ("fast", "synthesis"):
        script = f"from ogd_exact.text.extras import install; print(install('{extra}'))"
        done = subprocess.run([sys.executable, "-P", "-c", script], cwd=tmp_path, env=environment, capture_output=True)
        said, _, packages = done.stdout.decode().partition(": ")
        assert said == "install it with" and shlex.split(packages) == ["pip", "install", *sorted(extras[extra])]


def test_no_table_is_there_twice() -> None:
    """A copy in a wheel is taken for a mistake, so that each file at least says what it is for."""
    files = [path.read_bytes() for path in (ROOT / "gadget_tables").rglob("*.toml")]
    assert len(files) > 100 and len(files) == len({*files})


def test_no_file_names_a_machine_or_a_host() -> None:
    needs_program("git")
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout, so that nothing tells the project's files from others")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "README.md" in listed.stdout.split()
    for name in listed.stdout.split():
        path = ROOT / name
        if path.suffix in (".py", ".toml", ".md", ".yml", "") and path.is_file() and path != Path(__file__):
            text = path.read_text()
            for mark in ("/" + "work/", "/" + "root/", "http" + "://", *REGISTRIES):
                assert mark not in text, f"{name}: {mark}"


MISSING = """import importlib.abc, sys
class Gone(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Gone())
from ogd_exact.commands.entry import answer
sys.exit(answer("", sys.argv[2:]))
"""


@pytest.mark.parametrize("name", ["gmpy2", "sympy", "tabulate", "json"])
def test_a_dependency_that_is_missing_is_one_line(name: str) -> None:
    """What is not ours to install, here a module of Python itself, is no wrong input of the user."""
    answer = typed("-c", MISSING, name, "verify", "--model", "svm-reg", "--gadget", "reset")
    if name == "json":
        assert answer.code == 1 and "Traceback" in answer.err
    else:
        assert answer.code == 2 and answer.out == "" and len(answer.err.splitlines()) == 1
        assert answer.err.startswith(f"ogd-exact: {name} is missing; install it with: pip install {name}; or, in a")


def test_a_release_is_of_one_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert any(line.startswith("CHANGELOG.md names") for line in release.problems("v9.9"))
    unowned = [line for line in release.problems("v9.9") if "OWNER" in line]
    assert len(unowned) == sum("OWNER" in (ROOT / name).read_text() for name in release.OWNED)
    for name in (*release.NAMED, *release.OWNED):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        text = (ROOT / name).read_text().replace("OWNER", "someone")
        (tmp_path / name).write_text(f"## {ogd_exact.__version__}\n{text}" if name == "CHANGELOG.md" else text)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    assert release.problems(f"v{ogd_exact.__version__}") == [] and len(release.problems("v9.9")) == 3
    (tmp_path / "docs" / "latex.md").write_text("uses: OWNER/ogd-exact@main")
    (said,) = release.problems(f"v{ogd_exact.__version__}")
    assert said == "docs/latex.md says OWNER; see docs/maintenance.md"
