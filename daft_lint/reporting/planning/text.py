"""`text`: what each pool will do, and which numbers to use instead, for a person in a hurry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from daft_lint.judging.pools import counted as quantified
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.unit import Unit
from daft_lint.planning.planner import PlannedPipeline, PlannedPool, SameTasks
from daft_lint.records import replace
from daft_lint.reporting.hanging_indent import GAP, INDENT, QUIET, paragraph
from daft_lint.reporting.phrases import UNKNOWN, share
from daft_lint.reporting.pipelines.phrases import inside_tasks, line_of, task_maker, where_used
from daft_lint.reporting.planning.assumptions import assumptions_of
from daft_lint.reporting.planning.comparison import comparison, row_lines
from daft_lint.reporting.planning.phrases import (
    batch_size_of,
    cluster_of,
    durations,
    idle_now,
    runner_of,
    supposed_of,
)
from daft_lint.reporting.planning.steps import advice_lines
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.report import Style
from daft_lint.reporting.text_layout import painted
from daft_lint.scheduling.optimiser.native import runs_natively
from daft_lint.scheduling.partitions.effects import DISTINCT_KEYS
from daft_lint.scheduling.prediction.capacity import Capacity
from daft_lint.scheduling.prediction.conditions import sentence

_NARROWEST = 40
_WIDEST = 100
_LABEL = 12
_NATIVE = "none: it is one worker, and a pool's actors are processes on it"
_OF_PIPELINE = ("runner", "cluster", "what if")
NOTHING = "Nothing to plan: see `daft-lint pipelines`.\n"


def render(plans: Sequence[PlannedPipeline], style: Style) -> str:
    """A paragraph per pipeline with all its pools and other work."""
    if not plans:
        return NOTHING
    style = replace(style, width=max(_NARROWEST, min(style.width, _WIDEST)))
    lines = [line for plan in plans for line in (*_pipeline(plan, style), Text())]
    return painted(lines[:-1], style)


def _pipeline(plan: PlannedPipeline, style: Style) -> Iterator[Text]:
    pipeline = plan.pipeline
    yield from _title(plan)
    yield from _fact("runner", runner_of(pipeline), style)
    where = _NATIVE if runs_natively(pipeline) else cluster_of(pipeline.cluster)
    yield from _fact("cluster", where, style)
    numbers = supposed_of(plan.question.numbers)
    if plan.from_code and numbers:
        yield from _fact("what if", numbers, style)
    for pool in plan.pools:
        yield Text()
        yield from _pool(pool, plan, style)
    yield Text()
    assumed = assumptions_of(plan)
    if not style.verbose and len(assumed) > 1:
        shown = [assumed[0], *(text for text in assumed[1:] if text == DISTINCT_KEYS.text)]
        more = len(assumed) - len(shown)
        assumed = [*shown[:-1], f"{shown[-1]}; {more} more with -v" if more else shown[-1]]
    for place, assumption in enumerate(assumed):
        head = f"{INDENT}{'' if place else 'assuming':<{_LABEL}}{GAP}"
        yield from paragraph(head, assumption, QUIET, style)


def _title(plan: PlannedPipeline) -> Iterator[Text]:
    name = on_one_line(plan.pipeline.name)
    if not plan.from_code:
        yield Text(name, "bold cyan")
        return
    source = plan.pipeline.plan.source.span
    place = on_one_line(source.place)
    yield Text.assemble((name, "bold cyan"), f"{GAP}{place}")


def _pool(planned: PlannedPool, plan: PlannedPipeline, style: Style) -> Iterator[Text]:
    pool = planned.pool
    home = plan.pipeline.plan.source.span.path
    udf = pool.call.udf
    name = on_one_line(udf.name)
    if plan.from_code:
        yield from paragraph(
            Text.assemble(INDENT, (name, "bold"), GAP), where_used(pool.call, home), QUIET, style
        )
    else:
        yield Text.assemble(INDENT, (name, "bold"))
    yield from advice_lines(planned, plan.question, style)
    yield Text()
    for label, value in _facts(planned, plan):
        yield from _fact(label, value, style)
    if planned.room is not None and planned.lacks_room:
        yield from _fact("no room", _no_room(planned.room, pool.actors), style, "bold red")
    yield Text()
    yield from comparison(planned)
    yield from _rows(planned, style)
    yield from _conditions(planned, style)


def _facts(planned: PlannedPool, plan: PlannedPipeline) -> Iterator[tuple[str, str]]:
    pool = planned.pool
    home = plan.pipeline.plan.source.span.path
    if pool.unit is Unit.WORKER:
        yield "pool", f"none: {inside_tasks(pool)}"
    else:
        yield pool.unit.plural, _actors(planned)
    if pool.unit is not Unit.WORKER or pool.call.udf.takes_batch_size:
        yield "batch_size", batch_size_of(pool)
    yield "rows", str(pool.partitioning.rows)
    if pool.unit is not Unit.PROCESS:
        maker = f" ({task_maker(pool, home)})" if plan.from_code else ""
        yield "tasks", f"{pool.tasks}{maker}"
    label = "same tasks"
    for same_task in planned.same_tasks:
        outcome = ", ".join(_outcome(same_task))
        if outcome:
            place = line_of(same_task.work.call.span, home)
            yield label, f"{same_task.work.call.udf.name} on {place}: {outcome}"
            label = ""


def _outcome(tasks: SameTasks) -> Iterator[str]:
    """What comes of other work that gets the same tasks, as far as it is known."""
    idle = idle_now(tasks.work, tasks.now)
    if tasks.now.idle.high > 0 and idle != UNKNOWN:
        yield f"idle workers {idle}"
    if share(tasks.now.utilisation) != UNKNOWN:
        yield f"utilisation {share(tasks.now.utilisation)}"
    if tasks.now.makespan is not None:
        yield f"makespan {durations(tasks.now.makespan)}"
    if tasks.advised is not None and tasks.advised.makespan is not None:
        yield f"{durations(tasks.advised.makespan)} as advised"


def _actors(planned: PlannedPool) -> str:
    udf, pool = planned.pool.call.udf, planned.pool
    parts = [str(pool.actors)]
    asks = [
        quantified(quantity, name)
        for name, quantity in (("CPU", udf.cpus), ("GPU", udf.gpus))
        if quantity is not None
    ]
    if asks:
        parts.append(f"{' and '.join(asks)} each")
    if pool.anywhere:
        parts.append("on the workers that ray_options choose")
    if pool.local_actors is not None and pool.unit is Unit.ACTOR:
        parts.append(f"{pool.local_actors} on each worker")
    return ", ".join(parts)


def _no_room(room: Capacity, actors: Quantity) -> str:
    return (
        f"only {room.actors:,} of the {actors} actors fit on {room.workers}. Daft waits for the "
        "others, 120 seconds by default, then runs without them, or fails if a pool has none"
    )


def _rows(planned: PlannedPool, style: Style) -> Iterator[Text]:
    occupancy = planned.now.occupancy
    if occupancy is None:
        return
    yield Text()
    unit = planned.pool.unit
    yield Text(f"{2 * INDENT}rows now, in a likely run", "bold")
    indent = 3 * INDENT
    width = style.width - len(indent)
    for line in row_lines(occupancy, width, unit=unit):
        yield Text(indent).append(line)


def _conditions(planned: PlannedPool, style: Style) -> Iterator[Text]:
    """Where the forecast turns, when it depends on an unknown number."""
    if planned.conditions:
        yield Text()
        yield Text(f"{2 * INDENT}what it depends on", "bold")
    for condition in planned.conditions:
        yield from paragraph(3 * INDENT, sentence(condition), "", style)


def _fact(label: str, value: str, style: Style, color: str = "") -> Iterator[Text]:
    depth = INDENT if label in _OF_PIPELINE else 2 * INDENT
    head = Text.assemble(depth, (f"{label:<{_LABEL - len(depth) + len(INDENT)}}", color), GAP)
    yield from paragraph(head, value, color, style)
