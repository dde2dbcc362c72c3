"""The article's scenarios as verifications, the way that real runs show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from daft_lint.findings import Confidence, Finding, Fix, Severity
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.reporting.report import Report
from daft_lint.reporting.verification import VerificationReport
from daft_lint.reporting.verification.page import page
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

ARTICLE = "examples/article.py"
LINE = '    return df.with_column("features", featurise(col("path"))).collect()'
ROW_SECONDS = 0.01
OVERHEAD = 0.012

Workers = Sequence[Sequence[Sequence[int]]]


def trial_of(*workers: Sequence[Sequence[int]], late: float = 0.0, asked: int = 0) -> Trial:
    """A trial: per worker, per actor, the rows of its morsels, one right after the other."""
    actors: list[ActorUse] = []
    morsels: list[Morsel] = []
    for worker, loads in enumerate(workers):
        for sizes in loads:
            now = late if morsels else 0.0
            start = len(morsels)
            for rows in sizes:
                end = now + rows * ROW_SECONDS + OVERHEAD
                morsels.append(Morsel(len(actors), rows, now, end))
                now = end + 0.004
            busy = sum(morsel.end - morsel.start for morsel in morsels[start:])
            actors.append(ActorUse(worker, sum(sizes), len(sizes), busy))
    span = max(morsel.end for morsel in morsels)
    return Trial(Occupancy(tuple(actors), span), tuple(morsels), asked or len(actors), span + 2.1)


def measured(
    shape: Shape, *trials: Trial, idle: tuple[int, int], expected: Occupancy | None = None
) -> Measurement:
    likeliest = expected or trials[0].occupancy
    return Measurement(shape, Expectation(*idle, likeliest.utilisation, likeliest), trials)


def shape_of(
    workers: int, batch_size: int, *steps: StepShape, concurrency: int | None = 4
) -> Shape:
    udf = UdfShape("Featurise", concurrency, batch_size, row_seconds=ROW_SECONDS)
    return Shape(
        PlanShape(1000, 1, (*steps, StepShape(StepKind.UDF, udfs=(udf,)))),
        ClusterSize(workers, 4),
        "Featurise",
    )


def finding_of(code: str, name: str, message: str, line: int, remedy: str) -> Finding:
    return Finding(
        code=code,
        name=name,
        message=message,
        span=Span(ARTICLE, line, 39, line, 61),
        severity=Severity.WARNING,
        confidence=Confidence.CERTAIN,
        fixes=(Fix(remedy),),
    )


def one_sided() -> Verification:
    """Two workers, one partition: half of the actors idle, and the remedy spreads the rows."""
    shape = shape_of(2, 200)
    remedied = shape_of(2, 200, StepShape(StepKind.INTO_PARTITIONS, 8))
    spread = [[125, 125], [125, 125]]
    return Verification(
        finding=finding_of(
            "DFT101",
            "missing-repartition",
            "only 1 task for 2 workers: 2 of the 4 actors of `Featurise` get no rows",
            41,
            "put .into_partitions(8) before `with_column` on line 41",
        ),
        verdict=Verdict.CONFIRMED,
        reason="2 of 4 actors got no rows in each of 3 trials, as predicted",
        scaling=("each row takes 10 ms, regardless of what the UDF does",),
        before=measured(
            shape,
            trial_of([[200, 200], [200, 200, 200]], [[], []]),
            trial_of([[], []], [[200, 200, 200], [200, 200]], late=0.02),
            trial_of([[200, 200], [200, 200, 200]], [[], []], late=0.05),
            idle=(2, 2),
        ),
        after=measured(
            remedied,
            trial_of(spread, spread, late=0.03),
            trial_of(spread, spread, late=0.02),
            trial_of(spread, spread, late=0.06),
            idle=(0, 0),
        ),
        gain=Gain.HELPS,
        gain_reason="idle actors 2 -> 0, utilisation 0.42 -> 0.99, 6.04 s -> 2.55 s of work",
    )


def starved() -> Verification:
    """One worker, two batches for four actors."""
    quarter = [[250], [250], [250], [250]]
    return Verification(
        finding=finding_of(
            "DFT102",
            "oversized-batch-size",
            "batch_size=500 cuts the 1,000 rows of a task into 2 morsels: 2 4 actors of "
            "`Featurise` get no rows",
            49,
            "set batch_size=250",
        ),
        verdict=Verdict.CONFIRMED,
        reason="2 of 4 actors got no rows in each of 3 trials, as predicted",
        before=measured(
            shape_of(1, 500),
            trial_of([[], [], [500], [500]]),
            trial_of([[500], [], [], [500]], late=0.03),
            trial_of([[], [500], [500], []], late=0.01),
            idle=(2, 2),
        ),
        after=measured(
            shape_of(1, 250),
            *(trial_of(quarter, late=late) for late in (0.01, 0.02, 0.03)),
            idle=(0, 0),
        ),
        gain=Gain.HELPS,
        gain_reason="idle actors 2 -> 0, utilisation 0.50 -> 0.99, 5.04 s -> 2.53 s of work",
    )


def ragged() -> Verification:
    """One worker, two uneven partitions: short tails, and a remedy that doesn't help."""
    loads = [[90], [200], [200, 110], [200, 200]]
    shape = shape_of(1, 200, StepShape(StepKind.HASH_REPARTITION, 2))
    return Verification(
        finding=replace(
            finding_of(
                "DFT106",
                "ragged-batches",
                "batch_size=200 splits the rows unevenly among the 4 actors of `Featurise`, from "
                "109 to 400 rows an actor: 38% of their time is lost",
                33,
                "set batch_size=128",
            ),
            confidence=Confidence.LIKELY,
            assumptions=("a hash repartition has many keys, all about equally frequent",),
        ),
        verdict=Verdict.REFUTED,
        reason="38 % of the actor time was lost in each of 3 trials; predicted: 49 % lost",
        before=measured(
            shape,
            *(trial_of(loads, late=late) for late in (0.02, 0.03, 0.01)),
            idle=(0, 0),
            expected=trial_of([[109], [200], [200, 91], [200, 200]]).occupancy,
        ),
        after=measured(
            shape_of(1, 128, StepShape(StepKind.HASH_REPARTITION, 2)),
            *(trial_of([[128, 128], [90, 90], [200], [128, 236]]) for _ in range(3)),
            idle=(0, 1),
        ),
        gain=Gain.DOES_NOT_HELP,
        gain_reason="idle actors 0 -> 0, utilisation 0.62 -> 0.69, 4.03 s -> 3.67 s of work",
    )


