"""The actions that make Daft run a plan: reported, and done on few rows only if they are needed."""

from __future__ import annotations

import functools
import itertools
import re
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakSet

from daft_lint.live.dry_run.messages import Barrier, Planned, RanCapped
from daft_lint.live.dry_run.user_process.calls import Call, standing_in_for, throws_away, user_call
from daft_lint.live.dry_run.user_process.lazy_rows import Pending, Promised, looking_idly
from daft_lint.live.dry_run.user_process.runners import Runners, expected_partitions
from daft_lint.live.dry_run.user_process.steps import (
    Origin,
    Step,
    Steps,
    come_from,
    holds_rows,
    limit_of,
    made_of,
    sources_of,
)
from daft_lint.live.frame_plans import plan_of_builder
from daft_lint.live_plan.raw_plan import RawPlan
from daft_lint.programs.channel import ParentChannel, error_line
from daft_lint.programs.code_position import is_machinery
from daft_lint.records import replace

Function = Callable[..., Any]

_HOLDING = ("to_arrow", "to_pandas", "to_pydict", "to_pylist", "to_torch_map_dataset")
"""What keeps the rows in the frame, and gives them away too."""

_ROWS = re.compile(r"Approx num rows = ([\d,]+)")
_BYTES = re.compile(r"Approx size bytes = ([\d.]+) (B|KiB|MiB|GiB|TiB)")
_UNITS = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
_SHOWN_ROWS = 8


