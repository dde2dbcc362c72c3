"""The match of a finding with one of the pools that a program started."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from daft_lint.plan.pipeline import Pipeline, Udf, UdfCall
from daft_lint.plan.span import Span
from daft_lint.records import dataclass
from daft_lint.verification.messages import PoolLog, QueryLog, RanProgram

_NATIVE = "native"
_END_OF_NAME = r"(?:\.__call__)?(?:-[0-9a-f-]+)?\("
"""Daft's separator between the name of a UDF and its arguments."""

_NO_ACTOR_STARTED = ("No single actor can be scheduled", "UDF actors failed to start")


class UndecidedError(Exception):
    """The runs don't tell whether a finding is true. The text is the reason."""


class GaveUpError(Exception):
    """Daft could start none of the actors that a query needs. The text is its message."""


@dataclass(frozen=True, slots=True)
class Matched:
    """A pool, and the query that it worked for."""

    run: RanProgram
    query: QueryLog
    pool: PoolLog


def matched(run: RanProgram, pipeline: Pipeline, call: UdfCall) -> tuple[Matched, ...]:
    """The pools of a use of a UDF, one for each time its pipeline ran; none when it did not run.

    Raises:
        UndecidedError: when the pipeline ran, but its pools are indistinguishable or tell nothing.
        GaveUpError: when Daft could start no actor.
    """
    mine = frozenset(_queries(run, pipeline))
    done = frozenset(place for place in mine if _is_done(run.queries[place]))
    if mine and not done:
        raise _trouble(run.queries[max(mine)])
    pools = _of_call([pool for pool in run.pools if done & {*pool.queries}], pipeline, call)
    name = call.udf.name
    if pipeline.action is None:
        if len({_place(run, pool) for pool in pools}) > 1:
            raise UndecidedError(f"daft-lint sees no action that runs it, and several ran `{name}`")
    elif done and not pools:
        raise UndecidedError(f"no actor of `{name}` was seen when its pipeline ran")
    if any(_is_doubtful(pool, pools, mine) for pool in pools):
        raise UndecidedError(
            f"several queries ran `{name}` at the same time, so they can't be told apart"
        )
    return tuple(
        Matched(run, run.queries[next(query for query in pool.queries if query in done)], pool)
        for pool in pools
    )


def _queries(run: RanProgram, pipeline: Pipeline) -> Iterator[int]:
    """The queries that the pipeline's action ran; all, when it has no action in sight."""
    for place, query in enumerate(run.queries):
        if pipeline.action is None or _stands_at(query, pipeline.action.span):
            yield place


def _stands_at(query: QueryLog, span: Span) -> bool:
    overlap = query.line <= span.end_line and span.line <= query.end_line
    return overlap and Path(query.path).resolve() == Path(span.path).resolve()


def _is_done(query: QueryLog) -> bool:
    return query.runner != _NATIVE and query.seconds is not None and not query.failure


def _trouble(query: QueryLog) -> Exception:
    if query.runner == _NATIVE:
        return UndecidedError("it ran on the native runner, which has no actors to watch")
    if query.seconds is None:
        return UndecidedError(f"the query on line {query.line} didn't finish")
    if any(text in query.failure for text in _NO_ACTOR_STARTED):
        return GaveUpError(query.failure)
    return UndecidedError(f"the query on line {query.line} failed: {query.failure}")


def _of_call(pools: Sequence[PoolLog], pipeline: Pipeline, call: UdfCall) -> list[PoolLog]:
    """The pools of a UDF; of several in one query those that make the column of the call."""
    named = [pool for pool in pools if _is_named(pool.udf, call.udf)]
    calls = [call for step in pipeline.plan.steps for call in step.calls]
    if not named and len(pools) == 1 and sum(each.udf.is_actor_pool for each in calls) == 1:
        return list(pools)
    making = [pool for pool in named if pool.udf.endswith(f" as {call.output}")]
    return making or named


def _is_named(text: str, udf: Udf) -> bool:
    """Whether Daft's text of an expression has a UDF of that name, and of that file if it can be.

    A name with a dot has a class in it, which may stand in anything.
    """
    before = r"(?<!\w)"
    if "." not in udf.name:
        file = Path(udf.span.path)
        module = file.parent.name if file.stem == "__init__" else file.stem
        before = rf"(?<!\w)(?:__main__|<locals>|{re.escape(module)})\."
    return re.search(before + re.escape(udf.name) + _END_OF_NAME, text) is not None


def _place(run: RanProgram, pool: PoolLog) -> tuple[str, int]:
    query = run.queries[pool.queries[0]]
    return query.path, query.line


def _is_doubtful(pool: PoolLog, pools: Sequence[PoolLog], mine: frozenset[int]) -> bool:
    """Whether a pool may be that of another pipeline, which ran at the same time."""
    others = (other for other in pools if other is not pool)
    shared = any({*other.queries} & {*pool.queries} for other in others)
    return shared and not mine >= {*pool.queries}
