"""The sources of a program, cut to a few rows in the same number of partitions."""

from __future__ import annotations

import functools
import importlib
import re
from types import ModuleType
from typing import Any

from daft_lint.programs.channel import Notify
from daft_lint.programs.patches import Function, replaced
from daft_lint.verification.engine.queries import Queries
from daft_lint.verification.engine.ray_connection import RayConnection

_SCANS = ("from_glob_scan", "from_tabular_scan")
_TABLE_FUNCTION = re.compile(r"\b(read_\w+)\s*\(")


class Sources:
    """Cuts sources to so many rows.

    A limit in the plan would leave whole tasks empty, and next to `into_partitions` Daft waits for
    ever (Eventual-Inc/Daft issue 7400). So the first rows are read at once and dealt evenly.
    """

    def __init__(
        self, rows: int, notify: Notify, queries: Queries, connecting: RayConnection
    ) -> None:
        self._rows = rows
        self._notify = notify
        self._queries = queries
        self._connecting = connecting
        self._cuts = 0

    def of_daft(self, daft: ModuleType) -> None:
        """Wrap every source of Daft."""
        from daft.logical.builder import LogicalPlanBuilder

        for name in _SCANS:
            if hasattr(LogicalPlanBuilder, name):
                scan = self._cut_scan(getattr(LogicalPlanBuilder, name))
                setattr(LogicalPlanBuilder, name, staticmethod(scan))
        for name in dir(daft):
            if name.startswith(("from_", "read_")):
                source = getattr(daft, name)
                replaced(source, self._cut_source(source))
        sql: Any = importlib.import_module("daft.sql.sql")
        # `daft.sql` itself looks for frames in whatever calls it.
        sql._sql_exec = self._warned(sql._sql_exec)

    def _cut_scan(self, original: Function) -> Function:
        @functools.wraps(original)
        def scan(*args: Any, **options: Any) -> Any:
            return self._cut(original(*args, **options))._builder

        return scan

    def _cut_source(self, original: Function) -> Function:
        """A source that holds its rows, or that is no scan."""
        from daft import DataFrame

        @functools.wraps(original)
        def source(*args: Any, **options: Any) -> Any:
            cuts = self._cuts
            frame = original(*args, **options)
            if not isinstance(frame, DataFrame) or self._cuts > cuts:
                return frame
            if frame._result is None:
                return self._cut(frame._builder)
            few = len(frame) <= self._rows
            return frame if few else self._cut(frame._builder, frame._result.num_partitions())

        return source

    def _warned(self, original: Function) -> Function:
        @functools.wraps(original)
        def execute(query: str, *args: Any, **options: Any) -> Any:
            for function in _TABLE_FUNCTION.findall(query):
                self._notify(f"--limit-rows has no effect on `{function}` inside daft.sql")
            return original(query, *args, **options)

        return execute

    def _cut(self, builder: Any, partitions: int | None = None) -> Any:
        """A frame of the first rows of a plan."""
        import ray
        from daft import DataFrame
        from daft.recordbatch import MicroPartition
        from daft.runners import get_or_create_runner

        self._notify(
            f"each source was cut to {self._rows:,} rows, spread evenly over its partitions"
        )
        self._cuts += 1
        initialized = ray.is_initialized()
        with self._queries.muted():
            count = partitions or DataFrame(builder).num_partitions() or 1
            first = get_or_create_runner().run_iter_tables(builder.limit(self._rows, eager=False))
            rows = MicroPartition.concat_or_empty(list(first), builder.schema())
        self._connecting.too_early |= not initialized
        edges = [place * len(rows) // count for place in range(count + 1)]
        pieces = (rows.slice(edges[place], edges[place + 1]) for place in range(count))
        return DataFrame._from_micropartitions(*pieces)
