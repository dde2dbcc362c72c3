"""Collects the pipelines that a program builds while it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from daft_lint.plan.cluster import Cluster, Runner, RunnerKind
from daft_lint.plan.pipeline import Action, Pipeline, Plan
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.plan.span import Span


@dataclass(frozen=True, slots=True)
class _Choice:
    kind: RunnerKind
    span: Span
    text: str
    conditional: bool


class Recorder:
    """Every plan that was built, which of them ran, and what chose the runner."""

    def __init__(self) -> None:
        self._leaves: dict[int, tuple[Plan, str]] = {}
        self._runs: dict[tuple[int, Span], tuple[Plan, Action, str]] = {}
        self._choices: list[_Choice] = []
        self._local_cluster: Cluster | None = None

    def built(self, plan: Plan, where: str, *parents: Plan) -> None:
        """The function `where` built a plan out of `parents`, which are no ends any more."""
        for parent in parents:
            self._leaves.pop(id(parent), None)
        self._leaves[id(plan)] = (plan, where)

    def ran(self, plan: Plan, action: Action, where: str) -> None:
        """An action ran a plan."""
        self._leaves.pop(id(plan), None)
        self._runs[id(plan), action.span] = (plan, action, where)

    def chose_runner(self, kind: RunnerKind, span: Span, text: str, *, conditional: bool) -> None:
        """The program selects a runner, in one branch only when `conditional`."""
        self._choices.append(_Choice(kind, span, text, conditional))

    def started_local_cluster(self, cluster: Cluster) -> None:
        """The program itself starts a Ray of one node."""
        self._local_cluster = cluster

    def pipelines(self, cluster_of: Callable[[Pipeline], Cluster]) -> tuple[Pipeline, ...]:
        """Everything that was read, in the order it was met."""
        return tuple(self._with_cluster(pipeline, cluster_of) for pipeline in self._read())

    def _read(self) -> Iterator[Pipeline]:
        runner = self._runner()
        for plan, action, where in self._runs.values():
            yield Pipeline(where, plan, action, runner)
        for plan, where in self._leaves.values():
            if plan.operators:
                yield Pipeline(where, plan, None, runner)

    def _with_cluster(
        self, pipeline: Pipeline, cluster_of: Callable[[Pipeline], Cluster]
    ) -> Pipeline:
        hinted = cluster_of(pipeline)
        local = self._local_cluster or Cluster()
        cluster = Cluster(
            workers=hinted.workers or local.workers,
            cpus_per_worker=hinted.cpus_per_worker or local.cpus_per_worker,
            gpus_per_worker=hinted.gpus_per_worker or local.gpus_per_worker,
        )
        return Pipeline(pipeline.name, pipeline.plan, pipeline.action, pipeline.runner, cluster)

    def _runner(self) -> Runner:
        kinds = {choice.kind for choice in self._choices}
        if len(kinds) != 1:
            return Runner(RunnerKind.UNKNOWN, certain=False)
        firm = next((choice for choice in self._choices if not choice.conditional), None)
        choice = firm or self._choices[0]
        return Runner(
            choice.kind,
            certain=firm is not None,
            origin=Origin(OriginKind.LITERAL, choice.text, choice.span),
        )
