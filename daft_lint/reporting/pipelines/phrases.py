"""Steps, runners and origins in words for people."""

from __future__ import annotations

import math

from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.pipeline import Columns, Operator, OperatorKind, Udf, UdfCall
from daft_lint.plan.quantity import Origin, OriginKind, Quantity
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.reporting.phrases import idle_among
from daft_lint.scheduling.optimiser.optimiser_rules import Dropped
from daft_lint.scheduling.partitions.flow import Step
from daft_lint.scheduling.prediction.predict import WorkPrediction

_COUNTED = frozenset(
    {
        OperatorKind.INTO_PARTITIONS,
        OperatorKind.INTO_BATCHES,
        OperatorKind.LIMIT,
        OperatorKind.SAMPLE,
    }
)
_MOST_COLUMNS = 3
_DOUBTS = (OriginKind.ASSUMPTION, OriginKind.RECORDED, OriginKind.DEFAULT, OriginKind.GUESS)
_RUNNERS = {RunnerKind.RAY: "Ray", RunnerKind.NATIVE: "native"}


def title(operator: Operator) -> str:
    """A step as it might be written: `into_partitions(8)`, `with_column("text")`."""
    name = "limit" if operator.kind is OperatorKind.LIMIT else operator.method
    return f"{name}({_arguments(operator)})"


def _arguments(operator: Operator) -> str:
    kind = operator.kind
    if kind in _COUNTED:
        return _figure(operator)
    if kind in (OperatorKind.HASH_REPARTITION, OperatorKind.RANDOM_REPARTITION):
        keys = _columns(operator.reads) if kind is OperatorKind.HASH_REPARTITION else ""
        count = "None" if operator.count is None else _figure(operator)
        return f"{count}, {keys}" if keys else count
    if kind in (OperatorKind.PROJECT, OperatorKind.EXPLODE, OperatorKind.WINDOW):
        return _columns(operator.keeps or operator.writes or operator.drops)
    if kind in (OperatorKind.FILTER, OperatorKind.SORT):
        return _columns(operator.reads)
    return ""


def _figure(operator: Operator) -> str:
    """The number of a step; the code for it where that tells more."""
    count = operator.count
    if _is_code(operator) or count is None:
        return operator.code or "unknown"
    return str(count)


def _is_code(operator: Operator) -> bool:
    """Whether nothing bounds the number of a step, and the code for it is in sight."""
    count = operator.count
    return operator.code is not None and count is not None and not math.isfinite(count.high)


def _columns(names: Columns | None) -> str:
    """A few names in quotes, or how many there are."""
    if names is None:
        return "..."
    if len(names) > _MOST_COLUMNS:
        return f"{len(names)} columns"
    return ", ".join(f'"{name}"' for name in sorted(names))


def remarks(step: Step) -> list[str]:
    """Remarks beside a step's title: its UDFs, and special properties."""
    operator = step.operator
    marks = [
        (bool(operator.calls), f"{_runs(operator)} {_names(operator.calls)}"),
        (bool(operator.key_calls), f"runs {_names(operator.key_calls)} in its keys"),
        (bool(operator.group_calls), f"runs {_names(operator.group_calls)} on its groups"),
        (operator.maybe, "maybe: only in one branch"),
        (operator.heavy, "heavy: rows grow here"),
        (operator.kind is OperatorKind.WINDOW, "a window"),
        (_is_unknown(step), "unknown to daft-lint"),
        (operator.kind is OperatorKind.BARRIER, "barrier: later steps start from its rows"),
        (step.finished, "already run"),
        (_is_of_show(operator), "the rows that show() needs"),
    ]
    return [remark for holds, remark in marks if holds]


def _is_unknown(step: Step) -> bool:
    """Whether nothing is known of what a step does to partitions."""
    return step.operator.kind is OperatorKind.OPAQUE and math.isinf(step.after.count.high)


def _is_of_show(operator: Operator) -> bool:
    return operator.kind is OperatorKind.LIMIT and operator.method == "show"


def _runs(operator: Operator) -> str:
    return "may run" if all(call.doubtful for call in operator.calls) else "runs"


def _names(calls: tuple[UdfCall, ...]) -> str:
    return " and ".join(dict.fromkeys(call.udf.name for call in calls))


def why_dropped(row: Dropped, home: str) -> str:
    """Why a step doesn't run, with the step that made it unnecessary."""
    if row.by is None:
        return f"dropped: {row.reason}"
    return f"dropped because of {title(row.by)}, {line_of(row.by.span, home)}: {row.reason}"


