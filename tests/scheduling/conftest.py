"""Plans in a line or two, for the scheduling tests."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly
from daft_lint.plan.span import Span
from daft_lint.scheduling.prediction.predict import Prediction, WorkPrediction, predict

SPAN = Span("pipeline.py", 1, 1, 1, 2)
Number = int | float | Quantity | None


def quantity(number: Number) -> Quantity | None:
    if number is None or isinstance(number, Quantity):
        return number
    return exactly(number, Origin(OriginKind.LITERAL, str(number)))


@dataclass(frozen=True)
class Make:
    """Builders of plan parts with the defaults that tests don't care about."""

    def step(self, kind: OperatorKind, count: Number = None, **fields: object) -> Operator:
        step = Operator(kind, kind.name.lower(), SPAN, count=quantity(count))
        return replace(step, **fields)

    def into_partitions(self, count: Number) -> Operator:
        return self.step(OperatorKind.INTO_PARTITIONS, count)

    def into_batches(self, rows: Number) -> Operator:
        return self.step(OperatorKind.INTO_BATCHES, rows)

    def random_repartition(self, count: Number) -> Operator:
        return self.step(OperatorKind.RANDOM_REPARTITION, count)

    def hash_repartition(self, count: Number, key: str = "path") -> Operator:
        return self.step(OperatorKind.HASH_REPARTITION, count, reads=frozenset({key}))

    def limit(self, rows: Number, **fields: object) -> Operator:
        return self.step(OperatorKind.LIMIT, rows, **fields)

    def where(self, *columns: str, **fields: object) -> Operator:
        return self.step(OperatorKind.FILTER, reads=frozenset(columns), **fields)

    def select(self, *columns: str) -> Operator:
        names = frozenset(columns)
        return self.step(OperatorKind.PROJECT, reads=names, keeps=names)

    def column(self, name: str, *reads: str, **fields: object) -> Operator:
        return self.step(
            OperatorKind.PROJECT, reads=frozenset(reads), writes=frozenset({name}), **fields
        )

    def udf(
        self,
        concurrency: Number = 4,
        batch_size: Number = None,
        kind: UdfKind = UdfKind.BATCH,
        **fields: object,
    ) -> Udf:
        udf = Udf("run", SPAN, kind, False, False, quantity(concurrency), quantity(batch_size))
        return replace(udf, **fields)

    def pool(
        self,
        concurrency: Number = 4,
        batch_size: Number = None,
        *,
        output: str = "out",
        reads: str = "path",
        kind: UdfKind = UdfKind.BATCH,
    ) -> Operator:
        columns = frozenset({reads})
        call = UdfCall(self.udf(concurrency, batch_size, kind), SPAN, columns, output)
        return self.column(output, reads, calls=(call,))

    def plan(self, rows: Number, *steps: Operator, partitions: Number = 1) -> Plan:
        known = quantity(rows) or Quantity(0, float("inf"))
        parts = quantity(partitions) or exactly(1)
        source = Source("from_pydict", SPAN, parts, known, in_memory=True)
        return Plan(source, steps)

    def action(self, kind: ActionKind = ActionKind.COLLECT, rows: Number = None) -> Action:
        return Action(kind, kind.value, SPAN, quantity(rows))

    def pipeline(self, plan: Plan, action: Action | None = None) -> Pipeline:
        runner = Runner(RunnerKind.RAY, certain=True)
        return Pipeline("pipeline", plan, action or self.action(), runner)

    def cluster(self, workers: Number = None, cpus: Number = 8) -> Cluster:
        return Cluster(quantity(workers), quantity(cpus))

    def prediction(
        self,
        workers: Number,
        plan: Plan,
        *,
        cpus: Number = 8,
        action: Action | None = None,
        version: tuple[int, ...] = (0, 7),
    ) -> Prediction:
        return predict(self.pipeline(plan, action), self.cluster(workers, cpus), version)

    def predicted_pool(self, workers: Number, plan: Plan, *, cpus: Number = 8) -> WorkPrediction:
        (pool,) = self.prediction(workers, plan, cpus=cpus).pools
        return pool


@pytest.fixture(scope="session")
def make() -> Make:
    return Make()
