"""The page on architecture: the functions that it names are those that pass the number on."""

from __future__ import annotations

import re
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

from daft_lint.documents.document import Document
from daft_lint.linting import lint
from daft_lint.settings import default_settings

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text("utf-8")
JOB = """\
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


df = daft.from_glob_path("s3://bucket/*.txt")  # daft-lint: rows=250, workers=1
df = df.with_column("e", Embed()(col("path")))
df.collect()
"""


def test_a_batch_size_goes_through_the_functions_of_the_page() -> None:
    named = re.findall(r"^\| `([\w.]+)` \|", PAGE.partition("## Packages")[0], re.MULTILINE)
    assert 5 < len(named) <= 12
    called: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            module = frame.f_globals.get("__name__", "").removeprefix("daft_lint.")
            called.add(f"{module}.{frame.f_code.co_name}")

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        linted = lint(Document("job.py", JOB), default_settings())
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    found = " ".join(finding.message for finding in linted.findings)
    assert "batch_size=64 cuts the 250 rows of a task into 4 morsels" in found
    assert "4 of the 8 actors" in found
    # Of a class the name of the method counts.
    assert {name.replace(".Programs", "") for name in named} <= called
