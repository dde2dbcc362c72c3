"""DFT305: a UDF that waits with nothing else to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.documents.project import may_import
from daft_lint.findings import Confidence, Related, Severity
from daft_lint.plan.pipeline import UdfKind
from daft_lint.rule import Definition, Problem, Use, definition_rule
from daft_lint.rule_parts.class_form import class_decorator
from daft_lint.scheduling.partitions.executions import executions, runs_on_sample

if TYPE_CHECKING:
    from daft_lint.udf_code.blocking_calls import Wait
    from daft_lint.udf_code.definitions import UdfFunction

# Built-in functions that do what some clients are used for.
_BUILT_INS = {"chat.completions.create": "prompt", "responses.create": "prompt"}


@definition_rule("DFT305", "blocking-io", since="0.1.0")
def blocking_io(definition: Definition) -> Iterator[Problem]:
    """A UDF that waits for the network one row after another.

    ## What it does

    Fires on calls that surely wait (`requests`, `httpx`, `urllib3`, `urllib.request`,
    `asyncio.run`, and methods of `boto3`, `google.cloud.storage`, `azure.storage.blob`, `openai`
    and `anthropic` clients that are created in code that daft-lint sees), also in methods that the
    UDF calls, in

    - a synchronous UDF over single rows, or in the row loop of a batch UDF, without a concurrency,
    - an async UDF, where they also block all other rows, as does `time.sleep`.

    UDFs with a concurrency, and calls passed to threads, aren't reported. The finding is only
    `possible` for a synchronous UDF that gets fewer than 1,000 rows in every known pipeline, for
    one that no known code uses, or only calls on plain values, and where another branch makes
    something else than a client.

    ## Why it is bad

    A synchronous UDF runs inside the task, and the thread that waits does nothing else. The rows of
    an async UDF wait at the same time, all rows of a morsel (batch) together.

    Measured on Daft 0.7.26 with two CPUs, 100 rows and a wait of 20 ms for each: a synchronous UDF
    took 2.04 s, `async def` with `await` 0.03 s. An async UDF that called `time.sleep` took 2.04 s.
    With `asyncio.to_thread`, the number of calls that wait at the same time is the number of CPUs
    plus four, at most 32.

    ## Example

    ```python
    @daft.func
    def status(url: str) -> int:
        return requests.get(url).status_code

    df = df.with_column("status", status(df["url"]))
    ```

    ## Use instead

    ```python
    @daft.func
    async def status(url: str) -> int:
        response = await asyncio.to_thread(requests.get, url)
        return response.status_code
    ```

    To get the bytes of a URL, use `col("url").download()`, which waits for many at a time. If the
    code can't be async, use a pool: `@daft.cls(max_concurrency=16)`.

    ## Fix safety

    There is no automatic fix: many calls run at a time then, and the server may not accept so many
    requests at once. Limit them with an `asyncio.Semaphore` (see DFT302).

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - `async_udf.rs` in Daft 0.7.26
    """
    from daft_lint.udf_code.blocking_calls import waits_of

    for function in definition.udf.functions:
        if not function.is_async and _may_be_a_pool(definition, function):
            continue
        for wait in waits_of(definition.udf, function):
            if function.is_async:
                yield _in_coroutine(function, wait)
                break
            by_row = function.kind is UdfKind.ROW or (
                function.kind is UdfKind.BATCH and wait.in_loop
            )
            if by_row and not wait.sleeps:
                yield _in_thread(definition, function, wait)
                break


def _may_be_a_pool(definition: Definition, function: UdfFunction) -> bool:
    from daft_lint.values.values import Nothing

    udf = definition.udf
    options = (udf.option(name) for name in ("max_concurrency", "concurrency", "ray_options"))
    if any(option is not None and not isinstance(option.value, Nothing) for option in options):
        return True
    return not udf.complete or any(use.call.udf.concurrency is not None for use in definition.uses)


def _gets_few_rows(definition: Definition) -> bool:
    """Whether all pipelines that use it, if there are any, run it on a sample."""
    uses = definition.uses
    return bool(uses) and all(_is_sampled(use) for use in uses)


def _is_used(definition: Definition) -> bool:
    """Whether other code of the file may use it on rows, or another file of the project."""
    from daft_lint.udf_code.eager import is_used_in_file

    udf = definition.udf
    if definition.uses or udf.functional or udf.names.home(udf.name) is None:
        return True
    return may_import(definition.project, udf.span.path, udf.name) or is_used_in_file(udf)


def _is_sampled(use: Use) -> bool:
    prediction = use.case.prediction
    runs = [run for run in executions(prediction.optimised) if run.call.span == use.call.span]
    return bool(runs) and all(runs_on_sample(prediction.flow, run.operator) for run in runs)


def _in_coroutine(function: UdfFunction, wait: Wait) -> Problem:
    instead = "asyncio.sleep" if wait.sleeps else "asyncio.to_thread"
    return Problem(
        span=function.names.span(wait.node),
        message=f"`{wait.name}` blocks the event loop: rows wait one after another instead of at "
        "the same time (measured: 100 waits of 20 ms take 2.04 s instead of 0.03 s)",
        remedy=f"`await {instead}` lets the other rows continue",
        severity=Severity.WARNING,
        at_most=Confidence.CERTAIN if wait.sure else Confidence.POSSIBLE,
        related=(Related(function.span, f"`{function.name}` is async"),),
    )


def _in_thread(definition: Definition, function: UdfFunction, wait: Wait) -> Problem:
    used = _is_used(definition)
    sure = wait.sure and used and not _gets_few_rows(definition)
    what = "row" if function.kind is UdfKind.ROW else "iteration of the loop"
    return Problem(
        span=function.names.span(wait.node),
        message=f"each {what} waits for `{wait.name}` before the next one starts; in an async "
        "UDF, rows wait at the same time (measured: 100 waits of 20 ms take 0.03 s instead of "
        "2.04 s)",
        remedy=_remedy(definition, wait),
        severity=Severity.WARNING,
        at_most=Confidence.LIKELY if sure else Confidence.POSSIBLE,
        assumptions=(
            "many rows reach it"
            if used
            else "code that daft-lint doesn't see passes many rows to it",
        ),
        related=(Related(function.span, f"`{function.name}` is synchronous and has no pool"),),
    )


def _remedy(definition: Definition, wait: Wait) -> str:
    instead = "make it `async def`, with an async client or `await asyncio.to_thread(...)`"
    if wait.downloads:
        return f'use `col("...").download()`, which is built in, or {instead}'
    built_in = next((text for end, text in _BUILT_INS.items() if wait.name.endswith(end)), None)
    if built_in is not None:
        return f"use `daft.functions.{built_in}`, or {instead}"
    if class_decorator(definition) == "`@daft.udf`":
        return f"{instead}, or a `@daft.udf` class with a `concurrency`"
    return f"{instead}, or a `@daft.cls` class with a `max_concurrency`"
