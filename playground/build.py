"""Builds the playground, a folder of static files: `python playground/build.py FOLDER`.

Pyodide comes from npm, as the release that is pinned here; all else is in this repository. Serve
the folder with any web server, such as `python -m http.server --directory FOLDER`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from answer import answer

HERE = Path(__file__).parent
ROOT = HERE.parent
PYODIDE = "314.0.7"
_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
_OF_PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
_CLUSTER = (8, 16, 1)
"""Workers, CPUs and GPUs of each, as the page has them at first."""


def build(folder: Path) -> None:
    """Write all files of the playground into a folder.

    Raises:
        ValueError: when Pyodide isn't the release that is pinned.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("page.css", "page.js", "worker.js"):
        shutil.copy(HERE / name, folder)
    page = (HERE / "page.html").read_text("utf-8")
    recorded = json.dumps(_recorded()).replace("<", "\\u003c")
    (folder / "index.html").write_text(page.replace("RECORDED", recorded), "utf-8")
    _pack(folder / "daft_lint.zip")
    _fetch_pyodide(folder)


def _recorded() -> list[dict[str, object]]:
    """The examples with their answers, which the page shows until Python is loaded."""
    return [
        {
            "name": file.stem.partition("-")[2],
            "code": (text := file.read_text("utf-8")),
            "answer": json.loads(answer(text, *_CLUSTER, 0, 0)),
        }
        for file in sorted((HERE / "examples").glob("*.py"))
    ]


def _pack(archive: Path) -> None:
    """Write daft-lint as the page imports it: Python and the data beside it."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted((ROOT / "daft_lint").rglob("*")):
            if file.suffix in (".py", ".json"):
                packed.write(file, file.relative_to(ROOT))
        for file in sorted((ROOT / "rules").glob("*.py")):
            packed.write(file, Path("daft_lint", "rules", file.name))
        packed.write(HERE / "answer.py", "answer.py")


def _fetch_pyodide(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run(
            ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"],
            cwd=scratch,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        archive = Path(scratch, f"pyodide-{PYODIDE}.tgz")
        if hashlib.sha256(archive.read_bytes()).hexdigest() != _SHA256:
            raise ValueError(f"{archive.name} isn't the release that is pinned")
        with tarfile.open(archive) as packed:
            for name in _OF_PYODIDE:
                content = packed.extractfile(f"package/{name}")
                assert content is not None
                (folder / name).write_bytes(content.read())


if __name__ == "__main__":
    build(Path(sys.argv[1]))
