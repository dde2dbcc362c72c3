"""The writes of a program, redirected away from their targets, where it can read them again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from daft_lint.live.dry_run.user_process.actions import Actions
from daft_lint.live.dry_run.user_process.calls import standing_in_for, user_call
from daft_lint.live.dry_run.user_process.lazy_rows import Pending, looking_idly
from daft_lint.live.dry_run.user_process.steps import Origin, Steps, come_from, step_of
from daft_lint.programs.channel import Notify
from daft_lint.programs.daft_writes import Function, RedirectedWrites, absolute, nothing_written


class Writes(RedirectedWrites):
    """Writes nothing until something reads it; then a few rows to a folder of our own."""

    def __init__(self, scratch: Path, actions: Actions, steps: Steps, notify: Notify) -> None:
        super().__init__(scratch, notify)
        self._actions = actions
        self._written: dict[str, list[Pending]] = {}
        steps.write_to = self._instead_of

    def _to_files(self, original: Function) -> Function:
        def write(frame: Any, root_dir: Any, *args: Any, **options: Any) -> Any:
            with looking_idly():
                result = original(frame, root_dir, *args, **options)
            root = absolute(str(root_dir))
            self._notify(f"nothing was written to {root}")
            if isinstance(result._result_cache, Pending):
                self._written.setdefault(root, []).append(result._result_cache)
            return result

        return write

    def _nowhere(self, name: str) -> Function:
        def write(frame: Any, *args: Any, **options: Any) -> Any:
            self._notify(f"`{name}` wrote nothing")
            with standing_in_for(name):
                number = self._actions.planned(frame._builder)
                result = nothing_written(name, args)
                come_from(result._result_cache, Origin(user_call(), number))
            return result

        return write

    def _into_table(self, frame: Any, name: str) -> None:
        self._notify(f"`Table.{name}` wrote nothing")
        with standing_in_for(f"Table.{name}"):
            self._actions.planned(frame._builder)

    def _reading_back(self, original: Function) -> Function:
        def read(path: Any, *args: Any, **options: Any) -> Any:
            found: list[Pending] = []

            def computed(root: str) -> None:
                for pending in self._written[root]:
                    pending.computed()
                found.extend(self._written[root])

            frame = original(self._found(path, self._written, computed), *args, **options)
            step = step_of(frame._builder)
            if found and step is not None:
                step.planned = found[-1].number
            return frame

        return read