class Actions:
    """Reports each plan that the program would run, and runs it only as far as it must."""

    def __init__(self, channel: ParentChannel, steps: Steps, runners: Runners) -> None:
        self._channel = channel
        self._steps = steps
        self._runners = runners
        self._numbers = itertools.count()
        self._run_iter: Function | None = None
        self._pending: WeakSet[Pending] = WeakSet()
        self._lock = threading.Lock()
        steps.before_scan = _compute
        steps.before_unknown = self._compute_all

    def of_daft(self, daft: Any) -> None:
        """Take every action of frames in hand."""
        frame = daft.DataFrame
        frame._materialize_results = self._materialize()
        frame.collect = self._collect(frame.collect)
        frame.show = self._show(frame.show)
        frame.count_rows = self._unless_dropped(frame.count_rows, self._count)
        for name in _HOLDING:
            if hasattr(frame, name):
                original = getattr(frame, name)
                setattr(frame, name, self._unless_dropped(original, self._hold))

    def of_native_runner(self, module: Any) -> None:
        """Let the native runner see few rows."""
        original = self._run_iter = module.NativeRunner.run_iter

        @functools.wraps(original)
        def run_iter(runner: Any, builder: Any, results_buffer_size: int | None = None) -> Any:
            number = self.planned(builder)
            return (yield from self._capped(runner, builder, number, results_buffer_size))

        module.NativeRunner.run_iter = run_iter

    def planned(self, builder: Any) -> int:
        """Report a plan that would run now; the number that it has from now on."""
        return self._planned(builder)[0]

    def pending(self, builder: Any) -> Pending:
        """Report a plan that would run now; what stands for its rows."""
        from daft.runners import get_or_create_runner
        from daft.runners.partitioning import LocalPartitionSet

        number, plan = self._planned(builder)
        runner: Any = get_or_create_runner()
        entry = runner.put_partition_set_into_cache(LocalPartitionSet())
        promised = Promised(expected_partitions(builder), *_promised(plan))

        def compute() -> Iterator[Any]:
            return iter(self._capped(runner, builder, number))

        pending = Pending(entry, number, compute, promised)
        come_from(pending, Origin(user_call(), number))
        with self._lock:
            self._pending.add(pending)
        return pending

    def _capped(self, runner: Any, builder: Any, number: int, buffer: int | None = None) -> Any:
        self._channel.send(RanCapped(number))
        assert self._run_iter is not None
        return self._run_iter(runner, self._steps.capped(builder), buffer)

    def _planned(self, builder: Any) -> tuple[int, RawPlan | None]:
        call = user_call()
        number = next(self._numbers)
        try:
            plan = replace(plan_of_builder(builder, made_of(builder)), runner=self._runners.chosen)
            barriers = tuple(dict.fromkeys(self._barriers(builder)))
            limit = limit_of(builder)
        except Exception as error:
            self._channel.note(f"the plan of {_where(call)} can't be read: {error_line(error)}")
            return number, None
        planned = Planned(number, plan, call.method, call.place, limit, barriers)
        try:
            self._channel.send(planned)
        except RecursionError:
            # Too many nested calls made it to be pickled.
            self._channel.send(replace(planned, plan=replace(plan, made=None)))
        return number, plan

    def _barriers(self, builder: Any) -> Iterator[Barrier]:
        for place, step in enumerate(sources_of(builder)):
            if step is not None and step.planned is not None:
                yield Barrier(place, step.planned, _partitions(step))
            elif step is None or not step.is_source:
                yield from self._hidden(builder, step)

    def _hidden(self, builder: Any, step: Step | None) -> Iterator[Barrier]:
        """The plans whose rows may be read by a plan that wasn't seen being built."""
        if step is None or not step.within:
            for pending in self._all_pending() if holds_rows(builder) else ():
                yield Barrier(None, pending.number, pending.promised.partitions)
            return
        for source in (source for each in step.within for source in sources_of(each)):
            if source is not None and source.planned is not None:
                yield Barrier(None, source.planned, _partitions(source))

    def _all_pending(self) -> tuple[Pending, ...]:
        with self._lock:
            return tuple(self._pending)

    def _compute_all(self) -> None:
        for pending in self._all_pending():
            pending.computed()

    def _materialize(self) -> Function:
        def materialize(frame: Any) -> None:
            """Note that the rows are wanted, wherever Daft would compute them to be kept."""
            if frame._result_cache is None:
                frame._result_cache = self.pending(frame._builder)

        return materialize

    def _collect(self, original: Function) -> Function:
        @functools.wraps(original)
        def collect(frame: Any, *args: Any, **options: Any) -> Any:
            with looking_idly():
                collected = original(frame, *args, **options)
            if (*args, *options.values()) == (None,):
                frame._num_preview_rows = sys.maxsize
            return collected

        return collect

    def _show(self, original: Function) -> Function:
        @functools.wraps(original)
        def show(frame: Any, *args: Any, **options: Any) -> Any:
            if sys.stdout is not sys.__stdout__:
                # The program itself reads what is printed.
                return original(frame, *args, **options)
            if frame._result_cache is None:
                rows = args[0] if args else options.get("n", _SHOWN_ROWS)
                with standing_in_for("show"):
                    self.planned(frame._builder.limit(rows, eager=True))
            return None

        return show

    def _unless_dropped(self, original: Function, instead: Function) -> Function:
        @functools.wraps(original)
        def action(frame: Any, *args: Any, **options: Any) -> Any:
            caller = sys._getframe(1)
            if is_machinery(caller.f_code.co_filename) or not throws_away(caller):
                return original(frame, *args, **options)
            if frame._result_cache is None:
                with standing_in_for(original.__name__):
                    instead(frame)
            return None

        return action

    def _count(self, frame: Any) -> None:
        self.planned(frame._builder.count())

    def _hold(self, frame: Any) -> None:
        frame._result_cache = self.pending(frame._builder)


def _compute(entry: Any) -> None:
    if isinstance(entry, Pending):
        entry.computed()


def _partitions(step: Step) -> int | None:
    return step.entry.promised.partitions if isinstance(step.entry, Pending) else None


def _promised(raw: RawPlan | None) -> tuple[int, int]:
    """The bytes and the rows that Daft expects a plan to give."""
    text = " ".join("" if raw is None else raw.optimised.ascii.replace("|", " ").split())
    rows, size = _ROWS.search(text), _BYTES.search(text)
    return (
        0 if size is None else int(float(size[1]) * _UNITS[size[2]]),
        0 if rows is None else int(rows[1].replace(",", "")),
    )


def _where(call: Call) -> str:
    place = call.place
    return f"`{call.method}` at {place.path}:{place.line}"
