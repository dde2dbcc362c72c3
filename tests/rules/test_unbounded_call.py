"""DFT112 behind `into_batches`, which bounds a call unless its rows become more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint.findings import Confidence
from daft_lint.settings import default_settings
from daft_lint.testing import found

_POSSIBLE = replace(default_settings(), min_confidence=Confidence.POSSIBLE)
_PROGRAM = """\
import daft
from daft import col

@daft.cls
class Embed:
    def __call__(self, text: str) -> bytes:
        return text.encode()

df = daft.read_parquet("s3://texts/*.parquet"){steps}
df.with_column("vector", Embed()(col("text"))).write_parquet("out")
"""


@pytest.mark.parametrize(
    ("steps", "fires"),
    [
        ("", True),
        (".into_batches(32)", False),
        (".into_batches(32).where(col('text') != '')", False),
        (".into_batches(32).explode('text')", True),
    ],
)
def test_batches_bound_a_call_unless_their_rows_become_more(steps: str, fires: bool) -> None:
    findings = found(_PROGRAM.format(steps=steps), settings=_POSSIBLE)
    assert ("DFT112" in {finding.code for finding in findings}) is fires
