"""What `check(df)` says of a plan is what `daft-lint check` says of the code that makes it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from daft_lint import check
from daft_lint.documents.document import Document
from daft_lint.findings import Finding
from daft_lint.linting import lint
from daft_lint.reporting.phrases import idle_of, utilisation_of
from daft_lint.settings import default_settings, with_overrides

pytest.importorskip("daft")

_HEAD = """\
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=100)
    def __call__(self, numbers):
        return numbers


rows = {"number": [number for number in range(4_000)]}
df = daft.from_pydict(rows)
"""
PROGRAMS = {
    "one task for a pool": 'df = df.with_column("x", Embed()(col("number")))',
    "enough tasks": 'df = df.into_partitions(16).with_column("x", Embed()(col("number")))',
    "a limit": 'df = df.into_partitions(16).limit(100).with_column("x", Embed()(col("number")))',
}
CLUSTER = {"workers": 4, "cpus_per_worker": 8}


def summaries(findings: Iterable[Finding]) -> list[tuple[str | None, ...]]:
    """The rule, the figures and the remedies, which name lines of a plan or of a file."""
    found = []
    for finding in findings:
        remedies = (re.sub(r"line \d+", "line", fix.message) for fix in finding.fixes)
        figures = (
            (idle_of(finding.effect), utilisation_of(finding.effect)) if finding.effect else ()
        )
        found.append((finding.code, *figures, *remedies))
    return found


@pytest.mark.filterwarnings("ignore:DataFrame.into_partitions not supported")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_live_plan_is_judged_as_its_code(name: str) -> None:
    text = f"{_HEAD}{PROGRAMS[name]}\n"
    names: dict[str, object] = {}
    exec(text, names)
    live = check(names["df"], CLUSTER)
    settings = with_overrides(default_settings(), {}, runner="ray", **CLUSTER)
    read = lint(Document("program.py", f"{text}df.collect()\n"), settings)
    assert summaries(live.findings) == summaries(read.findings)
    assert [judgement.status for judgement in live.judgements] == [
        judgement.status for judgement in read.judgements
    ]
