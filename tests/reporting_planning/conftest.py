"""Plans made by hand, so that what people see of them hangs on no search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from daft_lint.plan.cluster import Cluster, Runner, RunnerKind
from daft_lint.plan.pipeline import (
    Action,
    ActionKind,
    Operator,
    OperatorKind,
    Pipeline,
    Plan,
    Source,
    Udf,
    UdfCall,
    UdfKind,
)
from daft_lint.plan.quantity import between, exactly
from daft_lint.plan.span import Span
from daft_lint.planning.numbers_only import pipeline_of
from daft_lint.planning.planner import Money, MoreActors, PlannedPipeline, PlannedPool, Question
from daft_lint.planning.pricing import Pricing
from daft_lint.planning.what_if import WhatIf, supposed
from daft_lint.reporting.report import Style
from daft_lint.scheduling.prediction.capacity import Capacity
from daft_lint.scheduling.prediction.conditions import Comparison, Condition, Factor, Property
from daft_lint.scheduling.prediction.outcome import Outcome
from daft_lint.scheduling.prediction.predict import predict
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy
from daft_lint.scheduling.tuning.terms import Constraints, Numbers, Tunable, Tuning, TuningStep

Plans = tuple[PlannedPipeline, ...]


def place(line: int, path: str = "src/embed.py") -> Span:
    return Span(path, line, 5, line, 20)


def occupancy(*rows: tuple[int, ...], seconds: float = 4.0) -> Occupancy:
    """What each actor of each worker gets."""
    uses = [
        ActorUse(worker, number, number // 50, number * 0.01)
        for worker, group in enumerate(rows)
        for number in group
    ]
    return Occupancy(tuple(uses), seconds)


def embedding(cluster: Cluster) -> Pipeline:
    """Two pools, one after the other."""
    embed = Udf(
        "Embed",
        place(9),
        UdfKind.BATCH,
        is_async=False,
        legacy=False,
        concurrency=exactly(4),
        batch_size=exactly(200),
        gpus=exactly(1),
    )
    tag = replace(embed, name="Tag", span=place(15), batch_size=None, gpus=None)
    steps = tuple(
        Operator(
            OperatorKind.PROJECT,
            "with_column",
            place(line),
            reads=frozenset({"path"}),
            writes=frozenset({udf.name}),
            calls=(UdfCall(udf, place(line), frozenset({"path"}), udf.name),),
        )
        for line, udf in ((25, embed), (26, tag))
    )
    source = Source("daft.from_glob_path", place(22), exactly(1), exactly(1000))
    return Pipeline(
        "embed",
        Plan(source, steps),
        Action(ActionKind.WRITE, "write_parquet", place(27)),
        Runner(RunnerKind.RAY, certain=True),
        cluster,
    )


def forecast(utilisation: float, idle: int, seconds: float, run: Occupancy) -> Outcome:
    return Outcome(exactly(idle), exactly(utilisation), run, exactly(seconds))


NOW = forecast(0.42, 2, 6.0, occupancy((600, 400), (0, 0)))
MORE_TASKS = forecast(0.83, 0, 3.0, occupancy((300, 200), (300, 200)))
BEST = forecast(0.98, 0, 2.5, occupancy((250, 250), (250, 250)))
MANY = forecast(0.95, 0, 1.3, occupancy((125,) * 4, (125,) * 4))
SQUEEZED = replace(forecast(0.48, 2, 19_531.0, occupancy((500,), (500,))), unplaced=2)


def question(numbers: WhatIf | None = None) -> Question:
    pricing = Pricing()
    return Question(
        numbers or WhatIf(), pricing.costs, Constraints(), assumptions=pricing.assumptions()
    )


def money(seconds: float, lost: float) -> Money:
    return Money(exactly(lost), exactly(lost * seconds / 3600), exactly(12.8 * seconds / 3600))


def from_code() -> PlannedPipeline:
    """Two steps to better numbers for one pool, none for the other, which lacks room."""
    cluster = Cluster(exactly(2), exactly(16), exactly(1), (), exactly(6.4))
    pipeline = embedding(cluster)
    prediction = predict(pipeline, cluster)
    embed, tag = prediction.pools
    tuning = Tuning(
        Numbers(1, None, 200, 4),
        NOW,
        Numbers(2, None, 50, 4),
        BEST,
        (
            TuningStep(
                Tunable.PARTITIONS,
                1,
                2,
                "1 task for 2 workers stays on one of them",
                MORE_TASKS,
            ),
            TuningStep(Tunable.BATCH_SIZE, 200, 50, "500 rows are 3 batches of 200", BEST),
        ),
    )
    present = Numbers(1, None, None, 4)
    kept = Tuning(present, SQUEEZED, present, SQUEEZED, ())
    pools = (
        PlannedPool(
            embed,
            NOW,
            tuning,
            BEST,
            money(6.0, 7.42),
            money(2.5, 0.26),
            room=Capacity(4, "GPU", 1, "2 workers with 2 GPUs each"),
            more_actors=MoreActors(Numbers(2, None, 50, 8), MANY),
        ),
        PlannedPool(
            tag,
            SQUEEZED,
            kept,
            None,
            money(19_531.0, 0.64),
            money(19_531.0, 0.64),
            held_up=True,
            room=Capacity(2, "CPU", 8, "2 workers with 8 CPUs each"),
        ),
    )
    asked = WhatIf(rows=1000, batch_size=200, cluster=Cluster(workers=exactly(2)))
    return PlannedPipeline(pipeline, prediction, pools, question(asked))


def from_numbers() -> PlannedPipeline:
    """Many actors, unequal rows, workers that differ; nobody knows how many."""
    numbers = WhatIf(rows=10**9, partitions=4096, batch_size=64, concurrency=40)
    pipeline = supposed(pipeline_of(numbers), numbers, (0, 7))
    prediction = predict(pipeline, pipeline.cluster)
    rows = tuple(tuple(1000 * (10 * worker + number) for number in range(5)) for worker in range(8))
    now = Outcome(between(1, 8), between(0.25, 0.75), occupancy(*rows))
    conditions = (
        Condition(Factor.WORKERS, Comparison.MORE_THAN, 12, Property.ACTORS_IDLE, least_idle=3),
    )
    pool = PlannedPool(prediction.pools[0], now, None, None, None, None, conditions=conditions)
    return PlannedPipeline(pipeline, prediction, (pool,), question(numbers))


@pytest.fixture
def plans() -> Plans:
    return from_code(), from_numbers()


@pytest.fixture
def plain() -> Style:
    return Style(color=False, width=80)


@pytest.fixture
def tuned() -> Callable[[Tuning], PlannedPool]:
    """The first pool with another tuning."""
    return lambda tuning: replace(from_code().pools[0], tuning=tuning)
