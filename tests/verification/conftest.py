"""Findings of a few lines of code, for the tests of verification."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from daft_lint.documents.document import decode
from daft_lint.findings import Confidence, Finding
from daft_lint.linting import lint
from daft_lint.plan.cluster import Cluster, WorkerGroup
from daft_lint.plan.quantity import exactly
from daft_lint.settings import default_settings

TEMPLATE = """\
import daft
from daft import col

{runner}


@daft.cls({options})
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size={batch_size})
    {udf} run(self, path):
        return path


df = {source}
df = df{steps}
df = df.with_column("out", {column})
df.collect()
"""

FindingsOf = Callable[..., tuple[Finding, ...]]


def code(
    *,
    rows: int | str = 1_000,
    source: str | None = None,
    steps: str = "",
    batch_size: int | None = 100,
    options: str = "max_concurrency=4",
    runner: str | None = "ray",
    udf: str = "def",
    column: str = 'Embed().run(col("path"))',
) -> str:
    """A pipeline with one pool, or none by its `options`; `rows` are in one partition in memory."""
    source = source or f'daft.from_pydict({{"path": [str(i) for i in range({rows})]}})'
    steps = steps or ".select('path')"
    return TEMPLATE.format(
        source=source,
        steps=steps,
        batch_size=batch_size,
        options=options,
        runner="" if runner is None else f"daft.set_runner_{runner}()",
        udf=udf,
        column=column,
    )


@pytest.fixture
def findings_of() -> FindingsOf:
    """The findings of a text or of `code(...)`, on a cluster of so many workers."""

    def find(
        text: str = "",
        *,
        workers: int | None = 2,
        cpus: int | None = 8,
        gpus: int | None = None,
        groups: tuple[WorkerGroup, ...] = (),
        at_least: Confidence = Confidence.LIKELY,
        **pipeline: object,
    ) -> tuple[Finding, ...]:
        def given(number: int | None):
            return None if number is None else exactly(number)

        cluster = Cluster(given(workers), given(cpus), given(gpus), groups)
        document = decode((text or code(**pipeline)).encode(), "pipeline.py")
        settings = replace(default_settings(), cluster=cluster, min_confidence=at_least)
        return lint(document, settings).findings

    return find
