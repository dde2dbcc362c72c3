"""Findings of the article and of stranger programs, with what runs said of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from daft_lint.findings import (
    ActorShare,
    Claim,
    Confidence,
    Edit,
    Effect,
    Finding,
    Fix,
    Related,
    Safety,
    Severity,
)
from daft_lint.plan.changes import Removal
from daft_lint.plan.pipeline import Operator, OperatorKind
from daft_lint.plan.quantity import between, exactly, unknown
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.reporting.report import Failure, Report, RuleInfo, Style
from daft_lint.reporting.verification.report import VerificationReport
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy
from daft_lint.verification.observation import Expectation, Measurement, Morsel, Trial
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
)
from daft_lint.verification.verdict import Environment, Gain, Verdict, Verification, Verified

Workers = Sequence[Sequence[float]]

ROW_SECONDS = 0.02

EMBED = """\
paths = [f"file-{i}" for i in range(1000)]
df = daft.from_pydict({"path": paths})
df = df.with_column("embedding", embed(col("path")))
df.collect()
"""
SOURCES = {"pipelines/embed.py": EMBED, "odd dir/naïve\x1b[31m.py": EMBED, "../up\udcff.py": EMBED}
RULES = (
    RuleInfo("DFT101", "missing-repartition", "Fewer partitions than workers leave workers idle."),
    RuleInfo("DFT102", "oversized-batch-size", "A batch_size too large leaves actors idle."),
    RuleInfo("DFT111", "undersized-pool", "A pool with fewer actors than there are GPUs."),
    RuleInfo("DFT112", "unbounded-call", "A UDF that gets the heavy rows of a task in one call."),
)
ENVIRONMENT = Environment("0.7.26", "2.60.0", "3.11.7", None, 41.27)


def source_line(path: str, line: int) -> str | None:
    lines = SOURCES.get(path, "").splitlines()
    return lines[line - 1] if 0 < line <= len(lines) else None


def place(path: str, code: str) -> Span:
    """Where `code` first stands in the program."""
    start = EMBED.index(code)
    line = EMBED.count("\n", 0, start) + 1
    column = start - EMBED.rfind("\n", 0, start)
    return Span(path, line, column, line, column + len(code))


def occupancy(workers: Workers, row_seconds: float = ROW_SECONDS) -> Occupancy:
    """Actors with these rows, a list per worker; a morsel has 100 rows."""
    actors = tuple(
        ActorUse(worker, rows, -(-int(rows) // 100), rows * row_seconds)
        for worker, loads in enumerate(workers)
        for rows in loads
    )
    return Occupancy(actors, max((actor.busy_seconds for actor in actors), default=0.0))


def trial(workers: Workers, asked: int | None = None, slower: float = 1.0) -> Trial:
    seen = occupancy(workers, ROW_SECONDS * slower)
    morsels = tuple(
        Morsel(actor, round(use.rows), 0.0, use.busy_seconds)
        for actor, use in enumerate(seen.actors)
        if use.rows
    )
    return Trial(seen, morsels, asked or len(seen.actors), seen.span + 1.6)


def measured(
    predicted: Workers, *trials: Trial, idle: tuple[int, int] | None = None
) -> Measurement:
    """Trials of 1,000 rows in one partition, and what was expected of them."""
    expected = occupancy(predicted)
    low, high = idle or (expected.idle, expected.idle)
    udf = UdfShape("embed", trials[0].asked, 100, cpus=1.0, row_seconds=ROW_SECONDS)
    steps = (StepShape(StepKind.UDF, udfs=(udf,)),)
    plan = PlanShape(round(expected.rows), 1, steps)
    shape = Shape(plan, ClusterSize(len(predicted), 8), "embed")
    return Measurement(shape, Expectation(low, high, expected.utilisation, expected), trials)


def finding(path: str = "pipelines/embed.py", **changes: object) -> Finding:
    """One partition for two workers."""
    step = Operator(OperatorKind.INTO_BATCHES, "into_batches", place(path, "daft"))
    found = Finding(
        code="DFT101",
        name="missing-repartition",
        message="only 1 task for 2 workers: 2 of the 4 actors of `embed` get no rows",
        span=place(path, 'embed(col("path"))'),
        severity=Severity.WARNING,
        confidence=Confidence.LIKELY,
        effect=Effect(
            exactly(4),
            exactly(2),
            exactly(0.42),
            (ActorShare(1, 600), ActorShare(1, 400), ActorShare(2, 0), ActorShare(2, 0)),
        ),
        assumptions=("2 workers, from [tool.daft-lint.cluster] workers in pyproject.toml",),
        related=(
            Related(
                place(path, 'daft.from_pydict({"path": paths})'),
                "daft.from_pydict makes 1 partition",
            ),
        ),
        fixes=(
            Fix(
                "put .into_batches(250) before `with_column` on line 3",
                Safety.UNSAFE,
                (Edit(Span(path, 3, 8, 3, 8), ".into_batches(250)"),),
                (Removal(step),),
            ),
        ),
    )
    return replace(found, **changes)


def helped() -> Verification:
    return Verification(
        finding(),
        Verdict.CONFIRMED,
        "2 of 4 actors got no rows in each of 3 trials, as predicted",
        scaling=("each row sleeps 20 ms, regardless of what the UDF does",),
        before=measured(
            [[600, 400], [0, 0]],
            trial([[400, 600], [0, 0]]),
            trial([[0, 0], [500, 500]], slower=1.03),
            trial([[600, 400], [0, 0]], slower=1.01),
        ),
        after=measured(
            [[250, 250], [250, 250]],
            trial([[250, 250], [250, 250]]),
            trial([[300, 200], [250, 250]]),
            trial([[250, 250], [250, 250]], slower=1.02),
        ),
        gain=Gain.HELPS,
        gain_reason="idle actors 2 -> 0, utilisation 0.42 -> 1.00, 12.00 s -> 5.10 s of work",
    )


def not_helped() -> Verification:
    found = finding(
        code="DFT102",
        name="oversized-batch-size",
        message="batch_size=500 cuts 1,000 rows into 2 morsels for 4 actors",
        severity=Severity.INFO,
        assumptions=(),
        related=(),
    )
    return Verification(
        found,
        Verdict.CONFIRMED,
        "1 to 2 of 4 actors got no rows in each of 2 trials, as predicted",
        before=measured(
            [[500, 500, 0, 0]],
            trial([[0, 500, 500, 0]]),
            trial([[500, 500, 0]], asked=4),
            idle=(1, 2),
        ),
        after=measured(
            [[500, 500, 0, 0]], trial([[500, 0, 500, 0]]), trial([[0, 0, 500, 500]], slower=1.2)
        ),
        gain=Gain.DOES_NOT_HELP,
        gain_reason="idle actors 2 -> 2, utilisation 0.50 -> 0.50, 10.00 s -> 11.00 s of work",
    )


def refuted() -> Verification:
    even = trial([[250, 250], [250, 250]])
    return Verification(
        finding(),
        Verdict.REFUTED,
        "every actor got rows in each of 2 trials; predicted: 2 of 4 actors with no rows",
        before=measured([[600, 400], [0, 0]], even, even),
        after=measured([[250, 250], [250, 250]], even, even),
        gain=Gain.DOES_NOT_HELP,
        gain_reason="idle actors 0 -> 0",
    )


def without_runs() -> Verification:
    found = finding(
        effect=Effect(exactly(4), between(0, 3), unknown()),
        fixes=(Fix("give with_column at least 2 partitions"),),
        confidence=Confidence.POSSIBLE,
    )
    return Verification(
        found,
        Verdict.INCONCLUSIVE,
        "only a run can show how many rows `where` on line 2 leaves",
    )


def out_of_time() -> Verification:
    return Verification(
        finding(),
        Verdict.INCONCLUSIVE,
        "1 of 3 trials fitted in the 30 seconds of --budget",
        scaling=("rows and batch sizes are divided by 1,000",),
        before=measured([[600, 400], [0, 0]], trial([[600, 400], [0, 0]])),
        gain_reason="no time left of --budget",
        made_up=("1,000 rows",),
    )


def live() -> Verification:
    run = trial([[600, 400], [0, 0]])
    return Verification(
        finding(fixes=()),
        Verdict.CONFIRMED,
        "2 of 4 actors got no rows in one trial, as predicted",
        live=True,
        before=measured([[600, 400], [0, 0]], run),
        gain_reason="the finding has no remedy that can be tried",
    )


def many() -> Verification:
    """20 actors on 4 workers."""
    none: list[float] = [0] * 5
    uneven: list[float] = [90, 310, 200, 187, 213]
    seen = trial([[200] * 5, uneven, none, none])
    found = finding(
        message="only 2 tasks for 4 workers: 10 of the 20 actors of `embed` get no rows"
    )
    return Verification(
        found,
        Verdict.CONFIRMED,
        "10 of 20 actors got no rows in each of 8 trials, as predicted",
        scaling=(
            "workers, actors, partitions and rows are divided by 4: 4 of 16 workers, 20 of 80 "
            "actors",
            "each row sleeps 20 ms, regardless of what the UDF does",
        ),
        before=measured([[200] * 5, [200] * 5, none, none], *[seen] * 8),
        after=measured([[100] * 5] * 4, *[trial([[100] * 5] * 4)] * 8),
        gain=Gain.HELPS,
        gain_reason="idle actors 10 -> 0, utilisation 0.32 -> 1.00, 6.20 s -> 2.00 s of work",
    )


def crashed() -> Verification:
    """Daft fails, so nothing could be measured: that is what was predicted."""
    return Verification(
        finding("odd dir/naïve\x1b[31m.py", severity=Severity.ERROR, effect=None),
        Verdict.CONFIRMED,
        "Daft gives up: no actor of `embed` was placed\x07",
    )


def surrogate() -> Verification:
    found = finding("../up\udcff.py", message='<é> & "\udcff" ]]>\x00\ufffe\nnext', fixes=())
    return Verification(found, Verdict.INCONCLUSIVE, "the replay hung after\x1b[0m 60 s\n& hung")


def workers() -> Verification:
    """Work without a pool: the one task there is keeps one worker busy."""
    found = finding(
        message="only 1 task for 3 workers: 2 of the 3 workers do nothing in `embed`",
        effect=Effect(exactly(3), exactly(2), exactly(0.33), unit=Unit.WORKER),
        assumptions=(),
    )
    return replace(
        helped(),
        finding=found,
        reason="2 of 3 workers got no rows in each of 2 trials, as predicted",
        before=of(Unit.WORKER, [[1000], [0], [0]], trial([[0], [1000], [0]])),
        after=of(Unit.WORKER, [[333], [333], [334]], trial([[333], [334], [333]])),
        gain_reason="the work takes 6.68 s instead of 20.00 s, and 0 workers idle instead of 2",
    )


def processes() -> Verification:
    """A pool on the native runner."""
    found = finding(
        code="DFT102",
        name="oversized-batch-size",
        message="batch_size=500 cuts the 1,000 rows of a task into 2 morsels: 2 of the 4 processes "
        "of `embed` get no rows",
        effect=Effect(exactly(4), exactly(2), exactly(0.5), unit=Unit.PROCESS),
        assumptions=(),
    )
    return Verification(
        found,
        Verdict.CONFIRMED,
        "2 of 4 processes got no rows in each of 2 trials, as predicted",
        scaling=("the native runner gets 8 threads, enough for every process",),
        before=of(Unit.PROCESS, [[0, 0, 500, 500]], trial([[0, 0, 500, 500]])),
        gain_reason="no time left of --budget",
    )


def gpus() -> Verification:
    """A pool of one actor on two workers with two GPUs each."""
    found = finding(
        code="DFT111",
        name="undersized-pool",
        message="1 actor of `embed` for 4 GPUs: 3 GPUs stay idle",
        effect=None,
        assumptions=(),
        claim=Claim.GPUS,
    )
    return Verification(
        found,
        Verdict.CONFIRMED,
        "3 of 4 GPUs got no rows in each of 2 trials, as predicted",
        scaling=("each row sleeps 20 ms, regardless of what the UDF does",),
        before=of(Unit.GPU, [[1000, 0], [0, 0]], trial([[0, 0], [0, 1000]])),
        after=of(Unit.GPU, [[250, 250]] * 2, trial([[250, 250]] * 2)),
        gain=Gain.HELPS,
        gain_reason="the work takes 5.00 s instead of 20.00 s, and 0 GPUs idle instead of 3",
    )


def of(unit: Unit, predicted: Workers, seen: Trial) -> Measurement:
    """Two trials of other work than that of actors."""
    made = measured(predicted, *[replace(seen, unit=unit)] * 2)
    pool = None if unit is Unit.WORKER else len(predicted[0])
    udfs = (replace(made.shape.udf, concurrency=pool),)
    steps = (StepShape(StepKind.UDF, udfs=udfs),)
    size = replace(made.shape.cluster, native=unit is Unit.PROCESS)
    plan = replace(made.shape.plan, steps=steps)
    return replace(made, shape=replace(made.shape, plan=plan, cluster=size))


EVERY = {
    "helped": helped,
    "not helped": not_helped,
    "refuted": refuted,
    "without runs": without_runs,
    "out of time": out_of_time,
    "live": live,
    "many actors": many,
    "workers": workers,
    "processes": processes,
    "GPUs": gpus,
    "odd path": crashed,
    "surrogate": surrogate,
}


def reported(
    *verifications: Verification, environment: Environment | None = ENVIRONMENT
) -> VerificationReport:
    report = Report(
        findings=tuple(verification.finding for verification in verifications),
        failures=(),
        files_checked=4,
        suppressed=0,
        version="0.1.0",
        rules=lambda: RULES,
        source_line=source_line,
    )
    return VerificationReport(report, Verified(verifications, environment))


@pytest.fixture(params=EVERY.values(), ids=EVERY)
def each(request: pytest.FixtureRequest) -> VerificationReport:
    """A report on one finding, of every kind."""
    return reported(request.param())


@pytest.fixture
def every() -> VerificationReport:
    """A report on findings of every kind, and on files that could not be read."""
    made = reported(*(make() for make in EVERY.values()))
    failures = (
        Failure("pipelines/gone.py", "no permission to read it"),
        Failure("odd dir/\x1b.ipynb", "not JSON: <\udcff>\nat 1"),
    )
    return replace(made, report=replace(made.report, failures=failures, suppressed=1))


@pytest.fixture
def nothing() -> VerificationReport:
    """A report on no findings."""
    return reported(environment=None)


@pytest.fixture
def report_of() -> Callable[..., VerificationReport]:
    """A report on the kinds of findings that are named."""

    def make(*names: str, environment: Environment | None = ENVIRONMENT) -> VerificationReport:
        return reported(*(EVERY[name]() for name in names), environment=environment)

    return make


@pytest.fixture
def plain() -> Style:
    return Style(color=False, width=80)
