"""What DFT203 keeps to itself even where possible findings are asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from case_corpus import case_of

from daft_lint import testing
from daft_lint.findings import Confidence
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings

_RULE = next(rule for rule in all_rules() if rule.code == "DFT203")
_ALL = replace(default_settings(), min_confidence=Confidence.POSSIBLE)


@pytest.mark.parametrize("name", ["few-files-after-a-udf", "few-files-after-many-batches"])
def test_no_move_is_possible_that_may_leave_fewer_tasks(name: str) -> None:
    assert testing.found(case_of(_RULE.name, name).text, _RULE, settings=_ALL) == ()


def test_a_move_is_possible_where_only_the_download_would_get_other_tasks() -> None:
    program = (
        'import daft\nfrom daft import col\n\ndf = daft.read_parquet("index/*.parquet")\n'
        'df = df.with_column("image", col("url").download())\n'
        'df.into_partitions(16).write_parquet("images")\n'
    )
    (finding,) = testing.found(program, _RULE, settings=_ALL)
    assert finding.confidence is Confidence.POSSIBLE
