from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from daft_lint.findings import (
    ActorShare,
    Confidence,
    Edit,
    Effect,
    Finding,
    Fix,
    Related,
    Safety,
    Severity,
)
from daft_lint.plan.cluster import Cluster, Runner, RunnerKind
from daft_lint.plan.pipeline import Pipeline, Plan, Source
from daft_lint.plan.quantity import Quantity, between, exactly, unknown
from daft_lint.plan.span import Span
from daft_lint.reporting.report import Failure, Report, RuleInfo, Style
from daft_lint.scheduling.simulation.money import lost_per_hour

WORKERS = """\
import daft
from daft import col

partition = 2
udf_concurrency = 4
udf_batch_size = 200

paths = [f"file-{i}" for i in range(1000)]
df = daft.from_pydict({"path": paths})

udf = (
    MyBatchUdf
    .override_options(batch_size=udf_batch_size)
    .with_concurrency(udf_concurrency)
    .with_init_args(sleep=2)
)
df = df.with_column("batch", udf(col("path")))
df.collect()
"""
SINGLE = """\
udf = MyBatchUdf.override_options(batch_size=500).with_concurrency(4)
df = daft.from_pydict({"path": paths})
df = df.with_column("batch", udf(col("path")))
df.collect()
"""
SKEW = """\
df = daft.read_parquet("s3://bucket/paths/*.parquet")
df = df.repartition(partition, "path")
df = df.with_column(
    "batch",
    udf(col("path")),
)
"""
SOURCES = {
    "pipelines/embed.py": WORKERS,
    "pipelines/single node.py": SINGLE,
    "pipelines/skew.py": SKEW,
}
RULES = (
    RuleInfo(
        "DFT101",
        "missing-repartition",
        "Fewer partitions than workers leave whole workers idle.",
        "https://daft-lint.example/rules/missing-repartition",
    ),
    RuleInfo(
        "DFT102", "oversized-batch", "A batch_size too large for the actors leaves some idle."
    ),
    RuleInfo("DFT201", "uneven-batches", "Remainders of partitions load the actors unevenly."),
)


def line_of(text: str, line: int) -> str | None:
    lines = text.split("\n")
    return lines[line - 1] if 0 < line <= len(lines) else None


def source_line(path: str, line: int) -> str | None:
    return line_of(SOURCES.get(path, ""), line) if path in SOURCES else None


def span_of(path: str, code: str, text: str) -> Span:
    """Where `code` first stands in `text`."""
    start = text.index(code)
    before, through = text[:start], text[: start + len(code)]
    return Span(
        path,
        before.count("\n") + 1,
        start - before.rfind("\n"),
        through.count("\n") + 1,
        len(through) - through.rfind("\n"),
    )


def in_article(path: str, code: str) -> Span:
    return span_of(path, code, SOURCES[path])


def two_workers() -> Finding:
    path = "pipelines/embed.py"
    return Finding(
        code="DFT101",
        name="missing-repartition",
        message="1 partition reaches 2 workers, so 2 of 4 actors never get a row",
        span=in_article(path, 'df.with_column("batch", udf(col("path")))'),
        severity=Severity.WARNING,
        confidence=Confidence.LIKELY,
        effect=Effect(
            actors=exactly(4),
            idle=exactly(2),
            utilisation=exactly(0.416666667),
            shares=(
                ActorShare(1, 600),
                ActorShare(1, 400),
                ActorShare(2, 0),
                ActorShare(2, 0),
            ),
        ),
        assumptions=("2 workers, from [tool.daft-lint.cluster] workers in pyproject.toml",),
        related=(
            Related(in_article(path, 'daft.from_pydict({"path": paths})'), "makes 1 partition"),
            Related(in_article(path, "udf_concurrency = 4"), "4 actors, 2 on each worker"),
        ),
        fixes=(
            Fix(
                "call df.into_batches(250) before with_column, so that each of 2 workers gets"
                " at least one task, and set batch_size to 125",
                Safety.UNSAFE,
                (Edit(Span(path, 17, 8, 17, 8), ".into_batches(250)"),),
            ),
        ),
    )


def large_batch() -> Finding:
    path = "pipelines/single node.py"
    return Finding(
        code="DFT102",
        name="oversized-batch",
        message="batch_size=500 cuts 1,000 rows into 2 morsels for 4 actors, so 2 of 4 idle",
        span=in_article(path, "batch_size=500"),
        severity=Severity.WARNING,
        confidence=Confidence.CERTAIN,
        effect=Effect(
            actors=exactly(4),
            idle=exactly(2),
            utilisation=exactly(0.5),
            shares=(
                ActorShare(1, 500),
                ActorShare(1, 500),
                ActorShare(1, 0),
                ActorShare(1, 0),
            ),
        ),
        related=(Related(in_article(path, "with_concurrency(4)"), "4 actors"),),
        fixes=(
            Fix(
                "set batch_size=250",
                Safety.SAFE,
                (Edit(in_article(path, "500"), "250"),),
            ),
        ),
    )


