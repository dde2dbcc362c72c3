"""The same plan with other sources and steps, those of joined plans too."""

from __future__ import annotations

from collections.abc import Callable

from daft_lint.plan.pipeline import Operator, Plan, Source
from daft_lint.records import dataclass, field


@dataclass(slots=True)
class Replacing:
    """Replaces sources and steps, a step by any number of them.

    A plan that several others hold stays one.
    """

    step: Callable[[Operator], Operator | tuple[Operator, ...]]
    source: Callable[[Source], Source] = lambda source: source
    _done: dict[int, tuple[Plan, Plan]] = field(default_factory=dict)

    def plan(self, plan: Plan) -> Plan:
        """The plan with its replacements."""
        if id(plan) not in self._done:
            source = self.source(plan.source)
            steps: list[Operator] = []
            for step in plan.operators:
                made = self.step(step.with_inputs(tuple(map(self.plan, step.inputs))))
                steps += made if isinstance(made, tuple) else (made,)
            same = plan.with_operators(tuple(steps))
            is_same = source is plan.source
            self._done[id(plan)] = plan, same if is_same else Plan(source, same.operators)
        return self._done[id(plan)][1]
