"""The releases of Daft that take a batch_size for bytes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from case_corpus import case_of

from daft_lint.documents.document import Document
from daft_lint.findings import Confidence
from daft_lint.linting import lint
from daft_lint.settings import default_settings


@pytest.mark.parametrize(
    ("version", "confidence"),
    [
        ((0, 7, 5), None),
        ((0, 7, 6), Confidence.CERTAIN),
        ((0, 7), Confidence.LIKELY),
        ((0, 8), Confidence.LIKELY),
    ],
)
def test_a_version_decides(version: tuple[int, ...], confidence: Confidence | None) -> None:
    """Measured: 0.7.0 to 0.7.5 made 25 calls of 100 rows, 0.7.6 to 0.7.26 850 calls."""
    program = case_of("batch-size-in-bytes", "the-example-of-the-docs").text
    settings = replace(default_settings(), daft_version=version)
    found = lint(Document("job.py", program), settings).findings
    sure = {finding.confidence for finding in found if finding.code == "DFT116"}
    assert sure == ({confidence} if confidence else set())


@pytest.mark.parametrize(
    ("rows", "batch"), [("", 1_024), (", rows=8_000", 960), (", rows=200", 64)]
)
def test_on_ray_each_worker_gets_some_batches(rows: str, batch: int) -> None:
    """Measured on two nodes: with 8,000 rows, 256 to 1,024 share the work of two actors evenly."""
    text = case_of("batch-size-in-bytes", "on-ray-for-workers").text
    text = text.replace("partitions=8", f"partitions=8{rows}")
    found = lint(Document("job.py", text), default_settings()).findings
    (finding,) = (finding for finding in found if finding.code == "DFT116")
    assert f".into_batches({batch})" in finding.fixes[0].message
