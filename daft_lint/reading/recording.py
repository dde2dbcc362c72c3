"""Collects the pipelines that a program builds while it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

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
    entry: object


@dataclass(frozen=True, slots=True)
class _Met:
    """A plan, the action that runs it, the function it stands in and the way in that led there."""

    plan: Plan
    action: Action | None
    where: str
    entry: object


class Recorder:
    """Every plan that was built, which of them ran, and what chose the runner.

    `entry` is where the program was entered: None for the module itself, else something that
    stands for a function or class that only other files call. What one such way in chooses says
    little of the pipelines of another.
    """

    def __init__(self) -> None:
        self.entry: object = None
        self._leaves: dict[int, _Met] = {}
        self._runs: dict[tuple[int, Span], _Met] = {}
        self._choices: list[_Choice] = []
        self._clusters: dict[object, Cluster] = {}

    def built(self, plan: Plan, where: str, *parents: Plan) -> None:
        """The function `where` built a plan out of `parents`, which are no ends any more."""
        for parent in parents:
            self._leaves.pop(id(parent), None)
        self._leaves[id(plan)] = _Met(plan, None, where, self.entry)

    def met(self, plan: Plan, where: str, *parents: Plan) -> None:
        """Several plans go on as one, which is an end when one of them was."""
        if any(id(parent) in self._leaves for parent in parents):
            self.built(plan, where, *parents)

    def ran(self, plan: Plan, action: Action, where: str) -> None:
        """An action ran a plan."""
        self._leaves.pop(id(plan), None)
        self._runs[id(plan), action.span] = _Met(plan, action, where, self.entry)

    def chose_runner(self, kind: RunnerKind, span: Span, text: str, *, conditional: bool) -> None:
        """The program selects a runner, in one branch only when `conditional`."""
        self._choices.append(_Choice(kind, span, text, conditional, self.entry))

    def started_local_cluster(self, cluster: Cluster) -> None:
        """The program itself starts a Ray of one node; two different ones tell nothing."""
        known = self._clusters.get(self.entry, cluster)
        self._clusters[self.entry] = cluster if known == cluster else Cluster()

    def pipelines(self, cluster_of: Callable[[Pipeline], Cluster]) -> tuple[Pipeline, ...]:
        """Everything that was read, in the order it was met."""
        leaves = (met for met in self._leaves.values() if met.plan.operators)
        return tuple(self._placed(met, cluster_of) for met in (*self._runs.values(), *leaves))

    def _placed(self, met: _Met, cluster_of: Callable[[Pipeline], Cluster]) -> Pipeline:
        pipeline = Pipeline(met.where, met.plan, met.action, self._runner(met.entry))
        hinted = cluster_of(pipeline)
        local = self._clusters.get(met.entry) or self._clusters.get(None) or Cluster()
        return replace(pipeline, cluster=hinted.otherwise(local))

    def _runner(self, entry: object) -> Runner:
        """The runner that every choice in force names. One on another way in is no sure one."""
        near = [choice for choice in self._choices if choice.entry in (None, entry)]
        choices = near or self._choices
        kinds = {choice.kind for choice in choices}
        if len(kinds) != 1 or RunnerKind.UNKNOWN in kinds:
            return Runner(RunnerKind.UNKNOWN, certain=False)
        firm = next((choice for choice in near if not choice.conditional), None)
        choice = firm or choices[0]
        return Runner(
            choice.kind,
            certain=firm is not None,
            origin=Origin(OriginKind.LITERAL, choice.text, choice.span),
        )
