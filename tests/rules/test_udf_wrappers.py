"""Rules on pools that wrappers make: they are judged as those of `daft.cls` are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint import testing
from daft_lint.plan.wrapper import UdfWrapper
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings

RULES = {rule.name: rule for rule in all_rules()}
SETTINGS = replace(
    default_settings(),
    udf_wrappers=(
        UdfWrapper(
            "las.las_udf",
            batch_size=("batch_size",),
            concurrency=("concurrency",),
            gpus=("num_gpus",),
        ),
    ),
)
HEAD = """\
# daft-lint: workers={workers}, gpus-per-worker=1
import daft
from daft import col
from las import las_udf
from las.operators import Clip

"""


def program(workers: int, body: str) -> str:
    return HEAD.format(workers=workers) + body


LISTING = """\
df = daft.from_glob_path("s3://bucket/**/*.jpg")
df = df.with_column(
    "score",
    las_udf(Clip, num_gpus=1, batch_size=16, concurrency=4)(col("path")),{mark}
)
df.write_parquet("out")
"""
ROWS = """\
df = daft.from_pandas(pictures)  # daft-lint: rows=10_000
df = df.with_column("score", las_udf(Clip{options})(col("picture"))){mark}
df.write_parquet("out")
"""
MARK = "  # expect"


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("missing-repartition", program(4, LISTING.format(mark=MARK))),
        (
            "oversized-batch-size",
            program(1, ROWS.format(options=", batch_size=8_000, concurrency=4", mark=MARK)),
        ),
        (
            "unset-batch-size",
            program(1, ROWS.format(options=", batch_size=None, concurrency=4", mark=MARK)),
        ),
        ("unplaceable-actors", program(2, LISTING.format(mark=MARK))),
    ],
    ids=lambda value: value if value in RULES else "",
)
def test_a_pool_that_a_wrapper_makes_is_judged(rule: str, text: str) -> None:
    testing.check(testing.case(RULES[rule], text, settings=SETTINGS))
    testing.check(testing.case(RULES[rule], text.replace(MARK, "")))


@pytest.mark.parametrize(
    ("rule", "options"),
    [
        ("unset-batch-size", ", concurrency=4"),
        ("unset-batch-size", ", batch_size=None, concurrency=None"),
        ("oversized-batch-size", ", concurrency=4"),
        ("oversized-batch-size", ", batch_size=8_000"),
        ("oversized-batch-size", ", **options"),
        ("missing-repartition", ", batch_size=16"),
        ("unplaceable-actors", ", num_gpus=n, concurrency=4"),
        ("legacy-udf", ", batch_size=16, concurrency=4"),
    ],
)
def test_what_a_call_does_not_tell_is_not_judged(rule: str, options: str) -> None:
    text = program(1, ROWS.format(options=options, mark=""))
    testing.check(testing.case(RULES[rule], text, settings=SETTINGS))


def test_a_fix_writes_into_the_call_of_the_wrapper() -> None:
    before = program(1, ROWS.format(options=", batch_size=8_000, concurrency=4", mark=""))
    after = testing.fixed(before, RULES["oversized-batch-size"], unsafe=True, settings=SETTINGS)
    assert after == before.replace("8_000", "2_500")
