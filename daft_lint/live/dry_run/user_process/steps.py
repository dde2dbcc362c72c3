"""The origin of each plan: the calls that built it, and how to build it again on few rows."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from daft_lint.live.dry_run.user_process.calls import Call, user_call
from daft_lint.live_plan.nodes import nodes_of
from daft_lint.live_plan.raw_plan import Made, PlanText
from daft_lint.programs.channel import Notify
from daft_lint.records import dataclass, field

_STEP = "_daft_lint_step"
_ORIGIN = "_daft_lint_origin"
_NOT_STEPS = frozenset({"optimize", "pretty_print", "repr_json", "schema"})
_WRITE = "write_tabular"
_NO_EFFECT = frozenset({"hash_repartition", "into_partitions", "random_shuffle"})
"""What the native runner warns of, and leaves out."""

_NODE = re.compile(r"^(?:\| )*\* ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where rows in memory come from.

    They are those of the plan of that number, if they are a plan's and not the program's own.
    """

    call: Call
    planned: int | None = None


@dataclass(slots=True, eq=False)
class Step:
    """The last step of a builder: what was called, and on which builders.

    `name` is the builder's method, empty where a plan came about otherwise. `again` builds the same
    on top of others for the inputs, with other options. `entry` is what a source in memory holds.
    `planned` is the number of the plan whose rows a source stands for; None for any other source.
    `within` are builders that a plan was made of in an unknown way.
    """

    name: str
    builder: Any
    call: Call
    inputs: tuple[Any, ...] = ()
    again: Callable[..., Any] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    entry: Any = None
    planned: int | None = None
    within: tuple[Any, ...] = ()
    made: Made | None = None

    @property
    def is_source(self) -> bool:
        """Whether it is one source, and nothing else."""
        return self.name.startswith("from_")


class Steps:
    """Attaches its last step to each builder of a plan that Daft makes."""

    def __init__(self, limit_rows: int, notify: Notify) -> None:
        self._rows = limit_rows
        self._notify = notify
        self._limit: Callable[..., Any] | None = None
        self.before_scan: Callable[[Any], None] = lambda _: None
        """Is called with what a source in memory holds, before that is run."""
        self.before_unknown: Callable[[], None] = lambda: None
        """Is called before a plan runs whose reads are unknown."""
        self.write_to: Callable[[Any], Any] = lambda root: root
        """Tells the folder to write to instead of one."""
        self.on_source: Callable[[Any], None] = lambda _: None
        """Is called with the builder of each source in memory."""
        self.of_elsewhere: Callable[[Any], Step] = lambda builder: Step("", builder, user_call())
        """Tells the step of a plan that no builder has made."""

    def of_builder(self, builder: Any) -> None:
        """Take every step of `daft.logical.builder.LogicalPlanBuilder` in hand."""
        self._limit = builder.limit
        for name, member in list(vars(builder).items()):
            if name.startswith("_") or name in _NOT_STEPS:
                continue
            if isinstance(member, classmethod):
                setattr(builder, name, classmethod(self._noted(name, member.__func__, builder)))
            elif callable(member):
                setattr(builder, name, self._noted(name, member, builder))

    def of_frame(self, frame: Any) -> None:
        """Note plans that come from elsewhere, such as tables, when they become a `DataFrame`."""
        original = frame.__init__

        @functools.wraps(original)
        def init(self_: Any, builder: Any, *args: Any, **options: Any) -> None:
            original(self_, builder, *args, **options)
            if step_of(builder) is None:
                attach(self.of_elsewhere(builder))

        frame.__init__ = init

    def _noted(self, name: str, original: Callable[..., Any], kind: Any) -> Callable[..., Any]:
        @functools.wraps(original)
        def method(*args: Any, **options: Any) -> Any:
            builder = original(*args, **options)
            if not isinstance(builder, kind):
                return builder
            inputs = tuple(
                argument for argument in (*args, *options.values()) if isinstance(argument, kind)
            )
            again = functools.partial(_again, original, kind, args, options)
            step = Step(name, builder, user_call(), inputs, again, options)
            if name == "from_in_memory_scan":
                step.entry = options["cache_entry"] if "cache_entry" in options else args[1]
                origin = origin_of(step.entry, step.call)
                step.call, step.planned = origin.call, origin.planned
                self.on_source(builder)
            attach(step)
            return builder

        return method

    def capped(self, builder: Any) -> Any:
        """The same plan, with each of its sources limited to few rows."""
        done: dict[int, Any] = {}
        waiting = [builder]
        while waiting:
            next_builder = waiting[-1]
            step = step_of(next_builder)
            inputs = () if step is None else step.inputs
            missing = [each for each in inputs if id(each) not in done]
            if missing:
                waiting += missing
            else:
                waiting.pop()
                done[id(next_builder)] = self._built(
                    next_builder, step, [done[id(each)] for each in inputs]
                )
        return done[id(builder)]

    def _built(self, builder: Any, step: Step | None, inputs: list[Any]) -> Any:
        assert self._limit is not None
        if step is not None and step.again is not None and inputs:
            if step.name in _NO_EFFECT:
                return inputs[0]
            if step.name == _WRITE:
                return step.again(inputs, root_dir=self.write_to(step.options["root_dir"]))
            return step.again(inputs)
        if step is not None and step.is_source:
            if step.entry is not None:
                self.before_scan(step.entry)
        elif step is not None and step.again is not None:
            again = step.again(inputs)
            if leaves_of(builder) == sum(leaves_of(inner) for inner in step.within):
                return again
            builder = again
        if step is None or not step.is_source:
            what = (step.call if step is not None else user_call()).method
            if holds_rows(builder):
                self.before_unknown()
            self._notify(f"--limit-rows limits what `{what}` returns, not what it reads")
        return self._limit(builder, self._rows, eager=False)