def hash_skew() -> Finding:
    path = "pipelines/skew.py"
    return Finding(
        code="DFT201",
        name="uneven-batches",
        message="2 partitions of unequal size are cut on their own, so their remainders differ",
        span=in_article(path, SKEW[SKEW.index("df.with_column") :].rstrip("\n")),
        severity=Severity.INFO,
        confidence=Confidence.POSSIBLE,
        effect=Effect(actors=exactly(4), idle=between(0, 1), utilisation=between(0.6, 0.9)),
        assumptions=("rows of s3://bucket/paths/*.parquet: unknown",),
        related=(
            Related(
                in_article(path, 'repartition(partition, "path")'),
                "hashes `path` into 2 partitions, which are as even as its values are; for"
                " 1,000 rows 510 and 490 were seen",
            ),
            Related(Span("settings/defaults.py", 3, 1, 3, 14), "partition = 2 comes from here"),
        ),
        fixes=(Fix("df.into_batches(200) makes equal tasks of either partition"),),
    )


@pytest.fixture
def article() -> Report:
    """The three scenarios of the article on tuning UDFs, as findings."""
    return Report(
        findings=(two_workers(), large_batch(), hash_skew()),
        failures=(),
        files_checked=4,
        suppressed=0,
        version="0.1.0",
        rules=lambda: RULES,
        source_line=source_line,
    )


@pytest.fixture
def priced() -> Callable[..., Report]:
    """A report on a cluster of so many workers that cost so much an hour each."""

    def make(report: Report, workers: Quantity | None, cost: Quantity | None) -> Report:
        cluster = Cluster(workers, cost_per_worker_hour=cost)

        def on_cluster(finding: Finding) -> Finding:
            effect = finding.effect
            assert effect is not None
            lost = lost_per_hour(effect.utilisation, workers, cost)
            source = Source("from_pydict", finding.span, exactly(1), exactly(1000))
            runner = Runner(RunnerKind.RAY, certain=True)
            pipeline = Pipeline("pipeline", Plan(source), None, runner, cluster)
            return replace(finding, effect=replace(effect, lost_per_hour=lost), pipeline=pipeline)

        return replace(report, findings=tuple(map(on_cluster, report.findings)))

    return make


@pytest.fixture
def priced_article(article: Report, priced: Callable[..., Report]) -> Report:
    """The article on two workers at 25.60 an hour each."""
    return priced(article, exactly(2), exactly(25.6))


@pytest.fixture
def clean(article: Report) -> Report:
    return replace(article, findings=(), files_checked=12)


@pytest.fixture
def with_failures(article: Report) -> Report:
    return replace(
        article,
        findings=article.findings[:1],
        failures=(
            Failure("pipelines/gone.py", "no permission to read it"),
            Failure("pipelines/50%, or: less.py", "internal error in DFT101: please report it"),
        ),
        suppressed=1,
    )


@pytest.fixture
def plain() -> Style:
    return Style(color=False, width=80)


@pytest.fixture
def finding_in() -> Callable[..., Report]:
    """A report with one finding on `code` within `text`."""

    def make(text: str, code: str, /, **changes: object) -> Report:
        finding = Finding(
            code="DFT102",
            name="oversized-batch",
            message="2 of 4 actors idle",
            span=span_of("job.py", code, text),
            severity=Severity.WARNING,
            confidence=Confidence.CERTAIN,
        )
        return Report(
            findings=(replace(finding, **changes),),
            failures=(),
            files_checked=1,
            suppressed=0,
            version="0.1.0",
            rules=lambda: RULES,
            source_line=lambda path, line: line_of(text, line) if path == "job.py" else None,
        )

    return make


@pytest.fixture
def effect_of() -> Callable[..., Effect]:
    """The effect of the given rows per actor, a list per worker."""

    def make(*workers: list[float]) -> Effect:
        shares = tuple(
            ActorShare(worker, rows)
            for worker, loads in enumerate(workers, start=1)
            for rows in loads
        )
        idle = sum(share.rows == 0 for share in shares)
        return Effect(exactly(len(shares)), exactly(idle), between(0.1, 0.25), shares)

    return make


@pytest.fixture
def unknown_effect() -> Effect:
    return Effect(actors=unknown(), idle=between(2, float("inf")), utilisation=unknown())
