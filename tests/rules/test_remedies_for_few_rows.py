"""Few rows are spread over no more tasks than there are rows."""

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
        ("['one', 'two']", "put .into_partitions(2) before `select` on line 9"),
        ("['one'] * 800", "put .into_partitions(8) before `select` on line 9"),
    ],
)
def test_no_more_actors_are_advised_than_there_are_rows(texts: str, remedy: str) -> None:
    (rule,) = (each_rule for each_rule in all_rules() if each_rule.code == "DFT101")
    (finding,) = found(_PROGRAM.format(texts=texts), rule, settings=_POSSIBLE)
    assert finding.fixes[0].message.startswith(remedy)


_IMAGES = """\
# daft-lint: workers=8, cpus-per-worker=16, gpus-per-worker=1
import daft
from daft import col

@daft.cls(gpus=1)
class Clip:
    def __init__(self):
        self.model = load_model("clip")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size={batch})
    def __call__(self, images): ...

daft.set_runner_ray()
df = daft.from_glob_path("s3://media/*.jpg")  # daft-lint: rows=2000
df = df.with_column("image", col("path").download())
df.with_column("score", Clip()(col("image"))).write_parquet("scores")
"""


@pytest.mark.parametrize(
    ("batch", "what", "remedy"),
    [
        (64, "`Clip`", "put .into_partitions(8) before `with_column` on line 15"),
        (128, "`download`", "leave it, unless its network or memory is the limit"),
    ],
)
def test_more_tasks_are_advised_for_what_ends_earlier_by_them(batch, what, remedy) -> None:
    """Of 2,000 rows a worker with 16 CPUs makes 16 calls of 128 at once, as eight workers do."""
    (rule,) = (each_rule for each_rule in all_rules() if each_rule.code == "DFT101")
    (finding,) = found(_IMAGES.format(batch=batch), rule, settings=_POSSIBLE)
    assert what in finding.message
    assert finding.fixes[0].message.startswith(remedy)


_UNEVEN = """\
# daft-lint: workers=2, cpus-per-worker=4
import daft
from daft import col

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    def __call__(self, ids): ...

daft.set_runner_ray()
daft.range(160, partitions=5).with_column("vector", Embed()(col("id"))).collect()
"""


@pytest.mark.parametrize(("code", "count"), [("DFT105", 1), ("DFT106", 0)])
def test_no_batch_size_is_blamed_for_uneven_tasks(code: str, count: int) -> None:
    (rule,) = (each_rule for each_rule in all_rules() if each_rule.code == code)
    assert len(found(_UNEVEN, rule, settings=_POSSIBLE)) == count