def unknown_rows() -> Verification:
    """Nothing ran."""
    return Verification(
        finding=finding_of(
            "DFT103",
            "unset-batch-size",
            "without batch_size each task is one morsel: 3 of the 4 actors get no rows",
            57,
            "set batch_size=64",
        ),
        verdict=Verdict.INCONCLUSIVE,
        reason="the rows of s3://bucket/meta/*.parquet are unknown: give --rows, or a hint",
    )


ENVIRONMENT = Environment(daft="0.7.26", ray="2.60.0", python="3.11.7", address=None, seconds=61.8)


def verified_of(*verifications: Verification) -> Verified:
    return Verified(verifications, ENVIRONMENT)


def crowded(actors: int, morsels: int) -> Verification:
    """Four workers with many actors and many morsels; half of the workers idle."""
    each = morsels // (actors // 2)
    busy, idle = [[5] * each] * (actors // 4), [[]] * (actors // 4)
    shape = shape_of(4, 5, concurrency=actors)
    half = [[5] * (each // 2)] * (actors // 4)
    return replace(
        one_sided(),
        before=measured(
            shape,
            *(trial_of(busy, idle, busy, idle, late=late) for late in (0.01, 0.05, 0.02)),
            idle=(actors // 2 - 1, actors // 2 + 1),
        ),
        after=measured(shape, trial_of(half, half, half, half), idle=(0, 0)),
    )


LONG_PATH = "packages/" + "very-long-team-name/" * 12 + "pipelines/embed_images.py"
SCRIPT = "<script>alert(1)</script>"


def hostile() -> Verified:
    """Text that means something to HTML, to Jinja or to a terminal, and is far too long."""
    evil = f"{SCRIPT} {{{{ 7 * 7 }}}} & \u202e \x00 \udc80 'q' \"{'W' * 300}"
    finding = replace(
        starved().finding,
        message=evil,
        span=Span(f"{LONG_PATH}{SCRIPT}", 49, 2, 49, 9),
        fixes=(Fix(evil),),
        assumptions=(evil,),
    )
    verification = replace(
        starved(), finding=finding, reason=evil, gain_reason=evil, scaling=(evil, "`odd"), live=True
    )
    return Verified(
        (verification, replace(unknown_rows(), finding=finding, reason=evil)),
        replace(ENVIRONMENT, address=SCRIPT),
    )


def unplaced() -> Verification:
    """A pool of six actors, four of which the cluster had room for."""
    before = starved().before
    assert before is not None
    return replace(
        starved(),
        before=replace(before, trials=tuple(replace(trial, asked=6) for trial in before.trials)),
        after=None,
        gain=Gain.NOT_MEASURED,
        gain_reason="",
    )


def without_pool() -> Verification:
    """One partition for two workers, and work that runs inside the one task."""
    shape = shape_of(2, 200, concurrency=None)
    seen = replace(trial_of([[]], [[600, 400]]), unit=Unit.WORKER)
    return replace(one_sided(), before=measured(shape, seen, idle=(1, 1)), after=None)


def natively() -> Verification:
    """Four processes of the native runner, and two batches for them."""
    shape = replace(shape_of(1, 500), cluster=ClusterSize(1, 8, native=True))
    seen = replace(trial_of([[], [], [500], [500]]), unit=Unit.PROCESS)
    return replace(starved(), before=measured(shape, seen, idle=(2, 2)), after=None)


@pytest.fixture(scope="session")
def workers() -> Verified:
    """Work without a pool."""
    return verified_of(without_pool())


@pytest.fixture(scope="session")
def processes() -> Verified:
    """A pool on the native runner, where no Ray is needed."""
    return Verified((natively(),), replace(ENVIRONMENT, ray=None))


@pytest.fixture(scope="session")
def article() -> Verified:
    """The article's scenarios: two confirmed, one refuted."""
    return verified_of(one_sided(), starved(), ragged())


@pytest.fixture(scope="session")
def everything(article: Verified) -> Verified:
    """Every verdict, a pool that the cluster can't hold, and one that did not run."""
    return verified_of(*article.verifications, unknown_rows(), unplaced())


@pytest.fixture(scope="session")
def crowd() -> Verified:
    """32 actors on four workers and 2,000 morsels."""
    return verified_of(crowded(32, 2000))


@pytest.fixture(scope="session")
def attack() -> Verified:
    """Hostile text wherever text of others goes."""
    return hostile()


@pytest.fixture(scope="session")
def nothing() -> Verified:
    """No finding, so that nothing had to run."""
    return Verified((), None)


@pytest.fixture(scope="session")
def page_of() -> Callable[..., str]:
    """The page of some verifications."""

    def page_of(verified: Verified, line: Callable[[str, int], str | None] = line_of) -> str:
        linted = Report((), (), 1, 0, "0.1.0", lambda: (), line)
        return page(VerificationReport(linted, verified))

    return page_of


def line_of(path: str, line: int) -> str | None:
    """The line of the article's example for every path that isn't attacked."""
    if path == ARTICLE:
        return LINE
    return f"\tx = '{SCRIPT}{'y' * 4000}" if path.startswith(LONG_PATH) else None
