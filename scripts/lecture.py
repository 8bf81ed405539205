"""Runs docs/lecture.ipynb, and keeps in it what its cells print and draw, so that it shows where nothing is run."""

import base64
import io
import json
import os
from pathlib import Path
from typing import Any

LECTURE = Path(__file__).resolve().parents[1] / "docs" / "lecture.ipynb"
KEPT = ("text/plain", "image/png")


def run() -> Any:
    """The notebook after a run from top to bottom."""
    import nbclient
    import nbformat

    notebook = nbformat.read(LECTURE, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    return notebook


def outputs(cell: Any) -> list[dict[str, Any]]:
    """What a cell printed and drew, without what differs from run to run."""
    found = []
    for output in cell.get("outputs", []):
        if output["output_type"] == "stream" and output["name"] == "stdout":
            found.append({"output_type": "stream", "name": "stdout", "text": "".join(output["text"])})
        elif "data" in output and not output["data"]["text/plain"].startswith("Page("):  # too large to keep
            data = {kind: "".join(output["data"][kind]) for kind in KEPT if kind in output["data"]}
            found.append({"output_type": "display_data", "data": data, "metadata": {}})
    return found


def texts(notebook: Any) -> list[str]:
    """What each cell says, in words."""
    said = [outputs(cell) for cell in notebook["cells"]]
    return ["".join(o["text"] if "text" in o else o["data"]["text/plain"] for o in cell) for cell in said]


def markdown(notebook: Any) -> str:
    """The notebook as a page of the site."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in outputs(cell):
            picture = output.get("data", {}).get("image/png")
            said = output.get("text") or output["data"]["text/plain"]
            parts.append(
                f"![](data:image/png;base64,{picture.strip()})" if picture else f"```text\n{said.rstrip()}\n```"
            )
    return "\n\n".join(parts)


def smaller(picture: str) -> str:
    """A picture in 64 colours."""
    from PIL import Image

    with Image.open(io.BytesIO(base64.b64decode(picture))) as image, io.BytesIO() as data:
        image.quantize(64).save(data, "png", optimize=True)
        return base64.b64encode(data.getvalue()).decode()


if __name__ == "__main__":
    kept = json.loads(LECTURE.read_text())
    os.environ["COLUMNS"] = "80"
    for cell, ran in zip(kept["cells"], run()["cells"], strict=True):
        if cell["cell_type"] == "code":
            cell["outputs"] = outputs(ran)
        for output in cell.get("outputs", []):
            if picture := output.get("data", {}).get("image/png"):
                output["data"]["image/png"] = smaller(picture)
    LECTURE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