def runner_name(runner: Runner) -> str:
    """The runner, with the condition under which it is chosen."""
    name = _RUNNERS[runner.kind]
    if runner.among:
        return f"{name}, if that is chosen"
    if runner.if_unset:
        return f"{name}, unless the environment says otherwise"
    if runner.another_job:
        return f"{name}, in another job"
    if runner.may_be_late:
        return f"{name}, if nothing ran earlier"
    in_branch = runner.origin is not None and runner.origin.kind is OriginKind.LITERAL
    return f"{name}, in one branch" if in_branch and not runner.certain else name


def runner_reason(runner: Runner, home: str) -> str:
    """The code or sign that selects the runner, for a reader of the file `home`."""
    origins = (*runner.among, *((runner.origin,) if runner.origin else ()))
    return "; ".join(place_of(origin, home) for origin in origins)


def udf_kind(udf: Udf) -> str:
    """`batch UDF`, `row-wise async UDF`."""
    return f"{udf.kind.value} async UDF" if udf.is_async else f"{udf.kind.value} UDF"


def origins_of(quantity: Quantity, home: str) -> str:
    """The places a number comes from, for a reader of the file `home`."""
    return "; ".join(place_of(origin, home) for origin in quantity.origins)


def place_of(origin: Origin, home: str) -> str:
    """A place a number comes from: `BATCH = 64, line 3`."""
    if origin.span is None:
        return origin.text
    where = line_of(origin.span, home)
    bare = origin.kind is OriginKind.LITERAL and origin.text.replace(",", "").isdecimal()
    if bare:
        return where
    # The text of a setting names its file already.
    if origin.kind is OriginKind.CONFIGURATION:
        where = line_of(origin.span, origin.span.path)
    return f"{origin.text}, {where}"


def line_of(span: Span, home: str) -> str:
    """`line 3` in the file `home`, `other.py:3` elsewhere."""
    return span.shown_line if span.path == home else span.place


def where_used(call: UdfCall, home: str) -> str:
    """Where a UDF is and where it is used, `line 15, used on line 21`; else `built in, line 20`."""
    line = line_of(call.span, home)
    if call.udf.builtin:
        return f"built in, {line}"
    return f"{line_of(call.udf.span, home)}, used on {line}"


def inside_tasks(work: WorkPrediction) -> str:
    """How many calls of work without a pool a worker runs at once."""
    where = "runs inside the tasks"
    calls = work.calls_at_once
    if work.call.udf.is_async:
        return f"{where}, as coroutines"
    if calls is None or math.isinf(calls.high) or _is_assumed(calls):
        return f"{where}, on threads"
    threads = "1 thread" if calls.high == 1 else f"up to {calls.high:,.0f} threads"
    return f"{where}, on {threads} of a worker"


def _is_assumed(number: Quantity) -> bool:
    return any(origin.kind is OriginKind.ASSUMPTION for origin in number.origins)


def named_origins(quantity: Quantity | None, home: str) -> list[str]:
    """The places of a number that say more than the line on which it is written itself."""
    return [
        place_of(origin, home)
        for origin in (quantity.origins if quantity is not None else ())
        if origin.kind is not OriginKind.LITERAL
    ]


def task_maker(pool: WorkPrediction, home: str) -> str:
    """The steps or source that decide how many tasks a pool gets."""
    if not pool.around.upstream:
        return f"{pool.source.name}, {line_of(pool.source.span, home)}"
    return "; ".join(
        f"{title(operator) if _is_code(operator) else operator.method}, "
        f"{line_of(operator.span, home)}"
        for operator in pool.around.upstream
    )


def idle_now(pool: WorkPrediction) -> str:
    """`2 of 4`; without a number of workers those that surely have nothing to do, `all but 1`."""
    if pool.unit is Unit.WORKER and math.isinf(pool.actors.high) and math.isfinite(pool.tasks.high):
        return f"all but {pool.tasks.high:,.0f}"
    return idle_among(pool.idle, pool.actors)


def doubts(pool: WorkPrediction, home: str) -> list[str]:
    """The assumptions and guesses of a pool's prediction."""
    calls = () if pool.calls_at_once is None else pool.calls_at_once.origins
    origins = (*pool.tasks.origins, *pool.idle.origins, *pool.utilisation.origins, *calls)
    return list(
        dict.fromkeys(place_of(origin, home) for origin in origins if origin.kind in _DOUBTS)
    )
