"""A program that a rule has fixed gives the same rows on Ray."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path

import pytest
from sampling import one_in

from daft_lint.findings import Confidence
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings, with_overrides
from daft_lint.testing import fixed
from daft_lint.testing.documents import read_case_document

HERE = Path(__file__).parent
OUTCOMES = runpy.run_path(str(HERE.parent / "migration" / "running.py"))["outcomes"]
RULES = {rule.code: rule for rule in all_rules()}
DOUBLING = """\
# daft-lint: workers={workers}, cpus-per-worker=4
import time

import daft
from daft import col


@daft.cls({options})
class Double:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size={batch_size})
    def __call__(self, numbers):
        time.sleep(0.01)
        return [2 * number for number in numbers.to_pylist()]


def main():
    df = daft.{frame}
    df = df.with_column("double", Double()(col("id")))
    return sorted(zip(*df.to_pydict().values()))
"""
GPUS = "2, gpus-per-worker=1"
# Workers, options, batch_size and frame of those that differ in these alone.
DOUBLED_BY = {
    "dft101_one_partition": ("2", "max_concurrency=4", 16, 'from_pydict({"id": list(range(64))})'),
    "dft102_a_batch_as_large_as_the_table": (
        *("2", "max_concurrency=4", 64),
        "range(64, partitions=2)",
    ),
    "dft104_batches_merged_to_one": (
        *("2", "max_concurrency=4", 20),
        "range(3_200, partitions=16).into_batches(20_000)",
    ),
    "dft105_tasks_that_do_not_divide": (
        *("2", "max_concurrency=4", 64),
        "range(320).into_partitions(5)",
    ),
    "dft107_actors_that_do_not_fit": (
        *(GPUS, "max_concurrency=4, gpus=1", 16),
        "range(64, partitions=4)",
    ),
    "dft108_partitions_by_key": (
        *("4, rows=48", "max_concurrency=4", 16),
        'range(48, partitions=1).repartition(4, "id")',
    ),
    "dft111_a_pool_of_one": (GPUS, "max_concurrency=1, gpus=1", 16, "range(640, partitions=8)"),
    "dft202_an_override": (
        *("2", "max_concurrency=4", 16),
        "range(640, partitions=2).repartition(4).into_partitions(8)",
    ),
}
EVERY = {
    name: DOUBLING.format(workers=workers, options=options, batch_size=batch_size, frame=frame)
    for name, (workers, options, batch_size, frame) in DOUBLED_BY.items()
} | {
    case.name.replace("-", "_"): case.files[0].text
    for case in read_case_document(HERE / "fixes.md").cases
}
PROGRAMS = {name: EVERY[name] for name in one_in(5, [*EVERY])}
# Daft waits for actors that no worker has room for, or raises an error.
FAIL = {name for name in PROGRAMS if name.startswith(("dft107", "dft302", "dft303"))}
DOUBLED = str([(number, 2 * number) for number in range(64)])


def mended(name: str) -> str:
    """A program after the fixes of the rule that its name begins with."""
    names = {rule.code: rule.name for rule in RULES.values()}
    settings = with_overrides(default_settings(), names, runner="ray")
    settings = replace(settings, min_confidence=Confidence.POSSIBLE)
    rule = RULES[name.partition("_")[0].upper()]
    return fixed(PROGRAMS[name], rule, unsafe=True, settings=settings)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What programs give, by name, before and after."""
    folder = tmp_path_factory.mktemp("fixes")
    for name, text in PROGRAMS.items():
        if name not in FAIL:
            (folder / f"{name}_before.py").write_text(text)
        (folder / f"{name}_after.py").write_text(mended(name))
    found = OUTCOMES("ray", sorted(folder.iterdir()))
    return {file.stem: outcome["result"] for file, outcome in found.items()}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_fix_keeps_the_rows_on_ray(rows: dict[str, str], name: str) -> None:
    assert mended(name) != PROGRAMS[name]
    before = DOUBLED if name in FAIL else rows[f"{name}_before"]
    assert "Error: " not in before
    assert rows[f"{name}_after"] == before