def step_of(builder: Any) -> Step | None:
    """The last step of a builder, None when it wasn't seen."""
    step: Step | None = getattr(builder, _STEP, None)
    return step


def attach(step: Step) -> None:
    """Say what the last step of its builder was."""
    setattr(step.builder, _STEP, step)


def origin_of(entry: Any, otherwise: Call) -> Origin:
    """Where rows in memory come from; from `otherwise`, if not recorded before."""
    origin: Origin | None = getattr(entry, _ORIGIN, None)
    if origin is None:
        origin = Origin(otherwise)
        come_from(entry, origin)
    return origin


def come_from(entry: Any, origin: Origin) -> None:
    """Say where rows in memory come from."""
    setattr(entry, _ORIGIN, origin)


def limit_of(builder: Any) -> int | None:
    """The rows that the last step leaves to be shown; None if it is no such step."""
    step = step_of(builder)
    if step is None or step.name != "limit" or not step.options.get("eager", False):
        return None
    return _limit_shown(builder)


def _limit_shown(builder: Any) -> int | None:
    found = re.search(r"Limit: ([\d,]+)", builder.pretty_print(False))
    return None if found is None else int(found[1].replace(",", ""))


def _again(
    original: Callable[..., Any],
    kind: Any,
    args: tuple[Any, ...],
    options: dict[str, Any],
    inputs: Iterable[Any],
    **changed: Any,
) -> Any:
    left = iter(inputs)

    def other(value: Any) -> Any:
        return next(left) if isinstance(value, kind) else value

    args = tuple(other(arg) for arg in args)
    options = {name: other(option) for name, option in options.items()}
    return original(*args, **{**options, **changed})


def made_of(builder: Any) -> Made | None:
    """The calls in the program that made a plan."""
    top = step_of(builder)
    waiting = [top] if top is not None else []
    while waiting:
        step = waiting[-1]
        below = [each_step for each_step in map(step_of, step.inputs) if each_step is not None]
        missing = [each_step for each_step in below if each_step.made is None]
        if missing:
            waiting += missing
        else:
            waiting.pop()
            step.made = step.made or _made(step, below)
    return None if top is None else top.made


def _made(step: Step, below: list[Step]) -> Made:
    inputs: list[Made] = []
    for each_step in below:
        assert each_step.made is not None
        # What one call does in several steps is one thing to the program.
        inputs += each_step.made.inputs if each_step.call is step.call else (each_step.made,)
    place = step.call.place
    return Made(
        step.call.method,
        place.path,
        place.line,
        place.end_line,
        step.call.end_column,
        len(_NODE.findall(step.builder.pretty_print(True))),
        tuple(inputs),
        step.call.number,
    )


def sources_of(builder: Any) -> Iterator[Step | None]:
    """The steps that are the sources of a plan, in its order; None for unseen ones."""
    waiting = [builder]
    while waiting:
        next_builder = waiting.pop()
        step = step_of(next_builder)
        if step is not None and step.inputs:
            waiting += reversed(step.inputs)
        elif step is not None and step.is_source:
            yield step
        else:
            yield from [step] * leaves_of(next_builder)


def holds_rows(builder: Any) -> bool:
    """Whether a plan has a source in memory."""
    return "Number of partitions = " in builder.pretty_print(False)


def leaves_of(builder: Any) -> int:
    """How many sources a plan has."""
    top = nodes_of(PlanText(builder.pretty_print(False)))
    return 1 if top is None else sum(not node.inputs for node in top.each())
