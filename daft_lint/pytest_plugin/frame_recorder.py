"""The recorder of the plan of every frame that this process materialises."""

from __future__ import annotations

import functools
import os
import warnings
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from daft_lint.live.dry_run.user_process.steps import Steps, made_of
from daft_lint.live.frame_plans import plan_of_builder
from daft_lint.live_plan.raw_plan import RawPlan
from daft_lint.plan.span import Span
from daft_lint.programs.import_hook import after_import
from daft_lint.pytest_plugin.user_code import user_span
from daft_lint.rule_failures import reason


@dataclass(frozen=True, slots=True)
class Materialised:
    """A plan that was about to run.

    `place` is the call that ran it, None where no code of the user's was under way; `test` the id
    of the test that was running, None outside of tests.
    """

    plan: RawPlan
    place: Span | None
    test: str | None


@dataclass(frozen=True, slots=True)
class UnreadPlan:
    """A plan that was about to run and could not be read: where, and why in one line."""

    place: Span | None
    reason: str


class FrameRecorder:
    """Looks at what is handed to Daft's runners, from `start` to `stop`.

    Each runner of Daft 0.6.4 to 0.7 runs all plans by its method `run_iter`, which is wrapped as
    soon as Daft has imported it. The user's objects aren't touched, and nothing is raised.

    Subscribers see the same moment, but Daft 0.6.4 has none, and their events leave out the options
    of UDFs (0.7.26, `OptimizationCompleted.optimized_plan`).
    """

    def __init__(self) -> None:
        self.frames = 0
        """How many times a frame was materialised."""
        self.unread: list[UnreadPlan] = []
        self._seen: dict[tuple[Span | None, str], Materialised] = {}
        self._wrapped: list[tuple[Any, str, Any]] = []
        self._on = False

    @property
    def materialised(self) -> tuple[Materialised, ...]:
        """What ran: each plan once for each place."""
        return tuple(self._seen.values())

    def start(self) -> None:
        """Look at all that runs from here on."""
        self._on = True
        after_import(
            {
                "daft.logical.builder": self._wrap_steps,
                "daft.runners.native_runner": lambda module: self._wrap(module, "NativeRunner"),
                "daft.runners.ray_runner": lambda module: self._wrap(module, "RayRunner"),
            }
        )

    def stop(self) -> None:
        """Stop looking, and leave the runners as they were."""
        self._on = False
        while self._wrapped:
            owner, name, original = self._wrapped.pop()
            setattr(owner, name, original)

    def _wrap_steps(self, module: ModuleType) -> None:
        """Let each plan remember the calls in the user's code that make it, where that can be."""
        builder = getattr(module, "LogicalPlanBuilder", None)
        if not self._on or builder is None:
            return
        before = dict(vars(builder))
        with suppress(AttributeError):
            Steps(limit_rows=0, notify=lambda _: None).of_builder(builder)
        after = vars(builder)
        changed = (name for name in before if after[name] is not before[name])
        self._wrapped += [(builder, name, before[name]) for name in changed]

    def _wrap(self, module: ModuleType, name: str) -> None:
        runner = getattr(module, name, None)
        if not self._on or runner is None:
            return
        run_iter = runner.run_iter

        @functools.wraps(run_iter)
        def watched(runner: Any, builder: Any, *args: Any, **options: Any) -> Any:
            unread = self._see(builder)
            results = run_iter(runner, builder, *args, **options)
            return results if unread is None else self._missed(unread, results)

        runner.run_iter = watched
        self._wrapped.append((runner, "run_iter", run_iter))

    def _see(self, builder: Any) -> UnreadPlan | None:
        """Note a plan; a test gets no warning and no error by it, whatever happens."""
        if not self._on:
            return None
        self.frames += 1
        place = None
        try:
            place = user_span()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._note(builder, place)
        except Exception as error:
            return UnreadPlan(place, reason(error))
        return None

    def _missed(self, unread: UnreadPlan, results: Any) -> Generator[Any, None, Any]:
        """The results of a plan that could not be read. One that can't run either isn't missed."""
        answer = yield from results
        self.unread.append(unread)
        return answer

    def _note(self, builder: Any, place: Span | None) -> None:
        # Asking takes longer than this, and loops and parameters run the same again and again.
        key = place, builder.pretty_print(False)
        if key in self._seen:
            return
        self._seen[key] = Materialised(plan_of_builder(builder, made_of(builder)), place, _test())


def _test() -> str | None:
    """The id of the running test: pytest tells it as `tests/test_a.py::test_b (call)`."""
    running = os.environ.get("PYTEST_CURRENT_TEST")
    return None if running is None else running.rpartition(" (")[0]
