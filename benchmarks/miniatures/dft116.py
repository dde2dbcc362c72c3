"""Behind JSON lines a batch_size counts bytes, so each call gets a line."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

RULE = "DFT116"
FAULT = "2,000 JSON lines of 200 bytes, a UDF with `batch_size=64` that takes 5 ms a call"
REMEDY = "`into_batches(1_024)` in front"
MEASURES = "time"
UNIT = "s"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    return _seconds(cut=False)


def after() -> float:
    """With the remedy."""
    return _seconds(cut=True)


def _seconds(*, cut: bool) -> float:
    import daft
    from daft import col

    @daft.func.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def embed(texts: daft.Series) -> daft.Series:
        time.sleep(0.005)
        return texts

    line = json.dumps({"text": "x" * 188}) + "\n"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pages.jsonl").write_text(line * 2_000)
        frame = daft.read_json(f"{folder}/pages.jsonl")
        began = time.monotonic()
        (frame.into_batches(1_024) if cut else frame).with_column(
            "vector", embed(col("text"))
        ).collect()
        return time.monotonic() - began
