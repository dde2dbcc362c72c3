"""The frames of `daft.sql`, followed."""

from __future__ import annotations

import re
import threading
from collections import deque
from typing import Any
from weakref import WeakValueDictionary

from daft_lint.live.dry_run.user_process.calls import user_call
from daft_lint.live.dry_run.user_process.steps import Step, Steps, leaves_of
from daft_lint.records import dataclass

_REMEMBERED = 512


@dataclass(frozen=True, slots=True)
class _Query:
    """What SQL was made a plan of: the text, the session, the frames by name, the configuration."""

    text: str
    session: Any
    frames: dict[str, Any]
    config: Any
    plan: Any


class _Latest(threading.local):
    query: _Query | None = None


class Queries:
    """Knows which builders a query of SQL reads.

    Daft hands it the plans in Rust below those builders, which one can't attach anything to.
    """

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._latest = _Latest()
        self._builders: WeakValueDictionary[int, Any] = WeakValueDictionary()
        # A collected frame makes a builder whenever it is asked for one, and forgets it.
        self._recent: deque[Any] = deque(maxlen=_REMEMBERED)
        self._execute: Any = None
        steps.on_source = self._recent.append
        steps.of_elsewhere = self._step

    def of_sql(self, module: Any) -> None:
        """Listen to `daft.sql.sql`."""
        original = self._execute = module._sql_exec

        def execute(text: str, session: Any, frames: dict[str, Any], config: Any) -> Any:
            plan = original(text, session, frames, config)
            self._latest.query = _Query(text, session, dict(frames), config, plan)
            return plan

        module._sql_exec = execute

    def of_frame(self, frame: Any) -> None:
        """Know the builders of frames."""
        original = frame.__init__

        def init(frame: Any, builder: Any, *args: Any, **options: Any) -> None:
            original(frame, builder, *args, **options)
            self._builders[id(builder._builder)] = builder

        frame.__init__ = init

    def _step(self, builder: Any) -> Step:
        query, self._latest.query = self._latest.query, None
        if query is None or query.plan is not builder._builder:
            return Step("", builder, user_call())
        named = {
            name: self._found(plan)
            for name, plan in query.frames.items()
            if re.search(rf"\b{re.escape(name)}\b", query.text, re.IGNORECASE)
        }
        read = tuple(frame for frame in named.values() if frame is not None)

        def again(_: list[Any]) -> Any:
            frames = {
                name: query.frames[name] if frame is None else self._steps.capped(frame)._builder
                for name, frame in named.items()
            }
            plan = self._execute(query.text, query.session, frames, query.config)
            return type(builder)(plan)

        step = Step("", builder, user_call(), again=again, within=read)
        if len(read) == 1 and leaves_of(read[0]) == leaves_of(builder):
            step.inputs = read
        return step

    def _found(self, plan: Any) -> Any:
        builder = self._builders.get(id(plan))
        if builder is not None:
            return builder
        return next((recent for recent in self._recent if recent._builder is plan), None)
