"""The same plan with other sources and steps, those of joined plans too."""

from __future__ import annotations

from collections.abc import Callable

from daft_lint.plan.pipeline import Operator, Plan, Source
from daft_lint.records import dataclass, field


@dataclass(slots=True)
class Replacing:
    """Replaces sources and steps; a plan that several others hold stays one."""

    step: Callable[[Operator], Operator]
    source: Callable[[Source], Source] = lambda source: source
    _done: dict[int, tuple[Plan, Plan]] = field(default_factory=dict)

    def plan(self, plan: Plan) -> Plan:
        """The plan with its replacements."""
        if id(plan) not in self._done:
            source = self.source(plan.source)
            steps = tuple(
                self.step(step.with_inputs(tuple(map(self.plan, step.inputs))))
                for step in plan.operators
            )
            same = plan.with_operators(steps)
            self._done[id(plan)] = plan, same if source is plan.source else Plan(source, steps)
        return self._done[id(plan)][1]
