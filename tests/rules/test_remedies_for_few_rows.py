"""Where there are fewer rows than actors, spreading them is no remedy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint.findings import Confidence
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings
from daft_lint.testing import found

_POSSIBLE = replace(default_settings(), min_confidence=Confidence.POSSIBLE)
_PROGRAM = """\
# daft-lint: workers=4, cpus-per-worker=4
import daft

@daft.cls(max_concurrency=8)
class Summarise:
    def __call__(self, text: str) -> str: ...

report = daft.from_pydict({{"text": {texts}}})
report.select(Summarise()(daft.col("text"))).collect()
"""


@pytest.mark.parametrize(
    ("texts", "remedy"),
    [
        ("['one', 'two']", "put .into_batches(1) before `select` on line 9"),
        ("['one'] * 800", "put .into_partitions(8) before `select` on line 9"),
    ],
)
def test_no_more_actors_are_advised_than_there_are_rows(texts: str, remedy: str) -> None:
    (rule,) = (each_rule for each_rule in all_rules() if each_rule.code == "DFT101")
    (finding,) = found(_PROGRAM.format(texts=texts), rule, settings=_POSSIBLE)
    assert finding.fixes[0].message.startswith(remedy)
